# For all tests in a browser: what they report, and how they run programs.
import os, subprocess

BIN = os.environ.get("GRIMOIRE_BIN", "build/bin")
passed = failed = 0


def say(well, name, why=""):
    global passed, failed
    passed, failed = passed + bool(well), failed + (not well)
    print("%s %s" % ("ok" if well else "not ok", name), flush=True)
    if not well and why:
        print("    " + str(why)[:2000])


def grimoire(program, *words, text=None):
    done = subprocess.run([BIN + "/grimoire-" + program, *words], input=text, capture_output=True, text=True)
    if done.returncode > 1:
        raise SystemExit("grimoire-%s %s: %s" % (program, " ".join(words), done.stderr))
    return done.stdout


def counts():
    return passed, failed
