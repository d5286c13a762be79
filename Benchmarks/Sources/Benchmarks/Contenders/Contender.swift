/// Something that does the work of a workload and says how long that took.
protocol Contender: AnyObject {
  /// Does the work a number of times.
  func measure(_ count: Int) throws -> Sample
}

/// What one measurement found.
struct Sample {
  /// For each time that the work was done.
  var nanoseconds: Double
  /// What the work came to, equal for all contenders that did it equally often.
  var check: Double
}

/// Who does the work.
enum Variant: String, CaseIterable, Codable {
  /// A script session with all defaults on, driven from Lua.
  case signalbox
  /// C structs driven from Lua.
  case bound
  /// A screen manager in plain Lua.
  case plainLua
  /// The engine, driven from Swift.
  case native
  /// A screen manager in plain Swift.
  case plainSwift

  var title: String {
    switch self {
    case .signalbox: "Signalbox"
    case .bound: "bound"
    case .plainLua: "plain Lua"
    case .native: "native"
    case .plainSwift: "plain Swift"
    }
  }
}

/// What stops a benchmark.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
