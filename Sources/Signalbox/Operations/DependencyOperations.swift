/// The operations that add and remove child coordinators without navigating.
enum DependencyOperations {
  /// Adds a coordinator as a child that does not need to show screens.
  static let addDependency = NavigationOperation(
    "addDependency", on: .any, takesTime: false,
    "Adds a new coordinator as a child and starts it. The child pushes its screens onto its "
      + "parent's stack.",
    parameters: [
      OperationParameter(
        "coordinator", .coordinator,
        "a coordinator that is not attached yet")
    ],
    options: [.completion, .onFinish],
    result: "the coordinator"
  ) { call, transaction throws(NavigationError) in
    let caller = try transaction.startedCaller(of: call)
    let state = transaction.state
    guard case .coordinator(let id) = call.subject else {
      throw NavigationError(.badArgument, "addDependency: expected a coordinator")
    }
    if let known = state.slot(of: id), state.coordinators[known].parent == caller {
      return .noop(.alreadyAttached, .coordinator(id))
    }
    let slot = try transaction.coordinators.checkAdoptable(id, by: caller)
    guard state.coordinators[slot].kind == .navigation else {
      throw NavigationError(
        .wrongKind,
        "addDependency: \(transaction.typeName(slot)) is a tab coordinator, which cannot be a "
          + "dependency", hint: "navigate to it")
    }
    try transaction.coordinators.adopt(slot, by: caller)
    let layer = state.coordinators[caller].layer
    state.coordinators.update(slot) { $0.layer = layer }
    transaction.coordinators.keep(call.options.onFinish, for: slot)
    try transaction.coordinators.start(slot, animated: false)
    return .done(.coordinator(id))
  }

  /// Removes a child coordinator and finishes it.
  static let removeDependency = NavigationOperation(
    "removeDependency", on: .any, takesTime: false,
    "Finishes a child and its descendants. Has no effect if the coordinator is not a child of the "
      + "caller.",
    parameters: [
      OperationParameter("coordinator", .coordinator, optional: true, "the child")
    ],
    options: [.completion]
  ) { call, transaction throws(NavigationError) in
    let caller = try transaction.caller(of: call)
    let state = transaction.state
    guard case .coordinator(let id) = call.subject, let slot = state.slot(of: id),
      case let record = state.coordinators[slot], record.parent == caller
    else { return .noop(.unchanged) }
    let name = transaction.typeName(slot)
    if case .page = record.attachment {
      throw NavigationError(
        .isTabPage, "removeDependency: \(name) is a page, not a dependency", hint: "use setPages")
    }
    if case .rootSlot = record.attachment {
      throw NavigationError(
        .isRootOfParent, "removeDependency: \(name) is the root, not a dependency",
        hint: "use root")
    }
    transaction.reason = .finished
    transaction.coordinators.finish(slot, reason: .finished)
    return .done()
  }
}
