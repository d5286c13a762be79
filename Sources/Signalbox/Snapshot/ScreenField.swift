/// A field of a screen that the state contains only if the field has a value.
///
/// To add a field, add one row to ``all``. If the field does not depend on a flag of the screen, add
/// its condition to `mayHaveValues(_:_:_:)`, too. The row determines how the field is read,
/// described in the schema, written to documents, compared and restored.
public struct ScreenField: Sendable {
  /// The kinds of values that a field can have.
  public enum Kind: String, Sendable {
    /// A Boolean value. A document contains the field only if the value is `true`.
    case boolean
    /// A string. A document contains the field only if the screen has a value.
    case string
  }

  /// The name in documents and scripts.
  public let name: String
  /// The kind of the value.
  public let kind: Kind
  /// A one-sentence description for the schema of state documents.
  public let summary: String
  /// Whether two states count as different if only this field differs.
  let isCompared: Bool
  /// A closure that returns the field's value for a screen, or `nil` if the state does not contain
  /// the field.
  let read: @Sendable (StateReader, Slot) -> NavigationValue?
  /// The trait that a restored screen has if the field's value is `true`.
  let trait: ScreenTraits

  private init(
    _ name: String, _ kind: Kind, isCompared: Bool = true, trait: ScreenTraits = [],
    _ summary: String, read: @escaping @Sendable (StateReader, Slot) -> NavigationValue?
  ) {
    (self.name, self.kind, self.isCompared) = (name, kind, isCompared)
    (self.trait, self.summary, self.read) = (trait, summary, read)
  }

  /// Creates a field that is `true` if a screen has a trait.
  private init(_ name: String, trait: ScreenTraits, _ summary: String) {
    let flag = ScreenFlags(rawValue: trait.rawValue)
    self.init(name, .boolean, isCompared: false, trait: trait, summary) { reader, slot in
      reader.state.screens[slot].flags.contains(flag) ? true : nil
    }
  }

  /// All fields, in the order of the schema.
  public static let all: [ScreenField] = [
    ScreenField(
      "isMade", .boolean, isCompared: false,
      "The screen has a host object, or its coordinator has no route with this name that leads to a "
        + "screen."
    ) { $0.isMade($1) ? true : nil },
    ScreenField(
      "transition", .string, isCompared: false, "The name of the style that pushed the screen."
    ) { $0.transition(of: $1).map { .string($0) } },
    ScreenField(
      "isDismissDisabled", trait: .dismissDisabled,
      "The user cannot swipe the layer of the screen away."),
    ScreenField(
      "isSwipeBackDisabled", trait: .swipeBackDisabled,
      "The user cannot swipe back from the screen."),
  ]

  /// Returns `false` only if no field of a screen has a value. Benchmark: `W8`.
  @inline(__always)
  static func mayHaveValues(_ record: ScreenRecord, _ slot: Slot, _ reader: StateReader) -> Bool {
    !record.flags.isEmpty || record.style != .push || reader.isMade(slot)
  }

  /// Returns the value of a decoded field, or `nil` if the document omits it.
  fileprivate func value(
    in fields: KeyedDecodingContainer<ValueKey>
  ) throws -> NavigationValue? {
    let key = ValueKey(stringValue: name)
    switch kind {
    case .boolean: return try fields.decodeIfPresent(Bool.self, forKey: key) == true ? true : nil
    case .string: return try fields.decodeIfPresent(String.self, forKey: key).map { .string($0) }
    }
  }
}

extension StateDocument.Screen: Codable {
  /// The keys that are not described by a ``ScreenField``.
  private enum Name {
    static let id = ValueKey(stringValue: "id")
    static let name = ValueKey(stringValue: "name")
    static let arguments = ValueKey(stringValue: "arguments")
    static let owner = ValueKey(stringValue: "owner")
    static let route = ValueKey(stringValue: "route")
  }

  /// Decodes a screen of a document.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: ValueKey.self)
    self.init(
      name: try fields.decode(String.self, forKey: Name.name),
      arguments: try fields.decode(Sparse<NavigationArguments>.self, forKey: Name.arguments)
        .wrappedValue,
      route: try fields.decodeIfPresent(StateDocument.Origin.self, forKey: Name.route))
    for field in ScreenField.all {
      if let value = try field.value(in: fields) { details[field.name] = value }
    }
  }

  /// Encodes a screen of a document.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: ValueKey.self)
    try fields.encode(InMemory(wrappedValue: id), forKey: Name.id)
    try fields.encode(name, forKey: Name.name)
    try fields.encode(Sparse(wrappedValue: arguments), forKey: Name.arguments)
    try fields.encode(InMemory(wrappedValue: owner), forKey: Name.owner)
    try fields.encodeIfPresent(route, forKey: Name.route)
    for detail in details.fields {
      try fields.encode(detail.value, forKey: ValueKey(stringValue: detail.name))
    }
  }

  /// Whether the screen has a host object, or its coordinator has no route with this name that leads
  /// to a screen.
  public var isMade: Bool { details["isMade"] == true }
  /// The name of the push style, or `nil` for the platform's default transition.
  public var transition: String? { details["transition"]?.text }

  /// The details that are compared, as text such as `depth = 2`.
  var comparedDetails: String {
    if details.fields.isEmpty { return "" }
    return ScreenField.all.filter(\.isCompared).compactMap { field in
      details[field.name].map { "\(field.name) = \($0)" }
    }.joined(separator: ", ")
  }
}
