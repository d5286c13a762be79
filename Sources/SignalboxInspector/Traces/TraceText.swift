public import Signalbox

/// Renders recordings as text: the steps in chronological order, with the changes of each step.
public enum TraceText {
  /// The maximum width of a call, in cells.
  private static let widest = 76

  /// Renders the whole timeline, without a line ending after the last line.
  ///
  /// ```
  ///   1     0 ms  app:launch()     checkout.scenario.lua:7
  ///                 + Home [shop, me]
  /// ✗ 2           expect { tab }   checkout.scenario.lua:8
  /// ```
  ///
  /// Calls in scenarios have the numbers of their steps, as in reports.
  ///
  /// - Parameter trace: The recording to render.
  public static func draw(_ trace: SessionTrace) -> String {
    var lines = head(trace)
    if trace.steps.isEmpty { lines.append("  no operation was recorded") }
    let columns = Columns(trace.steps, trace.failedSteps)
    let failed = Set(trace.failedSteps.map(\.number))
    let called = Set(trace.steps.compactMap(\.recorded.step))
    // Expectations are not calls, so failed expectations are inserted by their step numbers.
    var rest = trace.failedSteps.filter { !called.contains($0.number) }[...]
    for (index, step) in trace.steps.enumerated() {
      // Clock advances are not steps of a scenario.
      let number = step.recorded.step ?? (called.isEmpty ? index + 1 : nil)
      while let next = rest.first, let number, next.number < number {
        lines.append(draw(next, columns))
        rest.removeFirst()
      }
      lines += draw(
        step, number: number, isFailed: number.map(failed.contains) == true, columns)
    }
    lines += rest.map { draw($0, columns) }
    if trace.isTruncated { lines.append("  the last line is incomplete and was skipped") }
    return lines.joined(separator: "\n")
  }

  /// Returns a description of the first difference between two recordings, or `nil` if the
  /// recordings are equal.
  ///
  /// - Parameters:
  ///   - first: A recording.
  ///   - second: The recording to compare with the first recording.
  ///   - names: The names of the first and the second recording, such as their paths.
  public static func parting(
    _ first: SessionTrace, _ second: SessionTrace, names: (String, String)
  ) -> String? {
    guard let parting = first.parting(from: second) else { return nil }
    let count = parting.alike
    var lines = [
      count == 0
        ? "they differ from the first step on"
        : "identical for \(counted(count, "step")), then:"
    ]
    let shown = [(names.0, parting.first), (names.1, parting.second)]
    let columns = Columns(shown.compactMap(\.1))
    for (name, step) in shown {
      lines += ["", "  " + DisplayText.line(name)]
      lines += step.map { draw($0, number: count + 1, columns) } ?? ["     ends here"]
    }
    lines += ["", "  what the recordings show at that point"]
    if parting.changes?.isEmpty != false {
      lines.append(
        parting.changes == nil ? "     the recordings do not contain it" : "     the same")
    }
    lines += (parting.changes ?? []).map { "     " + DisplayText.line($0.description) }
    return lines.joined(separator: "\n")
  }

  // MARK: - Parts

  private static func head(_ trace: SessionTrace) -> [String] {
    guard let scenario = trace.facts["scenario"] else { return [] }
    let place = trace.facts["from"].map { "\($0)  " } ?? ""
    var lines = [" " + DisplayText.line(place + scenario)]
    if let failure = trace.facts["failure"] { lines.append("   " + DisplayText.line(failure)) }
    return lines + [""]
  }

  /// The widths of the columns that precede the calls, and of the column that contains the calls.
  private struct Columns {
    let number: Int
    let time: Int
    let call: Int

    init(_ steps: [SessionTrace.Step], _ failed: [SessionTrace.FailedStep] = []) {
      let last = ([steps.count] + steps.compactMap(\.recorded.step) + failed.map(\.number)).max()
      number = max(3, String(last ?? 0).count)
      time = steps.map { "\($0.recorded.milliseconds) ms".count }.max() ?? 0
      let widths = (steps.map(\.call) + failed.map(\.call)).map(DisplayText.width(of:))
      call = min(TraceText.widest, widths.max() ?? 0)
    }
  }

  private static func margin(
    _ number: Int?, time: String, isFailed: Bool, _ columns: Columns
  ) -> String {
    (isFailed ? "✗ " : "  ")
      + DisplayText.alignRight(number.map(String.init) ?? "", to: columns.number)
      + "  " + DisplayText.alignRight(time, to: columns.time) + "  "
  }

  private static func draw(_ step: SessionTrace.FailedStep, _ columns: Columns) -> String {
    let call = DisplayText.pad(
      DisplayText.truncate(DisplayText.line(step.call), to: columns.call), to: columns.call)
    let place = step.place.map { "  " + DisplayText.line($0) } ?? ""
    return margin(step.number, time: "", isFailed: true, columns) + call + place
  }

  private static func draw(
    _ step: SessionTrace.Step, number: Int?, isFailed: Bool = false, _ columns: Columns
  ) -> [String] {
    let margin = margin(
      number, time: "\(step.recorded.milliseconds) ms", isFailed: isFailed, columns)
    let outcome = step.recorded.outcome == "done" ? nil : step.recorded.outcome
    let tail = [outcome, step.recorded.place].compactMap(\.self).map(DisplayText.line)
    let call = DisplayText.line(step.call)
    var line = margin
    line +=
      tail.isEmpty
      ? DisplayText.truncate(call, to: columns.call)
      : DisplayText.pad(call, to: columns.call) + "  " + tail.joined(separator: "  ")
    let indent = DisplayText.spaces(DisplayText.width(of: margin) + 2)
    return [line] + step.inner.map { indent + "⤷ " + DisplayText.line($0) }
      + step.changes.map { indent + DisplayText.line($0.description) }
  }
}
