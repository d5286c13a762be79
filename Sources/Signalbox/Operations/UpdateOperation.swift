/// Changes what a screen is shown with, in place.
enum UpdateOperation: NavigationOperation {
  static let signature = OperationSignature(
    "update", on: .any, takesTime: false,
    "Gives one of the caller's screens new arguments: it stays the same screen, and nobody navigates.",
    parameters: [
      OperationParameter("screen", .screen, "the screen's handle"),
      OperationParameter("args", .arguments, optional: true, "what its route takes"),
    ],
    options: [.completion])

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let caller = try transaction.caller(of: call)
    let state = transaction.state
    guard case .screen(let id) = call.subject else {
      throw NavigationError(.badArgument, "update: expected the handle of a screen")
    }
    guard let screen = state.slot(of: id) else {
      throw NavigationError(.stale, "update: screen \(id) is gone", hint: "check isAlive before")
    }
    let record = state.screens[screen]
    guard record.owner == caller else {
      throw NavigationError(
        .viewNotFound, "update: \(id) is no screen of \(transaction.typeName(caller))",
        hint: "only its owner can update a screen")
    }
    let old = record.arguments == .none ? nil : state.arguments[record.arguments]
    let new = call.arguments ?? NavigationArguments()
    if let type = transaction.engine.registry.registered(state.coordinators[caller].type),
      let index = type.index(of: record.name), let parameters = type.routes[index].parameters
    {
      let name = transaction.engine.symbols[record.name]
      try RouteParameter.check(new, against: parameters, of: "route \"\(name)\"")
    }
    guard new != old?.arguments ?? NavigationArguments() else { return .noop(.unchanged) }
    guard old?.origin == nil else {
      throw NavigationError(
        .badArgument, "update: a function of its route made \(id) what it is",
        hint: "replaceTop shows another screen in its place")
    }
    transaction.staySilent(call)
    if record.arguments != .none { state.arguments.remove(record.arguments) }
    let place = new.isEmpty ? Slot.none : state.arguments.insert(ArgumentsRecord(arguments: new))
    state.screens.update(screen) { $0.arguments = place }
    transaction.note(.screenUpdated, .screen(id), record.name, other: call.caller)
    return .done()
  }
}
