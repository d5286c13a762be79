/// How a layer covers what is below it.
public struct PresentationStyle: Hashable, Sendable {
  /// The name that scripts use, such as `sheet`.
  public let name: String
  /// Whether what is below disappears (UIKit removes a covered presenter's view for `fullScreen` only).
  public var isCovering: Bool
  /// Whether the user may swipe the layer away.
  public var isInteractive: Bool

  /// A style of one's own, under a name that is not the platform's; register it with the engine
  /// before use.
  public init(name: String, isCovering: Bool = false, isInteractive: Bool = false) {
    self.name = name
    self.isCovering = isCovering
    self.isInteractive = isInteractive
  }

  /// The styles every engine knows, by their platform names; ``aliases`` are other spellings of them.
  public static let builtIn: [PresentationStyle] = [
    PresentationStyle(name: "root", isCovering: true),
    PresentationStyle(name: "sheet", isInteractive: true),
    PresentationStyle(name: "fullScreen", isCovering: true),
    PresentationStyle(name: "formSheet", isInteractive: true),
    PresentationStyle(name: "popover", isInteractive: true),
    PresentationStyle(name: "overFullScreen"),
    PresentationStyle(name: "overCurrentContext"),
    PresentationStyle(name: "alert"),
    PresentationStyle(name: "confirmationDialog"),
    PresentationStyle(name: "currentContext", isCovering: true),
    PresentationStyle(name: "custom"),
  ]

  /// Whether a name is the platform's own, so that no style of one's own may have it.
  static func isReserved(_ name: String) -> Bool {
    ["push", "automatic", none].contains(name) || aliases[name] != nil
      || builtIn.contains { $0.name == name }
  }

  /// Other spellings of built-in styles, those of UIKit, SwiftUI and ALCoordinator, each with the
  /// style that it is.
  public static let aliases = [
    "pageSheet": "sheet", "modal": "sheet", "modalFullScreen": "fullScreen",
    "fullScreenCover": "fullScreen", "blurOverFullScreen": "overFullScreen",
  ]

  /// UIKit's name for a style without a presentation, with which it rejects to present.
  static let none = "none"
}

/// How to go to a route: by its own style, onto the stack, or as a layer.
public struct TransitionStyle: Hashable, Sendable, BitwiseCopyable {
  let rawValue: Int16

  /// The style that the route or the coordinator declares.
  public static let automatic = TransitionStyle(rawValue: -1)
  /// Onto the navigation stack.
  public static let push = TransitionStyle(rawValue: 0)
  static let root = TransitionStyle(rawValue: 1)
  /// A layer that leaves what is below it visible and may be swiped away.
  public static let sheet = TransitionStyle(rawValue: 2)
  /// A layer that covers everything.
  public static let fullScreen = TransitionStyle(rawValue: 3)
  /// A layer that stays where it is anchored and may be swiped away.
  public static let popover = TransitionStyle(rawValue: 5)
  /// A question with buttons.
  public static let alert = TransitionStyle(rawValue: 8)
  /// A choice of buttons.
  public static let confirmationDialog = TransitionStyle(rawValue: 9)

  var isPresentation: Bool { rawValue > 0 }
  /// Whether it is answered by its buttons.
  var isDialog: Bool { self == .alert || self == .confirmationDialog }
}

/// The presentation styles that an engine knows, by number and by name.
struct StyleTable {
  /// Those that every engine begins with.
  static let standard = StyleTable()

  private(set) var styles = PresentationStyle.builtIn
  private var numbers: [String: Int16] = [:]
  /// The numbers of removed styles: a layer may have them still.
  private var removed: [String: Int16] = [:]

  /// The most styles that an engine keeps, removed ones included: their numbers are small.
  static let maxCount = 10_000

  private init() {
    for (index, style) in styles.enumerated() { numbers[style.name] = Int16(index + 1) }
    for (alias, name) in PresentationStyle.aliases { numbers[alias] = numbers[name] }
    numbers["root"] = nil
    numbers["automatic"] = TransitionStyle.automatic.rawValue
    numbers["push"] = TransitionStyle.push.rawValue
  }

  subscript(style: TransitionStyle) -> PresentationStyle { styles[Int(style.rawValue) - 1] }

  var names: [String] { numbers.keys.sorted() }

  func find(_ name: String) -> TransitionStyle? { numbers[name].map(TransitionStyle.init) }

  /// - Throws: `badArgument` for one more than ``maxCount``.
  mutating func register(_ style: PresentationStyle) throws(NavigationError) -> TransitionStyle {
    if let known = numbers[style.name] ?? removed[style.name], known > 0 {
      styles[Int(known) - 1] = style
      numbers[style.name] = known
      removed[style.name] = nil
      return TransitionStyle(rawValue: known)
    }
    guard styles.count < Self.maxCount else {
      throw NavigationError(
        .badArgument,
        "presentationStyle \"\(style.name)\" is one more than the \(Self.maxCount) styles that an "
          + "engine keeps",
        hint: "reuse a style that is defined")
    }
    styles.append(style)
    numbers[style.name] = Int16(styles.count)
    return TransitionStyle(rawValue: Int16(styles.count))
  }

  /// Forgets a style of one's own; layers that have it keep it.
  mutating func remove(_ name: String) {
    guard let number = numbers[name], Int(number) > PresentationStyle.builtIn.count else { return }
    removed[name] = number
    numbers[name] = nil
  }
}
