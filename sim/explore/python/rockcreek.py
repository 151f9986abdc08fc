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

__all__ = ["Error", "NocResult", "ReproduceResult", "RunResult", "explore", "model", "noc", "reproduce",
           "run", "table", "tune"]


class Error(Exception):
    """The simulator refused its input, a run failed, or there is no result.

    `exit_code` is the simulator's (see `rockcreek --help`), 2 also for a simulator that cannot be called; the
    text is what it wrote on standard error. `result`: of a run or a held machine that failed, a RunResult with
    what had happened, the output and the findings of --check as well; None if there is none.
    """

    def __init__(self, exit_code, text, result=None):
        super().__init__(text.strip() or f"rockcreek ended with exit code {exit_code}")
        self.exit_code = exit_code
        self.result = result


class RunResult:
    """What `rockcreek run` gave.

    output: what the program wrote; exit_code: 0, or 1 if a UE returned something else or --check found
    defects. messages: what the simulator wrote on standard error; findings: of these the defects that
    --check found, a text each.
    stats: the file of --stats; seconds: simulated time; complete: False if the programs had not ended;
    failure: a line that says how the run failed and when, "" if it did not.
    cores, tiles, memory_controllers, links: its lists as structured arrays.
    """

    def __init__(self, output, exit_code, stats, messages=""):
        self.output = output
        self.exit_code = exit_code
        self.messages = messages
        start = "rockcreek: check: "
        told = [line[len(start):] for line in messages.splitlines() if line.startswith(start)]
        # The last line counts them. What is not judged is no defect.
        self.findings = [each for each in told[:-1] if not each.startswith("not judged: ")]
        self.stats = stats
        self.complete = stats.get("complete", True)
        self.failure = stats.get("failure", "")
        self.seconds = stats["simulated_ps"] * 1e-12
        for name in ("cores", "tiles", "memory_controllers", "links"):
            setattr(self, name, table(stats.get(name, [])))

    def __repr__(self):
        found = f", findings: {len(self.findings)}" if self.findings else ""
        return (f"<RunResult: {len(self.cores)} cores, {self.seconds * 1e6:.3f} us, exit code {self.exit_code}"
                f"{found}{'' if self.complete else ', not complete'}>")


class NocResult:
    """What `rockcreek noc` gave: `points`, a structured array with a row for each rate and the latency
    in cycles as latency_mean, latency_p99 and so on; `result`, the whole of its --json."""

    def __init__(self, result):
        self.result = result
        self.points = table(result.get("points", [result]))

    def __repr__(self):
        return f"<NocResult: {len(self.points)} points>"


class ReproduceResult:
    """What `rockcreek reproduce` gave: `rows`, a structured array with a row for each figure, measured beside
    published; `ok`: none is out of bound; `result`, the whole of its --json."""

    def __init__(self, result):
        self.result = result
        self.rows = table(result["rows"])
        self.ok = result["ok"]

    def __repr__(self):
        return (f"<ReproduceResult: {self.result['experiment']} on {self.result['machine']}, {len(self.rows)} rows, "
                f"{'nothing' if self.ok else 'something'} out of bound>")


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


def __getattr__(name):
    """Machine needs a part of the module that is not built everywhere."""
    if name in ("Event", "Machine", "Snapshot", "Stop"):
        import rockcreek_machine  # pylint: disable=import-outside-toplevel
        return getattr(rockcreek_machine, name)
    raise AttributeError(f"module 'rockcreek' has no attribute '{name}'")


def _program():
    named = os.environ.get("ROCKCREEK")
    if named:
        return named
    # PREFIX/lib/rockcreek/python/rockcreek.py, or sim/explore/python/rockcreek.py of the project
    folder = pathlib.Path(__file__).resolve().parents[3]
    installed = folder / "bin" / "rockcreek"
    return str(installed if installed.exists() else folder / "rockcreek")


def _options(options):
    words = []
    for name, value in options.items():
        option = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(option)
        elif isinstance(value, dict):
            for entry, setting in value.items():
                words += _option(option, f"{entry}={setting}")
        elif isinstance(value, (list, tuple, numpy.ndarray, range)):
            words += _option(option, ",".join(str(part) for part in value))
        else:
            words += _option(option, str(value))
    return words


def _option(option, value):
    """Words of which the second is not taken for an option, whatever it begins with."""
    return [f"{option}={value}"] if value else [option, value]


def _file(path):
    """A word that is a file, whatever its name begins with."""
    name = str(path)
    return f"./{name}" if name.startswith("-") else name


def _call(words, good=(0,)):
    try:
        done = subprocess.run([_program(), *words], stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, errors="replace", check=False)
    except OSError as error:
        raise Error(2, f"{_program()}: {error.strerror}") from error
    except ValueError as error:  # a zero byte, or what is no character, in a word
        raise Error(2, f"the command line cannot be written: {error}") from error
    if done.returncode not in good:
        raise Error(done.returncode, done.stderr)
    return done


def _result(file, done):
    """The JSON that a call wrote; with some options, as `help`, it writes none."""
    try:
        return json.loads(file.read_text())
    except (OSError, ValueError) as error:
        raise Error(done.returncode, f"no result was written\n{done.stderr}") from error


def _run_words(image, args, options):
    """What stands behind `rockcreek run`."""
    words = [_file(image), *_options(options)]
    return [*words, "--", *map(str, args)] if len(args) else words


def _refuse(options, reasons):
    """Options that a function cannot give to the simulator: the reason by the name."""
    for name, reason in reasons.items():
        if options.get(name) not in (None, False):
            raise Error(2, f"{name}: {reason}")


def run(image, args=(), **options):
    """Runs a program on the simulated machine: `rockcreek run IMAGE OPTIONS -- ARGS`."""
    _refuse(options, {"native": "a native run counts nothing; call `rockcreek native` with subprocess",
                      "stats": "the result has them as `stats`"})
    with tempfile.TemporaryDirectory() as folder:
        stats = pathlib.Path(folder, "stats.json")
        done = _call(["run", *_run_words(image, args, {**options, "stats": stats})], good=(0, 1, 3))
        if done.returncode == 3 and not stats.exists():
            raise Error(done.returncode, done.stderr)
        result = RunResult(done.stdout, done.returncode, _result(stats, done), done.stderr)
        if done.returncode == 3:
            raise Error(done.returncode, done.stderr, result)
        return result


def _json_of(verb, options, good=(0,)):
    _refuse(options, {"json": "the result has it"})
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "result.json")
        return _result(file, _call([*verb, *_options(options), "--json", str(file)], good))


def noc(**options):
    """Evaluates a network alone: `rockcreek noc OPTIONS`."""
    return NocResult(_json_of(["noc"], options))


def reproduce(name, **options):
    """Repeats a published measurement: `rockcreek reproduce NAME OPTIONS`."""
    return ReproduceResult(_json_of(["reproduce", _file(name)], options, good=(0, 1)))


def model(operation, **options):
    """Times a collective on a cache-coherent machine by formulas: `rockcreek model OPERATION OPTIONS`. The
    dictionary of its --json."""
    return _json_of(["model", _file(operation)], options)


def tune(what, **options):
    """Finds the fastest collective: `rockcreek tune WHAT OPTIONS`. The dictionary of its --json."""
    return _json_of(["tune", _file(what)], options)


def explore(plan, out, **options):
    """Runs the points of a plan that are missing in the directory `out`: `rockcreek explore PLAN --out OUT
    OPTIONS`. Returns all points, with those that failed: their column `error` tells why."""
    done = _call(["explore", _file(plan), *_option("--out", str(out)), *_options(options)], good=(0, 1))
    try:
        with sqlite3.connect(f"{pathlib.Path(str(out), 'points.sqlite').resolve().as_uri()}?mode=ro",
                             uri=True) as tables:
            tables.row_factory = sqlite3.Row
            rows = [dict(row) for row in tables.execute("SELECT * FROM points ORDER BY point")]
    except sqlite3.Error as error:
        raise Error(done.returncode, f"no table was written: {error}\n{done.stderr}") from error
    return table(rows)
