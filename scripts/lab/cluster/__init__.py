"""A cluster of PostgreSQL servers under Patroni and etcd, built on loopback to be attacked."""
