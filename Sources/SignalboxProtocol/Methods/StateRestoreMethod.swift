internal import Signalbox

/// The method `state/restore`, which restores a state.
public enum StateRestoreMethod: EngineMethod {
  /// The state to restore.
  public typealias Params = StateReference
  /// The outcome of the operation.
  public typealias Result = OutcomeDocument

  /// The name of the method.
  public static let name = "state/restore"
  /// A short description of the method.
  public static let summary =
    "Restores a state as one change, with new coordinators. The outcome's value lists the items that "
    + "could not be restored."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(
    StateReference(name: "start"), after: [#"{"method":"state/save","params":{"name":"start"}}"#])

  /// Restores the state.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    let state = try params.document(of: context.client, in: "params")
    return OutcomeDocument(context.engine.restore(state.line), of: context.engine)
  }
}
