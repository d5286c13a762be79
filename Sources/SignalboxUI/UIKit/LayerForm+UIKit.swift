#if canImport(UIKit) && !os(tvOS) && !os(visionOS) && !os(watchOS)
  internal import Signalbox
  internal import UIKit

  extension LayerForm {
    /// UIKit's presentation style for the form.
    var presentationStyle: UIModalPresentationStyle {
      switch self {
      case .sheet: .pageSheet
      case .formSheet: .formSheet
      case .fullScreen: .fullScreen
      case .overFullScreen, .alert, .confirmationDialog: .overFullScreen
      case .currentContext: .currentContext
      case .overCurrentContext: .overCurrentContext
      case .popover: .popover
      case .custom: .custom
      }
    }
  }

  extension UISheetPresentationController.Detent {
    /// Creates a UIKit detent from an engine detent.
    static func make(_ detent: Detent) -> UISheetPresentationController.Detent {
      switch detent {
      case .medium: .medium()
      case .large: .large()
      case .fraction(let part): .custom { $0.maximumDetentValue * part }
      case .height(let height): .custom { _ in height }
      }
    }
  }
#endif
