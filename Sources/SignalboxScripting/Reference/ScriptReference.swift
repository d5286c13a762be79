package import Signalbox

/// The description of everything that scripts can call. The editor definitions and the reference
/// page are generated from it; operations and gestures are described in their catalogs.
public enum ScriptReference {
  /// A member of a type, or a global, as stubs, reference, help and completion use it.
  public struct Entry: Sendable {
    package let name: String
    /// The parameters of a function in LuaCATS notation; `nil` for a value.
    package var parameters: [Parameter]?
    /// The type of the value or result in LuaCATS notation; empty for none.
    package var type = ""
    package let summary: String
    /// The signature of the operation, if it is one.
    package var operation: OperationSignature?

    package var isFunction: Bool { parameters != nil }

    /// The parameters of a function: `(to, args?, opts?)`; empty for a value.
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
    ///   - summary: One sentence without a full stop.
    public static func value(_ name: String, _ type: String, _ summary: String) -> Entry {
      Entry(name: name, parameters: nil, type: type, summary: summary)
    }

    /// Creates an entry for a function.
    ///
    /// - Parameters:
    ///   - name: The name of the function.
    ///   - parameters: Its parameters, in order.
    ///   - type: The type of the result in LuaCATS notation; empty for none.
    ///   - summary: One sentence without a full stop.
    public static func function(
      _ name: String, _ parameters: [Parameter] = [], returns type: String = "", _ summary: String
    ) -> Entry {
      Entry(name: name, parameters: parameters, type: type, summary: summary)
    }
  }

  /// An argument of a function.
  public struct Parameter: Sendable {
    package let name: String
    package let type: String
    package var isOptional = false
    package var summary = ""

    /// Creates a parameter with its type in LuaCATS notation.
    ///
    /// - Parameters:
    ///   - name: The name of the parameter.
    ///   - type: Its type in LuaCATS notation, such as `string|table`.
    ///   - optional: Whether it may be omitted.
    ///   - summary: One sentence without a full stop; empty for none.
    public init(_ name: String, _ type: String, optional: Bool = false, _ summary: String = "") {
      self.name = name
      self.type = type
      isOptional = optional
      self.summary = summary
    }
  }

  /// The option tables of all operations.
  static let optionTables = signatures(for: OperationSignature.Receiver.allCases)
    .filter { !$0.options.isEmpty }.map { operation in
      TableDescription(
        operation.optionsName, "The options of `\(operation.name)`.",
        operation.options.map { .value($0.name, $0.kind.type + "?", $0.summary) } + [
          .value("try", "boolean?", "returns a rejection instead of raising it")
        ])
    }

  /// Returns the operations and gestures of a type as its methods.
  static func operations(of type: HandleKind) -> [Entry] {
    signatures(for: type.receivers).map { Entry($0, of: type.shortName) }
  }

  /// Returns the operations and gestures of some receivers.
  static func signatures(
    for receivers: [OperationSignature.Receiver]
  ) -> [OperationSignature] {
    (OperationCatalog.operations + GestureCatalog.gestures)
      .map { $0.signature }
      .filter { receivers.contains($0.receiver) }
  }

  /// The names of the members of a kind of handle, operations included.
  package static func memberNames(of kind: String) -> Set<String> {
    guard let type = types.first(where: { $0.kind == kind }) else { return [] }
    return Set(type.entries.map(\.name) + signatures(for: type.receivers).map(\.name))
  }

  /// The described kinds of handles.
  package static var kinds: [String] { types.map(\.kind) }

  /// The names of the described globals and libraries.
  package static var globalNames: Set<String> {
    Set(globals.map(\.name) + libraries.map(\.name) + ["app"])
  }
}

extension ScriptReference.Entry {
  /// An operation as a method of a type.
  init(_ operation: OperationSignature, of type: String) {
    var parameters = operation.parameters.map { parameter in
      // Without a name, `launch` starts the coordinator that `application` names.
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

  /// The results of a function in LuaCATS notation.
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
  /// A gesture may have the name of an operation (`back`), so its options have a name of their own.
  package var optionsName: String { receiver == .user ? "\(name)GestureOptions" : "\(name)Options" }
}

extension String {
  /// Returns the parts between separators.
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
