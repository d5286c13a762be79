/// Lets go of a child, which finishes.
enum RemoveDependencyOperation: NavigationOperation {
  static let signature = OperationSignature(
    "removeDependency", on: .any, takesTime: false,
    "Finishes a child with everything below it; does nothing for others.",
    parameters: [
      OperationParameter("coordinator", .coordinator, optional: true, "the child")
    ],
    options: [.completion])

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    let caller = try transaction.caller(of: call)
    let state = transaction.state
    guard case .coordinator(let id) = call.subject, let slot = state.slot(of: id),
      case let record = state.coordinators[slot], record.parent == caller
    else { return .noop(.unchanged) }
    let name = transaction.typeName(slot)
    if case .page = record.attachment {
      throw NavigationError(
        .isTabPage, "removeDependency: \(name) is a page", hint: "use setPages")
    }
    if case .rootSlot = record.attachment {
      throw NavigationError(
        .isRootOfParent, "removeDependency: \(name) is the root", hint: "use root")
    }
    transaction.reason = .finished
    transaction.finish(slot, reason: .finished)
    return .done()
  }
}
