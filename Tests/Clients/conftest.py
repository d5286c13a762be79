"""Projects for clients that other projects provide. See scripts/test-clients."""

import os
import pathlib
import re
import signal

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
