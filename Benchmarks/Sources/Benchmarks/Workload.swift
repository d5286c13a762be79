/// Work that several contenders do.
struct Workload {
  /// What the table and the command line call it.
  let name: String
  /// Workloads of one family are measured in turns.
  let family: Family
  /// What one time is: `pair`, `push`.
  let unit: String
  /// What is done, in words.
  let summary: String
  /// The work is done a multiple of this often.
  var granule = 1
  var goal: Goal?
  var makers: [Variant: () throws -> any Contender] = [:]

  enum Family: String, CaseIterable {
    case stack, tabs, flow, links, scenario, exploration, tree, listeners, sessions
  }
}

/// What is to be reached.
enum Goal {
  /// A multiple of what the bound takes, at most.
  case ofBound(Double)
  /// Of the workload's own time or figure, at most.
  case atMost(Double)
  /// A multiple of what another workload takes, at most.
  case of(String, Double)

  var limit: Double {
    switch self {
    case .ofBound(let limit), .atMost(let limit), .of(_, let limit): limit
    }
  }
}

extension Workload {
  /// Adds what a script does in a session.
  func signalbox(_ script: String, isFine: Bool = false) -> Workload {
    adding(.signalbox) { try SessionContender(script, isFine: isFine) }
  }

  /// Adds what a script does with `nav`, both as C structs and in plain Lua.
  func nav(_ script: String, isFine: Bool = false) -> Workload {
    adding(.bound) { try LuaContender(script, isPlain: false, isFine: isFine) }
      .adding(.plainLua) { try LuaContender(script, isPlain: true, isFine: isFine) }
  }

  func native(_ make: @escaping () throws -> (Int) throws -> Double) -> Workload {
    adding(.native) { NativeContender(try make()) }
  }

  func plainSwift(_ make: @escaping () throws -> (Int) throws -> Double) -> Workload {
    adding(.plainSwift) { NativeContender(try make()) }
  }

  func adding(_ variant: Variant, _ make: @escaping () throws -> any Contender) -> Workload {
    var copy = self
    copy.makers[variant] = make
    return copy
  }
}
