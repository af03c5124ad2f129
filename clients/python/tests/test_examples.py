"""The examples run as they are documented."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
PAGES = [EXAMPLES.parent / "README.md", EXAMPLES.parents[2] / "docs" / "python.md"]


def run(name: str, *arguments: str, cwd: Path, stdin: str = "") -> tuple[bytes, str]:
    """Run an example and return its output and its error output."""
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *arguments]
    done = subprocess.run(command, cwd=cwd, input=stdin.encode(), capture_output=True, timeout=120)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout, done.stderr.decode()


def test_memory_examples(tmp_path: Path) -> None:
    """Memories are recalled, and events are followed."""
    assert b"We deploy on Fridays" in run("remember_and_recall", cwd=tmp_path)[0]
    assert b"memory.archived" in run("follow_events", cwd=tmp_path)[0]


def test_speech_examples(tmp_path: Path) -> None:
    """Speech is written, streamed and spoken live."""
    assert b"Good\n" in run("speak_to_file", cwd=tmp_path)[0]
    assert (tmp_path / "speech.mp3").stat().st_size > 5_000
    assert len(run("stream_speech", "Good morning.", cwd=tmp_path)[0]) > 24_000
    audio, words = run("live_speech", cwd=tmp_path, stdin="Good\nmorning.\n")
    assert len(audio) > 24_000
    assert words.split() == ["Good", "morning"]


def test_clip_example(tmp_path: Path) -> None:
    """A clip is rendered."""
    assert b"100% succeeded" in run("talking_clip", "Hello.", "hello.mp4", cwd=tmp_path)[0]
    assert (tmp_path / "hello.mp4").read_bytes()[4:8] == b"ftyp"


def test_the_readme_names_every_example() -> None:
    """No example is undocumented."""
    readme = (EXAMPLES.parent / "README.md").read_text()
    assert all(f"examples/{path.name}" in readme for path in EXAMPLES.glob("*.py"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_documented_code_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each block of Python runs by itself."""
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, page.name, "exec"), {"__name__": "block"})
