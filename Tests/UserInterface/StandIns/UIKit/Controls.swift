// Stand-ins for buttons and for the view that arranges them.

@MainActor
public final class UIAction {
  public let title: String
  let handler: (UIAction) -> Void

  public init(title: String = "", handler: @escaping (UIAction) -> Void) {
    (self.title, self.handler) = (title, handler)
  }
}

@MainActor
public final class UIButton: UIControl {
  public enum ButtonType: Sendable { case system }

  public let currentTitle: String?
  private let action: UIAction?

  public init(type buttonType: ButtonType, primaryAction: UIAction?) {
    (currentTitle, action) = (primaryAction?.title, primaryAction)
    super.init()
  }

  public func userTaps() { action.map { $0.handler($0) } }
}

@MainActor
public final class UIStackView: UIView {
  public enum Distribution: Sendable { case fill, fillEqually }
  public enum Axis: Sendable { case horizontal, vertical }

  public private(set) var arrangedSubviews: [UIView]
  public var axis = Axis.horizontal
  public var distribution = Distribution.fill

  public init(arrangedSubviews views: [UIView]) {
    arrangedSubviews = views
    super.init()
    for view in views { addSubview(view) }
  }
}
