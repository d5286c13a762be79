import Signalbox
import SignalboxProtocol
import SignalboxUI
import Testing

@testable import SignalboxWeb

@MainActor
struct WebInterfaceTests {
  private let application: SampleApplication
  private let loop = TestLoop()
  private let link: WebScreenLink
  private let interface: WebInterface

  private var engine: NavigationEngine { application.engine }

  init() throws {
    let loop = loop
    application = try SampleApplication()
    link = WebScreenLink(name: "Sample") {}
    interface = WebInterface(application.engine, link) { loop.schedule(after: $0, $1) }
  }

  private func expectSettled(_ location: SourceLocation = #_sourceLocation) {
    #expect(loop.run(), sourceLocation: location)
    #expect(interface.shown == engine.interface, sourceLocation: location)
    #expect(interface.reconciler?.isSettled == true, sourceLocation: location)
    #expect(engine.waitingCount == 0, sourceLocation: location)
  }

  /// The stack of the front layer on the page.
  private func stack(_ page: SimulatedPage) -> [String] {
    let state = page.rendering?.table?["state"]?.table
    guard case .list(let coordinators)? = state?["coordinators"], let last = coordinators.last,
      case .list(let stack)? = last.table?["stack"]
    else { return [] }
    return stack.compactMap { $0.table?["name"]?.text }
  }

  @Test
  func
    `without a page, changes complete immediately, and a page that connects later shows the state`()
    throws
  {
    engine.launch("Main")
    application.main.navigate(to: "b")
    expectSettled()
    #expect(!interface.hasPage)
    let page = try SimulatedPage(link)
    #expect(interface.hasPage)
    try page.showAll()
    #expect(stack(page) == ["a", "b"])
    expectSettled()
  }

  @Test func `a transition ends when the page has shown it`() throws {
    engine.launch("Main")
    let page = try SimulatedPage(link)
    try page.showAll()
    application.main.navigate(to: "b")
    try page.receive()
    #expect(page.waiting.last?["motion"] == "push")
    #expect(page.waiting.last?["milliseconds"] == 350)
    #expect(engine.hasToWait)
    try page.showAll()
    #expect(!engine.hasToWait)
    expectSettled()
    #expect(application.takeProblems() == [])
  }

  @Test func `a page that does not respond is skipped until it responds`() throws {
    engine.launch("Main")
    let page = try SimulatedPage(link)
    try page.showAll()
    application.main.navigate(to: "b")
    expectSettled()
    #expect(!interface.hasPage)
    #expect(application.takeProblems().count == 1)
    application.main.navigate(to: "c")
    expectSettled()
    #expect(application.takeProblems() == [])
    try page.showAll()
    #expect(interface.hasPage)
    #expect(stack(page) == ["a", "b", "c"])
    expectSettled()
  }

  @Test func `a lost page ends its transition and its gesture`() throws {
    engine.launch("Main")
    let page = try SimulatedPage(link)
    try page.showAll()
    application.main.navigate(to: "b")
    page.disconnect()
    expectSettled()
    let other = try SimulatedPage(link)
    try other.showAll()
    #expect(try other.report("began", ["gesture": "swipeBack"]) == nil)
    #expect(engine.swipeProgress != nil)
    other.disconnect()
    #expect(engine.swipeProgress == nil)
    expectSettled()
    #expect(engine.interface.screens.count == 2)
  }

  @Test func `a gesture has phases, and its end removes the screen`() throws {
    engine.launch("Main")
    application.main.navigate(to: "b")
    let page = try SimulatedPage(link)
    try page.showAll()
    for (end, count) in [("cancelled", 2), ("completed", 1)] {
      #expect(try page.report("began", ["gesture": "swipeBack"]) == nil)
      #expect(try page.report("moved", ["gesture": "swipeBack", "progress": 0.5]) == nil)
      #expect(engine.swipeProgress == 0.5)
      #expect(try page.report("back") == "a gesture has not ended")
      #expect(try page.report(end, ["gesture": "swipeBack"]) == nil)
      try page.showAll()
      expectSettled()
      try page.showAll()
      #expect(engine.interface.screens.count == count)
    }
    #expect(stack(page) == ["a"])
  }

  @Test(arguments: [false, true])
  func `a gesture that never ends is cancelled`(isRepeated: Bool) throws {
    engine.launch("Main")
    application.main.navigate(to: "b")
    let page = try SimulatedPage(link)
    try page.showAll()
    loop.run()
    #expect(try page.report("began", ["gesture": "swipeBack"]) == nil)
    application.main.navigate(to: "c")
    for _ in 0..<70 {
      loop.run(for: 1000)
      if isRepeated {
        try page.report("moved", ["gesture": "swipeBack", "progress": 0.5])
      }
      try page.showAll()
    }
    expectSettled()
    #expect(engine.interface.screens.count == 3)
  }

  @Test func `a new page replaces an earlier page, whose reports are rejected`() throws {
    engine.launch("Main")
    let page = try SimulatedPage(link)
    try page.showAll()
    let other = try SimulatedPage(link)
    try other.showAll()
    try page.receive()
    #expect(page.isClosed)
    #expect(try page.report("back") == "the page is not the application's screen")
    #expect(stack(other) == ["a"])
    try page.ask("interface/open")
    try page.showAll()
    #expect(try page.report("back") == nil)
    expectSettled()
  }

  @Test(
    arguments: [
      ("tap", [:], "params.text is missing; tap requires it"),
      ("back", ["number": 99], "the interface has changed"),
      (
        "tab", ["bar": "b9", "page": "x"],
        "the page does not show the tab bar b9 with the tab \"x\""
      ),
      ("button", ["text": "OK", "layer": "l1"], "the page does not show the alert l1 in front"),
      (
        "enter", ["text": "x", "field": "name", "layer": "l1"],
        "the page does not show the alert l1 in front"
      ),
      ("completed", ["gesture": "swipeDown"], "the gesture swipeDown is not in progress"),
      ("began", [:], "params.gesture is missing; began requires it"),
      ("began", ["gesture": "swipeDown"], "notInteractive"),
      ("began", ["gesture": "swipeBack"], "gestureUnavailable"),
      (
        "moved", ["gesture": "pinch"],
        "params.gesture is string \"pinch\", expected \"swipeBack\" or \"swipeDown\""
      ),
    ] as [(String, NavigationArguments, String)])
  func `a report that does not match the visible state is rejected`(
    event: String, fields: NavigationArguments, reason: String
  ) throws {
    engine.launch("Main")
    let page = try SimulatedPage(link)
    try page.showAll()
    expectSettled()
    try page.showAll()
    let events = engine.eventCount
    #expect(try page.report(event, fields) == reason)
    try page.showAll()
    expectSettled()
    #expect(engine.eventCount == events || event == "began")
    #expect(stack(page) == ["a"])
  }

  @Test
  func
    `text is entered into an alert before the page shows the change, and a button closes the alert`()
    throws
  {
    application.actions = [("Save", nil), ("Cancel", .cancel)]
    engine.launch("Main")
    application.main.navigate(to: "question")
    let page = try SimulatedPage(link)
    try page.showAll()
    let layer = try #require(interface.shown.top?.id)
    let fields: NavigationArguments = ["layer": .string("\(layer)")]
    var entry = fields
    (entry["field"], entry["text"], entry["number"]) = ("name", "Milk", 0)
    #expect(try page.report("enter", entry) == nil)
    #expect(engine.interface.top?.fields.first?.text == "Milk")
    try page.receive()
    #expect(page.waiting == [])
    var tap = fields
    tap["text"] = "Save"
    #expect(try page.report("button", tap) == nil)
    try page.showAll()
    expectSettled()
    #expect(engine.interface.layers.count == 1)
  }
}
