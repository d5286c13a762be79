import Testing

@testable import Signalbox

struct ReplayTests {
  /// An application with a child that a callback dismisses.
  private static func fixture() -> NavigationFixture {
    let fixture = NavigationFixture()
    fixture.define("Child")
    fixture.define("Made", style: .push)
    fixture.define("Main", routes: ["child": RouteDefinition(.coordinator("Child"))])
    fixture.actions["B"] = [("Leave", { $0.popToRoot() })]
    return fixture
  }

  private static func recorded() throws -> [String] {
    let fixture = fixture()
    var lines: [String] = []
    try fixture.engine.record { lines.append($0) }
    fixture.engine.launch("Main")
    fixture.main.navigate(to: "B", ["id": 1])
    fixture.user("tap", "Leave")
    fixture.main.navigate(to: "child")
    fixture.router("Child").navigate(to: "C", [:], .still)
    fixture.user("swipeDown")
    let made = try fixture.make("Made")
    fixture.main.navigate(to: made.coordinator)
    made.present("X", ["list": [1, 2.5]], .with(.fullScreen, .withNavigation))
    fixture.main.dismiss(.with(layer: fixture.engine.layers[1].id))
    fixture.engine.isClockAutomatic = false
    made.navigate(to: "D")
    fixture.main.navigate(to: "nowhere")
    fixture.engine.advance(by: .milliseconds(100))
    fixture.engine.settle()
    fixture.engine.stopRecording()
    fixture.main.navigate(to: "B")
    return lines
  }

  @Test func `replaying a recorded session leads to the same outcomes and states`() throws {
    let lines = try Self.recorded()
    let fixture = Self.fixture()
    let report = try SessionReplay(lines).run(on: fixture.engine)
    #expect(
      report == SessionReplay.Report(stepCount: 14, isTruncated: false, divergence: nil),
      "\(report.divergence?.description ?? "")\n\(lines.joined(separator: "\n"))")
    #expect(fixture.shape == "nav[A|A,D]")
    #expect(fixture.engine.isClockAutomatic)
  }

  @Test func `a line of a recording contains the caller, the call, the time and the outcome`()
    throws
  {
    let lines = try Self.recorded()
    let fixture = Self.fixture()
    fixture.engine.launch("Main")
    let main = try fixture.engine.snapshot().json
    fixture.main.navigate(to: "B", ["id": 1])
    let product = try fixture.engine.snapshot().json
    #expect(
      lines[3]
        == #"{"arguments":{"id":1},"caller":"Main","name":"B","operation":"navigate","#
        + #""outcome":"done","state":\#(product),"time":0}"#)
    #expect(
      lines[4] == #"{"by":"callback","caller":"Main","operation":"popToRoot","#
        + #""outcome":"queued","time":350}"#)
    #expect(
      lines[5] == #"{"isGesture":true,"name":"Leave","operation":"tap","outcome":"done","#
        + #""state":\#(main),"text":"Leave","time":350}"#)
  }

  @Test func `a diverging replay names the first step with a different result`() throws {
    let lines = try Self.recorded()
    let fixture = Self.fixture()
    fixture.actions["B"] = [("Leave", { $0.pop(2) })]
    let report = try SessionReplay(lines).run(on: fixture.engine)
    #expect(
      report.divergence?.description == """
        step 3 (line 5), popToRoot: expected queued, got queued of pop
        """)
    let other = Self.fixture()
    other.define("Main", start: { $0.startFlow(at: "B") })
    let second = try SessionReplay(lines).run(on: other.engine)
    #expect(second.stepCount == 1)
    #expect(
      second.divergence?.description == """
        step 1 (line 3), launch: expected done, got done
          expected Main[A] | root Main
          got      Main[B] | root Main
        """)
  }

  @Test func `an incomplete last line of a recording is ignored`() throws {
    var lines = try Self.recorded()
    let last = lines.removeLast()
    lines.append(String(last.dropLast(10)))
    let fixture = Self.fixture()
    let report = try SessionReplay(lines + [""]).run(on: fixture.engine)
    #expect(report == SessionReplay.Report(stepCount: 13, isTruncated: true, divergence: nil))
  }

  @Test func `an invalid recording is rejected with the number of the invalid line`() throws {
    var lines = try Self.recorded()
    let header = lines[0]
    lines[2] = "{"
    for (lines, message) in [
      (
        lines,
        "replay: line 3 of the recording: JSON, line 1, column 2: "
          + "expected a name in double quotes, but the text ends"
      ),
      (
        [header.replacing("automatic", with: "Main")],
        "recording.clock is string \"Main\", expected \"automatic\" or \"manual\""
      ),
      (
        [],
        "replay: the first line does not name the format "
          + "signalbox.session"
      ),
      (
        ["{}"],
        "replay: the first line does not name the format "
          + "signalbox.session"
      ),
    ] {
      #expect(throws: NavigationError(.malformed, message)) { try SessionReplay(lines) }
    }
  }

  @Test func `replaying a recording that began after launch restores the initial state first`()
    throws
  {
    let fixture = Self.fixture()
    fixture.engine.launch("Main")
    fixture.main.navigate(to: "B")
    var lines: [String] = []
    try fixture.engine.record { lines.append($0) }
    #expect(fixture.engine.isRecording)
    fixture.main.navigate(to: "C")
    fixture.engine.undo()
    fixture.engine.stopRecording()
    fixture.main.popToRoot()
    for fixture in [fixture, Self.fixture()] {
      let report = try SessionReplay(lines).run(on: fixture.engine)
      #expect(report == SessionReplay.Report(stepCount: 2, isTruncated: false, divergence: nil))
      #expect(fixture.shape == "nav[A,B]")
    }
  }

  @Test func `a recorded step that contains a function reports that it cannot be replayed`() throws
  {
    let fixture = NavigationFixture.launched("A", "B")
    var lines: [String] = []
    try fixture.engine.record { lines.append($0) }
    fixture.main.call("popToView") { $0.subject = .test { _ in true } }
    let report = try SessionReplay(lines).run(on: fixture.engine)
    #expect(
      report.divergence?.actual.outcome
        == "not replayed: the call could not be recorded: a function that chooses a screen")
  }

  /// The main coordinator has tabs, whose page has a stack of two screens.
  private static func tabs() -> NavigationFixture {
    let fixture = NavigationFixture.tabs("p", "q")
    fixture.page("p").navigate(to: "B")
    return fixture
  }

  @Test func `a call that is rejected only in a chain is replayed as recorded`() throws {
    let fixture = Self.tabs()
    var lines: [String] = []
    try fixture.engine.record { lines.append($0) }
    #expect(fixture.main.chain.popToRoot().outcome?.reason == .wrongKind)
    #expect(fixture.main.popToRoot()?.status == .done)
    fixture.engine.stopRecording()

    let report = try SessionReplay(lines).run(on: Self.tabs().engine)
    #expect(report == SessionReplay.Report(stepCount: 2, isTruncated: false, divergence: nil))
  }

  @Test func `a call that continues the chain of a waiting call can be replayed`() throws {
    let fixture = Self.fixture()
    fixture.engine.launch("Main")
    var lines: [String] = []
    try fixture.engine.record { lines.append($0) }
    fixture.engine.isClockAutomatic = false
    fixture.main.navigate(to: "B")
    let child = fixture.main.chain.route("child")
    child.route("C").child.route("D")
    fixture.main.chain.route("nowhere").route("E")
    fixture.engine.settle()
    fixture.engine.stopRecording()
    let shape = fixture.shape

    let again = Self.fixture()
    let report = try SessionReplay(lines).run(on: again.engine)
    #expect(
      report == SessionReplay.Report(stepCount: 8, isTruncated: false, divergence: nil),
      "\(report.divergence?.description ?? "")\n\(lines.joined(separator: "\n"))")
    #expect(again.shape == shape)
  }
}
