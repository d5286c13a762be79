"""Projects for clients that are not ours: see scripts/test-clients."""

import os
import pathlib
import re
import signal

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("SIGNALBOX", str(ROOT / ".build/debug/signalbox"))

PAGE = ROOT / "docs/how-to/work-with-agents.md"


def block(title):
    """A file on the page."""
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
    """Ends a test that waits for a message that does not come."""
    signal.alarm(180)
    yield
    signal.alarm(0)


@pytest.fixture
def project(tmp_path):
    """A folder with an application whose bug is planted: paying leads to a receipt on the product."""
    (tmp_path / "app.lua").write_text(block("app.lua"))
    (tmp_path / "shop.scenario.lua").write_text(SCENARIOS)
    (tmp_path / "shop.properties.lua").write_text(block("shop.properties.lua"))
    (tmp_path / "slow").mkdir()
    (tmp_path / "slow/slow.scenario.lua").write_text(SLOW)
    return tmp_path


def processes(folder):
    """The processes that work in a folder."""
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
