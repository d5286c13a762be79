internal import Signalbox
internal import SignalboxInspector

/// Reports the failures of a fixture. A report contains the message, the visible state, and the
/// steps before the failure.
package final class FixtureReport {
  private let report = TestReport()
  private let engine: NavigationEngine
  private unowned let host: any FixtureHost
  /// The failures that have occurred since ``capturing(_:)`` began, or `nil` if failures are
  /// reported instead.
  private var captured: [String]?

  /// The maximum number of steps that a failure lists.
  private static let maxSteps = 12
  /// The maximum width of a value, in cells.
  private static let widest = 200

  init(_ engine: NavigationEngine, _ host: any FixtureHost) {
    self.engine = engine
    self.host = host
  }

  /// Reports a test failure with the visible state and the steps before the failure.
  package func fail(_ message: String, at place: TestLocation) {
    if captured != nil {
      captured?.append(message)
      return
    }
    report.fail(([message] + story).joined(separator: "\n\n"), at: place)
  }

  /// Reports a value that differs from the expected value.
  func fail(
    _ verb: String, _ name: String, expected: String, actual: String, at place: TestLocation
  ) {
    let (expected, actual) = (Self.cell(expected), Self.cell(actual))
    let space = DisplayText.pad("", to: DisplayText.width(of: name))
    fail(
      "\(verb): the state differs from what was expected\n\n"
        + "  \(name)  expected  \(expected)\n  \(space)  actual    \(actual)", at: place)
  }

  private static func cell(_ text: String) -> String {
    DisplayText.truncate(DisplayText.line(text), to: widest)
  }

  /// Reports a failure without the visible state and the steps.
  func failAlone(_ message: String, at place: TestLocation) {
    if captured == nil { report.fail(message, at: place) } else { captured?.append(message) }
  }

  /// Calls a closure, and returns its failures instead of reporting them.
  func capturing(_ body: () throws -> Void) rethrows -> [String] {
    captured = []
    defer { captured = nil }
    try body()
    return captured ?? []
  }

  /// Reports a warning. Does nothing in XCTest, which does not support warnings.
  func warn(_ message: String, at place: TestLocation) { report.warn(message, at: place) }

  /// The lines that describe the visible state and the steps before the failure.
  private var story: [String] {
    var parts: [String] = []
    if engine.main != nil {
      parts.append("shown\n" + TreeRenderer.render(RenderSubject(engine)).indented)
    }
    let steps = host.steps
    guard !steps.isEmpty else { return parts }
    let shown = steps.suffix(Self.maxSteps).map { step in
      let effect = step.effect.isEmpty ? "" : "  \(step.effect)"
      return "\(step.number)  \(step.text)\(effect)"
    }
    let omitted = steps.count - shown.count
    let head = omitted > 0 ? ["… \(omitted) before"] : []
    parts.append("steps\n" + (head + shown).joined(separator: "\n").indented)
    return parts
  }
}

extension String {
  /// The text, with each line that is not empty indented by two spaces.
  var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
  }
}
