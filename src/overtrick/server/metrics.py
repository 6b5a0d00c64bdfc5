"""What is counted, as Prometheus reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from prometheus_client import CollectorRegistry, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.registry import Collector

from overtrick.server.counters import COUNTERS, GAUGES

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4


class Processes(Collector):
    """The metrics of some processes, by their names, which are labels; one without a name has none."""

    def __init__(self, values: Mapping[str, Mapping[str, float]]) -> None:
        self._values = values

    def collect(self) -> Iterator[Metric]:
        for name, what in GAUGES.items():
            yield self._metric(name, "gauge", what, "")
        for name, what in COUNTERS.items():
            yield self._metric(name, "counter", what, "_total")

    def _metric(self, name: str, kind: str, what: str, suffix: str) -> Metric:
        metric = Metric(f"overtrick_{name}", what, kind)
        for process, values in self._values.items():
            if f"{name}{suffix}" in values:
                labels = {"process": process} if process else {}
                metric.add_sample(f"overtrick_{name}{suffix}", labels, values[f"{name}{suffix}"])
        return metric


def prometheus_text(processes: Mapping[str, Mapping[str, float]]) -> bytes:
    """The metrics of some processes in the text form of Prometheus."""
    registry = CollectorRegistry()
    registry.register(Processes(processes))
    return generate_latest(registry)
