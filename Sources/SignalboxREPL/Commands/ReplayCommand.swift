internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// Replays a recording.
enum ReplayCommand {
  static let command = Command(
    "replay", "FILE", "Replays a recording and reports the first difference",
    twin: "app:replay(lines)", run)

  @Sendable private static func run(_ argument: String, _ prompt: Prompt) {
    guard !argument.isEmpty else {
      return prompt.fail(".replay expects the path of a recording: .replay bug.jsonl")
    }
    guard let host = prompt.commandHost(for: "replay") else { return }
    let first = prompt.recordedLines
    do throws(ScriptError) {
      let text = String(decoding: try host.read(argument), as: UTF8.self)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let report = try prompt.onEngine { engine in
        Result { () throws(ScriptError) in try replay(lines, engine) }
      }
      show(try report.get(), prompt)
    } catch {
      prompt.fail(error.message, error.hint)
    }
    prompt.note(.command("replay \(argument)"), from: first)
  }

  private static func replay(
    _ lines: [String], _ engine: NavigationEngine
  ) throws(ScriptError) -> SessionReplay.Report {
    do throws(NavigationError) {
      return try SessionReplay(lines).run(on: engine)
    } catch {
      throw ScriptError(.rejected, code: error.code.name, error.description)
    }
  }

  private static func show(_ report: SessionReplay.Report, _ prompt: Prompt) {
    if let divergence = report.divergence {
      return prompt.fail("replayed, and the result differs at \(divergence)")
    }
    let count = report.stepCount
    let cut = report.isTruncated ? "; the last line of the file is incomplete and was skipped" : ""
    prompt.write(
      "  \(prompt.palette.success("✓")) replayed \(count) step\(count == 1 ? "" : "s") as recorded"
        + "\(cut)\n")
  }
}
