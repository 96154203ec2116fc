# Chromium, headless, driven by the DevTools protocol over a pipe: no other software is needed.
import base64, json, os, select, shutil, subprocess, tempfile, threading, time

NAMES = ["chromium", "chromium-browser", "google-chrome"]
OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
           "--disable-background-networking", "--disable-component-update", "--disable-sync",
           "--remote-debugging-pipe", "--hide-scrollbars"]


def find():
    """The browser's file, or None."""
    return next(filter(None, map(shutil.which, [os.environ.get("BROWSER_BIN", "")] + NAMES)), None)


class Fault(Exception):
    pass


class Browser:
    """A browser with one page. Errors of scripts, words on the console and requests for anything but
    the page itself are collected in `faults`."""

    def __init__(self, seconds=60, longest=1800):
        self.folder = tempfile.mkdtemp(prefix="grimoire-browser.")
        self.seconds = seconds
        read_end, self.write = os.pipe()
        self.read, write_end = os.pipe()
        # The browser reads from file 3 and writes to file 4.
        shell = 'exec "$@" 3<&%d 4>&%d' % (read_end, write_end)
        self.process = subprocess.Popen(
            ["bash", "-c", shell, "bash", find()] + OPTIONS + ["--user-data-dir=" + self.folder, "about:blank"],
            pass_fds=(read_end, write_end), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(read_end)
        os.close(write_end)
        self.number, self.rest, self.session = 0, b"", None
        self.faults, self.events, self.page = [], [], None
        self.watchdog = threading.Timer(longest, self.process.kill)
        self.watchdog.daemon = True
        self.watchdog.start()
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Network", "Log"]:
            self.call(domain + ".enable")

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
            self.process.wait(20)
        except (Fault, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.watchdog.cancel()
        os.close(self.write)
        os.close(self.read)
        shutil.rmtree(self.folder, ignore_errors=True)

    def receive(self):
        while b"\0" not in self.rest:
            if not select.select([self.read], [], [], self.seconds)[0]:
                raise Fault("no answer within %d seconds" % self.seconds)
            piece = os.read(self.read, 1 << 20)
            if not piece:
                raise Fault("the browser has ended")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise Fault("%s: %s" % (method, answer["error"]["message"]))
                return answer["result"]
            self.note(answer)

    def note(self, event):
        method, what = event.get("method", ""), event.get("params", {})
        self.events.append(method)
        if method == "Runtime.exceptionThrown":
            details = what["exceptionDetails"]
            self.faults.append("exception: " + details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled":
            self.faults.append("console: " + " ".join(str(one.get("value", one.get("description"))) for one in what["args"]))
        elif method == "Log.entryAdded":
            self.faults.append("log: %s %s" % (what["entry"]["text"], what["entry"].get("url", "")))
        elif method == "Network.requestWillBeSent":
            url = what["request"]["url"]
            if url.split("#")[0] != self.page and not url.startswith("data:"):
                self.faults.append("request: " + url[:200])

    def open(self, file, address=""):
        """Opens a file from disk; returns the seconds until it was loaded and its script had run."""
        self.page = "file://" + os.path.abspath(file)
        self.load("about:blank")
        return self.load(self.page + address)

    def load(self, url):
        began = time.time()
        self.events.clear()
        self.call("Page.navigate", url=url)
        while "Page.loadEventFired" not in self.events:
            self.note(self.receive())
        return time.time() - began

    def processor_time(self):
        """Seconds that the browser's processes have taken."""
        session, self.session = self.session, None
        processes = self.call("SystemInfo.getProcessInfo")["processInfo"]
        self.session = session
        return sum(one["cpuTime"] for one in processes)

    def run(self, script):
        """The value of an expression, which may be a promise."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise Fault(answer["exceptionDetails"].get("exception", {}).get("description", "?") + " in " + script[:200])
        return answer["result"].get("value")

    def key(self, name, code=0):
        text = {"text": {"Enter": "\r"}.get(name, name)} if len(name) == 1 or name == "Enter" else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=name, code=name, windowsVirtualKeyCode=code, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=name, code=name, windowsVirtualKeyCode=code)

    def click(self, x, y):
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def wheel(self, x, y, delta):
        self.call("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=delta)

    def size(self, width, height, scale=1, mobile=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=mobile)
        self.call("Emulation.setTouchEmulationEnabled", enabled=mobile)

    def media(self, kind="", scheme="light"):
        self.call("Emulation.setEmulatedMedia", media=kind, features=[
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}])

    def scripts(self, allowed):
        self.call("Emulation.setScriptExecutionDisabled", value=not allowed)

    def picture(self, file):
        with open(file, "wb") as out:
            out.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def pdf(self):
        return base64.b64decode(self.call("Page.printToPDF")["data"])
