internal import Signalbox

/// The method `operation/perform`, which calls an operation.
public enum OperationPerformMethod: EngineMethod {
  /// The call to perform.
  public typealias Params = CallDocument
  /// The outcome of the operation.
  public typealias Result = OutcomeDocument

  /// The name of the method.
  public static let name = "operation/perform"
  /// A short description of the method.
  public static let summary =
    "Calls an operation. A rejection is an outcome, not an error. If the call cannot be made, for "
    + "example because its caller has finished, the response is an error."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(
    CallDocument([
      "operation": "navigate", "caller": "Shop", "name": "product", "arguments": ["id": 42],
    ]))

  /// Calls the operation.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    try params.perform(in: context, isGesture: false)
  }
}

extension CallDocument {
  /// Performs the call.
  ///
  /// - Parameter isGesture: Whether the call is a gesture.
  func perform(
    in context: EngineContext, isGesture: Bool
  ) throws(ProtocolError) -> OutcomeDocument {
    guard case .string(let name)? = call["operation"] else {
      let found = call["operation"]?.kindPhrase ?? "missing"
      throw ProtocolError(.badParams, "params.operation is \(found), expected a name")
    }
    var fields = call
    if let input = call["input"]?.text {
      guard (input == "gesture") == isGesture else {
        let method = isGesture ? OperationPerformMethod.name : GesturePerformMethod.name
        throw ProtocolError(
          .badParams, "params.input is \"\(input)\", which \(method) performs",
          hint: "send \(method)")
      }
    } else {
      try Self.check(name, isGesture: isGesture)
      if isGesture { fields["isGesture"] = true }
    }
    return try ProtocolError.translating { () throws(NavigationError) in
      OutcomeDocument(try context.engine.perform(fields), of: context.engine)
    }
  }

  private static func check(_ name: String, isGesture: Bool) throws(ProtocolError) {
    let (own, others) = (names(areGestures: isGesture), names(areGestures: !isGesture))
    if own.contains(name) { return }
    let what = isGesture ? "gesture" : "operation"
    let other = isGesture ? OperationPerformMethod.name : GesturePerformMethod.name
    throw ProtocolError(
      .badParams, "there is no \(what) \(quotation(name))",
      hint: others.contains(name) ? "send \(other)" : nameHint(for: name, in: own))
  }

  private static func names(areGestures: Bool) -> [String] {
    let operations = areGestures ? GestureCatalog.gestures : OperationCatalog.operations
    return operations.map(\.signature.name)
  }
}
