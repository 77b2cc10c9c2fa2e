"""Small games in the language of rounds, as text."""

from __future__ import annotations

import tomllib

from analyzer.game.language import Rules
from analyzer.game.read_language import read_rules
from analyzer.game.sections import Faults

HEAD = 'schema = "exactodds/game/2"\nid = "small"\nname = "Small"\nrules_version = "1"\n'


def rules_of(text: str) -> Rules:
    """The rules of a file without options; the first lines go without saying."""
    faults = Faults()
    rules = read_rules(tomllib.loads(HEAD + text), {}, {}, faults)
    assert not faults, "\n".join(faults)
    return rules
