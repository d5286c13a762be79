/// Does again what was undone last.
enum RedoOperation: NavigationOperation {
  static let signature = OperationSignature(
    "redo", on: .application, takesTime: false,
    "Does again what was undone last; any other change forgets what could be redone.",
    parameters: [
      OperationParameter(
        "count", .count, optional: true,
        "how many operations, 1 or more; more than there are does all again")
    ],
    options: [.completion],
    result: "the number of operations done again")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    guard call.count >= 1 else {
      throw NavigationError(.badArgument, "redo: count is \(call.count), expected 1 or more")
    }
    return try transaction.redo(call.count)
  }
}
