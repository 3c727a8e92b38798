# The bench of a key at the prompt.
"""Adds a bench to those of `scripts/bench`, whose tools it uses; it cannot be run by itself."""

import contextlib
import functools
import glob
import os
import pathlib
import pty
import select
import sqlite3
import statistics


def register(bench):
    """Adds the bench of this file; `bench` is the module of `scripts/bench`."""
    bench.Bench.named("keys", "a key with 100,000 entries: at most 1 ms and 4 x one without any")(
        functools.partial(keys, bench))


def keys(bench, rig):
    empty, full = rig.path("keys-0"), rig.path("keys-100000")
    for home in (empty, full):
        key_cost(rig, home, b"status", end=b"\r")
    with contextlib.closing(sqlite3.connect(full + "/pushsh/history")) as history, history:
        history.executemany(
            "INSERT INTO entries VALUES(NULL, ?, ?)",
            ((number, f"receive sale-{number}.json --id m-{number}") for number in range(100_000)))
    text = b"receive zq --id m-1 --to phone --priority 5"
    costs = [[key_cost(rig, home, text) for _ in range(rig.rounds(5))] for home in (full, empty)]
    value, base = (statistics.median(cost) for cost in costs)
    passed = value <= 1e-3 and value <= 4 * base
    return passed, f"{value * 1e3:.2f} ms", f"{base * 1e3:.2f} ms without entries"


def key_cost(rig, home, text, end=b"\x03"):
    """Processor seconds for each key of a text at a prompt, behind its first one."""
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(TERM="xterm-256color", XDG_STATE_HOME=home)
        os.execv(rig.binary, [rig.binary, "--no-rc", "--workspace", home + "/w"])

    def settle(seconds):
        while select.select([terminal], [], [], seconds)[0]:
            os.read(terminal, 65536)

    def processor():
        threads = glob.glob(f"/proc/{process}/task/*/schedstat")
        return sum(int(pathlib.Path(thread).read_text().split()[0]) for thread in threads) / 1e9

    settle(0.5)
    os.write(terminal, text[:1])
    settle(0.3)
    before = processor()
    for key in text[1:]:
        os.write(terminal, bytes([key]))
        settle(0.01)
    spent = processor() - before
    os.write(terminal, end)
    settle(0.3)
    os.write(terminal, b"\x04")
    try:
        settle(0.3)
    except OSError:
        pass
    os.close(terminal)
    os.waitpid(process, 0)
    return spent / len(text[1:])
