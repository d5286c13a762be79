public import Signalbox

/// The application's coordinator, modeled on Panov's. An instructor determines the flow to show, a
/// factory creates the flow, and links are passed to the coordinators that can be started with
/// them.
public final class Application: NamedCoordinator {
  /// The instructor, which changes whenever a flow ends.
  public private(set) var instructor = LaunchInstructor()
  /// The user who is logged in.
  public private(set) var user: User?
  /// A link that waits until the main flow is shown.
  public private(set) var pending: DeepLink?

  /// Shows the current flow. The arguments contain the initial flags: `{ tutorial, authorised }`.
  ///
  /// - Throws: `badArgument` if the arguments are invalid.
  public override func start(animated: Bool) throws {
    if !arguments.isEmpty { instructor = try arguments.decoded(as: LaunchInstructor.self) }
    router.root(instructor.flow.rawValue)
  }

  // MARK: - Flows

  /// Stores the result of a flow that has ended, and returns the flow that replaces it.
  func next(after flow: LaunchInstructor.Flow, _ result: NavigationValue?) throws(NavigationError)
    -> LaunchInstructor.Flow
  {
    switch flow {
    case .auth:
      user = try result?.decoded(as: User.self)
      instructor.authorised = user != nil
    case .onboarding: instructor.tutorial = true
    case .main: break
    }
    return instructor.flow
  }

  /// Handles a finished flow, and opens a link that was waiting for its end.
  public override func childDidFinish(_ notice: FinishNotice) {
    guard let link = pending, instructor.flow == .main else { return }
    pending = nil
    _ = start(with: link)
  }
}

extension Application: DeepLinkHandling {
  /// Handles the links that the root accepts itself. All other links are passed to its children,
  /// once they exist.
  public func start(with link: DeepLink) -> Bool {
    if link == .logOut {
      (user, instructor.authorised) = (nil, false)
      router.root(LaunchInstructor.Flow.auth.rawValue)
      return true
    }
    guard instructor.flow == .main else {
      pending = link
      return true
    }
    if link == .settings { return select("settings") }
    guard handle(link, below: router.coordinator) else { return false }
    return select("shelf")
  }

  private func handle(_ link: DeepLink, below coordinator: CoordinatorID) -> Bool {
    guard let engine = router.engine else { return false }
    return engine.children(of: coordinator).contains { child in
      let handler = engine.delegate(of: child) as? any DeepLinkHandling
      return handler?.start(with: link) == true || handle(link, below: child)
    }
  }

  private func select(_ page: String) -> Bool {
    guard let main = router.hasRoot(LaunchInstructor.Flow.main.rawValue) else { return false }
    router.engine?.router(of: main).select(page)
    return true
  }
}
