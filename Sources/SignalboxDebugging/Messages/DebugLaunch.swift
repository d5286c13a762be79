internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScripting

/// The arguments of the `launch` request.
package struct DebugLaunch: Sendable {
  /// The path of the script or of the scenario file.
  package var path: String
  /// A line of the scenario to run, or `nil` to run all scenarios in the file.
  package var line: Int?
  /// The arguments of a script.
  package var arguments: [String] = []
  /// The folder in which the program runs, or `nil` for the current folder.
  package var folder: String?
  package var stopsOnEntry = false
  /// Whether the program runs without stopping.
  package var isUndebugged = false
  package var seed: UInt64
  package var timeout = Duration.seconds(10)
  /// The values of `env` in scenarios.
  package var parameters: [String: String] = [:]
  /// The plugins to load at startup.
  package var plugins: [String] = []

  /// Whether the file contains scenarios.
  package var hasScenarios: Bool { path.hasSuffix(".scenario.lua") }

  private static let names = [
    "program", "args", "cwd", "stopOnEntry", "noDebug", "seed", "timeout", "parameters", "plugins",
  ]

  init(_ arguments: DebugArguments) throws(DebugFailure) {
    try arguments.check(of: "launch", Self.names)
    guard let program = try arguments.text("program"), !program.isEmpty else {
      throw DebugFailure(
        "program is missing, expected a script, a scenario file, or FILE.scenario.lua:LINE")
    }
    (path, line) = Self.split(program)
    self.arguments = try arguments.texts("args") ?? []
    folder = try arguments.folder
    stopsOnEntry = try arguments.boolean("stopOnEntry") ?? false
    isUndebugged = try arguments.boolean("noDebug") ?? false
    seed = try arguments.seed("seed") ?? 1
    if let value = arguments.fields["timeout"] {
      guard let duration = ScriptValue(value).duration, duration > .zero else {
        throw DebugFailure(
          "timeout is \(value), expected a duration such as \"30s\" or a number of milliseconds")
      }
      timeout = duration
    }
    for field in try arguments.table("parameters")?.fields.fields ?? [] {
      guard let text = field.value.text else {
        throw DebugFailure(
          "parameters.\(field.name) is \(field.value.kindPhrase), expected a string")
      }
      parameters[field.name] = text
    }
    plugins = try arguments.texts("plugins") ?? []
    if hasScenarios, !self.arguments.isEmpty {
      throw DebugFailure(
        "args applies only to scripts; for scenarios, set parameters, which they read as env.NAME")
    }
    if !hasScenarios, line != nil {
      throw DebugFailure(
        "a line number requires a scenario file (*.scenario.lua); \(path) is a script")
    }
  }

  /// Splits `PATH:LINE`. The line is `nil` if the string does not end with a line number.
  private static func split(_ program: String) -> (path: String, line: Int?) {
    guard let colon = program.lastIndex(of: ":"),
      let line = Int(program[program.index(after: colon)...]), line > 0
    else { return (program, nil) }
    return (String(program[..<colon]), line)
  }
}
