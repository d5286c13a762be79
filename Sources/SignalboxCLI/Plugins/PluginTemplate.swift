internal import SignalboxScripting
internal import SystemLibrary

/// The template for a new plugin.
struct PluginTemplate {
  private let name: String

  /// - Throws: An error if the name is invalid.
  init(_ name: String) throws(ScriptError) {
    guard PluginManifest.isName(name) else {
      throw ScriptError(
        .module, "plugin new: \"\(name)\" is not a valid name",
        hint: "use letters, digits, - and _, starting with a letter")
    }
    self.name = name
  }

  /// Writes the files and returns their paths.
  ///
  /// - Throws: An error if the folder already exists or a file cannot be written.
  func write(in project: Project) throws(ScriptError) -> [String] {
    let root = project.path(of: "plugins/\(name)")
    var facts = stat()
    guard lstat(root, &facts) != 0 else {
      throw ScriptError(.module, "plugin new: \(root) already exists", hint: "choose another name")
    }
    for (path, text) in files {
      do throws(ScriptError) {
        try WrittenFile.write(text, to: "plugins/\(name)/\(path)", below: project.folder)
      } catch {
        throw ScriptError(.module, "plugin new: \(error.message)")
      }
    }
    return files.map { "\(root)/\($0.path)" }
  }

  /// The name of the global that the plugin defines, such as `myListGreeting` for `my-list`.
  private var global: String {
    let parts = name.split { $0 == "-" || $0 == "_" }
    let rest = parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let name = (parts.first.map(String.init) ?? "") + rest.joined()
    // The suffix avoids Lua keywords and the names of existing globals.
    return "\(name)Greeting"
  }

  private var files: [(path: String, text: String)] {
    [
      ("plugin.lua", manifest), ("lua/init.lua", module),
      ("scenarios/\(name).scenario.lua", scenario),
      ("health.lua", health), ("library/\(name).d.lua", stub), ("README.md", readme),
    ]
  }

  private var manifest: String {
    """
    return {
      name = "\(name)",
      version = "0.1.0",
      api = 1,
      summary = "Greets the user",
      setup = function(host, options)
        local greeting = require "\(name)"
        host:global("\(global)", function(who) return greeting.to(who or options.who or "world") end)
        host:command("\(name)", {
          summary = "Greets a person",
          parameters = "[NAME]",
          run = function(argument) return greeting.to(argument ~= "" and argument or "world") end,
        })
      end,
    }

    """
  }

  private var module: String {
    """
    ---The module that `require` returns.
    local greeting = {}

    ---@param who string
    ---@return string
    function greeting.to(who)
      if type(who) ~= "string" then error("greeting.to: who: string expected", 2) end
      return "hello, " .. who
    end

    return greeting

    """
  }

  private var scenario: String {
    """
    local greeting = require "\(name)"

    suite "\(name)" {
      scenario "greets by name, as a global and as a module" {
        function()
          assert(\(global)("Ada") == "hello, Ada")
          assert(greeting.to("Ada") == "hello, Ada")
        end,
      },
    }

    """
  }

  private var health: String {
    """
    return function(health)
      health.start("\(name)")
      health.ok("nothing is missing")
    end

    """
  }

  private var stub: String {
    """
    ---@meta

    ---Greets a person: by default the configured one, or the world.
    ---@param who? string
    ---@return string
    function \(global)(who) end

    """
  }

  private var readme: String {
    """
    # \(name)

    Adds the global `\(global)` and the command `.\(name)`.

    `signalbox test plugins/\(name)` runs its scenarios.

    """
  }
}
