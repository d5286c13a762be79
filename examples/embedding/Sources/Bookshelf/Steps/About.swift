public import Signalbox

/// What has happened in "about": scripts say it by the same names.
public enum AboutStep: String, Codable, Hashable, Sendable {
  case showAbout, showTerms, showAuthors
}

/// What `About` is made with: steps to do at once, as a parent's step carries those of a child.
public struct AboutRequest: Codable, Hashable, Sendable {
  /// The steps in order.
  public var steps: [AboutStep]

  /// A request.
  public init(steps: [AboutStep]) { self.steps = steps }
}

/// The pages that somebody saw.
public struct AboutReport: Codable, Hashable, Sendable {
  /// The pages in order.
  public var read: [String]

  /// A report.
  public init(read: [String]) { self.read = read }
}

/// Tells about the application. The settings, a script, present it with an ``AboutRequest``, and get
/// an ``AboutReport``.
public final class About: StepCoordinator<AboutStep> {
  private var report = AboutReport(read: [])

  /// Its routes.
  public static var routes: [String: RouteDefinition] {
    ["about": RouteDefinition(), "terms": RouteDefinition(), "authors": RouteDefinition()]
  }

  /// It begins with its own page.
  public override var firstStep: AboutStep? { .showAbout }

  /// Shows its own page, then what it was asked for.
  ///
  /// - Throws: `badArgument` with the path of a step that is none.
  public override func start(animated: Bool) throws {
    for wanted in try arguments.decoded(as: AboutRequest.self).steps { step = wanted }
    try super.start(animated: animated)
  }

  /// Where its steps lead.
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
