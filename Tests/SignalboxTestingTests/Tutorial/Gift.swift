public import Signalbox

/// The wrapping of a gift.
public struct Wrapping: Codable, Equatable, Sendable {
  /// The name of the paper.
  public var paper: String

  /// Creates a wrapping.
  public init(paper: String) { self.paper = paper }
}

/// The only screen of a gift.
public enum GiftRoute: Route, CaseIterable, Codable { case papers }

/// A flow in which the user chooses a wrapping paper. The result of the flow is the chosen
/// wrapping.
public final class Gift: Coordinator {
  /// The result of the flow.
  public typealias Output = Wrapping

  /// The router that performs the coordinator's operations.
  public let router: Router<GiftRoute>

  /// Creates a coordinator.
  public init(_ router: Router<GiftRoute>) { self.router = router }

  /// Shows the papers.
  public func start() throws { try router.startFlow(at: .papers) }

  /// Returns an action for each paper.
  public func actions(of route: GiftRoute) -> [ScreenAction] {
    ["Stars", "Stripes"].map { paper in
      ScreenAction(paper) { [self] in try finishFlow(with: Wrapping(paper: paper.lowercased())) }
    }
  }
}
