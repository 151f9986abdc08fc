# SPDX-License-Identifier: Apache-2.0
"""vscode.py PROJECT BIN: does with .vscode of the project what Visual Studio Code does: builds, starts the machine, waits
for the line that ends the wait, and speaks MI with GDB as its C++ extension does. BIN has the compiler."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile


def command_of(task):
    return [task["command"], *task["args"]]


def start(task, folder):
    """Starts a background task, and returns it when its matcher says that it is ready."""
    ready = re.compile(task["problemMatcher"]["background"]["endsPattern"])
    process = subprocess.Popen(command_of(task), cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    for line in process.stdout:
        if ready.search(line):
            return process
    sys.exit(f"FAILED: {task['command']} ended before it was ready")


def ask(gdb, command, answer):
    """Sends a command, and returns the first line that begins with the answer."""
    gdb.stdin.write(command + "\n")
    gdb.stdin.flush()
    for line in gdb.stdout:
        print(line, end="")
        if line.startswith(answer):
            return line
        if line.startswith("^error"):
            break
    sys.exit(f"FAILED: GDB does not answer {answer} to {command}")


def debug(configuration, folder):
    place = lambda text: text.replace("${workspaceFolder}", str(folder))  # noqa: E731
    gdb = subprocess.Popen([configuration["miDebuggerPath"], "-nx", "--interpreter=mi"], text=True,
                           cwd=place(configuration["cwd"]), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for setup in configuration["setupCommands"]:
        ask(gdb, setup["text"], "^done")
    ask(gdb, f"-file-exec-and-symbols {place(configuration['program'])}", "^done")
    ask(gdb, f"-target-select remote {configuration['miDebuggerServerAddress']}", "^connected")
    ask(gdb, "-break-insert main", "^done")
    stop = ask(gdb, "-exec-continue", "*stopped")
    assert 'reason="breakpoint-hit"' in stop and 'func="main"' in stop and "ring.c" in stop, stop
    ask(gdb, "-break-delete", "^done")
    assert 'reason="exited-normally"' in ask(gdb, "-exec-continue", "*stopped")
    ask(gdb, "-gdb-exit", "^exit")
    assert gdb.wait(60) == 0


project = sys.argv[1]
os.environ["PATH"] = f"{pathlib.Path(sys.argv[2]).resolve()}:{os.environ['PATH']}"
with tempfile.TemporaryDirectory() as work, contextlib.ExitStack() as at_end:
    folder = pathlib.Path(shutil.copytree(project, pathlib.Path(work, "ring")))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    files = [(folder / ".vscode" / name).read_text() for name in ("tasks.json", "launch.json")]
    assert all("3333" in text for text in files), "which port?"
    tasks, launch = (json.loads(text.replace("3333", port)) for text in files)
    tasks = {task["label"]: task for task in tasks["tasks"]}
    configuration = launch["configurations"][0]

    machine = tasks[configuration["preLaunchTask"]]
    subprocess.run(command_of(tasks[machine["dependsOn"]]), cwd=folder, check=True)
    server = start(machine, folder)
    at_end.callback(server.kill)
    debug(configuration, folder)
    assert "after 2 rounds of 3 UEs" in server.stdout.read()
    assert server.wait(60) == 0
