"""Commands for people who do not take our word for it: simulate, prove, audit."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import click

from analyzer.cli.base import (
    FAILED,
    OK,
    Running,
    cli,
    complete_game,
    json_option,
    option_option,
    print_json,
    rounds_option,
    run_options,
)
from analyzer.cli.exposed import backs_option, read_sees, sees_option
from analyzer.cli.outputs import PROOF, Output, check_outputs
from analyzer.errors import SelectionError
from analyzer.files import write_text
from analyzer.numbers import comma_hint, grouped_number

if TYPE_CHECKING:
    from analyzer.game.model import Wager

seed_option = click.option(
    "--seed", type=click.IntRange(0, (1 << 128) - 1), default=1, show_default=True, help="Seed of the random numbers."
)


def _read_number(context: click.Context, parameter: click.Parameter, value: str | None) -> Fraction | None:
    """A whole number, a decimal or a fraction, exactly."""
    if value is None:
        return None
    number = grouped_number(value)
    if number is None:
        raise click.BadParameter(f"{value!r} is not a number such as 1250, -3.5 or 7/2{comma_hint(value)}")
    return number


@cli.command()
@click.argument("name", metavar="GAME", shell_complete=complete_game)
@rounds_option(10**12, 10_000_000, "Rounds to deal")
@seed_option
@click.option("--wager", help="Only this wager.")
@click.option("--paytable", help="Only this paytable.")
@click.option("--strategy", metavar="FILE", help="Play by the rules of a file, or of a strategy by name.")
@sees_option
@backs_option
@option_option
@json_option
@run_options
def simulate(
    name: str,
    rounds: int,
    seed: int,
    wager: str | None,
    paytable: str | None,
    strategy: str | None,
    sees: tuple[str, ...],
    backs: str | None,
    options: dict[str, str],
    as_json: bool,
    running: Running,
) -> int:
    """Deal real cards, play the strategy found, and compare with the analysis.

    For every outcome: expected, observed, z-score; for every wager a chi-square test (outcomes expected less than five
    times are pooled). The same seed gives the same rounds on any number of cores. Ctrl-C stops with the rounds dealt
    so far. Exit code 1 if a p-value is below 0.000001.

    With --sees the main wager is played by one who sees cards that he should not, as analyze --sees counts it.

    \b
    Examples:
      exactodds simulate three-card-poker-6-card-bonus
      exactodds simulate wild-52 --rounds 100000000 --seed 7
      exactodds simulate wild-52 --wager ante-play --strategy card
      exactodds simulate wild-six-card-poker --wager poker --option stand_pat=true --json
      exactodds simulate three-card-poker-6-card-bonus --sees dealer=1 --rounds 1000000
    """
    from analyzer.game.library import load_game
    from analyzer.trust.simulate import simulate as simulate_game

    file = load_game(name)
    if sees or backs is not None:
        file = file.exposed(read_sees(sees, backs))
    with running() as run:
        simulation = simulate_game(file, options, wager, paytable, rounds, seed, run, strategy)
    if as_json:
        print_json(simulation.document())
    else:
        from analyzer.cli.screens.layout import show
        from analyzer.cli.screens.trust import simulation_report

        show(simulation_report(simulation))
    return OK if simulation.agrees else FAILED


@cli.command()
@click.argument("name", metavar="GAME", shell_complete=complete_game)
@click.option("--quick", is_flag=True, help="Fewer cases: within a minute once the game has been analysed.")
@seed_option
@option_option
@json_option
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write the proof as JSON, for a report.",
)
@run_options
def prove(
    name: str,
    quick: bool,
    seed: int,
    options: dict[str, str],
    as_json: bool,
    output: Path | None,
    running: Running,
) -> int:
    """Run the proofs: what was checked, how many cases, and whether anything differed.

    Evaluator and house way against the literal reference, every wager against every deal of reduced decks, sampled
    states against brute force, totals against formulas, published figures, a simulation. Exit code 1 if anything
    differed.

    \b
    Examples:
      exactodds prove three-card-poker-6-card-bonus --quick
      exactodds prove wild-52 --output proof.json
    """
    import json

    from analyzer.game.library import load_game
    from analyzer.trust.prove import prove as prove_game

    check_outputs(Output(output, PROOF))
    file = load_game(name)
    with running() as run:
        proof = prove_game(file, options, quick, seed, run)
    if output is not None:
        write_text(output, json.dumps(proof.document(), indent=1) + "\n")
    if as_json:
        print_json(proof.document())
    else:
        from analyzer.cli.screens.layout import show
        from analyzer.cli.screens.trust import proof_report

        show(proof_report(proof))
    if not proof.passed:
        click.echo(f"exactodds: the proof failed: {', '.join(proof.failed_parts)}", err=True)
        sys.stderr.flush()
    return OK if proof.passed else FAILED


@cli.command()
@click.argument("name", metavar="GAME", shell_complete=complete_game)
@click.option("--wager", required=True, help="Which wager.")
@click.option("--paytable", help="Which paytable; the first by default.")
@rounds_option(10**9, None, "Rounds that were played")
@click.option("--won", callback=_read_number, metavar="AMOUNT", help="What the house won in them; negative if it lost.")
@click.option(
    "--stake",
    callback=_read_number,
    metavar="AMOUNT",
    help="Initial bet a round; 1 by default, of a progressive its price.",
)
@click.option("--meter", callback=_read_number, metavar="AMOUNT", help="The meter, where the wager has one.")
@option_option
@json_option
@run_options
def audit(
    name: str,
    wager: str,
    paytable: str | None,
    rounds: int | None,
    won: Fraction | None,
    stake: Fraction | None,
    meter: Fraction | None,
    options: dict[str, str],
    as_json: bool,
    running: Running,
) -> None:
    """Judge an observed result: how unusual is what the house won?

    Without --won: the expected hold with its 95 % and 99 % intervals, for --rounds or for 1,000 to 10,000,000 rounds.

    \b
    Examples:
      exactodds audit wild-52 --wager bonus
      exactodds audit wild-52 --wager bonus --rounds 20000 --won 3000
      exactodds audit three-card-poker-6-card-bonus --wager ante-play --rounds 5000 --won -1200 --stake 5
    """
    from analyzer.cli.screens.layout import show
    from analyzer.cli.screens.trust import hold_report, verdict_report
    from analyzer.game.library import load_game
    from analyzer.pricing.advantage import advantage_of
    from analyzer.pricing.analysis import analyze, select_wagers
    from analyzer.trust.hold import ROUNDS, hold_table, judge

    if won is not None and rounds is None:
        raise click.UsageError("--won needs --rounds: in how many rounds was it won?")
    if stake is not None and won is None:
        raise click.UsageError("--stake goes with --won: the expected hold is a share of all bets, whatever the stake")
    if stake is not None and stake <= 0:
        raise click.UsageError("--stake must be more than 0")
    file = load_game(name)
    initial = _initial_bet(select_wagers(file.game(options), wager)[0], stake)
    with running() as run:
        result = analyze(file, options, wager, paytable, run).wagers[0]
    if won is None:
        document = hold_table(result, ROUNDS if rounds is None else (rounds,), meter)
        if rounds is not None and "refused" in document["rounds"][0]:
            raise SelectionError(document["rounds"][0]["refused"])
    else:
        assert rounds is not None
        document = judge(result, rounds, won / initial, meter, initial)
    if as_json:
        print_json(document)
    else:
        at_meter = advantage_of(result.mean, result.unit, meter=meter) if meter is not None else None
        advantage = result.advantage if meter is None or result.pieces else at_meter
        show(hold_report(document, advantage) if won is None else verdict_report(document, advantage))


def _initial_bet(wager: Wager, stake: Fraction | None) -> Fraction:
    """What is staked at the start of a round. A progressive has a price, and its prizes do not grow with the stake."""
    if stake not in (None, 1) and not wager.has_stake:
        raise SelectionError(f"{wager.id} is in dollars a round and has no stake: leave --stake out")
    price = None if wager.meter is None else wager.meter.bet
    if price is not None and stake not in (None, price):
        raise SelectionError(f"{wager.id} costs {price}, and its prizes do not grow with the stake: leave --stake out")
    return stake or price or Fraction(1)


def print_stakes(
    name: str, stakes: str, level: Fraction | None, options: dict[str, str], as_json: bool, running: Running
) -> None:
    """What `analyze --stakes` prints: wagers made together, their return, volatility and covariances."""
    from analyzer.cli.screens.layout import show
    from analyzer.cli.screens.trust import stakes_report
    from analyzer.game.library import load_game
    from analyzer.pricing.results import stakes_advantage
    from analyzer.trust.stakes import stakes_document

    game = load_game(name).game(options)
    with running() as run:
        document = stakes_document(game, stakes, run, level)
    advantage = stakes_advantage(document, level)
    document |= {"player_advantage": None if advantage is None else advantage.extent}
    if as_json:
        print_json(document)
    else:
        show(stakes_report(document, advantage))
