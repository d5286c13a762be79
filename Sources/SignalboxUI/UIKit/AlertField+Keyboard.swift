#if canImport(UIKit) && !os(tvOS) && !os(watchOS)
  internal import Signalbox
  internal import UIKit

  extension AlertField.Kind {
    /// The keyboard type for the field's kind.
    var keyboard: UIKeyboardType {
      switch self {
      case .text, .password: .default
      case .number: .decimalPad
      case .email: .emailAddress
      case .phone: .phonePad
      case .url: .URL
      }
    }
  }
#endif
