public import Signalbox

/// `state/diff`: the difference of two states.
public enum StateDiffMethod: EngineMethod {
  /// The parameters.
  public struct Params: MessageFields {
    /// The state from before.
    public var from: StateReference
    /// The state from after. `nil` is the current one.
    public var to: StateReference?

    /// The description of the values.
    public static let fields = [
      MessageField(
        "from", .shared("State reference", StateReference.fields), "the state from before"),
      MessageField(
        "to", .shared("State reference", StateReference.fields), optional: true,
        "the state from after, by default the current one"),
    ]

    /// Creates parameters.
    ///
    /// - Parameters:
    ///   - from: The state from before.
    ///   - to: The state from after; `nil` for the current one.
    public init(from: StateReference, to: StateReference? = nil) {
      (self.from, self.to) = (from, to)
    }
  }

  /// One difference.
  public struct Change: MessageFields {
    /// What differs.
    public var kind: String
    /// The path of the coordinator. The string is empty for the window and the tree itself.
    @Sparse public var path: String = ""
    /// What only the state from before contains.
    @Sparse public var removed: [String] = []
    /// What only the state from after contains.
    @Sparse public var added: [String] = []

    /// The description of the values.
    public static let fields = [
      MessageField(
        "kind", .choice(StateDifference.Change.Kind.allCases.map(\.rawValue)), "what differs"),
      MessageField(
        "path", .string, optional: true, "the path of the coordinator; omitted for the window"),
      MessageField(
        "removed", .list(.string), optional: true, "what only the state from before contains"),
      MessageField(
        "added", .list(.string), optional: true, "what only the state from after contains"),
    ]

    init(_ change: StateDifference.Change) {
      (kind, path) = (change.kind.rawValue, change.path)
      (removed, added) = (change.removed, change.added)
    }
  }

  /// The result.
  public struct Result: MessageFields {
    /// The differences. The array is empty for equal states.
    @Sparse public var changes: [Change] = []
    /// The differences as text, one line each.
    public var text: String

    /// The description of the values.
    public static let fields = [
      MessageField(
        "changes", .list(.fields(Change.fields)), optional: true,
        "the differences; omitted if there is none"),
      MessageField("text", .string, "the same as text, one line for each"),
    ]
  }

  /// The name.
  public static let name = "state/diff"
  /// One sentence.
  public static let summary = "Compares two states. Identifiers are ignored."
  /// The example.
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
