"""WebKit over the WebDriver protocol, with as much of Playwright's `Page` as main ways ask for.

Playwright drives no WebKit as systems ship it. WebKit's own driver does, with a browser for tests
and one session a process: every page here is a browser of its own, which keeps nothing.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urljoin

import httpx
from playwright.sync_api import TimeoutError as TooLateError

from browser_fixtures import PAGE_MODULE, PATIENCE
from table_driver import POINT

SCREEN = "1400x1000x24"
# As the protocol writes them; others are the letter that they type.
KEYS = {
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Shift": "\ue008",
    "ArrowLeft": "\ue012",
    "ArrowUp": "\ue013",
    "ArrowRight": "\ue014",
    "ArrowDown": "\ue015",
}
# The driver tells nothing of errors. The page collects them from the moment when it can be asked
# something: that may be after its first scripts.
COLLECT = """(() => {
  const found = [];
  addEventListener('error', ({ message, target }) => {
    found.push(message ?? `not loaded: ${target.outerHTML}`);
  }, true);
  addEventListener('unhandledrejection', ({ reason }) => found.push(`rejected: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
    found.push(`${violatedDirective} forbids ${blockedURI} ${sample}`);
  });
  for (const level of ['error', 'warn']) {
    const say = console[level];
    console[level] = (...words) => {
      found.push(`console ${level}: ${words.join(' ')}`);
      say.apply(console, words);
    };
  }
  return found;
})()"""
RUN = """const [argument, done] = arguments;
if (!window.complaints) {
  window.complaints = %(collect)s;
  %(page_module)s
}
const run = async () => {
  const value = (%(script)s);
  return typeof value === 'function' ? value(argument) : value;
};
run().then((value) => done({ value }), (error) => done({ error: String(error) }));"""
FETCH = """async ([method, path, body]) => {
  const headers = body === null ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(path, { method, headers, body });
  return [answer.status, await answer.text(), Object.fromEntries(answer.headers)];
}"""
IS_IN_STATE = """([selector, state]) => {
  const found = document.querySelector(selector);
  if (state === 'attached') return found !== null;
  const { width, height } = found?.getBoundingClientRect() ?? { width: 0, height: 0 };
  const isSeen = width * height > 0 && found.checkVisibility({ visibilityProperty: true });
  return isSeen === (state === 'visible');
}"""

# The next press is heard by nobody if it meets something else: what was aimed at may have moved.
AIM = """(selector) => {
  window.aim?.abort();
  window.aim = new AbortController();
  const once = { capture: true, once: true, signal: window.aim.signal };
  const stop = (event) => {
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  addEventListener('pointerdown', (event) => {
    window.hasMet = document.querySelector(selector)?.contains(event.target) ?? false;
    if (window.hasMet) return;
    stop(event);
    for (const rest of ['pointerup', 'click']) addEventListener(rest, stop, once);
  }, once);
}"""


@contextmanager
def a_screen() -> Iterator[str]:
    """A screen that nobody sees, by its name."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", SCREEN, "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        try:
            with os.fdopen(reading) as told:
                number = told.readline().strip()
            assert number, "Xvfb did not start"
            yield f":{number}"
        finally:
            server.terminate()


@contextmanager
def open_webkit(program: str, screen: str, address: str) -> Iterator[WebKitPage]:
    """A browser of its own, whose paths are those of a server."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    # It starts, or is busy: connecting is tried again, ever more slowly.
    transport = httpx.HTTPTransport(retries=8)
    with (
        subprocess.Popen(
            [program, f"--port={port}"], env=os.environ | {"DISPLAY": screen}
        ) as driver,
        httpx.Client(
            base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=PATIENCE / 1000
        ) as client,
    ):
        try:
            page = WebKitPage(client, address)
            yield page
            page.close()
        finally:
            driver.terminate()


def until(holds: Callable[[], object], what: str, timeout: float = PATIENCE) -> None:
    """Asks until it holds; `timeout` in milliseconds."""
    end = time.monotonic() + timeout / 1000
    while not holds():
        if time.monotonic() > end:
            raise TooLateError(f"waited in vain for {what}")
        time.sleep(0.02)


class DriverError(Exception):
    """A command could not be done."""


class WebKitPage:
    """One browser with one page."""

    def __init__(self, client: httpx.Client, address: str) -> None:
        self._client = client
        self._address = address
        self._session = ""
        self.complaints: list[str] = []
        wanted = {"pageLoadStrategy": "none", "timeouts": {"script": PATIENCE}}
        session = self.tell("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self._session = f"/session/{session['sessionId']}"
        self.mouse = Mouse(self)
        self.keyboard = Keyboard(self)

    def tell(self, method: str, path: str, body: object = None) -> Any:
        """One command of the protocol."""
        text = None if body is None else json.dumps(body)
        answer = self._client.request(method, f"{self._session}{path}", content=text)
        value = answer.json()["value"]
        if not answer.is_success:
            raise DriverError(f"{path}: {value['error']}: {value['message']}")
        return value

    def act(self, source: Mapping[str, object], *actions: Mapping[str, object]) -> None:
        self.tell("POST", "/actions", {"actions": [{**source, "actions": actions}]})

    def evaluate(self, script: str, arg: object = None) -> Any:
        parts = {"collect": COLLECT, "page_module": PAGE_MODULE, "script": script}
        done = self.tell("POST", "/execute/async", {"script": RUN % parts, "args": [arg]})
        assert "error" not in done, done["error"]
        return done.get("value")

    def resize(self, width: int, height: int) -> None:
        """As near to it as the window gets."""
        self.tell("POST", "/window/rect", {"width": width, "height": height})

    def screenshot(self, path: Path) -> None:
        path.write_bytes(b64decode(self.tell("GET", "/screenshot")))

    @property
    def url(self) -> str:
        url: str = self.tell("GET", "/url")
        return url

    def goto(self, path: str) -> None:
        self._leave()
        self.tell("POST", "/url", {"url": urljoin(self._address, path)})
        self._arrive()

    def reload(self) -> None:
        self._leave()
        self.tell("POST", "/refresh", {})
        self._arrive()

    def _leave(self) -> None:
        self.complaints += self.evaluate("window.complaints.splice(0)")
        self.evaluate("window.isLeft = true")

    def _arrive(self) -> None:
        until(self._has_arrived, "the next page")
        self.wait_for_function("document.readyState === 'complete'")

    def _has_arrived(self) -> bool:
        try:
            return bool(self.evaluate("!window.isLeft"))
        except DriverError:  # It left the page just then.
            return False

    def close(self) -> None:
        self._leave()
        self.tell("DELETE", "")

    def wait_for_function(self, script: str, *, arg: object = None, polling: int = 0) -> None:
        until(lambda: self.evaluate(script, arg), script)

    def wait_for_url(self, pattern: str) -> None:
        until(lambda: fnmatch(self.url, pattern), pattern)

    def locator(self, selector: str, has_text: str | None = None) -> Locator:
        assert has_text is None, "not by words"
        return Locator(self, selector)

    @property
    def context(self) -> WebKitPage:
        """There is one page in it."""
        return self

    @property
    def request(self) -> WebKitPage:
        return self

    def fetch(self, path: str, method: str, data: object, max_retries: int) -> Answer:
        """As this browser, with its key."""
        body = None if data is None else json.dumps(data)
        return Answer(*self.evaluate(FETCH, [method, path, body]))


class Answer(NamedTuple):
    """To a request."""

    status: int
    content: str
    headers: dict[str, str]

    @property
    def ok(self) -> bool:
        return self.status < 400

    def text(self) -> str:
        return self.content

    def json(self) -> Any:
        return json.loads(self.content)


class Locator:
    """The first element that a selector finds, whenever it is asked."""

    def __init__(self, page: WebKitPage, selector: str) -> None:
        self._page = page
        self._selector = selector

    def _ask(self, script: str) -> Any:
        return self._page.evaluate(f"(s) => document.{script}", self._selector)

    @property
    def first(self) -> Locator:
        return self

    def count(self) -> int:
        count: int = self._ask("querySelectorAll(s).length")
        return count

    def get_attribute(self, name: str) -> str | None:
        value: str | None = self._ask(f"querySelector(s).getAttribute({json.dumps(name)})")
        return value

    def input_value(self) -> str:
        value: str = self._ask("querySelector(s).value")
        return value

    def is_visible(self) -> bool:
        return self._is("visible")

    def _is(self, state: str) -> bool:
        return bool(self._page.evaluate(IS_IN_STATE, [self._selector, state]))

    def wait_for(self, *, state: str = "visible", timeout: float = PATIENCE) -> None:
        until(lambda: self._is(state), f"{self._selector} to be {state}", timeout)

    def focus(self) -> None:
        self._ask("querySelector(s).focus()")

    def click(self) -> None:
        self.wait_for()
        self._ask("querySelector(s).scrollIntoView({ block: 'nearest' })")
        until(self._has_met, f"{self._selector} to be met by the mouse")

    def _has_met(self) -> bool:
        point = self._page.evaluate(POINT, self._selector)
        self._page.evaluate(AIM, self._selector)
        self._page.mouse.click(point["x"], point["y"])
        return bool(self._page.evaluate("window.hasMet"))


class Mouse:
    """The one of a page."""

    SOURCE: Mapping[str, object] = {"type": "pointer", "id": "mouse"}
    DOWN: Mapping[str, object] = {"type": "pointerDown", "button": 0}
    UP: Mapping[str, object] = {"type": "pointerUp", "button": 0}

    def __init__(self, page: WebKitPage) -> None:
        self._page = page
        self._place = (0.0, 0.0)

    def move(self, x: float, y: float, *, steps: int = 1) -> None:
        left, top = self._place
        shares = [step / steps for step in range(1, steps + 1)]
        self._act(*[self._at(left + s * (x - left), top + s * (y - top)) for s in shares])
        self._place = (x, y)

    def down(self) -> None:
        self._act(self.DOWN)

    def up(self) -> None:
        self._act(self.UP)

    def click(self, x: float, y: float) -> None:
        """At once, before anything moves."""
        self._act(self._at(x, y), self.DOWN, self.UP)
        self._place = (x, y)

    def _act(self, *actions: Mapping[str, object]) -> None:
        self._page.act(self.SOURCE, *actions)

    @staticmethod
    def _at(x: float, y: float) -> Mapping[str, object]:
        return {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)}


class Keyboard:
    """The one of a page."""

    SOURCE: Mapping[str, object] = {"type": "key", "id": "keyboard"}

    def __init__(self, page: WebKitPage) -> None:
        self._page = page

    def press(self, keys: str) -> None:
        """One, or some at once: "Shift+Tab"."""
        values = [KEYS.get(key, key) for key in keys.split("+")]
        down = [{"type": "keyDown", "value": value} for value in values]
        up = [{"type": "keyUp", "value": value} for value in reversed(values)]
        self._page.act(self.SOURCE, *down, *up)

    def type(self, text: str) -> None:
        for letter in text:
            self.press(letter)
