/// A counted cost and its limit.
///
/// Counts are equal on every machine, so tests can check them, unlike times.
struct Gate {
  let name: String
  let limit: Double

  /// - Parameter optimized: The limit if the engine and the Lua runtime are optimized, as
  ///   `scripts/test` does; by default `limit`.
  init(name: String, limit: Double, optimized: Double? = nil) {
    self.name = name
    #if OPTIMIZED
      self.limit = optimized ?? limit
    #else
      self.limit = limit
    #endif
  }

  /// Returns the problem with a count, or `nil` if it is within the limit.
  func violation(_ count: Double) -> String? {
    count <= limit ? nil : "\(name): \(count), at most \(limit) are allowed"
  }
}

/// All gates. Debug builds allocate more than optimized ones.
///
/// If a count is a whole number, its limit is the current count. Otherwise, the limit is slightly
/// higher. Lower the limit when the count decreases.
extension Gate {
  // The gates for one push and one pop from Lua.
  static let pushPopAllocations = Gate(
    name: "allocations of a push and pop", limit: 1, optimized: 0.5)
  static let pushPopBridgeCalls = Gate(name: "bridge calls of a push and pop", limit: 2)
  static let pushPopEvents = Gate(name: "events of a push and pop", limit: 20)
  static let bytes = Gate(name: "bytes got by a push and pop", limit: 1_100)
  // The gates for a push whose argument table is read. It takes one allocation, and some measurements
  // of a thousand pushes contain one more.
  static let argumentAllocations = Gate(
    name: "allocations of a push with arguments", limit: 14.5, optimized: 1.5)
  static let argumentBridgeCalls = Gate(name: "bridge calls of a push with arguments", limit: 4)
  // The gates for selecting a tab.
  static let selectAllocations = Gate(name: "allocations of a select", limit: 1, optimized: 0.5)
  static let selectBridgeCalls = Gate(name: "bridge calls of a select", limit: 1)
  static let selectEvents = Gate(name: "events of a select", limit: 9)
  // The gates for a child that is presented, pushes and finishes.
  static let flowAllocations = Gate(name: "allocations of a flow", limit: 24, optimized: 9)
  static let flowBridgeCalls = Gate(name: "bridge calls of a flow", limit: 6)
  static let flowEvents = Gate(name: "events of a flow", limit: 33)
  // The gate for a link that a script opens. It takes 31 allocations, and occasionally one more if
  // a table grows.
  static let linkAllocations = Gate(name: "allocations of a link", limit: 31.5, optimized: 8.5)
  static let linkBridgeCalls = Gate(name: "bridge calls of a link", limit: 1)
  // The gates for a push that is undone, and for a whole session with a small script.
  static let undoAllocations = Gate(
    name: "allocations of a push and its undo", limit: 4, optimized: 1)
  static let sessionAllocations = Gate(name: "allocations of a session", limit: 620, optimized: 380)
  // The gate for a trivial scenario with all bundled plugins, as a multiple of the same scenario
  // without plugins: 510 and 109 allocations. The benchmark `runplugins` measures the time of such
  // a scenario.
  static let pluginAllocations = Gate(
    name: "allocations of a test with five plugins", limit: 4.8, optimized: 1.8)
  // The gates for the sizes of objects that are in use.
  static let screenBytes = Gate(name: "bytes of a screen", limit: 64)
  static let argumentScreenBytes = Gate(name: "bytes of a screen with arguments", limit: 256)
  static let coordinatorBytes = Gate(name: "bytes of an idle coordinator", limit: 1_280)
  static let sessionBytes = Gate(name: "bytes of an idle session", limit: 81_920)
  static let stateBytes = Gate(name: "bytes of an explored state with three transitions", limit: 64)
  // The gates for costs that do not depend on other objects (`FlatnessTests`).
  static let changes = Gate(name: "changes of records of a push and pop", limit: 4)
  static let nativeAllocations = Gate(
    name: "allocations of a native push and pop", limit: 1, optimized: 0.5)
  static let observedAllocations = Gate(
    name: "allocations of an observed push and pop", limit: 8, optimized: 0.5)
  static let flatBytes = Gate(name: "bytes got by a native push and pop", limit: 4_096)
}
