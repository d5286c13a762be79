public enum UIKeyboardType: Sendable {
  case `default`, decimalPad, emailAddress, phonePad
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case URL
}

@MainActor
open class UIControl: UIView {
  public struct Event: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let editingChanged = Self(rawValue: 1 << 17)
  }

  private var actions: [(action: UIAction, event: Event)] = []

  public func addAction(_ action: UIAction, for event: Event) { actions.append((action, event)) }

  func send(_ event: Event) {
    for entry in actions where entry.event == event { entry.action.handler(entry.action) }
  }
}

@MainActor
public final class UITextField: UIControl {
  public var text: String? = ""
  public var placeholder: String?
  public var isSecureTextEntry = false
  public var keyboardType = UIKeyboardType.default

  /// Replaces the text as the user would with the keyboard. Only such changes are reported.
  public func userEnters(_ text: String) {
    self.text = text
    send(.editingChanged)
  }
}
