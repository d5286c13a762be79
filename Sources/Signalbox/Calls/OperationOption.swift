/// An option for operations: its name, its kind, its description, and the closures that access its
/// value.
///
/// The Lua parser, recordings, calls printed as Lua, errors, completion, editor stubs and the
/// reference are derived from this type. To add an option, declare it in this type or, if only one
/// operation has the option, in the operation's signature.
public final class OperationOption: Sendable {
  /// The kinds of values that options can have.
  public enum Kind: Sendable {
    /// `true` or `false`.
    case boolean
    /// An integer, such as a number of layers.
    case integer
    /// The duration of an animation, in milliseconds.
    case duration
    /// The name of a presentation style.
    case style
    /// The id of a page.
    case page
    /// A string.
    case text
    /// A table of arguments, as a route or a screen accepts them.
    case arguments
    /// The resting heights of a sheet. See ``Detent``.
    case detents
    /// The buttons of an alert or dialog, with their handlers and roles.
    case buttons
    /// A coordinator.
    case coordinator
    /// The text fields of an alert.
    case fields
    /// A layer: the lowest layer to remove or, if `stays` is `true`, the topmost layer to keep.
    case layer(stays: Bool)
    /// A number from 0 to 1.
    case fraction
    /// One of the given strings.
    case choice([String])
    /// A function with the given signature.
    case function(Function)
  }

  /// The signatures of functions that options accept, in LuaCATS notation.
  public enum Function: String, Sendable {
    /// A function that receives the status and the value of the outcome when the operation has
    /// settled.
    case completion = "fun(status: signalbox.Status, value: any)"
    /// A function that receives the finish reason when the layer or screen has been removed.
    case onDismiss = "fun(reason: string)"
    /// A function that receives the result and the finish reason when the coordinator has finished.
    case onFinish = "fun(result: any, reason: string)"
    /// A function that returns whether the arguments of an existing item equal the arguments of the
    /// call.
    case equals = "fun(present: table, given: table): boolean"
  }

  /// The name in scripts and recordings.
  public let name: String
  /// The kind of value that the option accepts.
  public let kind: Kind
  /// A one-sentence description for help texts and editor stubs.
  public let summary: String
  /// A closure that returns the value as plain data, or `nil` if the value is the default value or
  /// cannot be represented as plain data.
  let get: @Sendable (borrowing OperationOptions) -> NavigationValue?
  /// A closure that returns whether the value differs from the default.
  let isSet: @Sendable (borrowing OperationOptions) -> Bool
  /// A closure that assigns plain data to the option and returns whether the option accepts the
  /// value.
  package let set: @Sendable (inout OperationOptions, NavigationValue) -> Bool

  /// Creates an option whose value is not plain data or that requires its own parser.
  init(
    _ name: String, _ kind: Kind, _ summary: String,
    isSet: (@Sendable (borrowing OperationOptions) -> Bool)? = nil,
    get: @escaping @Sendable (borrowing OperationOptions) -> NavigationValue? = { _ in nil },
    set: @escaping @Sendable (inout OperationOptions, NavigationValue) -> Bool = { _, _ in false }
  ) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.isSet = isSet ?? { get($0) != nil }
    self.get = get
    self.set = set
  }

  /// Creates an option whose values the given functions convert from and to plain data.
  private convenience init<Value: Equatable & SendableMetatype>(
    _ name: String, _ kind: Kind,
    _ path: any WritableKeyPath<OperationOptions, Value> & Sendable, _ summary: String,
    read: @escaping @Sendable (NavigationValue) -> Value?,
    write: @escaping @Sendable (Value) -> NavigationValue?
  ) {
    self.init(
      name, kind, summary,
      get: { options in
        let value = options[keyPath: path]
        return value == OperationOptions()[keyPath: path] ? nil : write(value)
      },
      set: { options, plain in
        guard let value = read(plain) else { return false }
        options[keyPath: path] = value
        return true
      })
  }

  /// Creates a boolean option.
  static func flag(
    _ name: String, on: OperationOptions.Switches = [], off: OperationOptions.Switches = [],
    _ summary: String
  ) -> OperationOption {
    words(name, .boolean, [(true, on), (false, off)], summary)
  }

  /// Creates an option whose value is one of several names. A name that sets no switches is the
  /// default value.
  private static func choice(
    _ name: String, _ words: [(String, OperationOptions.Switches)], _ summary: String
  ) -> OperationOption {
    self.words(
      name, .choice(words.map(\.0)), words.map { (NavigationValue.string($0), $1) }, summary)
  }

  private static func words(
    _ name: String, _ kind: Kind, _ words: [(NavigationValue, OperationOptions.Switches)],
    _ summary: String
  ) -> OperationOption {
    OperationOption(
      name, kind, summary,
      get: { options in
        let switches = options.switches
        return words.first { !$0.1.isEmpty && switches.contains($0.1) }?.0
      },
      set: { options, word in
        guard let switches = words.first(where: { $0.0 == word })?.1 else { return false }
        options.switches.insert(switches)
        return true
      })
  }
}

extension OperationOption: Hashable, CustomStringConvertible {
  /// Returns whether two options are the same object.
  public static func == (left: OperationOption, right: OperationOption) -> Bool { left === right }

  /// Hashes the option's name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// The name of the option.
  public var description: String { name }
}

extension OperationOption.Kind {
  /// The expected kind of value, for error messages.
  package var expectation: String {
    switch self {
    case .boolean: "true or false"
    case .integer: "an integer"
    case .duration: "milliseconds"
    case .style: "a style's name"
    case .page: "a page's id"
    case .layer: "a layer of app:layers()"
    case .text: "a string"
    case .arguments: "a table of arguments"
    case .detents: "a list of \"medium\", \"large\" or numbers greater than 0"
    case .buttons: "the buttons of an alert"
    case .fields: "a list of names, or of { name =, placeholder =, kind =, text = }"
    case .coordinator: "a coordinator"
    case .fraction: "a number from 0 to 1"
    case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: " or ")
    case .function: "a function"
    }
  }
}

// MARK: - The options

extension OperationOption {
  static let animated = OperationOption(
    "animated", .boolean, "whether the change is animated, which takes virtual time (default true)",
    get: { $0.milliseconds == 0 ? false : nil },
    set: { options, value in
      guard let isAnimated = value.boolean else { return false }
      if !isAnimated { options.milliseconds = 0 }
      return true
    })
  static let duration = OperationOption(
    "duration", .duration, "the duration of the animation (default 350 ms)",
    get: {
      [0, OperationOptions.defaultMilliseconds].contains($0.milliseconds)
        ? nil : .integer($0.milliseconds)
    },
    set: { options, value in
      guard let milliseconds = value.integer else { return false }
      options.milliseconds = milliseconds
      return true
    })
  static let style = OperationOption(
    "style", .style, "the style to use instead of the route's own",
    isSet: { $0.style != .automatic })
  static let completion = OperationOption(
    "completion", .function(.completion), "called exactly once with the outcome",
    isSet: { $0.completion != nil })
  static let onDismiss = OperationOption(
    "onDismiss", .function(.onDismiss),
    "called exactly once with the reason when the layer or pushed screen has been removed",
    isSet: { $0.onDismiss != nil })
  static let onFinish = OperationOption(
    "onFinish", .function(.onFinish),
    "called exactly once with the result and the reason when the coordinator has finished",
    isSet: { $0.onFinish != nil })
  static let target = choice(
    "target", [("own", .targetOwn), ("front", .targetFront)],
    "\"front\" pushes onto the topmost layer's stack (default \"own\", or as `unifiedStack` "
      + "specifies)")
  static let popChildren = flag(
    "popChildren", on: .popChildren,
    "finishes pushed children on top of the stack first (default false)")
  static let which = choice(
    "which", [("nearest", []), ("first", .firstMatch)],
    "\"first\" selects the match nearest to the root (default \"nearest\", the match nearest to "
      + "the top)")
  static let args = OperationOption(
    "args", .arguments, \.arguments,
    "the arguments of the screen to look for (default: any)",
    read: { value in value.table ?? (value.list?.isEmpty == true ? [:] : nil) },
    write: { $0.map { .table($0) } })
  static let count = OperationOption(
    "count", .integer, \.count, "the number of layers to dismiss, at least 1 (default 1)",
    read: \.integer,
    write: { .integer($0) })
  static let to = OperationOption(
    "to", .layer(stays: true), "the layer that stays on top",
    isSet: { $0.layer != nil && $0.switches.contains(.layerStays) })
  static let layer = OperationOption(
    "layer", .layer(stays: false), "the layer to remove together with everything above it",
    isSet: { $0.layer != nil && !$0.switches.contains(.layerStays) })
  static let all = flag(
    "all", on: .all, "removes every layer above the caller's layer (default false)")
  static let keepModals = flag(
    "keepModals", on: .keepModals, "keeps the flow's own layers (default false)")
  static let dismissModals = flag(
    "dismissModals", on: .dismissModals, off: .withoutDismissModals,
    "also dismisses the flow's own layers (default: as `unifiedStack` specifies)")
  static let scope = choice(
    "scope", [("tabs", []), ("self", .scopeSelf)],
    "\"self\" removes only the page (default \"tabs\", the whole tab coordinator)")
  static let withDismiss = flag(
    "withDismiss", off: .withoutDismiss,
    "false if the coordinator's screens have already been removed (default true)")
  static let withNavigation = flag(
    "withNavigation", on: .withNavigation, off: .withoutNavigation,
    "presents the screen with its own stack (default: as `unifiedStack` specifies)")
  static let selfIfNone = flag(
    "selfIfNone", on: .selfIfNone,
    "dismisses the caller's own layer if no layer is above it (default false)")
  static let current = OperationOption(
    "current", .page, "the page to select", isSet: { $0.current != .none })
  static let recreate = flag(
    "recreate", on: .recreate, "also replaces pages whose ids remain (default false)")
  static let cancel = flag(
    "cancel", on: .cancel, "cancels the gesture, so that nothing changes (default false)")
  static let keepStack = flag(
    "keepStack", on: .keepStack, "keeps the screens above the root (default false)")
  package static let equals = OperationOption(
    "equals", .function(.equals),
    "whether two tables of arguments are equal (default: compares all values)",
    isSet: { $0.equals != nil })
  static let covering = OperationOption(
    "covering", .boolean, \.layerTraits.isCovering,
    "whether the layer below disappears (default: as the style declares)",
    read: { $0.boolean.map(Optional.some) }, write: { $0.map { .boolean($0) } })
  static let interactive = OperationOption(
    "interactive", .boolean, \.layerTraits.isInteractive,
    "whether the user can swipe the layer away (default: as the style declares)",
    read: { $0.boolean.map(Optional.some) }, write: { $0.map { .boolean($0) } })
  package static let detents = OperationOption(
    "detents", .detents, \.layerTraits.detents,
    "the heights of a sheet: \"medium\", \"large\", fractions up to 1, or points",
    read: { value in
      let detents = value.list?.compactMap { Detent($0) }
      return detents?.count == value.list?.count ? detents : nil
    }, write: { .list($0.map(\.value)) })
  static let message = OperationOption(
    "message", .text, \.layerTraits.message, "the message of an alert or dialog, below its title",
    read: { $0.text.map(Optional.some) }, write: { $0.map { .string($0) } })
  package static let fields = OperationOption(
    "fields", .fields, \.layerTraits.fields,
    "the text fields of an alert: names, or tables with `name`, `placeholder`, `kind` and `text`",
    read: { try? $0.decoded() }, write: { .list($0.map(\.value)) })
  package static let buttons = OperationOption(
    "buttons", .buttons,
    "the buttons of an alert or dialog: labels, or labels with handlers and roles",
    isSet: { !$0.buttons.isEmpty })
  static let onBusy = choice(
    "onBusy", [("queue", []), ("drop", .dropWhenBusy), ("error", .rejectWhenBusy)],
    "what to do if the operation cannot run immediately: \"queue\" (default), \"drop\" or \"error\""
  )
  static let key = OperationOption(
    "key", .text, \.key,
    "rejects the operation if the previous operation had the same key, as after a double tap",
    read: { $0.text.map(Optional.some) }, write: { $0.map { .string($0) } })
  static let singleTop = flag(
    "singleTop", on: .singleTop,
    "skips the operation if the front screen already has the same name and arguments (default "
      + "false)")
  static let atomic = flag(
    "atomic", off: .skipRejected,
    "false skips rejected operations instead of rejecting the whole batch (default true)")
  static let phase = OperationOption(
    "phase", .choice(GesturePhase.allCases.map(\.rawValue)), \.phase,
    "the phase of the swipe: \"begin\", \"progress\", \"cancel\" or \"commit\" (default "
      + "\"whole\")",
    read: { $0.text.flatMap(GesturePhase.init) }, write: { .string($0.rawValue) })
  static let progress = OperationOption(
    "progress", .fraction, \.progress, "the progress of the swipe, from 0 to 1",
    read: { $0.number.flatMap { 0...1 ~= $0 ? $0 : nil } }, write: { .number($0) })
  static let mainCoordinator = OperationOption(
    "mainCoordinator", .coordinator,
    "the coordinator at the root of the affected tree (default: the main coordinator)",
    isSet: { $0.mainCoordinator != nil })

  /// The options that are common to all operations that can be animated.
  static let common: [OperationOption] = [animated, duration, completion, onBusy]
}
