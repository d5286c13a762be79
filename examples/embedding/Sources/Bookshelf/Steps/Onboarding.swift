public import Signalbox

/// The steps of the onboarding.
public enum OnboardingStep: Hashable, Sendable {
  case opened
  case welcomed
  case chose(String)
}

/// A user's reading preferences, with which the onboarding finishes.
public struct Taste: Codable, Hashable, Sendable {
  /// The genres, in the order in which they were chosen.
  public var genres: [String]

  /// Creates reading preferences.
  public init(genres: [String]) { self.genres = genres }
}

/// Welcomes the user, asks for genres, and finishes with a ``Taste``.
public final class Onboarding: StepCoordinator<OnboardingStep> {
  private static let genres = ["Novels", "Poems"]
  private var taste = Taste(genres: [])

  /// The routes of the coordinator.
  public static var routes: [String: RouteDefinition] {
    ["welcome": RouteDefinition(), "genres": RouteDefinition()]
  }

  /// The first step shows the welcome screen.
  public override var firstStep: OnboardingStep? { .opened }

  /// Returns the destination of a step.
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
