import CBaseline
import Foundation
import Signalbox
import SignalboxScripting

/// Figures that are counted instead of timed, such as the bytes of the heap, and the time that a
/// process takes.
enum Figures {
  static let names =
    ["M", "Mp", "Mc", "Ms", "session", "start", "prompt", "ready", "key"] + RunnerFigures.names
    + DebugFigures.names + PageFigures.names + RemoteFigures.names + ExplorationFigures.names
    + XStateFigures.names

  static func measure(
    _ wanted: Set<String>, tool: String?, root: String?, iterations: Int
  ) throws -> [Measurement] {
    var found: [Measurement] = []
    if let root { found += try InstallFigures(root: root).measure(wanted) }
    // This must run first, because a process inherits the peak memory use of the process that
    // spawned it.
    if let tool { found += try RunnerFigures(tool: tool, iterations: iterations).measure(wanted) }
    if let tool { found += try DebugFigures(tool: tool, iterations: iterations).measure(wanted) }
    if let tool { found += try PageFigures(tool: tool, iterations: iterations).measure(wanted) }
    found += try RemoteFigures(iterations: iterations).measure(wanted)
    found += try ExplorationFigures(root: root, iterations: iterations).measure(wanted)
    if let root { found += try XStateFigures(root: root).measure(wanted) }
    if wanted.contains("M") { found.append(try screens(arguments: false)) }
    if wanted.contains("Mp") { found.append(try screens(arguments: true)) }
    if wanted.contains("Mc") { found.append(try coordinators()) }
    if wanted.contains("Ms") { found.append(try sessions()) }
    if wanted.contains("session") { found.append(try longSession()) }
    if let tool, wanted.contains("start") {
      found.append(
        try start("start", "signalbox -e '' beyond lua5.4 -e ''", 3, [tool, "-e", ""], iterations))
    }
    if let tool, wanted.contains("prompt") {
      found.append(
        try start("prompt", "the prompt opened and ended, likewise", 6, [tool], iterations))
    }
    if let tool { found += try PromptFigures(tool: tool, iterations: iterations).measure(wanted) }
    return found
  }

  // MARK: - Memory

  /// Returns the bytes for each of many screens on one stack. The journal and the history are
  /// bounded, and are full before the count begins.
  private static func screens(arguments: Bool) throws -> Measurement {
    let script =
      ScriptedApp.stack + """
        function bench(n)
          for i = 1, n do r:navigate(NAMES[i & 7]\(arguments ? ", { id = i }" : "")) end
          return #app:stack()
        end
        """
    // At this number, a table is partly filled, so it is neither the best nor the worst case.
    let count = 196_608
    let session = try SessionImplementation(script)
    try session.run("for i = 1, 30000 do bench(1) app.main.router:pop() end collectgarbage()")
    let before = baseline_heap()
    try session.run("bench(\(count)) collectgarbage()")
    let bytes = Double(baseline_heap() - before) / Double(count)
    return Measurement(
      figure: arguments ? "Mp" : "M", unit: "bytes",
      summary: "memory of a pushed screen" + (arguments ? " with { id = i }" : ""),
      goal: arguments ? 256 : 64, [bytes])
  }

  /// Returns the total bytes of the record, the history and the journal for each operation of a
  /// long session at the prompt. All three are bounded, so twice as many operations need fewer
  /// bytes each.
  private static func longSession() throws -> Measurement {
    let count = 100_000
    let session = try SessionImplementation(
      ScriptedApp.stack + """
        function bench(n)
          for i = 1, n / 2 do
            r:navigate(NAMES[i & 7], { id = i })
            r:pop()
          end
          return #app:stack()
        end
        """, configuration: ScriptConfiguration(undoCapacity: 4 * count))
    try session.session.beginRecord()
    let before = baseline_heap()
    try session.run("bench(\(count)) collectgarbage()")
    let bytes = Double(baseline_heap() - before) / Double(count)
    return Measurement(
      figure: "session", unit: "bytes",
      summary: "memory of an operation in a session of \(count) that can all be undone",
      goal: 1024, [bytes])
  }

  private static func coordinators() throws -> Measurement {
    let session = try SessionImplementation(
      ScriptedApp.stack + """
        local Idle = coordinator "Idle" {}
        function bench(n)
          for i = 1, n do r:addDependency(Idle:new()) end
          return n
        end
        """)
    try session.run("bench(2000) collectgarbage()")
    let count = 10_000
    let before = baseline_heap()
    try session.run("bench(\(count)) collectgarbage()")
    let bytes = Double(baseline_heap() - before) / Double(count)
    return Measurement(
      figure: "Mc", unit: "bytes", summary: "memory of an idle coordinator", goal: 2_048, [bytes])
  }

  /// Returns the memory that a session uses, without the memory of a stock Lua state and its
  /// library.
  private static func sessions() throws -> Measurement {
    let count = 64
    let stock = try heap { try (0..<count).map { _ in try LuaImplementation("", isPlain: true) } }
    let ours = try heap { try (0..<count).map { _ in try ScriptSession() } }
    let bytes = max(0, Double(ours) - Double(stock)) / Double(count)
    return Measurement(
      figure: "Ms", unit: "bytes", summary: "memory of an idle session beyond Lua's own",
      goal: 102_400, [bytes])
  }

  private static func heap<Kept>(_ make: () throws -> Kept) rethrows -> Int {
    let before = baseline_heap()
    let kept = try make()
    return withExtendedLifetime(kept) { baseline_heap() - before }
  }

  // MARK: - Starting

  /// Returns the milliseconds by which a command takes longer than the interpreter.
  private static func start(
    _ name: String, _ summary: String, _ goal: Double, _ command: [String], _ iterations: Int
  ) throws -> Measurement {
    let lua = ["lua5.4", "-e", ""]
    _ = (try spawn(command), try spawn(lua))
    let values = try (0..<iterations * 5).map { _ in try spawn(command) - spawn(lua) }
    return Measurement(figure: name, unit: "ms", summary: summary, goal: goal, values)
  }

  /// Returns the duration of a command in milliseconds.
  ///
  /// - Parameters:
  ///   - folder: The working directory. It usually contains no project, because loading the files
  ///     of a project is not part of the start.
  ///   - peak: Receives the maximum memory of the process, in bytes.
  static func spawn(
    _ command: [String], in folder: String = "/", peak: UnsafeMutablePointer<Int64>? = nil
  ) throws -> Double {
    let words = command.map { strdup($0) }
    defer { for word in words { free(word) } }
    let time = (words + [nil]).withUnsafeBufferPointer {
      baseline_spawn(folder, $0.baseAddress, peak)
    }
    guard time >= 0 else { throw BenchmarkError("\(command.joined(separator: " ")) failed") }
    return Double(time) / 1e6
  }
}
