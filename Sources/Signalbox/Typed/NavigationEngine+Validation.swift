extension NavigationEngine {
  /// Checks the destinations of all registered routes and pages. Call this method after all types
  /// have been registered.
  ///
  /// This method finds routes and pages that lead to unregistered coordinators, root replacements
  /// that are not routes, and typed routes for which ``Coordinator/destination(of:)`` throws. The
  /// results of untyped route factories are not checked, because they are known only when the
  /// factories run. Cost: O(routes · log routes + pages).
  ///
  /// - Throws: The problem that was found. If there are several problems, a single `badArgument`
  ///   error lists all problems.
  public func validate() throws(NavigationError) {
    let problems = TypeValidation(registry: registry).problems
    guard let first = problems.first else { return }
    if problems.count == 1 { throw first }
    throw NavigationError(
      .badArgument,
      "the definitions have \(problems.count) problems:\n"
        + problems.map { "  \($0)" }.joined(separator: "\n"))
  }
}

/// Checks the destinations of routes and pages.
private struct TypeValidation {
  let registry: TypeRegistry

  /// The problems in all types.
  var problems: [NavigationError] {
    var problems: [NavigationError] = []
    for registered in registry.types {
      guard let type = registered?.type else { continue }
      for (name, route) in type.routes.sorted(by: { $0.key < $1.key }) {
        problems += self.problems(of: route, "route \"\(name)\" of \(type.name)", in: type)
      }
      for page in type.pages {
        if let problem = problem(of: page.coordinator, "page \"\(page.id)\" of \(type.name)") {
          problems.append(problem)
        }
      }
    }
    return problems
  }

  private func problems(
    of route: RouteDefinition, _ place: String, in type: CoordinatorType
  ) -> [NavigationError] {
    var problems: [NavigationError] = []
    if case .coordinator(let target) = route.destination {
      problems += [problem(of: target, place)].compactMap(\.self)
    }
    do throws(NavigationError) {
      if let target = try route.typedTarget?(nil) {
        problems += [problem(of: target, place)].compactMap(\.self)
      }
    } catch {
      problems.append(error)
    }
    if let replacement = route.replacement, type.routes[replacement] == nil {
      problems.append(
        NavigationError(
          .unknownRoute,
          "\(place): \(type.name) has no route \"\(replacement)\" to replace it with",
          hint: nameHint(for: replacement, in: type.routes.keys.sorted())))
    }
    return problems
  }

  private func problem(of coordinator: String, _ place: String) -> NavigationError? {
    do throws(NavigationError) {
      _ = try registry.type(named: coordinator, for: place)
      return nil
    } catch {
      return error
    }
  }
}
