"""The only pool of a ledger: no command asks for it."""

from collections.abc import Mapping, Sequence

import click

from projections.api import Ledger
from projections.interfaces.cli.console import CommandContext
from projections.queries.calculator_request import rating_of


def the_pool(named: str | None, context: CommandContext) -> str:
    """Return the pool that ``--pool`` names, or the only one; else it is wrong usage."""
    if named is not None:
        return named
    with Ledger(context.database, read_database=context.read_database) as ledger:
        pools = _pools(ledger)
    if len(pools) != 1:
        raise click.UsageError(f"Missing option '--pool': there are {', '.join(pools) or 'none'}.")
    return pools[0]


def _pools(ledger: Ledger) -> list[str]:
    return sorted(ledger.positions()["pools"])


class OfPool(click.Command):
    """A command of a pool, its first argument or an option: left out if there is only one."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse arguments, with the only pool before them if there is room for it."""
        return super().parse_args(ctx, [*self._left_out(ctx, args), *args])

    def _left_out(self, ctx: click.Context, args: Sequence[str]) -> list[str]:
        if ctx.resilient_parsing or not set(ctx.help_option_names).isdisjoint(args):
            return []
        parsed = self._parsed(ctx, args)
        if any(isinstance(it, click.Option) and _is_wanted(it, parsed) for it in self.params):
            return [f"--pool={pool}" for pool in _only(ctx, parsed)]
        arguments = [each for each in self.params if isinstance(each, click.Argument)]
        given = [text for each in arguments for text in _texts(parsed.get(each.name or ""))]
        has_room = len(given) < len(arguments) or any(each.nargs < 0 for each in arguments)
        if not has_room or arguments[0].name != "pool":
            return []
        is_complete = len(given) >= sum(each.required for each in arguments)
        pools = _only(ctx, parsed, unless=given[0] if is_complete else None)
        return [] if given[:1] == pools else pools

    def _parsed(self, ctx: click.Context, args: Sequence[str]) -> dict[str, object]:
        try:
            values, _, _ = self.make_parser(ctx).parse_args(args=list(args))
        except click.UsageError:  # said when they are parsed in earnest
            return {}
        return dict(values)


def _is_wanted(option: click.Option, parsed: Mapping[str, object]) -> bool:
    return option.name == "pool" and option.required and not parsed.get("pool")


def _only(
    ctx: click.Context, parsed: Mapping[str, object], *, unless: str | None = None
) -> list[str]:
    """Return the only pool; empty if there are several or a word may name a pool."""
    context: CommandContext = ctx.ensure_object(CommandContext)
    if isinstance(database := parsed.get("database"), str):
        context = CommandContext(database)
    try:
        with Ledger(context.database, read_database=context.read_database) as ledger:
            pools = _pools(ledger)
            # a player, a tournament, or a rating to calculate with
            is_meant = (
                unless is None or rating_of(unless) is not None or bool(ledger.named(unless))
            )
    except Exception:  # the command itself says what is wrong with the database
        return []
    return pools if len(pools) == 1 and is_meant else []


def _texts(value: object) -> Sequence[str]:
    """Return the words of an argument; empty if it is not given."""
    if isinstance(value, (tuple, list)):
        return value
    return [value] if isinstance(value, str) else []
