/// All workloads, in the order of the table.
enum Catalog {
  static var workloads: [Workload] {
    StackWorkloads.all + TabWorkloads.all + FlowWorkloads.all + LinkWorkloads.all
      + ScenarioWorkloads.all + FixtureWorkloads.all + Exploration.all + GrowthWorkloads.all
  }

  /// Returns the workloads with the given names or of the given families, and the workloads that they
  /// are compared with, or all workloads if there are no names.
  static func selection(_ names: [String]) throws -> [Workload] {
    let all = workloads
    if names.isEmpty { return all }
    var wanted: Set<String> = []
    for name in names {
      let members = all.filter { $0.family.rawValue == name }.map(\.name)
      if !members.isEmpty {
        wanted.formUnion(members)
        continue
      }
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
