internal import Signalbox
internal import SignalboxInspector

/// Formats the current position as a short prompt, such as `shop ▸ product(42)`.
enum PromptLabel {
  /// The maximum width of a screen's arguments, in cells.
  private static let widestArguments = 20
  private static let widestName = 24

  static func text(of engine: NavigationEngine) -> String { text(of: engine.tree) }

  static func text(of tree: StateDocument) -> String {
    guard let main = tree.main else { return "signalbox" }
    guard let front = tree.front else { return lowered(main.type) }
    let owner = lowered(CoordinatorText.owner(of: front, in: tree))
    return "\(owner) ▸ \(screen(front))"
  }

  private static func screen(_ screen: StateDocument.Screen) -> String {
    let name = DisplayText.truncate(DisplayText.line(screen.name), to: widestName)
    guard !screen.arguments.isEmpty else { return name }
    let values = screen.arguments.fields.map { field in
      switch field.value {
      case .string(let text): text
      case .list, .table: "…"
      case .object(let object): object.type
      case .boolean, .integer, .number: field.value.description
      }
    }
    let list = DisplayText.line(values.joined(separator: ", "))
    return "\(name)(\(DisplayText.truncate(list, to: widestArguments)))"
  }

  private static func lowered(_ name: String) -> String {
    let shown = DisplayText.truncate(name, to: widestName)
    return shown.prefix(1).lowercased() + shown.dropFirst()
  }
}
