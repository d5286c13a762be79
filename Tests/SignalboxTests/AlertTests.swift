import Testing

@testable import Signalbox

struct AlertTests {
  private let fixture = NavigationFixture.launched("A")
  private var engine: NavigationEngine { fixture.engine }

  /// Presents an alert with two fields and three buttons.
  @discardableResult
  private func ask(_ change: (inout OperationOptions) -> Void = { _ in }) -> Outcome? {
    fixture.define("Main", routes: ["Rename": RouteDefinition()])
    var options = OperationOptions.with(.alert)
    options.layerTraits = LayerTraits(
      message: "Choose a name.",
      fields: [
        AlertField("name", placeholder: "Name", text: "Milk"), AlertField("code", kind: .password),
      ])
    options.buttons = [
      AlertButton("Save") { texts in
        let pairs = texts.sorted { $0.key < $1.key }
        fixture.log.append(pairs.map { "\($0)=\($1)" }.joined(separator: " "))
      }, AlertButton("Delete", role: .destructive) { fixture.log.append("deleted") },
      AlertButton("Cancel", role: .cancel),
    ]
    change(&options)
    return fixture.main.present("Rename", [:], options)
  }

  private func enter(_ text: String, into field: String) -> Outcome? {
    engine.perform("enterText") { call in
      call.name = engine.symbols.intern(field)
      call.text = text
    }
  }

  @Test func `an alert has a message, fields and buttons with roles`() throws {
    #expect(fixture.text(ask()) == "done")
    let layer = try #require(engine.interface.top)
    #expect(engine.message(of: layer.id) == "Choose a name.")
    #expect(
      layer.fields == [
        AlertField("name", placeholder: "Name", text: "Milk"), AlertField("code", kind: .password),
      ])
    #expect(
      engine.buttons(of: layer.id) == [
        AlertButton.Label("Save"), AlertButton.Label("Delete", role: .destructive),
        AlertButton.Label("Cancel", role: .cancel),
      ])
    #expect(engine.layers[1].buttons == engine.buttons(of: layer.id))
  }

  @Test func `an alert without a message shows the argument of its screen`() throws {
    fixture.define("Main", routes: ["Ask": RouteDefinition()])
    fixture.main.present("Ask", ["message": "Really?"], .with(.alert))
    #expect(engine.message(of: try #require(engine.interface.top?.id)) == "Really?")
    #expect(engine.message(of: try #require(engine.interface.layers.first?.id)) == nil)
  }

  @Test func `a button receives the texts of the fields after the alert is removed`() {
    ask()
    #expect(fixture.text(enter("Oat milk", into: "name")) == "done")
    #expect(fixture.text(enter("1234", into: "code")) == "done")
    #expect(fixture.text(fixture.user("tapAlert", "Save")) == "done")
    #expect(fixture.log == ["code=1234 name=Oat milk"])
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `entering text emits one event, which does not contain the text of a password`() {
    ask()
    let events = fixture.events([.willNavigate, .layerTextEntered, .didNavigate]) {
      _ = enter("Oat milk", into: "name")
      _ = enter("1234", into: "code")
    }
    #expect(events == ["layer.textEntered name Oat milk", "layer.textEntered code ••••"])
  }

  @Test
  func `entering an unchanged text is a noop, and entering text into a missing field is rejected`()
  {
    #expect(fixture.text(enter("x", into: "name")) == "noop(gestureUnavailable)")
    ask()
    #expect(fixture.text(enter("Milk", into: "name")) == "noop(unchanged)")
    #expect(
      enter("x", into: "nme")?.error?.description
        == "unknownField: enterText: the alert has no field \"nme\"; did you mean \"name\"?")
    #expect(fixture.text(enter("two\nlines", into: "name")) == "rejected(badArgument)")
  }

  @Test func `entered texts are part of the state, so they are undone, redone, saved and restored`()
    throws
  {
    ask { $0.buttons = [AlertButton("Save"), AlertButton("Cancel", role: .cancel)] }
    _ = enter("Oat milk", into: "name")
    let saved = try engine.snapshot().json
    engine.undo()
    #expect(engine.layers[1].fields.map(\.text) == ["Milk", ""])
    engine.redo()
    #expect(engine.layers[1].fields.map(\.text) == ["Oat milk", ""])
    let layer = engine.layers[1]
    engine.restore(saved)
    let restored = engine.layers[1]
    #expect(restored.fields == layer.fields)
    #expect(restored.message == "Choose a name.")
    #expect(restored.buttons.map(\.role) == [nil, .cancel])
  }

  @Test func `the difference between two states lists the entered texts`() {
    ask()
    let before = engine.tree
    _ = enter("Oat milk", into: "name")
    #expect(
      engine.tree.difference(from: before).description
        == "layers: - alert Rename of Main with name \"Milk\" + alert Rename of Main with name "
        + "\"Oat milk\"")
  }

  @Test(arguments: [
    ("sheet", "present: style \"sheet\" has no message"),
    (
      "confirmationDialog",
      "present: style \"confirmationDialog\" has no text fields; only alerts have them"
    ),
  ])
  func `alert parts that a style does not support are rejected`(_ style: String, _ message: String)
    throws
  {
    let style = try engine.transitionStyle(named: style)
    let outcome = ask {
      $0.style = style
      if style == .sheet { $0.buttons = [] }
    }
    #expect(outcome?.error?.message == message)
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `rejected alert parts are reported for the operation that was called`() {
    fixture.define("Main", routes: ["Rename": RouteDefinition()])
    var options = OperationOptions.with(.sheet)
    options.layerTraits.message = "Choose a name."
    let outcome = fixture.main.navigate(to: "Rename", [:], options)
    #expect(outcome?.error?.message == "navigate: style \"sheet\" has no message")
  }

  @Test func `duplicate names in an alert and a second button with the role cancel are rejected`() {
    let fields = ask { $0.layerTraits.fields = [AlertField("a"), AlertField("a")] }
    #expect(fields?.error?.message == "present: two fields have the name \"a\"")
    let titles = ask { $0.buttons = [AlertButton("OK"), AlertButton("OK")] }
    #expect(titles?.error?.message == "present: two buttons have the title \"OK\"")
    let roles = ask {
      $0.buttons = [AlertButton("No", role: .cancel), AlertButton("Never", role: .cancel)]
    }
    #expect(
      roles?.error?.message
        == "present: the buttons \"No\" and \"Never\" have the role cancel, expected at most one")
    #expect(fixture.shape == "nav[A]")
  }

  @Test func `a route can declare the message, the fields and the buttons of its alert`() throws {
    fixture.define(
      "Main",
      routes: [
        "Rename": RouteDefinition(
          style: .alert, layerTraits: LayerTraits(message: "New", fields: [AlertField("name")]))
      ])
    fixture.actions["Rename"] = [("Save", { _ in })]
    fixture.main.navigate(to: "Rename")
    let layer = try #require(engine.interface.top)
    #expect(engine.message(of: layer.id) == "New")
    #expect(layer.fields == [AlertField("name")])
    #expect(engine.buttons(of: layer.id) == [AlertButton.Label("Save")])
  }

  // MARK: - Recordings

  /// Records the entry of texts into both fields, and the tap on a button.
  private func recorded(isKept: Bool = false) throws -> [String] {
    var lines: [String] = []
    try engine.record(isKept: isKept) { lines.append($0) }
    ask()
    _ = enter("Oat milk", into: "name")
    _ = enter("s3cret", into: "code")
    try engine.record { _ in }
    return lines
  }

  @Test func `a recording contains dots instead of the text of a password`() throws {
    let lines = try recorded()
    #expect(lines.filter { $0.contains("s3cret") } == [])
    let trace = try SessionTrace(lines)
    #expect(
      trace.steps.suffix(2).map(\.call) == [
        "app:enterText(\"name\", \"Oat milk\")", "app:enterText(\"code\", \"••••••\")",
      ])
    #expect(trace.steps.map(\.recorded.isRedacted) == [false, false, true])
    #expect(engine.layers[1].fields.map(\.text) == ["Oat milk", "s3cret"])
  }

  @Test func `a recording that begins with an entered password contains dots`() throws {
    ask()
    _ = enter("s3cret", into: "code")
    var lines: [String] = []
    try engine.record { lines.append($0) }
    engine.restore(try engine.snapshot().json)
    #expect(lines.count == 2)
    #expect(lines.filter { $0.contains("s3cret") } == [])
    #expect(lines.allSatisfy { $0.contains("••••••") })
  }

  @Test func `a replay enters dots, and names the missing password if the result differs`() throws {
    let lines = try recorded()
    let same = NavigationFixture.launched("A")
    same.define("Main", routes: ["Rename": RouteDefinition()])
    #expect(try SessionReplay(lines).run(on: same.engine).divergence == nil)
    let field = same.engine.layers[1].fields.map(\.text)
    #expect(field == ["Oat milk", "••••••"])

    let last = try #require(lines.last).replacing("\"done\"", with: "\"noop(unchanged)\"")
    let other = NavigationFixture.launched("A")
    other.define("Main", routes: ["Rename": RouteDefinition()])
    let report = try SessionReplay(lines.dropLast() + [last]).run(on: other.engine)
    #expect(
      report.divergence?.omission
        == "the recording does not contain the password entered in step 3, so the application can "
        + "behave differently")
  }
}
