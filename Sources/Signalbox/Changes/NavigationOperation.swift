/// An operation or query: its name, its arguments and its effect.
///
/// An operation never traps. Its ``Outcome`` reports incorrect use. An operation validates its
/// arguments before it changes the state, and the engine rolls back the changes of a rejected
/// operation. The Lua method, option checks, editor stub and reference entry are derived from the
/// signature.
public struct NavigationOperation: Sendable {
  /// A function that applies a call to a transaction. If it throws an error, the engine rolls back
  /// the changes and rejects the operation.
  typealias Body =
    @Sendable (borrowing OperationCall, Transaction) throws(NavigationError) -> Outcome

  /// The description of the operation for documentation and generators.
  public let signature: OperationSignature
  /// A closure that applies a call to a transaction and returns the outcome.
  let apply: Body

  init(
    _ name: String, on receiver: OperationSignature.Receiver,
    mode: OperationSignature.Mode = .change, takesTime: Bool = true, continues: Bool = false,
    _ summary: String, parameters: [OperationParameter] = [], options: [OperationOption] = [],
    result: String = "nothing", apply: @escaping Body
  ) {
    signature = OperationSignature(
      name: name, receiver: receiver, mode: mode, takesTime: takesTime, continues: continues,
      summary: summary, parameters: parameters, options: options, result: result)
    self.apply = apply
  }
}
