import Signalbox

/// What a gift is wrapped in.
public struct Wrapping: Codable, Equatable {
  /// The paper.
  public var paper: String

  /// Wraps in a paper.
  public init(paper: String) { self.paper = paper }
}

/// Lets the user choose a paper, and finishes with it.
public final class Gift: Coordinator {
  /// Its only screen.
  public static var routes: [String: Route] { ["papers": Route()] }

  public override func start(animated: Bool) { router.startFlow(at: "papers") }

  public override func actions(of screen: ScreenID) -> [String] { ["Stars", "Stripes"] }

  public override func perform(action: String, on screen: ScreenID) throws {
    try router.finishFlow(with: Wrapping(paper: action.lowercased()))
  }
}
