import Signalbox

/// What a gift is wrapped in.
public struct Wrapping: Codable, Equatable, Sendable {
  /// The paper.
  public var paper: String

  /// Creates a wrapping.
  public init(paper: String) { self.paper = paper }
}

/// The only screen of a gift.
public enum GiftRoute: Route, CaseIterable, Codable { case papers }

/// Lets the user choose a wrapping paper and finishes with that choice.
public final class Gift: Coordinator {
  /// The wrapped gift.
  public typealias Output = Wrapping

  /// Its operations.
  public let router: Router<GiftRoute>

  /// Creates a gift.
  public init(_ router: Router<GiftRoute>) { self.router = router }

  /// Shows the papers.
  public func start() throws { try router.startFlow(at: .papers) }

  /// Returns the papers.
  public func actions(of route: GiftRoute) -> [ScreenAction] {
    ["Stars", "Stripes"].map { paper in
      ScreenAction(paper) { [self] in try finishFlow(with: Wrapping(paper: paper.lowercased())) }
    }
  }
}
