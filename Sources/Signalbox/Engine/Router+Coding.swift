/// Operations that take Swift values: what they carry is the same table that scripts see.
extension Router {
  /// Goes to a route with the properties of a value as its arguments.
  ///
  /// - Throws: `badArgument` with the path of what cannot be a value of scripts; nothing is done then.
  @discardableResult
  public func navigate(
    to route: String, with value: some Encodable, _ options: OperationOptions = OperationOptions()
  ) throws(NavigationError) -> Outcome? {
    navigate(to: route, try NavigationArguments(encoding: value), options)
  }

  /// Begins the coordinator's flow at a route with the properties of a value as its arguments.
  ///
  /// - Throws: as ``navigate(to:with:_:)`` does.
  @discardableResult
  public func startFlow(
    at route: String, with value: some Encodable, _ options: OperationOptions = OperationOptions()
  ) throws(NavigationError) -> Outcome? {
    startFlow(at: route, try NavigationArguments(encoding: value), options)
  }

  /// Shows a route on a new layer with the properties of a value as its arguments.
  ///
  /// - Throws: as ``navigate(to:with:_:)`` does.
  @discardableResult
  public func present(
    _ route: String, with value: some Encodable, _ options: OperationOptions = OperationOptions()
  ) throws(NavigationError) -> Outcome? {
    present(route, try NavigationArguments(encoding: value), options)
  }

  /// Ends the coordinator's flow and gives a value to its parent; ``FinishNotice/result(as:)`` reads
  /// it.
  ///
  /// - Throws: as ``navigate(to:with:_:)`` does.
  @discardableResult
  public func finishFlow(
    with result: some Encodable, _ options: OperationOptions = OperationOptions()
  ) throws(NavigationError) -> Outcome? {
    finishFlow(try NavigationValue(encoding: result), options)
  }
}
