# SPDX-License-Identifier: Apache-2.0
"""Runs Rock Creek from Python and returns its results as numpy arrays.

    import rockcreek
    result = rockcreek.run("hello.elf", ues=2)
    result.cores["cycles"]                         # an array, one number for each core that ran

    curve = rockcreek.noc(cols=8, rows=8, sweep="0.05:0.4:0.05")
    curve.points["latency_mean"]

    points = rockcreek.explore("plan.toml", out="results")
    points["latency"]

Each function calls the simulator's command line. A keyword is an option of the verb, with "_" for
"-": True is an option without a value, None leaves it out, a dictionary is one GROUP.NAME=VALUE for
each entry, and a list is its values separated by commas. `./rockcreek VERB --help` lists the options.

The simulator is the program that the environment variable ROCKCREEK names; without it the one that
this file was installed with, or the launcher of the project's folder.
"""

import json
import os
import pathlib
import sqlite3
import subprocess
import tempfile

import numpy

__all__ = ["Error", "NocResult", "RunResult", "explore", "noc", "run", "table"]


class Error(Exception):
    """The simulator refused its input, could not be called, or a run failed.

    `exit_code` is the simulator's (see `rockcreek --help`), the text what it wrote on standard error.
    """

    def __init__(self, exit_code, text):
        super().__init__(text.strip() or f"rockcreek ended with exit code {exit_code}")
        self.exit_code = exit_code


class RunResult:
    """What `rockcreek run` gave.

    output: what the program wrote; exit_code: 0, or 1 if a UE returned something else.
    stats: the file of --stats; seconds: simulated time.
    cores, tiles, memory_controllers, links: its lists as structured arrays.
    """

    def __init__(self, output, exit_code, stats):
        self.output = output
        self.exit_code = exit_code
        self.stats = stats
        self.seconds = stats["simulated_ps"] * 1e-12
        for name in ("cores", "tiles", "memory_controllers", "links"):
            setattr(self, name, table(stats.get(name, [])))


class NocResult:
    """What `rockcreek noc` gave: `points`, a structured array with a row for each rate and the latency
    in cycles as latency_mean, latency_p99 and so on; `result`, the whole of its --json."""

    def __init__(self, result):
        self.result = result
        self.points = table(result.get("points", [result]))


def table(rows):
    """A list of dictionaries as a structured array: a column for each entry that is a number, a text or
    a truth value in every row. Entries of inner dictionaries become columns OUTER_INNER."""

    def flat(row, prefix=""):
        for name, value in row.items():
            if isinstance(value, dict):
                yield from flat(value, prefix + name + "_")
            elif not isinstance(value, list):
                yield prefix + name, value

    rows = [dict(flat(row)) for row in rows]
    columns = [name for name in (rows[0] if rows else {}) if all(name in row for row in rows)]
    values = {name: [row[name] for row in rows] for name in columns}
    # An empty cell is not a number.
    values = {name: numpy.array([numpy.nan if v is None else v for v in column]
                                if not any(isinstance(v, str) for v in column)
                                else ["" if v is None else str(v) for v in column])
              for name, column in values.items()}
    if not values:
        return numpy.empty(len(rows), dtype=[])
    result = numpy.empty(len(rows), dtype=[(name, column.dtype) for name, column in values.items()])
    for name, column in values.items():
        result[name] = column
    return result


def _program():
    named = os.environ.get("ROCKCREEK")
    if named:
        return named
    here = pathlib.Path(__file__).resolve()
    installed = here.parents[3] / "bin" / "rockcreek"  # PREFIX/lib/rockcreek/python/rockcreek.py
    return str(installed if installed.exists() else here.parents[2] / "rockcreek")


def _options(options):
    words = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(option)
        elif isinstance(value, dict):
            words += [f"{option}={entry}={setting}" for entry, setting in value.items()]
        elif isinstance(value, (list, tuple, numpy.ndarray, range)):
            words.append(f"{option}={','.join(str(part) for part in value)}")
        else:
            words.append(f"{option}={value}")
    return words


def _file(name):
    """The name of a file where the command line would take one that begins with "-" for an option."""
    name = str(name)
    return "./" + name if name.startswith("-") else name


def _refusal(what, error):
    return Error(2, f"rockcreek: error: {what}: {' '.join(str(error).split())}")


def _call(words, good=(0,)):
    program = _program()
    try:
        done = subprocess.run([program, *words], stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, errors="replace", check=False)
    except OSError as error:
        raise _refusal(f"{program} (see ROCKCREEK)", error.strerror) from None
    except ValueError as error:  # a word that no command line can have
        raise _refusal(f"{words[0]}: a word", error) from None
    if done.returncode not in good:
        raise Error(done.returncode, done.stderr)
    return done


def _json(file):
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise _refusal("the simulator's result", error) from None


def run(image, args=(), **options):
    """Runs a program on the simulated machine: `rockcreek run IMAGE OPTIONS -- ARGS`."""
    with tempfile.TemporaryDirectory() as folder:
        stats = pathlib.Path(folder, "stats.json")
        words = ["run", _file(image), *_options(options), "--stats", str(stats)]
        done = _call([*words, "--", *map(str, args)] if args else words, good=(0, 1))
        return RunResult(done.stdout, done.returncode, _json(stats))


def noc(**options):
    """Evaluates a network alone: `rockcreek noc OPTIONS`."""
    with tempfile.TemporaryDirectory() as folder:
        result = pathlib.Path(folder, "noc.json")
        _call(["noc", *_options(options), "--json", str(result)])
        return NocResult(_json(result))


def explore(plan, out, **options):
    """Runs the points of a plan that are missing in the directory `out`: `rockcreek explore PLAN --out OUT
    OPTIONS`. Returns all points, with those that failed: their column `error` tells why."""
    _call(["explore", _file(plan), f"--out={out}", *_options(options)], good=(0, 1))
    file = pathlib.Path(out, "points.sqlite").resolve()
    try:
        with sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True) as tables:
            tables.row_factory = sqlite3.Row
            rows = [dict(row) for row in tables.execute("SELECT * FROM points ORDER BY point")]
    except sqlite3.Error as error:
        raise _refusal(file, error) from None
    return table(rows)
