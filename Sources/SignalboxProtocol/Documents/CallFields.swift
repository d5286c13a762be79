public import Signalbox

/// The fields of an operation or gesture call, which are the fields of a recorded call without its
/// outcome.
public enum CallFields {
  /// Descriptions of the fields, in the order in which the documentation lists them.
  public static let fields: [MessageField] = [
    MessageField("operation", .string, "the name of the operation or gesture"),
    MessageField(
      "caller", coordinator, optional: true,
      "the path of the calling coordinator, such as `Home/Shop`; omitted for the application"),
    MessageField("name", .string, optional: true, "the route, coordinator type, tab or screen"),
    MessageField(
      "count", .integer(minimum: -1), optional: true,
      "the count of `pop`, `undo` or `redo` (default: 1), or the index of `popTo` or "
        + "`longPressBack`, which is -1 for the root"),
    MessageField("arguments", .table, optional: true, "the arguments of the route or coordinator"),
    MessageField("value", .any, optional: true, "the result of a flow"),
    MessageField("text", .string, optional: true, "the label of an action, or a URL"),
    MessageField("options", options, optional: true, "the options of the operation"),
    MessageField("screen", screenPosition, optional: true, "a screen of the state"),
    MessageField(
      "coordinator", coordinator, optional: true, "the coordinator that is passed to the operation"),
    MessageField(
      "new", .string, optional: true, "the type of a coordinator that the operation creates"),
    MessageField("layer", .integer(minimum: 0), optional: true, "the index of a layer"),
    MessageField("content", content, optional: true, "a screen without a route"),
    MessageField("presenter", screenPosition, optional: true, "the presenting screen"),
    MessageField("stack", .list(entry), optional: true, "the new contents of a stack"),
    MessageField("pages", .list(page), optional: true, "the new tabs"),
    MessageField("steps", .list(.call), optional: true, "the calls of a batch, in order"),
    MessageField(
      "input", .choice(["gesture", "property"]), optional: true,
      "a gesture that a plugin adds, or the assignment of a property of the caller"),
    MessageField(
      "values", .list(.fields([MessageField("value", .any, optional: true, "the value")])),
      optional: true, "the arguments of this input"),
  ]

  /// The path of a coordinator, or the description of a coordinator that is created for the call.
  private static let coordinator = MessageField.Kind.stringOr(
    "New coordinator",
    [
      MessageField("made", .string, "any name; the coordinator is created for the call"),
      MessageField("type", .string, "the coordinator type"),
      MessageField("arguments", .table, optional: true, "the arguments of the coordinator"),
      MessageField("setup", .table, optional: true, "the properties in addition to the arguments"),
      MessageField("root", origin, optional: true, "the initial route"),
    ])

  private static let origin = MessageField.Kind.shared(
    "Route",
    [
      MessageField("name", .string, "the route name"),
      MessageField("arguments", .table, optional: true, "the arguments of the route"),
    ])

  /// The position of a screen.
  private static let screenPosition = MessageField.Kind.shared(
    "Screen position",
    [
      MessageField(
        "coordinator", coordinator, optional: true, "the coordinator whose stack contains it"),
      MessageField("layer", .integer(minimum: 0), optional: true, "the layer that shows it"),
      MessageField(
        "index", .integer(minimum: 0), optional: true, "the index, counted from the bottom"),
      MessageField(
        "tabView", .boolean, optional: true, "whether it is the screen that encloses the tabs"),
    ])

  /// A screen that is not shown yet.
  private static let content = MessageField.Kind.shared(
    "Screen",
    [
      MessageField("name", .string, "the name of the screen"),
      MessageField("arguments", .table, optional: true, "the arguments of the screen"),
      MessageField(
        "traits", .list(.choice(["dismissDisabled", "swipeBackDisabled"])), optional: true,
        "the gestures that the screen does not allow"),
    ])

  /// An item of a stack.
  private static let entry = MessageField.Kind.shared(
    "Entry",
    [
      MessageField("route", .string, optional: true, "a route whose screen is kept if it exists"),
      MessageField("new", .string, optional: true, "a route whose screen is created"),
      MessageField("arguments", .table, optional: true, "the arguments of the route"),
      MessageField("content", content, optional: true, "a screen without a route"),
      MessageField("screen", screenPosition, optional: true, "a screen of the state"),
    ])

  private static let page = MessageField.Kind.shared(
    "Tab",
    [
      MessageField("id", .string, "the tab id, which is unique among the tabs"),
      MessageField("title", .string, "the title"),
      MessageField("icon", .string, "the icon name, or an empty string"),
      MessageField("selectedTitle", .string, optional: true, "the title while the tab is selected"),
      MessageField("selectedIcon", .string, optional: true, "the icon while the tab is selected"),
      MessageField(
        "position", .integer(minimum: .min), optional: true, "the position in the tab order"),
      MessageField("coordinator", .string, "the coordinator type"),
      MessageField("arguments", .table, "the arguments of the coordinator"),
      MessageField(
        "isLazy", .boolean, optional: true, "whether the tab starts when it is first selected"),
    ])

  /// All operation options that can be represented as plain data.
  private static let options = MessageField.Kind.shared("Options", allOptions)

  private static let allOptions: [MessageField] = OperationOption.allCases.compactMap { option in
    let kind: MessageField.Kind
    switch option.kind {
    case .boolean: kind = .boolean
    case .integer: kind = .integer(minimum: .min)
    case .duration, .layer: kind = .integer(minimum: 0)
    case .style, .page, .text: kind = .string
    case .arguments: kind = .table
    case .detents, .fields, .buttons: kind = .list(.any)
    case .coordinator: kind = coordinator
    case .fraction: kind = .number
    case .choice(let words): kind = .choice(words)
    case .function: return nil
    }
    return MessageField(option.name, kind, optional: true, option.summary)
  }
}

/// An operation or gesture call as plain data.
public struct CallDocument: MessageFields {
  /// The fields of the call, which ``CallFields`` describes.
  public var call: NavigationArguments

  /// Creates a call.
  ///
  /// - Parameter call: The fields of the call, with at least `operation`.
  public init(_ call: NavigationArguments) { self.call = call }

  /// Descriptions of the fields.
  public static var fields: [MessageField] { CallFields.fields }
  /// The title under which the documentation describes the value.
  public static var title: String? { "Call" }

  /// Decodes the fields.
  public init(from decoder: any Decoder) throws { call = try NavigationArguments(from: decoder) }

  /// Encodes the fields.
  public func encode(to encoder: any Encoder) throws { try call.encode(to: encoder) }
}
