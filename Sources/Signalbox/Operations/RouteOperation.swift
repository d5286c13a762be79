/// Goes to a route in the way that the route declares.
enum RouteOperation: NavigationOperation {
  static let signature = OperationSignature(
    "route", on: .any, continues: true,
    "Goes to a route by the style that it declares; calls go on with the coordinator it led to.",
    parameters: [
      OperationParameter("route", .route, "where to go"),
      OperationParameter("args", .arguments, optional: true, "what the route takes"),
    ],
    options: OperationOption.common + [.style, .onDismiss, .onFinish],
    result: "the coordinator it led to, if it led to one")

  static func apply(
    _ call: borrowing OperationCall, in transaction: Transaction
  ) throws(NavigationError) -> Outcome {
    try NavigateOperation.go(call, in: transaction, as: "route")
  }
}
