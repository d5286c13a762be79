/// Takes back what happened last.
enum UndoOperation: NavigationOperation {
  static let signature = OperationSignature(
    "undo", on: .application, takesTime: false,
    "Takes the last changes back, the newest first; nobody's callbacks run.",
    parameters: [
      OperationParameter(
        "count", .count, optional: true,
        "how many operations, 1 or more; more than there are takes all back")
    ],
    options: [.completion],
    result: "the number of operations taken back")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    guard call.count >= 1 else {
      throw NavigationError(.badArgument, "undo: count is \(call.count), expected 1 or more")
    }
    return try transaction.undo(call.count)
  }
}
