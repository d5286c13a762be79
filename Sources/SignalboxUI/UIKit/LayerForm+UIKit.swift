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

  extension UIPopoverPresentationController {
    /// Sets a default anchor for a popover that has no anchor, because UIKit would otherwise raise
    /// an exception on iPad.
    func anchorIfNeeded(in presenter: UIViewController) {
      guard sourceView == nil, sourceItem == nil, barButtonItem == nil else { return }
      let bounds = presenter.view.bounds
      sourceView = presenter.view
      sourceRect = CGRect(x: bounds.midX, y: bounds.midY, width: 0, height: 0)
      permittedArrowDirections = []
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
