internal import Signalbox

/// Everything that scripts can call, described once: the editor definitions and the reference page
/// are made of it, operations and gestures come from their catalogs.
public enum ScriptReference {
  /// A member of a type, or a global.
  public struct Entry: Sendable {
    package let name: String
    /// The arguments of a function in LuaCATS notation; `nil` for a value.
    var parameters: [Parameter]?
    /// What it is or gives, in LuaCATS notation; empty for nothing.
    var type = ""
    let summary: String

    /// Something that is read.
    ///
    /// - Parameter type: In LuaCATS notation.
    public static func value(_ name: String, _ type: String, _ summary: String) -> Entry {
      Entry(name: name, parameters: nil, type: type, summary: summary)
    }

    /// Something that is called.
    ///
    /// - Parameter type: What it gives in LuaCATS notation; empty for nothing.
    public static func function(
      _ name: String, _ parameters: [Parameter] = [], gives type: String = "", _ summary: String
    ) -> Entry {
      Entry(name: name, parameters: parameters, type: type, summary: summary)
    }
  }

  /// An argument of a function.
  public struct Parameter: Sendable {
    package let name: String
    let type: String
    var isOptional = false
    var summary = ""

    /// An argument, its type in LuaCATS notation.
    public init(_ name: String, _ type: String, optional: Bool = false, _ summary: String = "") {
      self.name = name
      self.type = type
      isOptional = optional
      self.summary = summary
    }
  }

  /// What a script can hold.
  struct TypeEntry {
    /// The name in editors, such as `signalbox.Router`.
    var name: String { "signalbox.\(shortName)" }
    let shortName: String
    /// The kind of handle in the session, such as `router`.
    let kind: String
    let summary: String
    /// The operations that are its methods.
    var receivers: [OperationSignature.Receiver] = []
    let members: [Entry]
  }

  /// The operations and gestures of some receivers.
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
    return Set(type.members.map(\.name) + signatures(for: type.receivers).map(\.name))
  }

  /// The kinds of handles that are described.
  package static var kinds: [String] { types.map(\.kind) }

  /// The names of the globals and libraries that are described.
  package static var globalNames: Set<String> {
    Set(globals.map(\.name) + libraries.map(\.name) + ["app"])
  }
}
