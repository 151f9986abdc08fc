# SPDX-License-Identifier: Apache-2.0
"""A machine that a Python program holds: `rockcreek.Machine`. See docs/python.md."""

import contextlib
import json
import operator
import threading

import numpy

import rockcreek

try:
    import _rockcreek
except ImportError as _missing:
    raise rockcreek.Error(2, f"a machine cannot be held: {_missing}; ./rockcreek build makes this part of the "
                             "module, with Debian's pybind11-dev and python3-dev, in "
                             "build/release/lib/rockcreek/python") from _missing

# How an entry of an SCC's lookup table and a message of its mesh are seen.
_SLOT = [("bypass", bool), ("x", "u1"), ("y", "u1"), ("subdestination", "u1"), ("address", "u4"), ("entry", "u4")]
_MESSAGE = ("entering", "x", "y", "port", "to_x", "to_y", "to_port", "command", "address", "bytes")
_NODE_MESSAGE = ("entering", "source", "destination", "what", "type", "bytes")
_WHAT = ("", "data", "reserve", "grant", "reserved", "refuse", "kill", "console")


def _calls(method, *arguments):
    """An error of the simulator becomes rockcreek.Error."""
    try:
        return method(*arguments)
    except _rockcreek.Failed as failed:
        raise rockcreek.Error(*failed.args) from None
    except (TypeError, OverflowError) as wrong:  # pybind11 tells its own view of the arguments
        if wrong.__traceback__.tb_next is not None:  # of a condition or callback: the user's own
            raise
        shown = ", ".join(repr(each) for each in arguments)
        raise rockcreek.Error(2, f"{method.__name__}: cannot use {shown[:200]}") from wrong


def _bytes_of(values, dtype):
    """What write() writes: nothing that is given is lost without a word."""
    array = numpy.asarray(values)
    whole = array.dtype.kind in "iub"
    if dtype is None:
        own = isinstance(values, (numpy.ndarray, numpy.generic))
        if whole and not own:
            dtype = "u4"
        elif own and not (whole and array.itemsize == 8):  # numpy's whole numbers where nobody said so
            dtype = array.dtype
        else:
            raise rockcreek.Error(2, f'write: values of {array.dtype}: expected their dtype, as "u4" or "f8"')
    dtype = numpy.dtype(dtype)
    if dtype.hasobject:
        raise rockcreek.Error(2, f"write: {str(array)[:60]}: expected numbers or bytes, no objects of Python")
    if dtype.kind in "iu" and array.size:
        least, most = -(1 << 8 * dtype.itemsize - 1), (1 << 8 * dtype.itemsize) - 1
        if not whole or int(array.min()) < least or int(array.max()) > most:
            raise rockcreek.Error(2, f"write: {str(array)[:60]} as {dtype.str[1:]}: expected whole numbers of "
                                     f"{dtype.itemsize} bytes")
    try:
        return array.astype(dtype).tobytes()
    except (TypeError, ValueError) as wrong:
        raise rockcreek.Error(2, f"write: {str(array)[:60]}: {wrong}") from wrong


def _refused(name, value, expected):
    return rockcreek.Error(2, f"{name}: cannot use {repr(value)[:60]}: expected {expected}")


def _picoseconds(name, time, what, least=0):
    """Of seconds, or of a text as "20us"."""
    wrong = _refused(name, time, f'{what}, in seconds or a text as "20us" or "1.5ms"')
    try:
        if not isinstance(time, str):
            exact = round(time * 1e12)
        else:
            for unit, scale in (("ps", 1), ("ns", 10**3), ("us", 10**6), ("ms", 10**9), ("s", 10**12)):
                if time.endswith(unit):
                    exact = round(float(time[:-len(unit)]) * scale)
                    break
            else:
                raise wrong
    except (TypeError, ValueError, OverflowError):
        raise wrong from None
    if not least <= exact < 1 << 64:
        raise wrong
    return exact


def _whole(name, value, what):
    try:
        number = operator.index(value)
    except TypeError:
        number = -1
    if not 0 <= number < 1 << 63:
        raise _refused(name, value, what)
    return number


def _expect_function(name, value, what):
    if not callable(value):
        raise _refused(name, value, what)


def _told(callback):
    _expect_function("callback", callback, "a function of an Event")
    return lambda event: callback(Event(event))


class Event:
    """Something that a callback is told. kind: "call", "store" or "message"; seconds: when; ue: who, None for a
    message; address: of the instruction, the watched byte, or the message.

    call: arguments are words from the stack, as C passes them, and return_address is where it was called. store:
    value is the word there, of private memory. message: entering (or leaving) the mesh, x, y, port, to_x,
    to_y, to_port, command, bytes; of an iPSC/860 entering the network (or come as a whole), source and
    destination (nodes; the number of nodes: the host), what ("data", or "reserve", "grant", "reserved" of a long
    one, "refuse", "kill", "console"), type, bytes."""

    def __init__(self, event):
        self.kind = event.kind
        self.picoseconds = event.picoseconds
        self.seconds = event.picoseconds * 1e-12
        self.ue = event.ue if event.ue >= 0 else None
        self.address = event.address
        if self.kind == "call":
            self.return_address, self.arguments = (event.values or [None])[0], event.values[1:]
        elif self.kind == "store":
            self.value = event.values[0] if event.values else None
        else:
            of_nodes = len(event.values) == len(_NODE_MESSAGE)
            vars(self).update(zip(_NODE_MESSAGE if of_nodes else _MESSAGE, event.values))
            self.entering = bool(self.entering)
            if of_nodes:
                self.address = None
                self.what = _WHAT[self.what] if self.what < len(_WHAT) else self.what

    def __repr__(self):
        who = "" if self.ue is None else f" by UE {self.ue}"
        if self.address is None:
            where = f"{self.what} from {self.source} to {self.destination}"
        else:
            where = f"address {self.address:#x}"
        return f"<{self.kind}{who} at {self.seconds * 1e6:.3f} us, {where}>"


class Stop:
    """Why a machine stands. why: "breakpoint", "watch", "time", "condition", "callback" or "ended"; ue: whose
    stop it is, or None; seconds; address and place of the instruction at which that one stands (address: of
    what is watched); event: what a callback was told."""

    def __init__(self, stop):
        self.why = stop.why
        self.ue = stop.ue if stop.ue >= 0 else None
        self.picoseconds = stop.picoseconds
        self.seconds = stop.picoseconds * 1e-12
        self.address = stop.address
        self.place = stop.place
        self.event = Event(stop.event) if stop.why == "callback" else None

    def __repr__(self):
        who = "" if self.ue is None else f", UE {self.ue} at {self.place}"
        return f"<Stop: {self.why} at {self.seconds * 1e6:.3f} us{who}>"


class Snapshot:
    """An instant of a machine, for Machine.restore()."""

    def __init__(self, instant):
        self._instant = instant
        self.picoseconds = instant.picoseconds
        self.seconds = instant.picoseconds * 1e-12

    def __repr__(self):
        return f"<Snapshot at {self.seconds * 1e6:.3f} us>"


class Machine:
    """A simulated machine with a program, at its reset: `rockcreek run IMAGE OPTIONS -- ARGS`, held.

    Keywords are options as those of rockcreek.run(). Times are seconds, or texts as "20us". Where a function
    takes `ue`, 0 is the default. An address may be the name of a global variable of the UE's program.
    Threads take turns: a call waits for that of another one, also for a run's end."""

    def __init__(self, image, args=(), **options):
        rockcreek._refuse(options, {"native": "programs of the host cannot be held"})
        words = rockcreek._run_words(image, args, options)
        self._checked = bool(options.get("check"))
        self._failure = ""
        self._turn = threading.RLock()
        self._held = _calls(_rockcreek.Machine, rockcreek._program(), words)
        self._image = str(image)

    def _ask(self, method, *arguments):
        """One thread at a time; others wait, for the end of a run, too."""
        with self._turn:
            return _calls(method, *arguments)

    def __repr__(self):
        state = f"failed: {self._failure}" if self._failure else "ended" if self.ended else "running"
        return (f"<Machine {self._held.machine}: {self._image} on {self.ues} cores, {self.seconds * 1e6:.3f} us, "
                f"{state}>")

    @property
    def ues(self):
        return self._held.ues

    @property
    def cores(self):
        """The cores' numbers, by UE."""
        return numpy.array(self._held.cores)

    @property
    def seconds(self):
        return self._held.picoseconds * 1e-12

    @property
    def picoseconds(self):
        return self._held.picoseconds

    @property
    def ended(self):
        return self._held.ended

    @property
    def exit_statuses(self):
        """By UE; None: its program has not ended."""
        return self._held.exit_statuses

    def cycle(self, ue=0):
        """Of the clock of the UE's core."""
        return self._ask(self._held.cycle, ue)

    def run(self, until=None, cycles=None, breakpoint=None, watch=None, condition=None, ue=None, every=1e-6):
        """Runs to the first of these, or to the end of all programs, and returns a Stop.

        until: a time since the beginning; cycles: so many of the core of `ue` from now on. breakpoint: a function
        or "FILE:LINE", or a list of them, met by `ue` or by any; it stands before the instruction. watch: a variable
        or (address, bytes), written by `ue` or, where others can, by any. condition: a function of the
        machine, asked whenever `every` has passed. rockcreek.Error, with the result up to then, if the machine
        cannot go on."""
        end = None if until is None else _picoseconds("until", until, "a time since the beginning")
        who = 0 if ue is None else ue
        if who not in range(self.ues):
            raise rockcreek.Error(2, f"UE {ue}: expected 0 to {self.ues - 1}")
        if cycles is not None:
            more = _whole("cycles", cycles, "a whole number, of cycles from now on")
            there = self._ask(self._held.time_of, who, self.cycle(who) + more)
            end = there if end is None else min(end, there)
        places = [] if breakpoint is None else [breakpoint] if isinstance(breakpoint, str) else breakpoint
        if not isinstance(places, (list, tuple)) or not all(isinstance(each, str) for each in places):
            raise _refused("breakpoint", breakpoint, "a function or FILE:LINE, or a list")
        watches = [] if watch is None else [(*self._range("watch", watch, who), who, False, True)]
        if condition is not None:
            _expect_function("condition", condition, "a function of the machine")
        asked = None if condition is None else lambda: condition(self)
        pause = _picoseconds("every", every, "a time above 0", 1)
        self._failure = ""
        try:
            return Stop(self._ask(self._held.run, end, places, watches, -1 if ue is None else ue, asked, pause))
        except rockcreek.Error as error:
            if error.exit_code == 3:
                self._failure = str(error).splitlines()[0]
                with contextlib.suppress(rockcreek.Error):  # its process may be gone
                    error.result = self.result
            raise

    def snapshot(self):
        return Snapshot(self._ask(self._held.snapshot))

    def restore(self, snapshot):
        if not isinstance(snapshot, Snapshot):
            raise _refused("snapshot", snapshot, "what snapshot() returned")
        self._ask(self._held.restore, snapshot._instant)
        self._failure = ""

    def _range(self, name, what, ue):
        if isinstance(what, str):
            return self._ask(self._held.variable, ue, what)
        expected = "a variable, an address or (address, bytes)"
        if isinstance(what, tuple) and len(what) != 2:
            raise _refused(name, what, expected)
        address, size = what if isinstance(what, tuple) else (what, 4)
        if isinstance(address, str):
            address = self._ask(self._held.variable, ue, address)[0]
        return _whole(name, address, expected), _whole(name, size, expected)

    def read(self, address, count=None, dtype="u4", ue=0, physical=False):
        """`count` values as the UE's core sees them, an array; of a variable, by default all that it has.
        physical: at a physical address, beside the caches."""
        dtype = numpy.dtype(dtype)
        if dtype.hasobject:
            raise _refused("dtype", dtype, "a type of numbers or bytes")
        if isinstance(address, str):
            address, size = self._ask(self._held.variable, ue, address)
            count = max(1, size // dtype.itemsize) if count is None else count
        size = dtype.itemsize * (1 if count is None else count)
        method = self._held.read_physical if physical else self._held.read
        return numpy.frombuffer(self._ask(method, ue, address, size), dtype).copy()

    def write(self, address, values, dtype=None, ue=0, physical=False):
        """Writes values there, and changes what comes. An array has its own type; whole numbers of Python are words of
        4 bytes; others need `dtype`."""
        data = _bytes_of(values, dtype)
        if isinstance(address, str):
            address = self._ask(self._held.variable, ue, address)[0]
        self._ask(self._held.write_physical if physical else self._held.write, ue, address, data)

    def registers(self, ue=0):
        """A dictionary: eax, ecx, edx, ebx, esp, ebp, esi, edi, eip, eflags and the segment registers."""
        return dict(zip(_rockcreek.Machine.register_names, self._ask(self._held.registers, ue)))

    def set_registers(self, ue=0, **values):
        for name, value in values.items():
            self._ask(self._held.set_register, ue, name, value)

    def place(self, address, ue=0):
        """The function, file and line of an instruction."""
        return self._ask(self._held.place, ue, address)

    def mpb(self, tile):
        """The message-passing buffer of a tile, an array of bytes."""
        return numpy.frombuffer(self._ask(self._held.mpb, tile), "u1").copy()

    def lut(self, ue=0):
        """The lookup table of the UE's core: an array with a row for each slot."""
        return numpy.array(self._ask(self._held.lookup_table, ue), _SLOT)

    def on_call(self, function, callback, ue=None):
        """Calls `callback` with an Event for each call of a function, by `ue` or by any. Where it returns
        something true, the machine stops. Events come in order of time, when a part of the run is simulated: the
        machine may be further. The number that is returned is for forget()."""
        return self._ask(self._held.on_call, function, _told(callback), -1 if ue is None else ue)

    def on_store(self, what, callback, ue=0):
        """The same for each store to a variable or (address, bytes), as `ue` sees it; of others, too, where
        they reach it."""
        return self._ask(self._held.on_store, ue, *self._range("what", what, ue), _told(callback))

    def on_message(self, callback):
        """The same for each message that enters an SCC's mesh or leaves it, or that leaves a node of an iPSC/860 or
        has come to one."""
        return self._ask(self._held.on_message, _told(callback))

    def forget(self, number):
        self._ask(self._held.forget, number)

    @property
    def output(self):
        """What the programs have printed, by whole lines."""
        return self._ask(self._held.output).decode(errors="replace")

    @property
    def stats(self):
        """What `--stats` would hold if the run ended now: a dictionary."""
        stats = json.loads(self._ask(self._held.statistics))
        if self._failure:
            stats["failure"] = f"The run failed at {self.seconds * 1e6:.3f} us: {self._failure}"
        return stats

    @property
    def result(self):
        """The run up to now, as rockcreek.run() returns one: with arrays cores, tiles, links and others."""
        statuses = self.exit_statuses
        stats = self.stats
        if not self.ended:
            stats["complete"] = False
        result = rockcreek.RunResult(self.output, 3 if self._failure else int(any(statuses)), stats)
        result.findings = self.findings if self._checked else []
        return result

    @property
    def findings(self):
        """The defects that `check=True` has found up to now."""
        return self._ask(self._held.findings)

    def monitor(self, command, ue=0):
        """The answer to a monitor command of GDB, as "locks" or "caches"."""
        return self._ask(self._held.monitor, command.split(), ue)
