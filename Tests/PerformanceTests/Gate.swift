/// Something that is counted and how much of it there may be.
///
/// Counts are the same on every machine, so they can be held in tests where times cannot.
struct Gate {
  let name: String
  let limit: Double

  /// What is wrong with a count; `nil` when it is within the limit.
  func violation(_ count: Double) -> String? {
    count <= limit ? nil : "\(name): \(count), at most \(limit) are allowed"
  }
}

/// All gates in one place. Debug builds allocate more than releases do; the limits are theirs.
///
/// Where counts are whole numbers the limit is what is counted today, else a little more. Lower it
/// when the count falls.
extension Gate {
  // Of one push and pop from Lua.
  static let pushPopAllocations = Gate(name: "allocations of a push and pop", limit: 1)
  static let pushPopBridgeCalls = Gate(name: "bridge calls of a push and pop", limit: 2)
  static let pushPopEvents = Gate(name: "events of a push and pop", limit: 20)
  static let bytes = Gate(name: "bytes got by a push and pop", limit: 1_100)
  // With an argument table, read back.
  static let argumentAllocations = Gate(name: "allocations of a push with arguments", limit: 14)
  static let argumentBridgeCalls = Gate(name: "bridge calls of a push with arguments", limit: 4)
  // Of selecting a tab.
  static let selectAllocations = Gate(name: "allocations of a select", limit: 1)
  static let selectBridgeCalls = Gate(name: "bridge calls of a select", limit: 1)
  static let selectEvents = Gate(name: "events of a select", limit: 9)
  // Of a child that is presented, pushes and finishes.
  static let flowAllocations = Gate(name: "allocations of a flow", limit: 24)
  static let flowBridgeCalls = Gate(name: "bridge calls of a flow", limit: 6)
  static let flowEvents = Gate(name: "events of a flow", limit: 33)
  // Of a link that a script opens: 31, and now and then a table that grows.
  static let linkAllocations = Gate(name: "allocations of a link", limit: 31.5)
  static let linkBridgeCalls = Gate(name: "bridge calls of a link", limit: 1)
  // Of a push that is undone, and of a whole session with a small script.
  static let undoAllocations = Gate(name: "allocations of a push and its undo", limit: 4)
  static let sessionAllocations = Gate(name: "allocations of a session", limit: 620)
  // Of a trivial scenario with all bundled plugins, as a multiple of one without: 510 and 109. Its
  // time is the figure runplugins of the benchmarks.
  static let pluginAllocations = Gate(name: "allocations of a test with five plugins", limit: 4.8)
  // What lives.
  static let screenBytes = Gate(name: "bytes of a screen", limit: 64)
  static let argumentScreenBytes = Gate(name: "bytes of a screen with arguments", limit: 256)
  static let coordinatorBytes = Gate(name: "bytes of an idle coordinator", limit: 1_280)
  static let sessionBytes = Gate(name: "bytes of an idle session", limit: 81_920)
  // Whatever there is beside it, see FlatnessTests.
  static let changes = Gate(name: "changes of records of a push and pop", limit: 4)
  static let nativeAllocations = Gate(name: "allocations of a native push and pop", limit: 1)
  static let observedAllocations = Gate(name: "allocations of an observed push and pop", limit: 8)
  static let flatBytes = Gate(name: "bytes got by a native push and pop", limit: 4_096)
}
