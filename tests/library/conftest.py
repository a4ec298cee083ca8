from pathlib import Path

import pytest


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a library that nobody else uses; it is not there yet."""
    folder = tmp_path / "user" / "library"
    monkeypatch.setenv("HANDHOLD_LIBRARY", str(folder))
    return folder


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: Path) -> Path:
    """An empty project, which is the current directory."""
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder
