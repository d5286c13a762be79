/// W1 in large contexts: many coordinators, many observers, many sessions.
enum GrowthWorkloads {
  static var all: [Workload] {
    [1, 100, 10_000, 100_000].map(tree) + [0, 1, 2, 4, 8].map(listeners)
      + [1, 10, 100].map(sessions)
  }

  private static let pushPop = """
    function bench(n)
      for i = 1, n do
        r:navigate(NAMES[i & 7])
        r:pop()
      end
      return #app:stack()
    end
    """

  private static func tree(coordinators: Int) -> Workload {
    Workload(
      name: "T\(coordinators)", family: .tree, unit: "pair",
      summary: "W1 with \(coordinators) live coordinators",
      goal: coordinators == 1 ? nil : .of("T1", 1.2)
    )
    .signalbox(
      ScriptedApp.stack + """
        local Idle = coordinator "Idle" {}
        for i = 2, \(coordinators) do r:addDependency(Idle:new()) end

        """ + pushPop)
  }

  private static func listeners(count: Int) -> Workload {
    Workload(
      name: "L\(count)", family: .listeners, unit: "pair",
      summary: "W1 with \(count) scripted observers of each push and pop"
    )
    .signalbox(
      ScriptedApp.stack + """
        for i = 1, \(count) do
          app:on({ "entry.pushed", "entry.popped" }, function(event) end)
        end

        """ + pushPop)
  }

  private static func sessions(count: Int) -> Workload {
    Workload(
      name: "S\(count)", family: .sessions, unit: "pair",
      summary: "W1 in \(count) sessions, round-robin"
    )
    .adding(.signalbox) {
      try AlternatingImplementation(
        (0..<count).map { _ in try SessionImplementation(ScriptedApp.stack + pushPop) })
    }
  }
}
