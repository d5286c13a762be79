package import Signalbox

/// Describes the scripting interface, except for operations and gestures, which are described in
/// their own catalogs. The editor definitions and the reference page are generated from all of these
/// descriptions.
public enum ScriptReference {
  /// A global or a member of a type, as described in the editor definitions, the reference, help
  /// and completion.
  public struct Entry: Sendable {
    package let name: String
    /// The parameters of a function, with types in LuaCATS notation, or `nil` for a value.
    package var parameters: [Parameter]?
    /// The type of the value or result in LuaCATS notation. The string is empty if there is no
    /// result.
    package var type = ""
    package let summary: String
    /// The signature of the operation, or `nil` if the entry does not describe an operation.
    package var operation: OperationSignature?

    package var isFunction: Bool { parameters != nil }

    /// The parameters of a function as shown to users, such as `(to, args?, opts?)`. The string is
    /// empty for a value.
    package var signature: String {
      parameters.map { list in
        "(\(list.map { $0.isOptional ? "\($0.name)?" : $0.name }.joined(separator: ", ")))"
      } ?? ""
    }

    /// Creates an entry for a value.
    ///
    /// - Parameters:
    ///   - name: The name of the field or global.
    ///   - type: The type in LuaCATS notation.
    ///   - summary: A one-sentence description without a period.
    public static func value(_ name: String, _ type: String, _ summary: String) -> Entry {
      Entry(name: name, parameters: nil, type: type, summary: summary)
    }

    /// Creates an entry for a function.
    ///
    /// - Parameters:
    ///   - name: The name of the function.
    ///   - parameters: The parameters of the function, in the order in which they are passed.
    ///   - type: The type of the result in LuaCATS notation, or an empty string if there is no
    ///     result.
    ///   - summary: A one-sentence description without a period.
    public static func function(
      _ name: String, _ parameters: [Parameter] = [], returns type: String = "", _ summary: String
    ) -> Entry {
      Entry(name: name, parameters: parameters, type: type, summary: summary)
    }
  }

  /// A parameter of a function.
  public struct Parameter: Sendable {
    package let name: String
    package let type: String
    package var isOptional = false
    package var summary = ""

    /// Creates a parameter with a type in LuaCATS notation.
    ///
    /// - Parameters:
    ///   - name: The name of the parameter.
    ///   - type: The type of the parameter in LuaCATS notation, such as `string|table`.
    ///   - optional: Whether the parameter may be omitted.
    ///   - summary: A one-sentence description without a period, or an empty string if there is
    ///     none.
    public init(_ name: String, _ type: String, optional: Bool = false, _ summary: String = "") {
      self.name = name
      self.type = type
      isOptional = optional
      self.summary = summary
    }
  }

  /// A table of functions.
  struct Library: Sendable {
    let name: String
    let summary: String
    let functions: [Entry]
  }

  static let globals = ScriptGlobal.all.map(\.entry)

  static let libraries = [
    Library(
      name: "clock",
      summary: "Functions that read and advance virtual time. Animations also advance it.",
      functions: ScriptGlobal.clock.map(\.entry))
  ]

  /// The tables that scripts write or receive, in the order of the reference.
  static let tables: [TableDescription] = [
    DefinitionRegistrar.applications.description, DefinitionReader.coordinators.description,
    DefinitionReader.tabsDescription, DefinitionReader.tabViews.description,
    DefinitionReader.propertyTables.description, RouteReader.schema.description,
    ScreenDescription.schema.description, PageReader.schema.description,
    DefinitionRegistrar.presentationStyles.description, LayerReader.schema.description,
    LayerReader.fieldSchema.description,
    DefinitionBinding.setups.description, StackReader.schema.description, request,
  ]

  /// The table that guards receive.
  private static let request = TableDescription(
    "Request", "The description of an operation that is about to run, as guards receive it.",
    [
      .value("operation", "string", "the operation's name; `batch` for several operations"),
      .value("name", "string?", "the route, screen or page of the call"),
      .value("args", "table", "the arguments for the destination"),
      .value("coordinator", "signalbox.Coordinator?", "the caller, or nil for the user"),
      .value("isGesture", "boolean", "whether the user caused the operation"),
      .value("steps", "signalbox.Request[]?", "the operations of a batch"),
    ])

  /// The tables that plugins write.
  static let pluginTables =
    [ManifestReader.schema.description] + HostBinding.methods.compactMap(\.table)

  static let pluginLibraries = [PermissionGate.files]
  static let pluginFunctions = [PermissionGate.run]

  /// The option tables of all operations.
  static let optionTables = signatures(for: OperationSignature.Receiver.allCases)
    .filter { !$0.options.isEmpty }.map { operation in
      TableDescription(
        operation.optionsName, "The options of `\(operation.name)`.",
        operation.options.map { .value($0.name, $0.kind.type + "?", $0.summary) } + [
          .value("try", "boolean?", "returns a rejection instead of raising it")
        ])
    }

  /// Returns the operations and gestures that are methods of a type.
  static func operations(of type: HandleKind) -> [Entry] {
    signatures(for: type.receivers).map { Entry($0, of: type.shortName) }
  }

  /// Returns the operations and gestures that the given receivers have.
  static func signatures(
    for receivers: [OperationSignature.Receiver]
  ) -> [OperationSignature] {
    (OperationCatalog.operations + GestureCatalog.gestures)
      .map { $0.signature }
      .filter { receivers.contains($0.receiver) }
  }

  /// Returns the names of the members of a kind of handle, including operations.
  package static func memberNames(of kind: String) -> Set<String> {
    guard let type = types.first(where: { $0.kind == kind }) else { return [] }
    return Set(type.entries.map(\.name) + signatures(for: type.receivers).map(\.name))
  }

  /// The kinds of handles that the reference describes.
  package static var kinds: [String] { types.map(\.kind) }

  /// The names of the globals and libraries that every script can use.
  package static var globalNames: Set<String> {
    Set(globals.map(\.name) + libraries.map(\.name) + ["app"])
  }
}

// MARK: - Completion and types

extension ScriptReference {
  /// Returns the described members of a kind of handle. Operations and gestures come last.
  package static func described(of kind: String) -> [Entry] {
    guard let type = types.first(where: { $0.kind == kind }) else { return [] }
    let known = Set(type.entries.map(\.name))
    return type.entries + operations(of: type).filter { !known.contains($0.name) }
  }

  /// The described globals that every script can use, starting with `app`.
  package static var describedGlobals: [Entry] {
    [.value("app", "signalbox.App", "the application and the gestures of its user")] + globals
      + libraries.map { .value($0.name, "", $0.summary) }
  }

  /// Returns the described functions of a library, which can be one of Lua's own libraries.
  package static func described(ofLibrary name: String) -> [Entry] {
    libraries.first { $0.name == name }?.functions
      ?? LuaLibrary.functions[name] ?? []
  }

  /// Returns the keys of the table with the given name, such as `RouteTable`.
  package static func described(ofTable name: String) -> [Entry] {
    guard let table = (tables + pluginTables + optionTables).first(where: { $0.name == name })
    else { return [] }
    return table.fields + (table.parent.map(described(ofTable:)) ?? [])
  }

  /// Returns the kind of handle that a type represents, such as `screen` for `signalbox.Screen?`,
  /// or `nil` if it represents no handle.
  package static func kind(ofType type: String) -> String? {
    let first = type.prefix { $0 != "|" && $0 != "," && $0 != "?" && $0 != " " }
    return types.first { $0.name == first }?.kind
  }

  /// Returns the name of the first table in a type, such as `RouteTable`, or `nil` if there is
  /// none.
  package static func table(ofType type: String) -> String? {
    for part in type.split(whereSeparator: { "|?, <>".contains($0) }) {
      guard part.hasPrefix("signalbox.") else { continue }
      let name = part.dropFirst("signalbox.".count)
      let bare = name.hasSuffix("[]") ? name.dropLast(2) : name
      if let table = (tables + pluginTables + optionTables).first(where: { $0.name == bare }) {
        return table.name
      }
    }
    return nil
  }
}

// MARK: - Help

extension ScriptReference {
  /// The coordinator methods that the engine calls.
  package static let lifecycle: [Entry] = [
    .function(
      "start", [animated],
      "called when the coordinator starts: shows its first screen with `self.router:startFlow(…)`"),
    .function(
      "startEmpty", [animated], "called when `start` has returned without showing a screen"),
    .function("restored", [], "called when `app:restoreState` has restored the coordinator"),
    .function(
      "didFinish", [Parameter("result", "any", "the result of the coordinator"), finishReason],
      "called when the coordinator has finished"),
    .function(
      "childFinished",
      [
        Parameter("type", "string", "the name of the child's definition"),
        Parameter("result", "any", "the result of the child"), finishReason,
      ],
      "called when a child has finished; `type` is the name of its definition"),
    .function(
      "currentPageChanged",
      [
        Parameter("page", "string?", "the selected page, or nil if there are no pages"),
        Parameter("source", "\"user\"|\"operation\"|\"pages\"", "the cause of the change"),
      ], "called when another page is selected"),
    .function(
      "onBack", [Parameter("screen", "signalbox.Screen", "the front screen")],
      returns: "signalbox.Answer",
      "called before the user goes back; `\"handled\"` or `true` keeps the screen"),
    .function(
      "shouldDismiss", [Parameter("screen", "signalbox.Screen", "the front screen of the layer")],
      returns: "boolean",
      "called before the user swipes a layer away; `false` keeps the layer"),
  ]

  private static let animated = Parameter(
    "animated", "boolean", "whether the start is animated")
  private static let finishReason = Parameter("reason", "string", "the finish reason")

  /// The help topics for names in definitions that are not members of handles, as in
  /// `?coordinator.start`, `?route.title` and `?style.sheet`.
  static let topics: [(name: String, summary: String, entries: [Entry])] = [
    ("coordinator", "", lifecycle),
    topic("definition", DefinitionReader.coordinators.description),
    topic("route", RouteReader.schema.description), topic("page", PageReader.schema.description),
    (
      "style",
      "The values of `style`, in addition to the styles that `presentationStyle` defines.",
      StyleReference.all.map { .value($0.name, "", $0.summary) }
    ),
  ]

  private static func topic(
    _ name: String, _ table: TableDescription
  ) -> (name: String, summary: String, entries: [Entry]) {
    (name, table.summary, table.fields)
  }

  /// Returns the description and signature of a name (`after`), a member (`app.open`,
  /// `router:navigate`) or a library function (`clock.advance`), or `nil` if there is none.
  package static func card(
    _ path: [String], with supplements: [ScriptSupplement] = []
  ) -> (call: String, entry: Entry)? {
    guard let first = path.first, path.count <= 2 else { return nil }
    guard path.count == 2 else {
      return word(first, supplements).map { ($0.name + $0.signature, $0) }
    }
    if let library = libraries.first(where: { $0.name == first }) {
      return library.functions.first { $0.name == path[1] }.map {
        ("\(first).\($0.name)\($0.signature)", $0)
      }
    }
    return member(path[1], of: first, supplements).map { entry in
      ("\(first)\(entry.isFunction ? ":" : ".")\(entry.name)\(entry.signature)", entry)
    }
  }

  /// Returns the kinds of handles and the topics that have a member with the given name.
  package static func owners(
    of member: String, with supplements: [ScriptSupplement] = []
  ) -> [String] {
    let kinds = types.map(\.kind)
    return (kinds + topics.map(\.name).filter { !kinds.contains($0) })
      .filter { self.member(member, of: $0, supplements) != nil }
  }

  /// Returns the paths of all names that have a description.
  package static func paths(with supplements: [ScriptSupplement] = []) -> [[String]] {
    var paths = globals.map { [$0.name] } + [["app"]]
    for library in libraries { paths += library.functions.map { [library.name, $0.name] } }
    for type in types { paths += memberNames(of: type.kind).map { [type.kind, $0] } }
    for topic in topics { paths += topic.entries.map { [topic.name, $0.name] } }
    for supplement in supplements {
      paths += supplement.globals.map { [$0.name] } + supplement.methods.map { ["app", $0.name] }
    }
    return paths
  }

  private static func word(_ name: String, _ supplements: [ScriptSupplement]) -> Entry? {
    let entries = globals + supplements.flatMap(\.globals)
    if let entry = entries.first(where: { $0.name == name }) { return entry }
    if let library = libraries.first(where: { $0.name == name }) {
      return .value(name, library.functions.map(\.name).joined(separator: ", "), library.summary)
    }
    if let type = types.first(where: { $0.kind == name }) {
      return .value(name, memberNames(of: name).sorted().joined(separator: ", "), type.summary)
    }
    return topics.first { $0.name == name }.map { topic in
      .value(name, topic.entries.map(\.name).joined(separator: ", "), topic.summary)
    }
  }

  private static func member(
    _ name: String, of kind: String, _ supplements: [ScriptSupplement]
  ) -> Entry? {
    let type = types.first { $0.kind == kind }
    let members = type.map { operations(of: $0) + $0.entries } ?? []
    let added = kind == "app" ? supplements.flatMap(\.methods) : []
    let topic = topics.first { $0.name == kind }?.entries ?? []
    return (members + added + topic).first { $0.name == name }
  }

  /// Returns a hint for an unknown member of a kind of handle: a similar name or, for an operation
  /// that a script tried to call on `app`, the object that has the operation. Returns `nil` if
  /// there is no hint.
  ///
  /// - Parameter names: The members of the kind.
  package static func hint(
    forMember name: String, of kind: String, in names: some Sequence<String>
  ) -> String? {
    if kind == "app", let index = OperationCatalog.index(of: name) {
      switch OperationCatalog.signature(at: index).receiver {
      case .any, .navigation, .tabs: return "call it on a router: app.top.router:\(name)(…)"
      case .application, .user: break
      }
    }
    return nameHint(for: name, in: names)
  }
}

extension ScriptReference.Entry {
  /// The kinds of handles that the value or the function's first result can be, or `nil` if other
  /// values are possible.
  package var handleKinds: Set<String>? {
    let first = (isFunction ? results.first ?? "" : type).prefix { $0 != "," && $0 != " " }
    guard !first.hasPrefix("fun(") else { return nil }
    var kinds: Set<String> = []
    for part in first.split(separator: "|") {
      guard let kind = ScriptReference.kind(ofType: String(part)), !part.hasSuffix("[]") else {
        return nil
      }
      kinds.insert(kind)
    }
    return kinds.isEmpty ? nil : kinds
  }

  /// Creates an entry for an operation as a method of a type.
  init(_ operation: OperationSignature, of type: String) {
    var parameters = operation.parameters.map { parameter in
      // Without a name, `launch` starts the coordinator that the `application` declaration names.
      ScriptReference.Parameter(
        parameter.name, parameter.kind.type,
        optional: parameter.isOptional || operation.name == "launch", parameter.summary)
    }
    if !operation.options.isEmpty {
      parameters.append(
        ScriptReference.Parameter("opts", "signalbox.\(operation.optionsName)", optional: true))
    }
    let result =
      operation.name == "isRoot"
      ? "boolean"
      : operation.mode == .query
        ? "signalbox.Coordinator?"
        : (type == "Coordinator" ? "" : "signalbox.\(type)|") + "signalbox.Coordinator"
          + (operation.continues && type != "ChainLink" ? "|signalbox.ChainLink" : "")
    self.init(
      name: operation.name, parameters: parameters, type: result, summary: operation.summary,
      operation: operation)
  }

  /// The types of a function's results in LuaCATS notation.
  var results: [String] {
    guard let operation else {
      if type.isEmpty { return [] }
      return type.hasPrefix("fun(") ? [type] : type.components(separatedBy: ", ")
    }
    if operation.mode == .query { return ["\(type) # \(operation.result)"] }
    return (operation.name == "popToView" ? ["boolean isOnTop"] : []) + [
      type, "signalbox.Status status", "any # \(operation.result), or the reason",
    ]
  }
}

extension OperationSignature {
  /// The name of the options table. A gesture may have the same name as an operation (`back`), so
  /// its options table has a different name.
  package var optionsName: String { receiver == .user ? "\(name)GestureOptions" : "\(name)Options" }
}

extension String {
  /// Returns the parts of the string between separators.
  fileprivate func components(separatedBy separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
