public import Signalbox

/// The steps of "about", which have the same names in scripts.
public enum AboutStep: String, Codable, Hashable, Sendable {
  case showAbout, showTerms, showAuthors
}

/// The input of `About`: the steps to take immediately, just as a parent's step contains the steps
/// of a child.
public struct AboutRequest: Codable, Hashable, Sendable {
  /// The steps, in order.
  public var steps: [AboutStep]

  /// Creates a request.
  public init(steps: [AboutStep]) { self.steps = steps }
}

/// The pages that the user has seen.
public struct AboutReport: Codable, Hashable, Sendable {
  /// The pages, in order.
  public var read: [String]

  /// Creates a report.
  public init(read: [String]) { self.read = read }
}

/// Shows information about the application. The settings, which are scripted, present it with an
/// ``AboutRequest`` and receive an ``AboutReport``.
public final class About: StepCoordinator<AboutStep> {
  private var report = AboutReport(read: [])

  /// The routes of the coordinator.
  public static var routes: [String: RouteDefinition] {
    ["about": RouteDefinition(), "terms": RouteDefinition(), "authors": RouteDefinition()]
  }

  /// The first screen is the page about the application.
  public override var firstStep: AboutStep? { .showAbout }

  /// Shows the first page, and then performs the requested steps.
  ///
  /// - Throws: `badArgument`, with the path, if a value is not a step.
  public override func start(animated: Bool) throws {
    for wanted in try arguments.decoded(as: AboutRequest.self).steps { step = wanted }
    try super.start(animated: animated)
  }

  /// Returns the destination of a step.
  public override func navigate(to step: AboutStep) -> StepAction {
    switch step {
    case .showAbout: page("about")
    case .showTerms: page("terms")
    case .showAuthors: page("authors")
    }
  }

  private func page(_ name: String) -> StepAction {
    report.read.append(name)
    return .push(name)
  }

  public override func actions(of screen: ScreenID) -> [String] { ["Authors", "Done"] }

  public override func perform(action: String, on screen: ScreenID) throws {
    if action == "Authors" { step = .showAuthors } else { try router.finishFlow(with: report) }
  }
}
