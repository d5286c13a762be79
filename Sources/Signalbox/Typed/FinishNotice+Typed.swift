extension FinishNotice {
  /// Returns the output of a coordinator of the given class.
  ///
  /// - Parameter type: The class of the coordinator.
  /// - Returns: The output, or `nil` if another coordinator finished, or if the coordinator
  ///   finished without an output because the user swiped it away or it was removed.
  /// - Throws: `badArgument` if a script finished it with a value of another type.
  public func output<Child: Coordinator>(
    of type: Child.Type
  ) throws(NavigationError) -> Child.Output? {
    guard self.type == Child.name else { return nil }
    if reason == .finished, let done = () as? Child.Output { return done }
    guard let result else { return nil }
    return try PassedValue.value(result, as: Child.Output.self)
  }
}
