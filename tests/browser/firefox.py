# Firefox, headless, driven by its own protocol (Marionette): no other software is needed.
import json, os, shutil, socket, subprocess, tempfile, time

NAMES = ["firefox-esr", "firefox"]


def find():
    """The browser's file, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Fault(Exception):
    pass


class Browser:
    """A browser with one page. It does not tell of errors: `faults` is None."""

    def __init__(self, seconds=60):
        self.folder = tempfile.mkdtemp(prefix="grimoire-firefox.")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        with open(os.path.join(self.folder, "user.js"), "w") as out:
            out.write('user_pref("marionette.port", %d);\nuser_pref("datareporting.policy.dataSubmissionEnabled", false);\n'
                      'user_pref("browser.shell.checkDefaultBrowser", false);\nuser_pref("app.update.enabled", false);\n' % port)
        self.process = subprocess.Popen([find(), "--headless", "--marionette", "--no-remote", "--profile", self.folder],
                                        env={**os.environ, "HOME": self.folder, "MOZ_DISABLE_CONTENT_SANDBOX": "1"},
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.faults, self.number, self.rest = None, 0, b""
        self.connect(port, seconds)
        self.receive()
        self.call("WebDriver:NewSession", capabilities={"alwaysMatch": {"timeouts": {"script": 1000 * seconds}}})

    def connect(self, port, seconds):
        for _ in range(600):
            try:
                self.socket = socket.create_connection(("127.0.0.1", port), seconds)
                return
            except OSError:
                time.sleep(.1)
        raise Fault("Firefox does not answer")

    def close(self):
        try:
            self.call("Marionette:Quit")
            self.process.wait(20)
        except (Fault, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.socket.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    # A message is its length, a colon, and JSON.
    def receive(self):
        while b":" not in self.rest:
            self.more()
        length, self.rest = self.rest.split(b":", 1)
        while len(self.rest) < int(length):
            self.more()
        text, self.rest = self.rest[:int(length)], self.rest[int(length):]
        return json.loads(text)

    def more(self):
        piece = self.socket.recv(1 << 20)
        if not piece:
            raise Fault("the browser has ended")
        self.rest += piece

    def call(self, method, **parameters):
        self.number += 1
        text = json.dumps([0, self.number, method, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self.receive()
        if error:
            raise Fault("%s: %s" % (method, error["message"]))
        return result

    def open(self, file, address=""):
        self.call("WebDriver:Navigate", url="about:blank") # or another address of the same file would load nothing
        self.call("WebDriver:Navigate", url="file://" + os.path.abspath(file) + address)

    def run(self, script):
        """The value of an expression, which may be a promise."""
        answer = self.call("WebDriver:ExecuteAsyncScript", args=[], sandbox=None, newSandbox=False,
                           script="const done = arguments[0]; Promise.resolve(%s).then(value => done([value]), error => done([null, String(error)]));" % script)
        value = answer["value"]
        if len(value) > 1:
            raise Fault("%s in %s" % (value[1], script[:200]))
        return value[0]
