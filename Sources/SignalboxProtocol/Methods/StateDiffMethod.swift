public import Signalbox

/// The method `state/diff`, which compares two states.
public enum StateDiffMethod: EngineMethod {
  /// The parameters of the method.
  public struct Params: MessageFields {
    /// The older state.
    public var from: StateReference
    /// The newer state, or `nil` for the current state.
    public var to: StateReference?

    /// Descriptions of the fields.
    public static let fields = [
      MessageField(
        "from", .shared("State reference", StateReference.fields), "the earlier state"),
      MessageField(
        "to", .shared("State reference", StateReference.fields), optional: true,
        "the later state (default: the current state)"),
    ]

    /// Creates the parameters.
    ///
    /// - Parameters:
    ///   - from: The older state.
    ///   - to: The newer state, or `nil` for the current state.
    public init(from: StateReference, to: StateReference? = nil) {
      (self.from, self.to) = (from, to)
    }
  }

  /// A difference between the states.
  public struct Change: MessageFields {
    /// The kind of difference.
    public var kind: String
    /// The path of the coordinator. The string is empty for the window and for the coordinator
    /// tree.
    @Sparse public var path: String = ""
    /// The removed items. In a stack, a tab bar and the list of layers, these are all items of the
    /// older state, starting with the first difference.
    @Sparse public var removed: [String] = []
    /// The added items. In a stack, a tab bar and the list of layers, these are all items of the
    /// newer state, starting with the first difference.
    @Sparse public var added: [String] = []

    /// Descriptions of the fields.
    public static let fields = [
      MessageField(
        "kind", .choice(StateDifference.Change.Kind.allCases.map(\.rawValue)),
        "the kind of difference"),
      MessageField(
        "path", .string, optional: true,
        "the path of the coordinator; omitted for the window and for the coordinator tree"),
      MessageField(
        "removed", .list(.string), optional: true,
        "the removed items; in a stack, a tab bar and the list of layers, all items of the earlier "
          + "state from the first difference"),
      MessageField(
        "added", .list(.string), optional: true,
        "the added items; in a stack, a tab bar and the list of layers, all items of the later "
          + "state from the first difference"),
    ]

    init(_ change: StateDifference.Change) {
      (kind, path) = (change.kind.rawValue, change.path)
      (removed, added) = (change.removed, change.added)
    }
  }

  /// The result of the method.
  public struct Result: MessageFields {
    /// The differences. The array is empty if the states are equal.
    @Sparse public var changes: [Change] = []
    /// The differences as text, one per line.
    public var text: String

    /// Descriptions of the fields.
    public static let fields = [
      MessageField(
        "changes", .list(.fields(Change.fields)), optional: true,
        "the differences; omitted if there are none"),
      MessageField("text", .string, "the differences as text, one line each"),
    ]
  }

  /// The name of the method.
  public static let name = "state/diff"
  /// A short description of the method.
  public static let summary = "Compares two states. Identifiers are ignored."
  /// An example call for the documentation.
  public static let example = MethodExample<Params, Result>(
    Params(from: StateReference(name: "start")),
    after: [
      #"{"method":"state/save","params":{"name":"start"}}"#,
      #"{"method":"operation/perform","params":{"arguments":{"id":42},"caller":"Shop","#
        + #""name":"product","operation":"navigate"}}"#,
    ])

  /// Compares the states.
  public static func answer(
    _ params: Params, in context: EngineContext
  ) throws(ProtocolError) -> Result? {
    let old = try params.from.document(of: context.client, in: "params.from")
    let new = try params.to?.document(of: context.client, in: "params.to")
    return try ProtocolError.translating { () throws(NavigationError) in
      let before = try StateDocument(foreign: old)
      let after = try new.map { value throws(NavigationError) in
        try StateDocument(foreign: value)
      }
      let difference = (after ?? context.engine.snapshot().tree).difference(from: before)
      return Result(
        changes: difference.changes.map { Change($0) }, text: difference.description)
    }
  }
}
