/// A named style for a presented layer or for a pushed screen.
public struct PresentationStyle: Hashable, Sendable {
  /// The name in scripts, such as `sheet`.
  public let name: String
  /// Whether the layer below is hidden. By default, UIKit does not remove the views below a layer
  /// with a registered style.
  public var isCovering: Bool
  /// Whether the user may swipe the layer away. For a push style, whether an application's gesture
  /// can drive the push (decision 0364).
  public var isInteractive: Bool
  /// Whether the style pushes onto the stack instead of presenting a layer. The style's name then
  /// identifies a push transition, whose animation the application's user interface chooses.
  public var isPush = false

  /// Creates a presentation style. The name must differ from the platform's style names. Register
  /// the style with the engine before use.
  ///
  /// - Parameters:
  ///   - name: The name in scripts, such as `card`.
  ///   - isCovering: Whether the layer below is hidden.
  ///   - isInteractive: Whether the user may swipe the layer away.
  public init(name: String, isCovering: Bool = false, isInteractive: Bool = false) {
    self.name = name
    self.isCovering = isCovering
    self.isInteractive = isInteractive
  }

  /// Creates a push style: a named transition whose animation the application's user interface
  /// provides. Register the style with the engine before use.
  ///
  /// - Parameters:
  ///   - name: The name in scripts, such as `zoom`. The name must differ from the platform's style
  ///     names.
  ///   - isInteractive: Whether an application's gesture can drive the push. UIKit supports such
  ///     gestures. An interface that does not support them reports the style when the interface
  ///     becomes the engine's stage.
  public static func push(_ name: String, isInteractive: Bool = false) -> PresentationStyle {
    var style = PresentationStyle(name: name, isInteractive: isInteractive)
    style.isPush = true
    return style
  }

  /// The built-in styles with their platform names. For alternative names, see ``aliases``.
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

  /// Returns whether a name is reserved for the platform's styles and therefore cannot be
  /// registered.
  static func isReserved(_ name: String) -> Bool {
    ["push", "automatic", none].contains(name) || aliases[name] != nil
      || builtIn.contains { $0.name == name }
  }

  /// The alternative names from UIKit, SwiftUI and ALCoordinator, mapped to the names of built-in
  /// styles.
  public static let aliases = [
    "pageSheet": "sheet", "modal": "sheet", "modalFullScreen": "fullScreen",
    "fullScreenCover": "fullScreen", "blurOverFullScreen": "overFullScreen",
  ]

  /// UIKit's name for the absence of a presentation style. Presenting with this style is rejected.
  static let none = "none"
}

/// The presentation style of a destination: the declared style, a push style, or the style of a
/// layer.
public struct TransitionStyle: Hashable, Sendable, BitwiseCopyable {
  let rawValue: Int16

  /// The style that the route or the coordinator declares.
  public static let automatic = TransitionStyle(rawValue: -1)
  /// A transition that pushes the destination onto the navigation stack.
  public static let push = TransitionStyle(rawValue: 0)
  static let root = TransitionStyle(rawValue: 1)
  /// A layer that does not hide the layer below and that the user can swipe away.
  public static let sheet = TransitionStyle(rawValue: 2)
  /// A layer that covers the whole window.
  public static let fullScreen = TransitionStyle(rawValue: 3)
  /// A layer that is anchored to an item and that the user can swipe away.
  public static let popover = TransitionStyle(rawValue: 5)
  /// A message with buttons.
  public static let alert = TransitionStyle(rawValue: 8)
  /// A list of choices as buttons.
  public static let confirmationDialog = TransitionStyle(rawValue: 9)

  var isPresentation: Bool { rawValue > 0 }
  /// Whether the style pushes onto the stack, with the platform's transition or a registered
  /// transition.
  var isPush: Bool { rawValue == 0 || rawValue < TransitionStyle.automatic.rawValue }
  /// Whether the layer is an alert or a confirmation dialog, which the user closes with a button.
  var isDialog: Bool { self == .alert || self == .confirmationDialog }
}

/// An engine's presentation styles, by number and by name.
struct StyleTable {
  /// The styles of a new engine.
  static let standard = StyleTable()

  private(set) var styles = PresentationStyle.builtIn
  /// The push styles, numbered downwards from -2.
  private var pushes: [PresentationStyle] = []
  private var numbers: [String: Int16] = [:]
  /// The numbers of removed styles, which existing layers and screens can still use.
  private var removed: [String: Int16] = [:]

  /// The maximum number of styles in an engine, including removed styles.
  static let maxCount = 10_000

  private init() {
    for (index, style) in styles.enumerated() { numbers[style.name] = Int16(index + 1) }
    for (alias, name) in PresentationStyle.aliases { numbers[alias] = numbers[name] }
    numbers["root"] = nil
    numbers["automatic"] = TransitionStyle.automatic.rawValue
    numbers["push"] = TransitionStyle.push.rawValue
  }

  subscript(style: TransitionStyle) -> PresentationStyle { styles[Int(style.rawValue) - 1] }

  /// Returns the name of a style, including `automatic` and `push`.
  func name(of style: TransitionStyle) -> String {
    switch style {
    case .automatic: "automatic"
    case .push: "push"
    case _ where style.isPush: pushes[-2 - Int(style.rawValue)].name
    default: self[style].name
    }
  }

  /// Returns a registered style, which can push or present.
  func style(_ style: TransitionStyle) -> PresentationStyle {
    style.isPush ? pushes[-2 - Int(style.rawValue)] : self[style]
  }

  var names: [String] { numbers.keys.sorted() }

  func find(_ name: String) -> TransitionStyle? { numbers[name].map(TransitionStyle.init) }

  /// - Throws: `badArgument` if the table already contains ``maxCount`` styles, or if the style
  ///   pushes and an existing or removed style with the same name presents, or vice versa.
  mutating func register(_ style: PresentationStyle) throws(NavigationError) -> TransitionStyle {
    if let known = numbers[style.name] ?? removed[style.name] {
      guard style.isPush == TransitionStyle(rawValue: known).isPush else {
        throw NavigationError(
          .badArgument,
          "presentationStyle \"\(style.name)\" \(style.isPush ? "pushes" : "presents"), but the "
            + "existing style with this name \(style.isPush ? "presents" : "pushes")",
          hint: "choose another name")
      }
      if style.isPush { pushes[-2 - Int(known)] = style } else { styles[Int(known) - 1] = style }
      numbers[style.name] = known
      removed[style.name] = nil
      return TransitionStyle(rawValue: known)
    }
    guard styles.count + pushes.count < Self.maxCount else {
      throw NavigationError(
        .badArgument,
        "presentationStyle \"\(style.name)\" exceeds the maximum of \(Self.maxCount) styles",
        hint: "reuse an existing style")
    }
    if style.isPush {
      pushes.append(style)
      let number = Int16(-1 - pushes.count)
      numbers[style.name] = number
      return TransitionStyle(rawValue: number)
    }
    styles.append(style)
    numbers[style.name] = Int16(styles.count)
    return TransitionStyle(rawValue: Int16(styles.count))
  }

  /// Removes a registered style. Existing layers and screens keep the style.
  mutating func remove(_ name: String) {
    guard let number = numbers[name],
      Int(number) > PresentationStyle.builtIn.count
        || number < TransitionStyle.automatic.rawValue
    else { return }
    removed[name] = number
    numbers[name] = nil
  }
}
