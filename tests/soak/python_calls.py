# SPDX-License-Identifier: Apache-2.0
"""Random calls of the Python module: each gives a result or the module's own error.

    python_calls.py MODULE_FOLDER IMAGE_FOLDER SEED CALLS

Prints how many calls had a result, or the first one that ended otherwise. The environment variable
ROCKCREEK names the simulator.
"""

import os
import pathlib
import random
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import rockcreek  # noqa: E402

ODD = ["", "-", "--", "-x", "--help", "a\0b", "\ud800", "é\n", "nan", "inf", "-1", "0", "1e999", "x" * 300,
       -1, 2 ** 64, 0.5, True, None, [], ["", "0"], {}, {"": ""}, {"clocks.tile_divider": 4}, range(3),
       pathlib.Path("no/where"), b"\xff", 3 + 4j]


def some(choice, *right):
    """One of the right values, or anything."""
    return choice.choice(right) if choice.random() < 0.7 else choice.choice(ODD)


def options(choice, right):
    """Some of the options, and now and then one that no verb has."""
    names = choice.sample(sorted(right), choice.randrange(len(right)))
    chosen = {name: some(choice, *right[name]) for name in names}
    if choice.random() < 0.1:
        chosen[choice.choice(["", "-", "help", "no_such", "stats", "json", "é", "a b"])] = choice.choice(ODD)
    return chosen


def run(choice, images, _folder):
    right = {"ues": [1, 2, 4], "cores": ["0", [0, 1], range(2)], "set": [{"clocks.mesh_divider": 2}],
             "machine": ["scc", "ipsc860"], "check": [True], "network_exact": [True, False],
             "threads": [1, 2], "quantum": [0], "router": ["model"], "summary": [True]}
    image = some(choice, images / "hello.elf", images / "nx_hello.elf", str(images / "deadlock.elf"))
    arguments = choice.choice([(), [], ["a"], ["-x"], ["\0"], [1, None]])
    # A program that never ends does not.
    return rockcreek.run(image, arguments, **options(choice, right) | {"max_time": 0.01})


def noc(choice, _images, _folder):
    right = {"cols": [1, 2, 3], "rows": [1, 2], "rate": [0.1, 0.9], "sweep": ["0.1:0.3:0.1"], "vcs": [2, 8],
             "pattern": ["uniform", "transpose"], "seed": [0, 5], "vc_depth": [3], "topology": ["torus"],
             "routing": ["xy", "yx"], "set": [{"noc.pipeline": 2}]}
    return rockcreek.noc(**options(choice, right) | {"warmup": 100, "measure": 300})


def explore(choice, _images, folder):
    plan = pathlib.Path(folder, "plan.toml")
    right = 'command = "noc --cols {x} --measure 300"\n[parameters]\nx = [1, 0]\n'
    plan.write_text(choice.choice([right, right, "", "x"]))
    return rockcreek.explore(some(choice, plan), some(choice, pathlib.Path(folder, "out")),
                             **options(choice, {"jobs": [1], "quiet": [True]}))


def table(choice, _images, _folder):
    cell = [1, 2.5, None, "x", True, [1], {"a": 1}, {"a": None}, {}, 2 ** 70]
    return rockcreek.table([{name: choice.choice(cell) for name in choice.sample("abcd", choice.randrange(5))}
                            for _ in range(choice.randrange(4))])


def main():
    images, seed, calls = pathlib.Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
    rockcreek.run(images / "hello.elf", ues=1)  # which must be there
    results = 0
    for call in range(calls):
        choice = random.Random(f"{seed} {call}")
        made = choice.choices([run, noc, explore, table], [5, 5, 1, 3])[0]
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)  # where odd names of results lead
            try:
                made(choice, images, folder)
                results += 1
            except rockcreek.Error:
                pass
            finally:
                os.chdir("/")
    print(results)


if __name__ == "__main__":
    main()
