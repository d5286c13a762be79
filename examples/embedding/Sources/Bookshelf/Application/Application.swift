public import Signalbox

/// The application's coordinator, in the form of Panov's: an instructor decides which flow is shown, a
/// factory makes it, and links are given to whoever can be started with them.
public final class Application: NamedCoordinator {
  /// What decides. It changes with every flow that ends.
  public private(set) var instructor = LaunchInstructor()
  /// Who is logged in.
  public private(set) var user: User?
  /// A link that waits until the main flow is there.
  public private(set) var pending: DeepLink?

  /// Shows the flow that is due. The arguments say what is known already: `{ tutorial, authorised }`.
  ///
  /// - Throws: `badArgument` where they say something else.
  public override func start(animated: Bool) throws {
    if !arguments.isEmpty { instructor = try arguments.decoded(as: LaunchInstructor.self) }
    router.root(instructor.flow.rawValue)
  }

  // MARK: - Flows

  /// What a flow leaves behind when it ends, and the one that takes its place.
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

  /// A flow is gone; a link that waited for this goes on.
  public override func childDidFinish(_ notice: FinishNotice) {
    guard let link = pending, instructor.flow == .main else { return }
    pending = nil
    _ = start(with: link)
  }
}

extension Application: DeepLinkHandling {
  /// What the root takes itself; everything else is for its children, once they are there.
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
