internal import SignalboxScenarios

/// The template for a new project.
enum ProjectTemplate {
  /// The paths and contents of the files. Paths are relative to the project folder. The definitions
  /// for editors have no contents here, because they contain the names that the project declares.
  static let files: [(path: String, text: String?)] = [
    (application, applicationText), (scenarios, scenarioText),
    (ProjectFile.name, configuration), (".luarc.json", editor),
    (".signalbox/library/signalbox.d.lua", nil),
    (".gitignore", ".signalbox/last-failed\n.signalbox/out/\n"),
  ]

  static let application = "app.lua"
  /// The path of the file with scenarios for ``applicationText``.
  static let scenarios = "scenarios/first.scenario.lua"

  static let applicationText = """
    -- Definitions only: loading this file changes no state, so that the prompt, scenarios and Swift tests
    -- share it.
    local Detail = coordinator "Detail" {
      style = "sheet",
      routes = { item = { title = "Item", actions = { "Done" } } },
    }
    function Detail:start() self.router:startFlow "item" end
    function Detail:onDone() self.router:finishFlow { seen = true } end

    local Main = coordinator "Main" {
      routes = {
        home = { title = "Home", actions = { "Open" } },
        detail = { coordinator = "Detail" },
      },
      links = { ["app://item"] = function(self) self.router:navigate "detail" end },
    }
    function Main:start() self.router:startFlow "home" end
    function Main:onOpen() self.router:navigate "detail" end

    application "First" { main = "Main" }

    """

  private static let scenarioText = """
    require "app"

    suite "First" {
      setup = function(app)
        app:launch()
        return function() app:expect { leaks = 0 } end
      end,

      scenario "the item opens and closes" { tags = { "smoke" },
        function(app)
          app:expect { stack = { "home" } }
          app:tap "Open"
          app:expect { modal = { "item" }, title = "Item" }
          app:tap "Done"
          app:expect { modal = {}, result = { seen = true } }
        end,
      },

      scenario "a link opens the item" {
        function(app)
          app:open "app://item"
          app:expect { modal = { "item" } }
        end,
      },
    }

    """

  private static let configuration = """
    -- The configuration of this project: its plugins, their permissions and their options.
    ---@type signalbox.ConfigurationTable
    return {
      -- plugins = { steps = { permissions = {} } },
    }

    """

  private static let editor = """
    {
      "runtime.version": "Lua 5.4",
      "workspace.library": [".signalbox/library"]
    }

    """
}
