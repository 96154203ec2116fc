#!/usr/bin/env python3
"""Lists the moves that gave mate, by way of the SQLite extension, grimoire-sql(7):
    python3 mates.py games.db
"""
import signal
import sqlite3
import sys
import urllib.parse

signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # ends quietly where `head` has read enough
if len(sys.argv) != 2:
    sys.exit("usage: mates.py DATABASE")
try:
    db = sqlite3.connect(f"file:{urllib.parse.quote(sys.argv[1])}?mode=ro", uri=True)
except sqlite3.Error as error:
    sys.exit(f"mates.py: {sys.argv[1]}: {error}")
try:
    db.enable_load_extension(True)
except (AttributeError, sqlite3.NotSupportedError):
    sys.exit("mates.py: this Python's sqlite3 cannot load extensions; Debian's python3 can")
try:
    db.load_extension("grimoire")
except sqlite3.Error as error:
    sys.exit(f"mates.py: {error}; is grimoire.so installed, and its folder known to the linker or in LD_LIBRARY_PATH?")
query = """SELECT game, number, side, san, white, black
           FROM grimoire_moves JOIN grimoire_games ON grimoire_games.id = game
           WHERE san LIKE '%#' ORDER BY game"""
try:
    for game, number, side, san, white, black in db.execute(query):
        print(f"{game}: {white} - {black}, {number}{'.' if side == 'white' else '...'} {san}")
except sqlite3.Error as error:
    sys.exit(f"mates.py: {sys.argv[1]}: {error}")
