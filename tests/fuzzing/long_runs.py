"""How many files a long run compares, and from which seed on; in blocks, so that several processes can share them.

EXACTODDS_FUZZ_FILES (10,000 a kind) and EXACTODDS_FUZZ_SEED (1,000,000) in the environment say otherwise, for every
fuzzer.
"""

from __future__ import annotations

import os

BLOCKS = 20
FILES = int(os.environ.get("EXACTODDS_FUZZ_FILES", "10000"))
FIRST_SEED = int(os.environ.get("EXACTODDS_FUZZ_SEED", "1000000"))


def seeds_of_block(block: int) -> range:
    """
    >>> len(set().union(*(seeds_of_block(block) for block in range(BLOCKS)))) == FILES
    True
    """
    return range(FIRST_SEED + FILES * block // BLOCKS, FIRST_SEED + FILES * (block + 1) // BLOCKS)
