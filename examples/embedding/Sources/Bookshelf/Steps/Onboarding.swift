public import Signalbox

/// What has happened in the onboarding.
public enum OnboardingStep: Hashable, Sendable {
  case opened
  case welcomed
  case chose(String)
}

/// What somebody likes to read: what the onboarding finishes with.
public struct Taste: Codable, Hashable, Sendable {
  /// The genres, the first one chosen first.
  public var genres: [String]

  /// A taste.
  public init(genres: [String]) { self.genres = genres }
}

/// Greets, asks for genres, and finishes with a ``Taste``.
public final class Onboarding: StepCoordinator<OnboardingStep> {
  private static let genres = ["Novels", "Poems"]
  private var taste = Taste(genres: [])

  /// Its routes.
  public static var routes: [String: RouteDefinition] {
    ["welcome": RouteDefinition(), "genres": RouteDefinition()]
  }

  /// Opening it shows the welcome.
  public override var firstStep: OnboardingStep? { .opened }

  /// Where its steps lead.
  public override func navigate(to step: OnboardingStep) -> StepAction {
    switch step {
    case .opened: return .push("welcome")
    case .welcomed: return .push("genres")
    case .chose(let genre):
      taste.genres.append(genre)
      return .none
    }
  }

  public override func title(of screen: ScreenID) -> String? {
    isWelcome(screen) ? "Welcome" : "What do you like?"
  }

  public override func actions(of screen: ScreenID) -> [String] {
    isWelcome(screen) ? ["Next"] : Self.genres + ["Done"]
  }

  public override func perform(action: String, on screen: ScreenID) throws {
    switch action {
    case "Next": step = .welcomed
    case "Done": try router.finishFlow(with: taste)
    default: step = .chose(action)
    }
  }

  private func isWelcome(_ screen: ScreenID) -> Bool {
    router.engine?.node(of: screen)?.name == "welcome"
  }
}
