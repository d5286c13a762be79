extension FinishNotice {
  /// Returns the output of a finished coordinator of the given class.
  ///
  /// - Parameter type: The class of the coordinator.
  /// - Returns: The output, or `nil` if a coordinator of another class finished, or if the
  ///   coordinator finished without an output, for example because the user swiped it away.
  /// - Throws: `badArgument` if a script finished the flow with a value of another type.
  public func output<Child: Coordinator>(
    of type: Child.Type
  ) throws(NavigationError) -> Child.Output? {
    guard self.type == Child.name else { return nil }
    if isCompleted, let done = () as? Child.Output { return done }
    guard let result else { return nil }
    return try PassedValue.value(result, as: Child.Output.self)
  }
}
