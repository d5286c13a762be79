"""Projects for clients that other projects provide. See scripts/test-clients."""

import os
import pathlib
import re
import select
import signal
import subprocess
import sys
import time

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("SIGNALBOX", str(ROOT / ".build/debug/signalbox"))

PAGE = ROOT / "docs/how-to/work-with-agents.md"


def block(title):
    """Returns a file from the page."""
    return re.search(f'```lua title="{title}"\n(.*?)```', PAGE.read_text(), re.DOTALL)[1]



SCENARIOS = """require "app"

suite "Shop" {
  tags = { "smoke" },
  scenario "the special is a product" { function(app)
    app:launch()
    app:tap "Special"
    app:expect { front = "product" }
  end },
}
scenario "buying leads to the payment" { function(app)
  app:launch()
  app:tap "Special"
  app:tap "Buy"
  app:expect { front = "payment" }
end }
"""

SLOW = """for number = 1, 500 do
  scenario("slow " .. number) { function() for _ = 1, 2000000 do end end }
end
"""


@pytest.fixture(autouse=True)
def limit():
    """Ends a test that waits for a message that never arrives."""
    signal.alarm(180)
    yield
    signal.alarm(0)


@pytest.fixture
def project(tmp_path):
    """A folder with an application that has a known bug: paying shows a receipt above the product."""
    (tmp_path / "app.lua").write_text(block("app.lua"))
    (tmp_path / "shop.scenario.lua").write_text(SCENARIOS)
    (tmp_path / "shop.properties.lua").write_text(block("shop.properties.lua"))
    (tmp_path / "slow").mkdir()
    (tmp_path / "slow/slow.scenario.lua").write_text(SLOW)
    return tmp_path


def processes(folder):
    """Returns the processes whose working directory is the folder."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            if os.readlink(entry / "cwd") == str(folder):
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def heap(number):
    """Returns the private memory of a process in bytes."""
    text = pathlib.Path(f"/proc/{number}/smaps_rollup").read_text()
    return int(re.search(r"Pss_Anon:\s+(\d+) kB", text)[1]) * 1024


def wait_for_end(folder):
    """Waits until no process works in the folder; a process that stays fails the test by its time."""
    end = time.monotonic() + 20
    while remaining := processes(folder):
        for number in remaining:
            try:
                descriptor = os.pidfd_open(number)
            except ProcessLookupError:
                continue
            try:
                poller = select.poll()
                poller.register(descriptor, select.POLLIN)
                milliseconds = max(0, int((end - time.monotonic()) * 1000))
                assert poller.poll(milliseconds), f"process {number} remains"
            finally:
                os.close(descriptor)


CLIENT = """
import os, subprocess, sys, time
program = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
program.stdin.write(open("input", "rb").read())
program.stdin.flush()
answers = b""
while sys.argv[1].encode() not in answers:
    answers += os.read(program.stdout.fileno(), 65536)
print("ready", flush=True)
time.sleep(600)
"""


def kill_client(folder, arguments, data, marker):
    """Kills a client that has started the program and sent data, after an answer with the marker."""
    (folder / "input").write_bytes(data)
    client = subprocess.Popen(
        [sys.executable, "-c", CLIENT, marker, PROGRAM, *arguments], cwd=folder, stdout=subprocess.PIPE
    )
    assert client.stdout.readline() == b"ready\n"
    client.kill()
    client.wait()
    wait_for_end(folder)


def framed(messages):
    """Messages with a Content-Length header."""
    return b"".join(b"Content-Length: %d\r\n\r\n" % len(text) + text for text in messages)
