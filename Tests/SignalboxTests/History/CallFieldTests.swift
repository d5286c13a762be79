import Testing

@testable import Signalbox

/// Compares the fields of calls with the fields that recordings contain.
struct CallFieldTests {
  /// Fields that recordings omit: functions that only observe, internal fields of the engine,
  /// fields that are marked as unrecordable, and fields that only a stage sets, because a replay
  /// has no stage.
  private static let exceptions: Set = [
    "completion", "onDismiss", "onFinish", "onRejection", "redirections", "equals", "link",
    "isReportedByStage", "objects",
  ]

  private let fixture = NavigationFixture.launched("A", "B")
  private var engine: NavigationEngine { fixture.engine }

  /// Returns every field of a value by its path, found by reflection.
  private func fields(of value: Any, _ path: String = "") -> [String: String] {
    let mirror = Mirror(reflecting: value)
    switch value {
    case is OperationTicket, is NavigationValue, is NavigationArguments, is String, is Double:
      return [path: value is OperationTicket ? "" : "\(value)"]
    default: break
    }
    if mirror.children.isEmpty { return [path: "\(value)"] }
    var fields: [String: String] = [:]
    for (index, child) in mirror.children.enumerated() {
      let label = child.label ?? "\(index)"
      if Self.exceptions.contains(label) || label == "ticket" { continue }
      // Storage for rarely used fields is not part of the path.
      let step =
        ["extras", "storage", "some", "fields"].contains(label) ? path : "\(path).\(label)"
      fields.merge(self.fields(of: child.value, step)) { _, last in last }
    }
    return fields
  }

  private func again(_ call: OperationCall) throws -> OperationCall {
    let image = CallCoder(engine: engine).fields(of: call)
    let text = try JSONWriter.text(of: .table(image))
    guard case .table(let read) = try JSONReader.value(text) else { return call }
    var coder = CallCoder(engine: engine)
    return try coder.call(of: read)
  }

  private func call(_ fill: (inout OperationCall) -> Void) -> OperationCall {
    var call = OperationCall(operation: 1, caller: fixture.main.coordinator)
    fill(&call)
    return call
  }

  /// The calls: one for each kind of subject. Together, the calls set every field.
  private var calls: [OperationCall] {
    let content = ScreenContent(
      name: "made", arguments: ["a": 1], traits: [.dismissDisabled, .swipeBackDisabled])
    let screen = engine.front ?? ScreenID(bits: 0)
    let subjects: [OperationCall.Subject] = [
      .screen(screen), .coordinator(fixture.main.coordinator), .layer(engine.layers[0].id),
      .new("Main"), .content(content),
    ]
    return subjects.map { subject in
      call { call in
        call.name = engine.symbols.intern("B")
        call.count = 3
        call.arguments = ["id": 7, "part": 0.5]
        call.subject = subject
        call.value = .list([true])
        call.pages = [
          PageDefinition(
            id: "p", title: "Title", icon: "star", selectedTitle: "This title",
            selectedIcon: "star.fill", position: 4, coordinator: "Main",
            arguments: ["k": "v"], isLazy: true)
        ]
        call.text = "OK"
        call.stack = [
          .route("A", ["n": 1]), .new("B", ["n": 2]), .content(content), .screen(screen),
        ]
        call.presenter = screen
        call.rejection = NavigationError(.chainBroken, "it broke")
        call.steps = [BatchStep(self.call { $0.count = 2 })]
        for (index, option) in OperationOption.allCases.enumerated() {
          call.options.vary(option, index + 1, in: engine)
        }
        call.options.equals = nil
      }
    }
  }

  @Test func `replaying a recorded call repeats all of its fields`() throws {
    for call in calls { #expect(fields(of: try again(call)) == fields(of: call)) }
  }

  @Test func `the calls in this test set every field`() {
    let plain = call { call in
      call = OperationCall(operation: 0, caller: CoordinatorID(bits: 0))
      // Writing creates the storage for rarely used fields, with default values.
      call.subject = .none
      call.options.count = 1
    }
    let labels = { (value: OperationCall) in
      Set(self.fields(of: value).map { "\($0.key) = \($0.value)" })
    }
    let silent = calls.dropFirst().reduce(labels(calls[0])) { $0.intersection(labels($1)) }
    // The caller is the first coordinator.
    #expect(labels(plain).intersection(silent) == [".caller.slot = 0"])
  }

  @Test(arguments: OperationOption.allCases)
  func `every option is either recorded or marked as not recordable`(option: OperationOption)
    throws
  {
    for number in 2...4 {
      let call = call { $0.options.vary(option, number, in: engine) }
      let image = CallCoder(engine: engine).fields(of: call)
      switch option.kind {
      case .function(.equals):
        #expect(image["unrecordable"] == "a function that compares arguments")
      case .function:
        #expect(image["options"] == .table(["callbacks": [.string(option.name)]]))
        #expect(CallCoder(engine: engine).fields(of: try again(call)) == image)
      default:
        #expect(image["options"] != nil)
        #expect(fields(of: try again(call)) == fields(of: call))
      }
    }
  }

  @Test func `each option has a unique description, which describes its value`() {
    var taken: OperationOptions.Switches = []
    for option in OperationOption.allCases {
      var own: OperationOptions.Switches = []
      for number in 1...4 {
        var options = OperationOptions()
        options.vary(option, number, in: engine)
        own.formUnion(options.switches)
        guard let value = option.get(options) else { continue }
        var read = OperationOptions()
        #expect(option.set(&read, value))
        #expect(option.get(read) == value)
        #expect(
          OperationOption.allCases.filter { $0.get(read) != nil }.map(\.name) == [option.name])
      }
      #expect(taken.isDisjoint(with: own), "\(option.name)")
      taken.formUnion(own)
    }
    #expect(Set(OperationOption.allCases.map(\.name)).count == OperationOption.allCases.count)
  }

  @Test func `a recorded call reports arguments that contain a host object or a function`() {
    final class Payload {}
    let content = ScreenContent(name: "made", payload: Payload())
    let held: [(String, OperationCall)] = [
      ("a screen with a host object", call { $0.subject = .content(content) }),
      ("a screen with a host object", call { $0.stack = ["A", .content(content)] }),
      ("a function that chooses a screen", call { $0.subject = .test { _ in true } }),
    ]
    for (reason, call) in held {
      let batch = self.call { $0.steps = [BatchStep(call)] }
      for call in [call, batch] {
        let image = CallCoder(engine: engine).fields(of: call)
        #expect(image["unrecordable"] == .string(reason))
      }
    }
  }

  // MARK: - Chains and unattached coordinators

  private static func tabs() -> NavigationFixture {
    let fixture = NavigationFixture()
    fixture.define("Child", routes: ["child": RouteDefinition(.coordinator("Child"), style: .push)])
    fixture.define("Main", routes: ["child": RouteDefinition(.coordinator("Child"), style: .push)])
    return fixture
  }

  private func replay(
    _ lines: [String], on fixture: NavigationFixture = tabs()
  ) throws -> SessionReplay.Report {
    try withExtendedLifetime(fixture) { try SessionReplay(lines).run(on: fixture.engine) }
  }

  @Test func `chains within a batch are recorded and replayed`() throws {
    let fixture = Self.tabs()
    var lines: [String] = []
    try fixture.engine.record { lines.append($0) }
    fixture.engine.launch("Main")
    fixture.main.batch {
      fixture.main.chain.route("child").route("child", ["n": 1]).child.route("B")
    }
    #expect(fixture.shape == "nav[A|A|A,B]")
    let fresh = Self.tabs()
    let report = try replay(lines, on: fresh)
    #expect(report.divergence?.description == nil)
    #expect(fresh.shape == "nav[A|A|A,B]")
  }

  @Test func `a call after a broken chain is rejected in the replay as well`() throws {
    let fixture = Self.tabs()
    var lines: [String] = []
    try fixture.engine.record { lines.append($0) }
    fixture.engine.launch("Main")
    fixture.main.chain.route("nowhere").route("B")
    let report = try replay(lines)
    #expect(report == SessionReplay.Report(stepCount: 3, isTruncated: false, divergence: nil))
  }

  @Test func `a replay ends at a call that continues a chain from before the recording`() throws {
    let fixture = Self.tabs()
    fixture.engine.launch("Main")
    fixture.engine.isClockAutomatic = false
    fixture.main.navigate(to: "B")
    let chain = fixture.main.chain.route("child")
    var lines: [String] = []
    try fixture.engine.record { lines.append($0) }
    chain.route("B")
    fixture.engine.settle()
    let report = try replay(lines)
    #expect(
      report.divergence?.actual.outcome == "not replayed: the call could not be recorded: a call "
        + "in a chain that started before the recording")
  }

  @Test func `a replay creates a coordinator from before the recording again, with its root`()
    throws
  {
    let fixture = Self.tabs()
    fixture.engine.launch("Main")
    let made = try fixture.make("Child")
    made.root("C", ["n": 1])
    var lines: [String] = []
    try fixture.engine.record { lines.append($0) }
    fixture.main.navigate(to: made.coordinator, .with(.push))
    #expect(fixture.shape == "nav[A|C]")
    let fresh = Self.tabs()
    #expect(try replay(lines, on: fresh).divergence?.description == nil)
    #expect(fresh.shape == "nav[A|C]")
  }

  @Test func `a call is recorded without its values that JSON cannot represent`() throws {
    let fixture = Self.tabs()
    fixture.engine.launch("Main")
    var lines: [String] = []
    try fixture.engine.record { lines.append($0) }
    let faulty: NavigationArguments = ["n": .number(.infinity)]
    var options = OperationOptions()
    options.arguments = faulty
    fixture.main.popToView("B", options)
    fixture.main.navigate(to: "B", faulty)
    fixture.main.batch { fixture.main.navigate(to: "B", faulty) }
    fixture.main.popToView(String(repeating: "B", count: 1 << 27))
    let calls = try lines.dropFirst().map { try #require(NavigationValue(json: $0).table) }
    #expect(calls.map { $0["operation"]?.text } == ["popToView", "navigate", "batch", "popToView"])
    #expect(
      calls.map { $0["unrecordable"]?.text }.prefix(3) == [
        "options.args.n is math.huge, a number that JSON cannot represent",
        "arguments.n is math.huge, a number that JSON cannot represent",
        "steps[1].arguments.n is math.huge, a number that JSON cannot represent",
      ])
    #expect(calls.allSatisfy { $0["unrecordable"] != nil })
  }

  @Test func `recordings of another version are rejected`() throws {
    let fixture = Self.tabs()
    var lines: [String] = []
    try fixture.engine.record { lines.append($0) }
    let header = lines[0]
    for version in [1, 2, 4] {
      lines[0] = header.replacing(#"},"version":3}"#, with: #"},"version":\#(version)}"#)
      #expect(
        throws: NavigationError(
          .malformed, "recording.version is integer \(version), expected 3")
      ) { try SessionReplay(lines) }
    }
  }
}
