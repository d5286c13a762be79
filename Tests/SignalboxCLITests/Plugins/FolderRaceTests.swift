import Foundation
import PortableMutex
import Testing

/// Reads and writes files of plugins, modules and snapshots while folders are replaced with links.
struct FolderRaceTests {
  /// Repeatedly swaps the folder `door` and a link to `outside`, until `finish` is called.
  final class Exchanger: Sendable {
    private let isDone = Mutex(false)
    private let end = DispatchSemaphore(value: 0)

    init(_ folder: String) {
      let (door, aside, link) = ("\(folder)/door", "\(folder)/aside", "\(folder)/link")
      Thread { [self] in
        while !isDone.withLock({ $0 }) {
          rename(door, aside)
          rename(link, door)
          rename(door, link)
          rename(aside, door)
        }
        end.signal()
      }.start()
    }

    func finish() {
      isDone.withLock { $0 = true }
      end.wait()
    }
  }

  @Test func `a plugin has no access outside its folder, even if links change during the access`()
    throws
  {
    let tool = try Tool([
      "data/door/f": "inside", "secret/f": "outside",
      "plugins/io/plugin.lua": """
      return { name = "io", version = "1.0.0", api = 1, summary = "",
        permissions = { "fs:read:data", "fs:write:data" },
        setup = function(host) host:global("race", function()
          local counts = { inside = 0, outside = 0, rejected = 0, missing = 0 }
          local round = 0
          repeat
            round = round + 1
            local isRead, text = pcall(fs.read, "data/door/f")
            if not isRead then
              text = text:find("is outside data", 1, true) and "rejected" or "missing"
            end
            counts[text] = counts[text] + 1
            if round % 8 == 0 then
              pcall(fs.write, "data/door/new", "x")
              local isListed, names = pcall(fs.list, "data/door")
              if isListed then
                for _, name in ipairs(names) do
                  if name == "only-outside" then counts.outside = counts.outside + 1 end
                end
              end
            end
          until counts.inside > 1000 and counts.rejected > 1000
          return counts.outside
        end) end }
      """, "secret/only-outside": "",
    ])
    defer { tool.remove() }
    let data = tool.folder.appending(path: "data").path
    symlink("../secret", "\(data)/link")
    let exchanger = Exchanger(data)
    defer { exchanger.finish() }
    #expect(
      try tool.run(
        "--timeout", "4m", "--allow", "fs:read:data", "--allow", "fs:write:data", "-e",
        "print(race())") == Tool.Result("0\n"))
    let names = try FileManager.default.contentsOfDirectory(
      atPath: tool.folder.appending(path: "secret").path)
    #expect(names.sorted() == ["f", "only-outside"])
  }

  @Test
  func `a permitted folder that is a link to a location outside the project is not accessible`()
    throws
  {
    let tool = try Tool([
      "project/plugins/io/plugin.lua": """
      return { name = "io", version = "1.0.0", api = 1, summary = "", permissions = { "fs:read:texts" },
        setup = function(host) host:global("go", function() return fs.read "texts/f" end) end }
      """, "secret/f": "outside", "project/signalbox.lua": "",
    ])
    defer { tool.remove() }
    symlink("../secret", tool.folder.appending(path: "project/texts").path)
    #expect(
      try tool.run(
        "--config", "project/signalbox.lua", "--allow", "fs:read:texts", "-e", "print(pcall(go))")
        == Tool.Result(
          "false\tproject/plugins/io/plugin.lua:2: fileFailed: fs.read: texts/f is outside "
            + "texts\n"))
  }

  @Test
  func `snapshots, traces and the list of failures are not written through a linked folder`()
    throws
  {
    let tool = try Tool([
      "project/a.scenario.lua": """
      local Home = coordinator "Home" { routes = { first = {} } }
      function Home:start() self.router:startFlow("first") end
      application "A" { main = "Home" }
      suite "s" { scenario "a" { function(app) app:launch() app:snapshot "tree" error "no" end } }
      """, "project/signalbox.lua": "", "snapshots/a/old--x.txt": "old", "out/kept": "",
    ])
    defer { tool.remove() }
    let project = tool.folder.appending(path: "project").path
    symlink("../snapshots", "\(project)/snapshots")
    symlink("../out", "\(project)/.signalbox")
    let result = try tool.run("test", "--config", "project/signalbox.lua", "project", "--update")
    #expect(result.code == 1)
    #expect(
      result.output.contains(
        "cannot write project/snapshots/a/s-a--tree.txt: it is outside the folder")
        || result.output.contains("project/snapshots/a/"), "\(result)")
    #expect(
      result.errors.contains("cannot read project/.signalbox/last-failed: it is outside the folder")
    )
    let all = try tool.run("test", "--config", "project/signalbox.lua", "project", "--update=all")
    #expect(all.code == 1)
    #expect(try names(tool, "snapshots/a") == ["old--x.txt"])
    #expect(try names(tool, "out") == ["kept"])
  }

  @Test func `the commands init and plugin new do not write through a linked folder`() throws {
    let tool = try Tool(["project/kept": "", "out/kept": ""])
    defer { tool.remove() }
    for name in [".signalbox", "plugins"] {
      symlink("../out", tool.folder.appending(path: "project/\(name)").path)
    }
    let made = try tool.run("init", "project")
    #expect(
      made.errors.contains(
        "init: cannot write project/.signalbox/library/signalbox.d.lua: it is outside the folder"
      ))
    #expect(made.code == 2)
    let plugin = try tool.run("plugin", "new", "--config", "project/signalbox.lua", "more")
    #expect(
      plugin.errors.contains(
        "cannot write project/plugins/more/plugin.lua: it is outside the folder"))
    #expect(plugin.code == 2)
    #expect(try names(tool, "out") == ["kept"])
  }

  private func names(_ tool: Tool, _ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: tool.folder.appending(path: folder).path)
      .sorted()
  }
}
