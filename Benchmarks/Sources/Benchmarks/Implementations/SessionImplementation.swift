import CBaseline
import SignalboxScripting

/// A script session with the default settings, which a script controls.
final class SessionImplementation: Implementation {
  let session: ScriptSession
  private let reader: NoteReader
  private let notes: NoteList

  private final class NoteList {
    var notes: [Note] = []
  }

  /// Runs a script that defines the global function `bench`.
  init(
    _ script: String, isFine: Bool = false,
    configuration: ScriptConfiguration = ScriptConfiguration()
  ) throws {
    let notes = NoteList()
    self.notes = notes
    reader = NoteReader(isFine: isFine)
    session = try ScriptSession(configuration)
    session.addHooks(
      SessionHooks(output: { line in
        if let number = Double(line) {
          notes.notes.append(.result(number))
        } else {
          notes.notes.append(
            .mark(cpu: isFine ? 0 : baseline_cpu_time(), wall: baseline_wall_time()))
        }
      }))
    try run(script)
  }

  func run(_ script: String) throws {
    try session.run(Array(script.utf8), name: "workload", sharesEnvironment: true)
  }

  func measure(_ count: Int) throws -> Sample {
    notes.notes.removeAll(keepingCapacity: true)
    try run(reader.driver(count))
    return try reader.sample(notes.notes, count: count)
  }
}
