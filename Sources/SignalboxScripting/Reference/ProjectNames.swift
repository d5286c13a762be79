internal import Signalbox

/// The names that the scripts of a project declare, which editors complete as literal types.
public struct ProjectNames: Hashable, Sendable {
  /// The names of routes and pages, for operations that navigate.
  private var routes: Set<String> = []
  private var coordinators: Set<String> = []
  private var pages: Set<String> = []
  private var actions: Set<String> = []
  private var links: Set<String> = []

  /// Creates an empty collection, which belongs to no project.
  public init() {}

  /// Adds the names in declarations of coordinators.
  package mutating func add(_ types: [DeclaredType]) {
    for type in types {
      coordinators.insert(type.name)
      routes.formUnion(type.routes.map(\.name) + type.pages.keys)
      pages.formUnion(type.pages.keys)
      actions.formUnion(type.screens.flatMap(\.actions).map(\.label))
      add(links: type.links)
    }
  }

  /// Adds patterns of deep links.
  package mutating func add(links patterns: [String]) { links.formUnion(patterns) }

  /// Adds names that scripts define only while a scenario runs.
  package mutating func add(coordinators: Set<String>, routes: Set<String>) {
    self.coordinators.formUnion(coordinators)
    self.routes.formUnion(routes)
  }

  // MARK: - Types

  /// The aliases for the types of names. The types for routes and coordinators allow only the names
  /// that the project declares, if there are any and each of them can be written as a literal. The
  /// types for screens, pages, labels and URLs allow other names, too.
  var aliases: [String] {
    [
      alias("RouteName", routes, isOpen: routes.isEmpty),
      alias("CoordinatorName", coordinators, isOpen: coordinators.isEmpty),
      alias("ScreenName", routes, isOpen: true), alias("PageName", pages, isOpen: true),
      alias("ActionLabel", actions, isOpen: true), alias("LinkURL", links, isOpen: true),
    ]
  }

  private func alias(_ name: String, _ values: Set<String>, isOpen: Bool) -> String {
    let literals = values.sorted().compactMap(Self.literal)
    let isOpen = isOpen || literals.count < values.count
    return "---@alias signalbox.\(name) "
      + ((isOpen ? ["string"] : []) + literals).joined(separator: "|")
  }

  /// Returns a string as a literal type, or `nil` if that is impossible. LuaCATS supports literals
  /// in both kinds of quotation marks, but no escape sequences.
  private static func literal(_ value: String) -> String? {
    if value.contains(where: { $0.isNewline || $0 == "\\" }) { return nil }
    if !value.contains("\"") { return "\"\(value)\"" }
    return value.contains("'") ? nil : "'\(value)'"
  }

  /// Returns a parameter's type, in which the type of the parameter's names replaces `string`.
  ///
  /// - Parameters:
  ///   - parameter: The parameter of an operation or gesture.
  ///   - operation: The operation or gesture to which the parameter belongs.
  static func type(of parameter: OperationParameter, in operation: OperationSignature) -> String {
    let name: String? =
      switch (parameter.kind, operation.name) {
      case (.destination, "launch"): "CoordinatorName"
      case (.destination, _), (.route, _): "RouteName"
      case (.type, _): "CoordinatorName"
      case (.screen, _): "ScreenName"
      case (.page, _): "PageName"
      case (.text, "tap"): "ActionLabel"
      case (.text, "open"): "LinkURL"
      case (.stack, _): "RouteName"
      default: nil
      }
    return name.map { replaced(parameter.kind.type, $0) } ?? parameter.kind.type
  }

  /// Returns a type in which the type of names replaces the first `string`.
  private static func replaced(_ type: String, _ name: String) -> String {
    guard let range = type.firstRange(of: "string") else { return type }
    return type[..<range.lowerBound] + "signalbox.\(name)" + type[range.upperBound...]
  }

  /// Returns the type of a field in a table that scripts write.
  static func type(ofField field: ScriptReference.Entry, in table: String) -> String {
    fields["\(table).\(field.name)"].map { replaced(field.type, $0) } ?? field.type
  }

  /// The fields of tables that contain names, with the types of these names.
  private static let fields = [
    "ApplicationTable.main": "CoordinatorName", "RouteTable.coordinator": "CoordinatorName",
    "RouteTable.replacement": "RouteName", "PageTable.coordinator": "CoordinatorName",
    "Page.coordinator": "CoordinatorName", "StackTable.route": "RouteName",
    "TabsTable.current": "PageName", "SetupTable.currentPage": "PageName",
    "Expectations.stack": "ScreenName", "Expectations.top": "ScreenName",
    "Expectations.front": "ScreenName", "Expectations.modal": "ScreenName",
    "Expectations.tab": "PageName", "Expectations.pages": "PageName",
    "Expectations.coordinator": "CoordinatorName", "Expectations.actions": "ActionLabel",
  ]
}
