internal import Signalbox
internal import SignalboxScripting

/// Which flows leave a recording of what they did.
public enum TracePolicy: String, Hashable, Sendable, CaseIterable {
  /// None.
  case off
  /// All that run.
  case on
  /// Those that fail: they are run once more for it (decisions 0148, 0189).
  case retainOnFailure = "retain-on-failure"
}

/// Where traces are kept; the executable knows files.
public protocol TraceStore: AnyObject {
  /// Writes the trace of a flow; gives what people find it by, `nil` where it cannot be written.
  func write(_ lines: [String], of flow: FlowDescription) -> String?
  /// A flow left no trace: one of an earlier run would mislead.
  func remove(of flow: FlowDescription)
}

/// Records one run of one flow, in the form that ``SessionReplay`` reads.
///
/// The first line tells of the flow as well, lines of calls where the flow called.
final class FlowTape {
  /// The line of the flow that makes the next call.
  var place: ScriptLocation?
  private var lines: [String] = []
  private weak var engine: NavigationEngine?

  /// Begins to record; does nothing where the present state cannot be written down.
  func begin(_ session: ScriptSession) {
    lines = []
    engine = session.engine
    try? session.engine.record(isKept: true, isSparing: true) { [unowned self] in add($0) }
  }

  /// Ends the recording.
  func end() { engine?.stopRecording(isKept: true) }

  private func add(_ line: String) {
    guard let place, RecordedCall(line: line)?.isNested == false else {
      lines.append(line)
      return
    }
    lines.append(Self.adding([("at", .string(place.description))], to: line))
    self.place = nil
  }

  /// The whole recording; none where nothing was recorded.
  func lines(of result: FlowResult) -> [String] {
    guard let first = lines.first else { return [] }
    let facts: [(String, JSONText.Value?)] = [
      ("flow", .string(result.flow.title)), ("from", .string(result.flow.place)),
      ("status", .string(result.status.rawValue)),
      ("failure", result.failures.first.map { .string($0.error.description) }),
    ]
    return [Self.adding(facts, to: first)] + lines.dropFirst()
  }

  /// Puts fields in front of those of an object.
  private static func adding(_ fields: [(String, JSONText.Value?)], to line: String) -> String {
    let head = JSONText.text(of: .object(fields))
    return line == "{}" ? head : "\(head.dropLast()),\(line.dropFirst())"
  }
}
