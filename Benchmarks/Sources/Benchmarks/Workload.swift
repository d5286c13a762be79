/// Work that several implementations perform.
struct Workload {
  /// The name in the table and on the command line.
  let name: String
  /// The workloads of one family are measured alternately.
  let family: Family
  /// The unit of one repetition, such as `pair` or `push`.
  let unit: String
  /// A description of the work.
  let summary: String
  /// The number of repetitions is a multiple of this number.
  var granule = 1
  var goal: Goal?
  var makers: [Variant: () throws -> any Implementation] = [:]

  enum Family: String, CaseIterable {
    case stack, tabs, flow, links, scenario, tree, listeners, sessions
    case exploration = "explore"
  }
}

/// The goal of the workload.
enum Goal {
  /// The maximum multiple of the baseline.
  case ofBaseline(Double)
  /// The maximum of the workload's own time or figure.
  case atMost(Double)
  /// The maximum multiple of another workload.
  case of(String, Double)

  var limit: Double {
    switch self {
    case .ofBaseline(let limit), .atMost(let limit), .of(_, let limit): limit
    }
  }
}

extension Workload {
  /// Adds the code that a script runs in a session.
  func signalbox(_ script: String, isFine: Bool = false) -> Workload {
    adding(.signalbox) { try SessionImplementation(script, isFine: isFine) }
  }

  /// Adds the code that a script runs with `nav`, both as C structs and in plain Lua.
  func nav(_ script: String, isFine: Bool = false) -> Workload {
    adding(.baseline) { try LuaImplementation(script, isPlain: false, isFine: isFine) }
      .adding(.plainLua) { try LuaImplementation(script, isPlain: true, isFine: isFine) }
  }

  func native(_ make: @escaping () throws -> (Int) throws -> Double) -> Workload {
    adding(.native) { NativeImplementation(try make()) }
  }

  func plainSwift(_ make: @escaping () throws -> (Int) throws -> Double) -> Workload {
    adding(.plainSwift) { NativeImplementation(try make()) }
  }

  func adding(_ variant: Variant, _ make: @escaping () throws -> any Implementation) -> Workload {
    var copy = self
    copy.makers[variant] = make
    return copy
  }
}
