"""Studies on Ray: two nodes give the rows of one process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from khyber.cli.app import run
from khyber.lab.study.plan import make_study
from khyber.lab.study.run import here, on_ray, run_study
from khyber.lab.study.store import RunFolder

STUDY = {"name": "ray", "seed": 3, "setups": [{"game": "zurmat", "games": 110}, {"game": "distant-plain", "games": 5}]}
#: The smallest that Ray accepts.
MEMORY = 80 << 20

#: Ray starts several processes of its own, which may be late on a busy machine.
pytestmark = pytest.mark.flaky(reruns=1)


@pytest.fixture
def cluster() -> Iterator[Any]:
    ray: Any = pytest.importorskip("ray", reason="Ray is not installed: pip install 'khyber[ray]'")
    cluster_utils: Any = pytest.importorskip("ray.cluster_utils")

    made = cluster_utils.Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False, "object_store_memory": MEMORY}
    )
    yield made
    ray.shutdown()
    made.shutdown()


def test_two_nodes_write_the_same_files_as_one_process(cluster: Any, tmp_path: Path) -> None:
    """`make soak` also kills one of the nodes."""
    study = make_study(STUDY)
    cluster.add_node(num_cpus=1, object_store_memory=MEMORY)
    done: list[int] = []
    run_study(RunFolder(tmp_path / "ray", study), on_ray(cluster.address), done.append)
    run_study(RunFolder(tmp_path / "here", study), here(1))
    assert sum(done) == study.games
    for kind in study.rows:
        name = f"{kind}.parquet"
        assert (tmp_path / "ray" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--ray", "127.0.0.1:1"], "no Ray cluster answers at 127.0.0.1:1"),
        (["--ray", "nonsense"], "no Ray cluster answers at nonsense"),
        (["--ray", "auto", "--jobs", "2"], "--jobs"),
    ],
)
def test_a_cluster_that_does_not_answer_is_reported_in_one_line(
    options: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("ray")
    file = tmp_path / "few.toml"
    file.write_text('name = "few"\n[[setups]]\ngame = "zurmat"\ngames = 2\n')
    assert run(["study", "run", str(file), "--out", str(tmp_path / "rows"), *options]) == 2
    said = capsys.readouterr().err
    assert message in said and said.count("\n") == 1
    assert not (tmp_path / "rows").exists()
