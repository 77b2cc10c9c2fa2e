"""`pytest --budget SECONDS`: the tests that took least the last time, as many as fit; for `make quick`.

How long each test took is kept in pytest's cache by every run. A test that never ran counts as quick: it is new.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import accumulate

import pytest

KEY = "exactodds/seconds"


def within_budget(names: Iterable[str], seconds: Mapping[str, float], budget: float) -> set[str]:
    """The quickest of these tests whose times add up to no more than the budget.

    >>> sorted(within_budget(["a", "b", "c", "new"], {"a": 5, "b": 1, "c": 2}, budget=4))
    ['b', 'c', 'new']
    """
    quickest_first = sorted(names, key=lambda name: (seconds.get(name, 0), name))
    spent = accumulate(seconds.get(name, 0) for name in quickest_first)
    return {name for name, total in zip(quickest_first, spent, strict=True) if total <= budget}


class Budget:
    """The pytest plugin: leaves out what does not fit, and writes down how long tests take."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.cache: pytest.Cache | None = getattr(config, "cache", None)  # none with -p no:cacheprovider
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(trylast=True)  # after the markers have had their say
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        budget = self.config.getoption("--budget")
        if budget is None or self.cache is None:
            return
        kept = within_budget([item.nodeid for item in items], self.cache.get(KEY, {}), budget)
        self.config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in kept])
        items[:] = [item for item in items if item.nodeid in kept]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = round(self.seconds.get(report.nodeid, 0) + report.duration, 2)

    def pytest_sessionfinish(self) -> None:
        # A worker of pytest-xdist knows only its own tests; the process that started it knows all.
        if self.cache is not None and not hasattr(self.config, "workerinput"):
            self.cache.set(KEY, self.cache.get(KEY, {}) | self.seconds)
