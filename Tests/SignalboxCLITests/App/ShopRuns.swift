import Foundation
import Testing

/// The results of a command that was run with the Lua model of `RemoteShop`, and with the
/// application in another process.
struct ShopRuns {
  let model: Tool.Result
  let application: Tool.Result
  /// The files that the commands have written, keyed by name.
  let files: (model: [String: String], application: [String: String])

  /// Runs a command twice.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the command, to which `--app` is added after the first one.
  ///   - written: The names of the files that the command writes.
  ///   - steps: Further commands that are run without `--app`, such as those that read a file.
  init(
    _ arguments: [String], input: String = "", with more: [String: String] = [:],
    writing written: [String] = [], then steps: [[String]] = []
  ) throws {
    let path = try RemoteShop.path()
    func run(_ options: [String]) throws -> (Tool.Result, [String: String]) {
      let shop = try RemoteShop.text("shop.lua")
      let tool = try Tool(["shop.lua": shop].merging(more) { _, new in new })
      defer { tool.remove() }
      let environment = ["EDITOR": "sed -i s/6/7/", "PATH": "/usr/bin:/bin"]
      var result = try tool.run(
        [arguments[0]] + options + arguments.dropFirst(), input: input, environment: environment)
      for step in steps {
        let next = try tool.run(step, environment: environment)
        result.output += next.output
        result.errors += next.errors
      }
      var files: [String: String] = [:]
      for name in written {
        let text = try? String(contentsOf: tool.folder.appending(path: name), encoding: .utf8)
        files[name] = text.map { Self.plain($0, tool) }
      }
      result.output = Self.plain(result.output, tool)
      result.errors = Self.plain(result.errors, tool)
      return (result, files)
    }
    let (model, application) = (try run([]), try run(["--app", path]))
    (self.model, self.application) = (model.0, application.0)
    files = (model.1, application.1)
  }

  /// Returns a string without the folder, the application and the measured times.
  private static func plain(_ text: String, _ tool: Tool) -> String {
    text.replacing(tool.folder.path, with: "FOLDER")
      .replacing(#/ --app [^ "]*RemoteShop[^ "]*/#, with: "")
      .replacing(/[\d.]+ (?:ns|µs|ms|s)\b/, with: "N ms")
      // The number of runs depends on their durations.
      .replacing(/median of \d+ runs/, with: "median of N runs")
      .replacing(/"milliseconds":[\d.]+/, with: "\"milliseconds\":0")
      .replacing(/time="[\d.]+"/, with: "time=\"0\"")
      .replacing(/timestamp="[^"]*"/, with: "timestamp=\"\"")
      .replacing(/"session \d+-\d+-\d+"/, with: "\"session\"")
  }
}
