/// The order in which plugins are set up. Each plugin follows its dependencies. Otherwise, plugins
/// are sorted by the bytes of their names.
struct PluginOrder {
  /// The plugins that can be set up, in the order of setup.
  private(set) var names: [String] = []
  /// The plugins that depend on themselves, each with its cycle, such as `["a", "b", "a"]`.
  private(set) var cycles: [String: [String]] = [:]

  private let dependencies: [String: [String]]
  private var visited: Set<String> = []

  /// - Parameter dependencies: The dependencies of each plugin. Names that are not keys are
  ///   ignored.
  init(_ dependencies: [String: [String]]) {
    self.dependencies = dependencies
    let all = dependencies.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for name in all {
      if let way = way(from: name, to: name) { cycles[name] = way }
    }
    for name in all { visit(name) }
  }

  private mutating func visit(_ name: String) {
    guard let list = dependencies[name], visited.insert(name).inserted else { return }
    for need in list.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) { visit(need) }
    if cycles[name] == nil { names.append(name) }
  }

  /// Returns the shortest path from one plugin to another along dependencies, including both ends,
  /// or `nil` if there is none.
  private func way(from start: String, to end: String) -> [String]? {
    var before: [String: String] = [:]
    var frontier = [start]
    while !frontier.isEmpty {
      var next: [String] = []
      for name in frontier {
        for need in (dependencies[name] ?? []).sorted() {
          if need == end { return trace(from: start, to: name, before) + [end] }
          guard dependencies[need] != nil, before[need] == nil, need != start else { continue }
          before[need] = name
          next.append(need)
        }
      }
      frontier = next
    }
    return nil
  }

  private func trace(
    from start: String, to end: String, _ before: [String: String]
  ) -> [String] {
    var way = [end]
    while let last = way.last, last != start, let previous = before[last] { way.append(previous) }
    return way.reversed()
  }
}
