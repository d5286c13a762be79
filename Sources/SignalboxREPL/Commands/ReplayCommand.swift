internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// Replays a recording.
enum ReplayCommand {
  static let command = Command(
    "replay", "FILE [N]", "Replays a recording and reports the first difference",
    details: """
      With N, replays only the first N steps, so that you can continue from there. The steps are
      numbered from 1, as in signalbox trace show of a recording by .record.
      """,
    twin: "app:replay(lines)", run)

  @Sendable private static func run(_ argument: String, _ prompt: Prompt) {
    guard !argument.isEmpty else {
      return prompt.fail(".replay expects the path of a recording: .replay bug.sbtrace")
    }
    let (path, last) = parts(of: argument)
    guard let host = prompt.commandHost(for: "replay") else { return }
    let first = prompt.recordedLines
    do throws(ScriptError) {
      let text = String(decoding: try host.read(path), as: UTF8.self)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let report = try prompt.onEngine { engine in
        Result { () throws(ScriptError) in try replay(lines, through: last, engine) }
      }
      show(try report.get(), prompt)
    } catch {
      prompt.fail(error.message, error.hint)
    }
    prompt.note(.command("replay \(argument)"), from: first)
  }

  /// Returns the path and the number of the last step. A path may contain spaces.
  private static func parts(of argument: String) -> (path: String, last: Int) {
    guard let space = argument.lastIndex(of: " "),
      let number = Int(argument[argument.index(after: space)...])
    else { return (argument, .max) }
    let path = argument[..<space]
    return (String(path.prefix(path.count - path.reversed().prefix { $0 == " " }.count)), number)
  }

  private static func replay(
    _ lines: [String], through last: Int, _ engine: NavigationEngine
  ) throws(ScriptError) -> SessionReplay.Report {
    do throws(NavigationError) {
      return try SessionReplay(lines).run(on: engine, through: last)
    } catch {
      throw ScriptError(.rejected, code: error.code.name, error.description)
    }
  }

  private static func show(_ report: SessionReplay.Report, _ prompt: Prompt) {
    if let divergence = report.divergence {
      return prompt.fail("replayed, but the result differs at \(divergence)")
    }
    let count = report.stepCount
    let cut = report.isTruncated ? "; the last line of the file is incomplete and was skipped" : ""
    let rest = report.remainingCount
    let stop =
      rest == 0
      ? "" : "; \(counted(rest, "step")) of the recording \(rest == 1 ? "remains" : "remain")"
    prompt.write(
      "  \(prompt.palette.success("✓")) replayed \(counted(count, "step")) as recorded"
        + "\(stop)\(cut)\n")
  }
}
