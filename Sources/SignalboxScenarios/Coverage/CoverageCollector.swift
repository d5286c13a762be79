internal import PortableMutex
internal import SignalboxScripting

/// Collects the coverage of all scenarios in a run. It can be used from any thread.
public final class CoverageCollector: Sendable {
  private struct Pages {
    var coverage = ScenarioCoverage()
    /// The indexes of source files, keyed by file name. Each file is indexed once.
    var sourceIndexes: [String: LuaIndex] = [:]
    /// The types whose declarations have been added.
    var known: Set<DeclaredType> = []
  }

  /// The collected coverage. Each worker accesses it briefly after every scenario.
  private let pages = Mutex(Pages())
  private let sources: SourceCache

  /// - Parameter sources: The script sources from which the destinations of actions are determined.
  public init(sources: SourceCache) { self.sources = sources }

  /// The coverage collected so far.
  public var coverage: ScenarioCoverage { pages.withLock { $0.coverage } }

  /// Returns the coverage collected since the last call, and clears it.
  package func takeCoverage() -> ScenarioCoverage {
    pages.withLock { pages in
      defer { pages.coverage = ScenarioCoverage() }
      return pages.coverage
    }
  }

  /// Adds coverage that another process has collected.
  ///
  /// - Parameter coverage: The coverage of scenarios in another process. Its counts are added.
  package func add(_ coverage: ScenarioCoverage) { pages.withLock { $0.coverage.merge(coverage) } }

  /// Adds the coverage and the declarations of one run of a scenario.
  func add(_ coverage: ScenarioCoverage, _ types: [DeclaredType]) {
    pages.withLock { pages in
      pages.coverage.merge(coverage)
      for type in types where !pages.known.contains(type) {
        pages.known.insert(type)
        declare(type, &pages)
      }
    }
  }

  private func declare(_ type: DeclaredType, _ pages: inout Pages) {
    let routes = Set(type.routes.map(\.name))
    let names = CoverageNames(type)
    let place = type.place
    let index = place.flatMap { sourceIndex($0.file, &pages) }
    func line(of text: String) -> Int? {
      guard let place else { return nil }
      return index?.line(of: text, from: place.line) ?? place.line
    }
    for route in type.routes {
      pages.coverage.declare(.routes, names.route(route.name), line: line(of: route.name))
    }
    for route in type.screens {
      for action in route.actions {
        pages.coverage.declare(
          .actions, names.action(action.label, on: route.name), line: line(of: action.label))
        guard let handler = action.handler else { continue }
        // The location of an item must be in the file of its type.
        let line = handler.file == place?.file ? handler.line : place?.line
        for target in goals(of: handler, in: type, &pages).intersection(routes) {
          pages.coverage.declare(
            .transitions, names.transition(from: route.name, to: target), line: line)
        }
      }
    }
    for link in type.links {
      pages.coverage.declare(.links, names.link(link), line: line(of: link))
    }
  }

  /// Returns the routes to which a function navigates by name, either directly or in methods of
  /// `self` that it calls.
  private func goals(
    of handler: ScriptLocation, in type: DeclaredType, _ pages: inout Pages
  ) -> Set<String> {
    var goals: Set<String> = []
    var waiting = [handler]
    var seen: Set<ScriptLocation> = []
    while let place = waiting.popLast() {
      guard seen.insert(place).inserted, let sourceIndex = sourceIndex(place.file, &pages) else {
        continue
      }
      for call in sourceIndex.functions(at: place.line).flatMap(sourceIndex.calls(in:)) {
        if RouterCalls.isRouteCall(call), let name = call.literal { goals.insert(name) }
        if call.receiver == ["self"], let method = type.methods[call.method] {
          waiting.append(method)
        }
      }
    }
    return goals
  }

  private func sourceIndex(_ file: String, _ pages: inout Pages) -> LuaIndex? {
    if let sourceIndex = pages.sourceIndexes[file] { return sourceIndex }
    guard let source = sources[file] else { return nil }
    let sourceIndex = LuaIndex(source)
    pages.sourceIndexes[file] = sourceIndex
    return sourceIndex
  }
}
