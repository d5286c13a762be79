/// The operations that restore an earlier or a saved state.
enum HistoryOperations {
  /// Undoes the most recent operations.
  static let undo = historyOperation(
    "undo", "Undoes the last changes, newest first. No callbacks run."
  ) { history, count throws(NavigationError) in try history.undo(count) }

  /// Redoes the most recently undone operations.
  static let redo = historyOperation(
    "redo",
    "Redoes the operations that were undone last. Any other change discards the undone "
      + "operations."
  ) { history, count throws(NavigationError) in try history.redo(count) }

  private static func historyOperation(
    _ name: String, _ summary: String,
    _ go: @escaping @Sendable (HistoryEditor, Int) throws(NavigationError) -> Outcome
  ) -> NavigationOperation {
    NavigationOperation(
      name, on: .application, takesTime: false, summary,
      parameters: [
        OperationParameter(
          "count", .count, optional: true,
          "the number of operations, at least 1; if there are fewer, \(name)es them all")
      ],
      options: [.completion],
      result: "the number of operations \(name == "undo" ? "undone" : "redone")"
    ) { call, transaction throws(NavigationError) in
      guard call.count >= 1 else {
        throw NavigationError(
          .badArgument, "\(name): count is \(call.count), expected 1 or more")
      }
      guard transaction.host.header.operation == call.operation else {
        throw NavigationError(
          .badArgument, "\(name): not available in a batch, which is one step of the undo history",
          hint: "call \(name) before or after the batch")
      }
      return try go(transaction.history, call.count)
    }
  }

  /// Replaces all visible content with the state in a snapshot.
  static let restoreState = NavigationOperation(
    "restoreState", on: .application, takesTime: false,
    "Restores a saved state as one change. Screens that are no longer defined are omitted, with "
      + "everything above them. Coordinators are created again but not started.",
    parameters: [OperationParameter("state", .text, "the result of `app:saveState()`")],
    options: [.completion],
    result: "a table whose field `dropped` lists the omitted parts and the reasons"
  ) { call, transaction throws(NavigationError) in
    let objects = call.objects ?? ObjectReader(transaction.registry)
    let json = call.text ?? ""
    let document = try transaction.ask { () throws(NavigationError) in
      try StateDocument(json: json, objects: objects)
    }
    guard !document.coordinators.isEmpty else {
      guard transaction.state.window.main != .none else { return .noop(.unchanged) }
      transaction.layers.clearWindow(reason: .replaced)
      return .done(value(of: []))
    }
    let pruning = try StatePruning(document, for: transaction.registry)
    try transaction.host.announce()
    transaction.layers.clearWindow(reason: .replaced)
    var builder = StateBuilder(pruning, in: transaction)
    try builder.build()
    return .done(value(of: pruning.dropped))
  }

  private static func value(of dropped: [StatePruning.Dropped]) -> OutcomeValue {
    let list = dropped.map {
      NavigationValue.table(["what": .string($0.what), "why": .string($0.why)])
    }
    return .value(.table(["dropped": .list(list)]))
  }
}
