"""Agents from outside, those that play and those that do what no agent may."""

from __future__ import annotations

import random
from typing import NamedTuple


class Hostile(NamedTuple):
    """One of them."""

    name: str
    setup: str
    deed: str
    says: str  # empty: the run is whole


MODULE = """
import _thread, atexit, ctypes, gc, multiprocessing, os, signal, subprocess, sys, threading, time
BEGUN, ASKED = [0], [0]
{setup}
class A:
    def __init__(self):
        BEGUN[0] += 1
        ASKED[0] = 0
    def choose(self, view, options):
        ASKED[0] += 1
        if BEGUN[0] == 2 and ASKED[0] == 4:
            {deed}
        return 0
"""
FAMILY = "subprocess.Popen(['sleep', '600'])"
DAEMON = """
def daemon():
    first = os.fork()
    if first == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(600)
        os._exit(0)
    os.waitpid(first, 0)
"""
WEIRD = """
class Weird(Exception):
    def __str__(self): raise SystemExit(9)
    __repr__ = __str__
class Odd:
    def __repr__(self): raise KeyboardInterrupt
    def __index__(self): raise GeneratorExit
class Base(BaseException): pass
class Meta(type):
    @property
    def __name__(cls): raise ValueError
class Nameless(Exception, metaclass=Meta): pass
class Liar(int):
    __le__ = __lt__ = __ge__ = __gt__ = lambda a, b: True
"""
FRAMES = """
def names(frame):
    while frame:
        yield from frame.f_locals.items()
        frame = frame.f_back
def forge(number, kind, row):
    from lab.agents.pipe_protocol import Answer
    os.write(int(sys.argv[2]), Answer(number, kind, row, "").packed())
def order():
    return next(v for k, v in names(sys._getframe()) if k == "number")
"""
ENDED = "its process ended with "
TWICE = "something else than the agent answered for it"

IMPORTED = [
    Hostile("exits", "os._exit(0)", "", "importing it: its process ended with exit code 0; allowed: a module that"),
    Hostile("hangs", "while True: pass", "", "importing it took longer than 4 s; allowed: a module that is imported"),
    Hostile("without_alarm", "signal.alarm(0); time.sleep(600)", "", "importing it took longer than 4 s"),
    Hostile("exits_politely", "sys.exit(0)", "", "importing bad raised SystemExit: 0 (bad.py, line 4)"),
    Hostile("crashes", "ctypes.string_at(0)", "", "importing it: its process ended with signal SIGSEGV"),
    Hostile("interrupts", "raise KeyboardInterrupt('now')", "", "importing bad raised KeyboardInterrupt: now"),
    Hostile("weird", f"{WEIRD}\nraise Weird", "", "raised Weird: a message that cannot be read (bad.py"),
    Hostile("nameless", f"{WEIRD}\nraise Nameless('hm')", "", "raised Nameless: hm (bad.py"),
    Hostile("verbose", "raise ValueError('x' * 10**8)", "", "raised ValueError: " + "x" * 77 + "... (bad.py"),
    Hostile("coloured", "raise ValueError('\\x1b[31m\\nred')", "", "raised ValueError: [31m red (bad.py"),
    Hostile("closes", "os.closerange(0, 256)", "", "its process"),
    Hostile("kills_group", "os.killpg(0, 9)", "", "importing it: its process ended with signal SIGKILL"),
    Hostile(
        "stops_its_keeper", "os.kill(os.getppid(), signal.SIGSTOP)", "", "the process that plays with them was stopped"
    ),
    Hostile("leaves_family", f"{FAMILY}; os._exit(3)", "", "importing it: its process ended with exit code 3"),
    Hostile("leaves_daemon", f"{DAEMON}\ndaemon(); raise ValueError('gone')", "", "raised ValueError: gone"),
]
"""What is done when the module is imported."""

SEATED = [
    Hostile(
        "ends_later", "", "threading.Timer(.01, os._exit, [5]).start(); time.sleep(.1)", f"{ENDED}exit code 5"
    ),  # fmt: skip
    Hostile("spins", "", "while True: pass", "choose took longer than 2 s; allowed: a choice in that time"),
    Hostile("keeps_the_lock", "", "sum(range(10**14))", "choose took longer than 2 s"),
    Hostile("without_alarm", "", "signal.setitimer(signal.ITIMER_REAL, 0); time.sleep(600)", "took longer than 2 s"),
    Hostile("stops", "", "os.kill(os.getpid(), signal.SIGSTOP)", "choose took longer than 2 s"),
    Hostile("deletes_slowly", "class Slow:\n    def __del__(self): time.sleep(600)", "Slow()", "took longer than 2 s"),
    Hostile("alarm", "", "signal.alarm(1); time.sleep(600)", f"{ENDED}signal SIGALRM"),
    Hostile("exits", "", "os._exit(0)", f"{ENDED}exit code 0; allowed: to return the position of an option"),
    Hostile("exits_politely", "", "sys.exit('bye')", "choose raised SystemExit: bye"),
    Hostile("crashes", "", "ctypes.string_at(0)", f"{ENDED}signal SIGSEGV"),
    Hostile("weird", WEIRD, "raise Weird", "choose raised Weird: a message that cannot be read"),
    Hostile("odd_answer", WEIRD, "return Odd()", "choose returned an object of type Odd; allowed: a whole number"),
    Hostile("lies", WEIRD, "return Liar(10**6)", "choose returned 1000000; allowed: a whole number from 0 to"),
    Hostile("huge_answer", "", "return 10**4000", "choose returned 1000"),
    Hostile("closes", "", "os.closerange(0, 256)", "its process"),
    Hostile("forges", FRAMES, "forge(order(), 0, 0)", TWICE),
    Hostile("guesses", FRAMES, "forge(7, 0, 0)", TWICE),
    Hostile("forges_a_row", FRAMES, "forge(order(), 0, 99999); time.sleep(600)", "answered 99999; allowed: a row from"),
    Hostile("babbles", "", "os.write(int(sys.argv[2]), b'\\xff' * 4000)", TWICE),
    Hostile("whispers", "", "os.write(int(sys.argv[2]), b'\\x00' * 3); time.sleep(600)", "took longer than 2 s"),
    Hostile("copies_answer", FRAMES, "os.fork() or (forge(order(), 0, 0), os._exit(0))", TWICE),
    Hostile("leaves_family", "", f"{FAMILY}; os._exit(3)", f"{ENDED}exit code 3"),
    Hostile("leaves_daemon", DAEMON, "daemon(); return 999", "choose returned 999"),
    Hostile("spoils_the_lab", "", "sys.modules['__main__'].row_taken = None", "its process raised"),
]
"""What is done in a choice, and ends the run."""

STOPPING = [
    Hostile("stops_its_keeper", "", "os.kill(os.getppid(), signal.SIGSTOP)", "was stopped, and would never answer"),
    Hostile("stops_it_and_leaves_a_daemon", DAEMON, "daemon(); os.kill(os.getppid(), signal.SIGSTOP)", "was stopped"),
    Hostile(
        "stops_it_again_and_again",
        "def stop(keeper):\n    while True:\n        os.kill(keeper, signal.SIGSTOP)\n        time.sleep(.001)",
        "threading.Thread(target=stop, args=(os.getppid(),), daemon=True).start(); time.sleep(.1)",
        "was stopped",
    ),
]
"""What is done in a choice to the process that plays; it ends the run."""

ODD = [
    Hostile("forks_and_leaves", "", "os.fork() or sys.exit(0)", ""),
    Hostile("forks_and_raises", "", "if os.fork() == 0: raise ValueError('a copy')", ""),
    Hostile("forks_a_sleeper", "", "if os.fork() == 0: time.sleep(600)", ""),
    Hostile("daemon", DAEMON, "daemon()", ""),
    Hostile("prints", "print('imported')\nos.write(1, b'raw')", "print('chosen'); os.system('echo shell')", ""),
    Hostile("alters_its_list", "", "options.clear(); view.__dict__.clear()", ""),
    Hostile("raises_in_a_thread", "", "threading.Thread(target=lambda: 1 / 0).start()", ""),
    Hostile("raises_when_deleted", "class D:\n    def __del__(self): raise ValueError('late')", "D()", ""),
    Hostile("changes_folder", "os.chdir('/')", "os.environ.clear()", ""),
    Hostile(
        "cheats",
        FRAMES,
        "[v.fill(9) for v in gc.get_objects() if type(v).__name__ == 'ndarray' and v.dtype.names]; "
        "view._g._games['level'] = 9; view._words.card.reverse()",
        "",
    ),
]
"""Strange, but no harm: the games must be those of an agent that only returns 0."""


class First:
    """Takes the first option."""

    def choose(self, view, options):
        return 0


class Dice:
    """Throws dice by the seed of the game; made once, told about each game."""

    def new_game(self, seat, seed):
        self.luck = random.Random(seed)

    def choose(self, view, options):
        return self.luck.randrange(len(options))


class Counting:
    """Looks at everything and plays by how often it was asked: it would notice what an earlier game left in it."""

    def __init__(self):
        self.asked = 0

    def choose(self, view, options):
        self.asked += 1
        assert view.me.name == view.seat and repr(view) and options[-1].text
        return self.asked % len(options)


counting = Counting()


class Mirror:
    """Takes whatever the persona of its seat would take: the test tells it which games it sits in."""

    games = None

    def choose(self, view, options):
        from engine.policies.decide import choose

        return int(choose(*Mirror.games.fast, len(options)))
