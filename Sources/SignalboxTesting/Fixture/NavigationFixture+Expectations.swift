public import Signalbox
internal import SignalboxInspector
internal import SignalboxScenarios
public import SignalboxScripting

/// What a test expects of what is shown. Each compares whole values; what is not so is a failure at
/// the line that called, with the difference, what is shown and the steps up to then.
extension NavigationFixture {
  /// Expects the screens of the coordinator on top, the root first.
  ///
  /// ```swift
  /// app.expectStack("catalog", .screen("product", ["id": 42]))
  /// ```
  public func expectStack(
    _ screens: ExpectedScreen..., fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let stack = engine.topCoordinator.map(engine.stack(of:)) ?? []
    let actual = stack.enumerated().map { index, screen in
      screens.indices.contains(index) && screens[index].arguments != nil
        ? ExpectedScreen(screen.name, screen.arguments) : ExpectedScreen(screen.name, nil)
    }
    guard actual != screens else { return }
    fail(
      "expectStack",
      [FlowDifference("stack", expected: text(of: screens), actual: text(of: actual))],
      at: TestPlace(fileID, filePath, line, column))
  }

  private func text(of screens: [ExpectedScreen]) -> String {
    screens.isEmpty ? "{}" : "{ \(screens.map(\.description).joined(separator: ", ")) }"
  }

  /// Expects the whole tree of coordinators and screens, as `app:tree()` and ``tree`` give it.
  ///
  /// ```swift
  /// app.expectTree(
  ///   """
  ///   Shop
  ///   └ ⤒ Checkout  address ←
  ///   """)
  /// ```
  public func expectTree(
    _ expected: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let difference = LineDifference(expected: expected, actual: tree)
    guard !difference.isEmpty else { return }
    report.fail(
      "expectTree: the tree is not as expected (- expected, + actual)\n\n\(difference)",
      at: TestPlace(fileID, filePath, line, column))
  }

  /// What is shown as a tree of coordinators, one line each.
  public var tree: String { TreePicture.draw(PictureSubject(engine)) }

  /// What is shown as a screen.
  public var screen: String { ScreenPicture.draw(PictureSubject(engine)) }

  // MARK: - Events

  /// The kinds of events that tell what has changed.
  public static let changes: [NavigationEvent.Kind] = [
    .entryPushed, .entryPopped, .layerPresented, .layerDismissed, .tabChanged, .rootChanged,
    .coordinatorFinished, .exitRequested, .linkUnhandled, .handlerFailed,
  ]

  /// Every event since the session began, the oldest first.
  public var events: [NavigationEvent] { engine.events() }

  /// Expects what has happened since the fixture was made, or since this was asked last.
  ///
  /// ```swift
  /// app.tap("Buy")
  /// app.expectEvents(["entry.pushed product"])
  /// ```
  ///
  /// - Parameters:
  ///   - expected: The kinds of events with their names and reasons, in order.
  ///   - kinds: Which kinds are looked at; those that tell what has changed unless given.
  public func expectEvents(
    _ expected: [String], of kinds: [NavigationEvent.Kind] = NavigationFixture.changes,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let wanted = Set(kinds)
    let actual = engine.events(from: firstNewEvent).filter { wanted.contains($0.kind) }
    firstNewEvent = engine.eventCount + 1
    let difference = LineDifference(expected, actual.map(Self.text(of:)))
    guard !difference.isEmpty else { return }
    report.fail(
      "expectEvents: the events are not as expected (- expected, + actual)\n\n\(difference)",
      at: TestPlace(fileID, filePath, line, column))
  }

  /// `entry.popped product userBack`: without what differs from run to run.
  private static func text(of event: NavigationEvent) -> String {
    [event.kind.name, event.name, event.explanation].filter { !$0.isEmpty }.joined(separator: " ")
  }

  // MARK: - The rest

  /// Expects what `app:expect` of flows expects: names of matchers with what they should find.
  ///
  /// ```swift
  /// app.expect(["stack": ["catalog"], "modal": []])
  /// app.expect("stack = { 'catalog', match '^prod' }")
  /// ```
  ///
  /// - Parameter expected: A table, or the inside of one as Lua.
  public func expect(
    _ expected: ScriptValue, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let place = TestPlace(fileID, filePath, line, column)
    do throws(ScriptError) {
      let table = try table(of: expected)
      let flow = try flow(for: "expect")
      flow.note("expect { \(Self.names(in: table)) }")
      fail("expect", try flow.differences(from: table, of: "expect"), at: place)
    } catch {
      fail(error, at: place)
    }
  }

  /// What expects as flows do.
  private func flow(for verb: String) throws(ScriptError) -> HostedFlow {
    if let hosted { return hosted }
    throw ScriptError(
      .closed, "\(verb): the fixture is closed, or the session is that of a flow",
      hint: "flows expect with app:expect and app:snapshot")
  }

  private func table(of expected: ScriptValue) throws(ScriptError) -> ScriptValue {
    guard let text = expected.text else { return expected }
    let function = try session.load(Array("return { \(text) }".utf8), name: "expect")
    return try function.call().first ?? .nil
  }

  private static func names(in table: ScriptValue) -> String {
    (table.table?.pairs ?? []).compactMap(\.key.text).joined(separator: ", ")
  }

  /// Expects the screen and the tree to be as they were recorded under a name.
  ///
  /// The frame is a file in the folder `frames` beside the test; one that is missing is written, and
  /// `SIGNALBOX_UPDATE=1` writes those that changed.
  public func expectSnapshot(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let place = TestPlace(fileID, filePath, line, column)
    do throws(ScriptError) {
      let differences = try flow(for: "expectSnapshot").frameDifferences(name)
      fail("snapshot \"\(name)\"", differences, at: place)
    } catch {
      fail(error, at: place)
    }
  }

  /// Expects that nothing lives on out of reach: no coordinator, screen, timer or observer.
  public func expectNoLeaks(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let leaks = session.leaks
    guard !leaks.isEmpty else { return }
    let list = leaks.map { "  \($0)" }.joined(separator: "\n")
    report.fail(
      "expectNoLeaks: this lives on out of reach\n\n\(list)",
      at: TestPlace(fileID, filePath, line, column))
  }

  /// Expects that what is done is refused for a reason.
  ///
  /// - Parameters:
  ///   - reason: Why; other refusals, none and several are failures.
  ///   - body: What is done, with the fixture.
  public func expectRefusal(
    _ reason: ReasonCode, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, during body: (NavigationFixture) throws -> Void
  ) rethrows {
    let outer = expectedRefusals
    expectedRefusals = []
    defer { expectedRefusals = outer }
    try body(self)
    let actual = expectedRefusals ?? []
    guard actual != [reason.name] else { return }
    let came = actual.isEmpty ? "nothing was refused" : actual.joined(separator: ", ")
    fail(
      "expectRefusal",
      [FlowDifference("refusals", expected: reason.name, actual: came)],
      at: TestPlace(fileID, filePath, line, column))
  }
}

/// A screen as a test expects it: its name, and its arguments where they are given.
public struct ExpectedScreen: Hashable, Sendable {
  /// The name of its route.
  public let name: String
  /// All arguments; `nil` for whatever they are.
  public let arguments: NavigationArguments?

  init(_ name: String, _ arguments: NavigationArguments?) {
    self.name = name
    self.arguments = arguments
  }

  /// A screen with all its arguments.
  public static func screen(_ name: String, _ arguments: NavigationArguments) -> ExpectedScreen {
    ExpectedScreen(name, arguments)
  }
}

extension ExpectedScreen: ExpressibleByStringLiteral {
  /// A screen with whatever arguments.
  public init(stringLiteral name: String) { self.init(name, nil) }
}

extension ExpectedScreen: CustomStringConvertible {
  /// `"product"`, `{ "product", id = 42 }`.
  public var description: String {
    let name = NavigationValue.string(name).description
    guard let arguments else { return name }
    if arguments.isEmpty { return "{ \(name) }" }
    return "{ \(name), \(arguments.description.dropFirst(2))"
  }
}
