"""The generated pages of docs/reference, a module each."""
