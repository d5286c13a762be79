internal import Signalbox
internal import SignalboxScripting

/// A breakpoint that a client has set.
struct DebugBreakpoint {
  fileprivate(set) var id: Int
  /// The line that the client requested.
  let requestedLine: Int
  /// The line at which the breakpoint stops execution, or `nil` if there is no such line.
  var line: Int?
  /// The reason why the line differs or is missing, or `nil` if the breakpoint is on the requested
  /// line.
  var note: String?
  var condition: String?
  var hitCondition: HitCondition?
  var logMessage: String?
  /// The number of times in this execution that the line has begun and the condition, if there is
  /// one, was not false.
  fileprivate(set) var hits = 0
}

/// A condition on the number of times that a breakpoint was reached, such as `5`, `>= 3` or `% 10`.
struct HitCondition {
  private let holds: (Int) -> Bool

  init(_ text: String) throws(DebugFailure) {
    let trimmed = text.filter { !$0.isWhitespace }
    let symbols = trimmed.prefix { !$0.isNumber }
    guard let number = Int(trimmed.dropFirst(symbols.count)), number > 0 else {
      throw Self.failure(text)
    }
    switch symbols {
    case "", "=", "==": holds = { $0 == number }
    case ">": holds = { $0 > number }
    case ">=": holds = { $0 >= number }
    case "<": holds = { $0 < number }
    case "<=": holds = { $0 <= number }
    case "%": holds = { $0 % number == 0 }
    default: throw Self.failure(text)
    }
  }

  private static func failure(_ text: String) -> DebugFailure {
    DebugFailure(
      "the hit count is \"\(text)\", expected a number, or one after ==, >, >=, <, <= or %")
  }

  func callAsFunction(_ hits: Int) -> Bool { holds(hits) }
}

/// The breakpoints of all files.
struct DebugBreakpoints {
  /// The breakpoints of each file, keyed by the file's key in ``DebugSources``.
  private var files: [String: [DebugBreakpoint]] = [:]
  private var lastID = 0

  var isEmpty: Bool { files.values.allSatisfy(\.isEmpty) }

  /// The lines with breakpoints in all files.
  var lines: Set<Int> { Set(files.values.joined().compactMap(\.line)) }

  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// Replaces the breakpoints of a file. A breakpoint that was already on its line keeps its
  /// identifier and, if its condition is the same, its hit count, because clients send all
  /// breakpoints of a file when one of them changes.
  ///
  /// - Returns: The breakpoints, including those without a line, which are not stored.
  mutating func set(_ breakpoints: [DebugBreakpoint], of file: String) -> [DebugBreakpoint] {
    var earlier = files[file] ?? []
    var found = breakpoints
    for (index, breakpoint) in breakpoints.enumerated() {
      guard let line = breakpoint.line, let known = earlier.firstIndex(where: { $0.line == line })
      else { continue }
      let old = earlier.remove(at: known)
      found[index].id = old.id
      if old.condition == breakpoint.condition { found[index].hits = old.hits }
    }
    let stored = found.filter { $0.line != nil }
    files[file] = stored.isEmpty ? nil : stored
    return found
  }

  func has(_ file: String, _ line: Int) -> Bool {
    files[file]?.contains { $0.line == line } == true
  }

  /// Returns the breakpoints on a line.
  func at(_ file: String, _ line: Int) -> [DebugBreakpoint] {
    (files[file] ?? []).filter { $0.line == line }
  }

  /// Increments the hit count of a breakpoint.
  ///
  /// - Returns: The new hit count.
  mutating func hit(_ id: Int, in file: String) -> Int {
    guard let index = files[file]?.firstIndex(where: { $0.id == id }) else { return 0 }
    files[file]?[index].hits += 1
    return files[file]?[index].hits ?? 0
  }

  /// Resets the hit counts for a new execution.
  mutating func restartCounts() {
    for file in files.keys {
      for index in files[file]?.indices ?? 0..<0 { files[file]?[index].hits = 0 }
    }
  }
}
