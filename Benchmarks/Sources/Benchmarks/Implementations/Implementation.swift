/// An implementation of a workload, which reports its duration.
protocol Implementation: AnyObject {
  /// Performs the work the given number of times.
  func measure(_ count: Int) throws -> Sample
}

/// The results of one measurement.
struct Sample {
  /// The duration of each repetition.
  var nanoseconds: Double
  /// The result of the work, which is equal for all implementations with the same number of
  /// repetitions.
  var check: Double
}

/// The implementation that performs the work.
enum Variant: String, CaseIterable, Codable {
  /// A script session with the default settings, driven from Lua.
  case signalbox
  /// C structs driven from Lua.
  case baseline
  /// A screen manager in plain Lua.
  case plainLua
  /// The engine, driven from Swift.
  case native
  /// A screen manager in plain Swift.
  case plainSwift

  var title: String {
    switch self {
    case .signalbox: "Signalbox"
    case .baseline: "baseline"
    case .plainLua: "plain Lua"
    case .native: "native"
    case .plainSwift: "plain Swift"
    }
  }
}

/// An error that stops a benchmark.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
