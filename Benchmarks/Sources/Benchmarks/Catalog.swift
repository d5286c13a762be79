/// All workloads, in the order of the table.
enum Catalog {
  static var workloads: [Workload] {
    StackWorkloads.all + TabWorkloads.all + FlowWorkloads.all + LinkWorkloads.all
      + ScenarioWorkloads.all + FixtureWorkloads.all + Exploration.all + GrowthWorkloads.all
  }

  /// Returns the workloads with the given names, together with the workloads to which they are
  /// compared. If there are no names, all workloads are returned.
  static func selection(_ names: [String]) throws -> [Workload] {
    let all = workloads
    if names.isEmpty { return all }
    var wanted: Set<String> = []
    for name in names {
      guard let workload = all.first(where: { $0.name == name }) else {
        let known = (all.map(\.name) + Figures.names).joined(separator: " ")
        throw BenchmarkError("there is no workload \"\(name)\"; known: \(known)")
      }
      wanted.insert(name)
      if case .of(let other, _) = workload.goal { wanted.insert(other) }
    }
    return all.filter { wanted.contains($0.name) }
  }
}
