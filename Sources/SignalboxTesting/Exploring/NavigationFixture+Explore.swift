internal import Signalbox

extension NavigationFixture {
  /// Explores every path through an application. This method performs every action in every state,
  /// and checks the properties of all states and the rules that apply to every application
  /// (``/Signalbox/ExplorationRule``).
  ///
  /// ```swift
  /// @Test func `the shop in every state`() throws {
  ///   try NavigationFixture.explore { app in
  ///     try ShopApp.register(in: app.engine)
  ///     app.launch(Shop.self)
  ///   } checking: { shop in
  ///     shop.links = ["shop://product/1"]
  ///     shop.never("two sheets") { $0.modals.count > 1 }
  ///     shop.reachable("the receipt", .front("receipt"))
  ///   }
  /// }
  /// ```
  ///
  /// A violation is a test failure at the line of its property, or at the calling line for a rule. The
  /// failure contains the shortest path step by step, the screen at its end, and the path as Swift
  /// statements.
  ///
  /// A state consists of the visible state, the stored properties of the running coordinators with
  /// all values that they reference, and the timers. If all coordinators implement
  /// ``/Signalbox/CoordinatorDelegate/restoring``, the exploration returns to states through
  /// checkpoints. In all other applications, and in applications with asynchronous work, each path
  /// is repeated in a new fixture, so the first closure must create all services that can change.
  ///
  /// A limit, the cancellation of the test's task, or an error after the first state ends the
  /// exploration. The results so far are still reported.
  ///
  /// - Parameters:
  ///   - start: A closure that registers the coordinators of a new fixture, and launches the
  ///     application. The closure is called more than once.
  ///   - declare: A closure that declares the actions and the properties.
  /// - Returns: The results of the exploration.
  /// - Throws: The errors of both closures; `badArgument` for contradictory declarations,
  ///   `notStarted` if nothing was launched, and `notSerializable` if the first state cannot be
  ///   compared.
  @discardableResult
  public static func explore(
    _ start: @escaping (NavigationFixture) throws -> Void, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    checking declare: (inout Exploration) throws -> Void = { _ in }
  ) throws -> ExplorationSummary {
    let place = TestLocation(fileID, filePath, line, column)
    var exploration = Exploration()
    try declare(&exploration)
    try exploration.check()
    let application = try ExploredFixture(
      exploration,
      {
        try NavigationFixture(
          checksDefinitions: false, fileID: fileID, filePath: filePath, line: line, column: column)
      }, start)
    let summary = try ExplorationSummary(exploration, application)
    let report = TestReport()
    for (number, result) in summary.properties.enumerated() {
      let properties = exploration.properties
      let home = properties.indices.contains(number) ? properties[number].place : place
      switch result.answer {
      case .holds, .holdsSoFar: continue
      case .violated: report.fail(result.message(in: summary), at: home)
      case .undecided:
        report.warn(
          "explore: \(result.title) is undecided \(summary.limit)\n\n\(summary.text)",
          at: home)
      }
    }
    if let failure = summary.failure { throw failure }
    return summary
  }
}
