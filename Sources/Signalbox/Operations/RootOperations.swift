/// The operation that replaces the root of a navigation coordinator, and the queries about the
/// root.
enum RootOperations {
  private static let comparison = [
    OperationParameter("route", .route, "the route to compare"),
    OperationParameter("args", .arguments, optional: true, "the arguments to compare"),
  ]

  /// Replaces a coordinator's root with a route.
  static let root = NavigationOperation(
    "root", on: .navigation, continues: true,
    "Replaces the root with a route and removes the screens above the root. Has no effect if the "
      + "route is already the root. Before the coordinator starts, sets its first root.",
    parameters: [
      OperationParameter("route", .route, "the new root"),
      OperationParameter("args", .arguments, optional: true, "the arguments of the route"),
    ],
    options: OperationOption.common + [.keepStack, .equals, .onFinish],
    result: "the root, if it is a coordinator"
  ) { call, transaction throws(NavigationError) in
    try transaction.roots.setRoot(call)
  }

  /// Returns whether a route is a coordinator's root.
  static let isRoot = NavigationOperation(
    "isRoot", on: .navigation, mode: .query,
    "Returns whether a route is the root. If arguments are passed, they must equal the root's "
      + "arguments.",
    parameters: comparison,
    options: [.equals],
    result: "whether it is the root"
  ) { call, transaction throws(NavigationError) in
    .done(.boolean(try transaction.roots.isRoot(call, as: "isRoot")))
  }

  /// Returns the coordinator to call next if a route is the root.
  static let hasRoot = NavigationOperation(
    "hasRoot", on: .navigation, mode: .query,
    "Returns the coordinator to continue with if a route is the root. If arguments are passed, "
      + "they must equal the root's arguments.",
    parameters: comparison,
    options: [.equals],
    result: "the root coordinator, or the caller if the root is a screen; otherwise nothing"
  ) { call, transaction throws(NavigationError) in
    guard try transaction.roots.isRoot(call, as: "hasRoot") else { return .done() }
    let value = transaction.roots.rootValue(of: try transaction.caller(of: call))
    return .done(value == .none ? .coordinator(call.caller) : value)
  }
}
