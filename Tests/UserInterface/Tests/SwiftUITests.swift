import SeededRandom
import Signalbox
import SwiftUI
import Testing
import UIKit

@testable import SignalboxUIOnStandIns

@MainActor
struct SwiftUITests {
  private let application: SampleApplication
  private let loop: TestLoop
  private let model: InterfaceModel
  private let scene: SimulatedScene

  private var engine: NavigationEngine { application.engine }
  private var main: AnyRouter { application.main }

  init() throws {
    let loop = TestLoop()
    application = try SampleApplication()
    model = InterfaceModel(application.engine) { loop.schedule(after: $0, $1) }
    scene = SimulatedScene(SampleView(model)) { delay, action in
      loop.schedule(after: .milliseconds(delay), action)
    }
    self.loop = loop
    loop.afterTurn = { [scene] in scene.update() }
  }

  private func expectSettled(_ location: SourceLocation = #_sourceLocation) {
    #expect(loop.run(), sourceLocation: location)
    #expect(model.reconciler?.isSettled == true, sourceLocation: location)
    #expect(scene.nodes.count == engine.interface.layers.count, sourceLocation: location)
    #expect(engine.waitingCount == 0, sourceLocation: location)
    #expect(application.takeProblems() == [], sourceLocation: location)
  }

  private func launch(_ type: String = "Main") {
    engine.launch(type)
    expectSettled()
  }

  private var path: [String] { scene.stack?.destinations.flatMap(\.texts) ?? [] }

  @Test func `a SwiftUI stack shows its path, and the user can go back`() {
    launch()
    main.navigate(to: "b")
    main.navigate(to: "c")
    expectSettled()
    #expect(path == ["b", "c"])
    #expect(scene.stack?.destinations.map(\.title) == ["b", "c"])
    scene.stack?.path?.pop(1)
    expectSettled()
    #expect(path == ["b"])
    application.interceptsBack = true
    scene.stack?.path?.pop(0)
    expectSettled()
    #expect(path == ["b"])
  }

  @Test func `sheets, covers and popovers can be presented above each other`() {
    launch()
    main.navigate(to: "flow")
    main.navigate(to: "cover")
    main.navigate(to: "popover")
    expectSettled()
    #expect(scene.styles == ["root", "sheet", "cover", "popover"])
    scene.userPulls()
    expectSettled()
    #expect(scene.styles == ["root", "sheet", "cover"])
    scene.userPulls()
    expectSettled()
    #expect(scene.styles == ["root", "sheet", "cover"])
    main.dismiss(OperationOptions())
    main.dismiss(OperationOptions())
    expectSettled()
    #expect(scene.styles == ["root"])
  }

  @Test func `a sheet has detents and cannot be pulled down while its screen prevents it`() throws {
    launch()
    var options = OperationOptions()
    options.layerTraits = LayerTraits(detents: [.medium, .height(240)])
    main.navigate(to: "flow", [:], options)
    expectSettled()
    #expect(scene.nodes[1].detents == [.medium, .height(240)])
    engine.router(of: try #require(engine.topCoordinator)).navigate(to: "locked")
    expectSettled()
    #expect(scene.nodes[1].isDismissDisabled)
    scene.userPulls()
    expectSettled()
    #expect(scene.styles == ["root", "sheet"])
  }

  @Test
  func `a layer is removed from the engine when its view dismisses its cover or locked sheet`()
    throws
  {
    launch()
    main.navigate(to: "cover")
    expectSettled()
    scene.viewDismisses()
    expectSettled()
    #expect(application.screens == [["a"]])
    main.navigate(to: "flow")
    engine.router(of: try #require(engine.topCoordinator)).navigate(to: "locked")
    expectSettled()
    scene.viewDismisses()
    expectSettled()
    #expect(application.screens == [["a"]])
  }

  @Test func `an alert has a title, a message and buttons`() {
    launch()
    var answer = ""
    var options = OperationOptions()
    options.buttons = [AlertButton("Yes") { answer = "yes" }, AlertButton("No")]
    main.navigate(to: "question", ["message": "Really?"], options)
    expectSettled()
    #expect(scene.styles == ["root", "alert"])
    #expect(scene.nodes[1].title == "question")
    #expect(scene.nodes[1].children.flatMap(\.texts) == ["Really?"])
    scene.userTaps("Yes")
    expectSettled()
    #expect(answer == "yes")
    #expect(scene.styles == ["root"])
  }

  @Test func `an alert has fields and roles, and tapping a button sends the texts`() {
    launch()
    var texts: [String: String] = [:]
    var options = OperationOptions()
    options.layerTraits = LayerTraits(
      message: "Choose a name.",
      fields: [
        AlertField("name", placeholder: "Name", kind: .email),
        AlertField("code", placeholder: "Code", kind: .password),
      ])
    options.buttons = [
      AlertButton("Save") { texts = $0 }, AlertButton("Delete", role: .destructive),
      AlertButton("Cancel", role: .cancel),
    ]
    main.navigate(to: "question", [:], options)
    expectSettled()
    #expect(scene.nodes[1].allTexts == ["Choose a name."])
    #expect(scene.nodes[1].allButtons.map(\.role) == [nil, .destructive, .cancel])
    let fields = scene.nodes[1].allFields
    #expect(fields.map(\.title) == ["Name", "Code"])
    #expect(fields.map(\.isSecure) == [false, true])
    #expect(fields.map(\.keyboard) == [.emailAddress, .default])
    fields[0].enter("milk@example.org")
    expectSettled()
    #expect(engine.interface.top?.fields.map(\.text) == ["milk@example.org", ""])
    #expect(scene.nodes[1].allFields[0].text == "milk@example.org")
    scene.nodes[1].allFields[1].enter("12")
    scene.userTaps("Save")
    expectSettled()
    #expect(texts == ["name": "milk@example.org", "code": "12"])
    #expect(scene.styles == ["root"])
  }

  @Test func `the model of a screen contains the transition of its push`() throws {
    launch()
    main.navigate(to: "zoomed")
    expectSettled()
    guard case .stack(let stack) = model.root?.contents else {
      Issue.record("no stack")
      return
    }
    #expect(stack.path.map(\.transition) == ["zoom"])
  }

  @Test func `a title that changes without new arguments is shown after an update`() throws {
    launch()
    main.navigate(to: "b")
    expectSettled()
    let screen = try #require(engine.interface.top?.contents?.front)
    application.titles[screen] = "New"
    main.update(screen, to: [:])
    expectSettled()
    #expect(scene.stack?.destinations.map(\.title) == ["New"])
  }

  @Test func `a confirmation dialog that the user cancels is removed from the engine`() {
    launch()
    var answer = ""
    var options = OperationOptions()
    options.buttons = [AlertButton("Yes") { answer = "yes" }]
    main.navigate(to: "choice", [:], options)
    expectSettled()
    #expect(scene.styles == ["root", "dialog"])
    scene.userCancels()
    expectSettled()
    #expect(scene.styles == ["root"])
    #expect(application.screens == [["a"]])
    main.navigate(to: "choice", [:], options)
    expectSettled()
    scene.userTaps("Yes")
    expectSettled()
    #expect(answer == "yes")
    #expect(application.screens == [["a"]])
  }

  @Test func `tabs have labels and badges, and tapping a tab selects it`() {
    launch("Tabs")
    main.setBadge(of: "two", to: "3")
    expectSettled()
    #expect(scene.tabs[0].pages?.map(\.label) == ["system house.fill Home", "two", "three"])
    #expect(scene.tabs[0].pages?.map(\.badge) == [nil, "3", nil])
    scene.tabs[0].tap("two")
    expectSettled()
    #expect(scene.tabs.map(\.selection) == ["two", "x"])
    #expect(scene.tabs[0].pages?.map(\.label) == ["system house One", "two", "three"])
    scene.tabs[1].tap("y")
    expectSettled()
    #expect(scene.tabs.map(\.selection) == ["two", "y"])
  }

  @Test func `a layer is presented when the animation of the layer below has ended`() {
    launch()
    main.navigate(to: "flow")
    main.navigate(to: "cover")
    loop.run(for: 499)
    #expect(scene.styles == ["root", "sheet"])
    loop.run(for: 1)
    #expect(scene.styles == ["root", "sheet", "cover"])
    expectSettled()
    #expect(scene.animated == [true, true])
  }

  @Test func `an operation without animation presents and dismisses immediately`() {
    launch()
    let options = OperationOptions(animated: false)
    main.navigate(to: "flow", [:], options)
    main.navigate(to: "cover", [:], options)
    loop.run(for: 1)
    #expect(scene.styles == ["root", "sheet", "cover"])
    main.dismiss(options)
    loop.run(for: 1)
    #expect(scene.styles == ["root", "sheet"])
    expectSettled()
    #expect(scene.animated == [false, false, false])
  }

  @Test func `a presentation that SwiftUI ignores once is attempted again`() {
    launch()
    var delays: [Int?] = [nil]
    scene.delay = { delays.popLast() ?? 350 }
    main.navigate(to: "flow")
    loop.run()
    #expect(application.takeProblems().count == 1)
    expectSettled()
    #expect(scene.styles == ["root", "sheet"])
  }

  @Test func `after a presentation that SwiftUI never makes, the next layer is presented`() {
    launch()
    scene.delay = { nil }
    main.navigate(to: "flow")
    loop.run()
    #expect(application.takeProblems().count == 3)
    #expect(application.screens == [["a"]])
    scene.delay = { 350 }
    main.navigate(to: "cover")
    expectSettled()
    #expect(scene.styles == ["root", "cover"])
  }

  // MARK: - Split views

  private var split: Node.Split? {
    scene.nodes.last.flatMap { SimulatedScene.container(in: $0) }?.split
  }
  private var detail: [String] { scene.stack.map { $0.allTexts + path } ?? [] }

  @Test func `an expanded split view shows the root next to the screens above it`() throws {
    launch("Split")
    #expect(split?.sidebar.texts == ["a"])
    #expect(split?.detail.isEmpty == true)
    main.navigate(to: "b")
    main.navigate(to: "c")
    expectSettled()
    #expect(split?.sidebar.texts == ["a"])
    #expect(detail == ["b", "c"])
    #expect(!scene.userGoesBackToSidebar())
    let stack = try #require(engine.interface.top?.contents?.frontStack?.id)
    #expect(model.isExpanded(stack))
    scene.stack?.path?.pop(0)
    expectSettled()
    #expect(detail == ["b"])
    #expect(model.reconciler?.mayBegin(.swipeBack(stack)) == false)
    main.setStack([.route("a"), .route("d")])
    expectSettled()
    #expect(detail == ["d"])
    #expect(application.screens == [["a", "d"]])
  }

  @Test func `a split view collapses, and the user can go back to the sidebar`() {
    launch("Split")
    main.navigate(to: "b")
    expectSettled()
    scene.isCompact = true
    expectSettled()
    #expect(split?.isCollapsed == true)
    #expect(application.screens == [["a", "b"]])
    application.interceptsBack = true
    #expect(scene.userGoesBackToSidebar())
    expectSettled()
    #expect(detail == ["b"])
    application.interceptsBack = false
    #expect(scene.userGoesBackToSidebar())
    expectSettled()
    #expect(application.screens == [["a"]])
    #expect(split?.detail.isEmpty == true)
    scene.isCompact = false
    main.navigate(to: "c")
    expectSettled()
    #expect(split?.sidebar.texts == ["a"])
    #expect(detail == ["c"])
  }

  @Test func `tabs at the root of a split view are shown as a stack`() {
    launch("Split")
    main.root("tabs")
    expectSettled()
    #expect(split == nil)
    #expect(scene.tabs.count == 1)
  }

  // MARK: - Own styles

  @Test func `an own style is shown by the application's presentation with its transition`() {
    launch()
    main.navigate(to: "card")
    expectSettled()
    #expect(scene.styles == ["root", "overlay"])
    #expect(scene.nodes[1].allTexts == ["card"])
    #expect(scene.nodes[1].transition == "move bottom")
    main.navigate(to: "flow")
    expectSettled()
    #expect(scene.styles == ["root", "overlay", "sheet"])
    scene.userPulls()
    expectSettled()
    scene.userTaps("Close")
    expectSettled()
    #expect(scene.styles == ["root"])
    #expect(application.screens == [["a"]])
  }

  @Test func `an own style without a presentation is reported once, and its layer is rejected`()
    throws
  {
    let (application, loop) = (try SampleApplication(), TestLoop())
    let model = InterfaceModel(application.engine) { loop.schedule(after: $0, $1) }
    let view = InterfaceView(model) { Text($0.screen?.name ?? "") }
    let scene = SimulatedScene(view) { loop.schedule(after: .milliseconds($0), $1) }
    loop.afterTurn = { scene.update() }
    application.engine.launch("Main")
    loop.run()
    let problem =
      "the views have no presentation for the style \"card\"; add one to the "
      + "InterfaceView with presentation(of: \"card\")"
    #expect(application.takeProblems() == [problem])
    application.main.navigate(to: "card")
    loop.run()
    #expect(
      application.takeProblems() == [
        "navigate: the stage did not show transition 2: the interface repeatedly rejected "
          + "the command present L2 card: \(problem)"
      ])
    #expect(application.screens == [["a"]])
    #expect(model.reconciler?.isSettled == true)
  }

  @Test func `a push style that a gesture can drive is reported, because SwiftUI has no gesture`()
    throws
  {
    let problem =
      "a gesture cannot drive pushes of the style \"drawn\" in SwiftUI, because NavigationStack "
      + "pushes without a gesture; set isInteractive of the style to false, or use UIKitInterface"
    let application = try SampleApplication()
    _ = try application.engine.register(PresentationStyle.push("drawn", isInteractive: true))
    let loop = TestLoop()
    let model = InterfaceModel(application.engine) { loop.schedule(after: $0, $1) }
    #expect(application.takeProblems() == [problem])
    #expect(model.root == nil)

    // A style that is registered after the model was created is reported once.
    let drawn = try engine.register(PresentationStyle.push("drawn", isInteractive: true))
    engine.launch("Main")
    self.loop.run()
    #expect(self.application.takeProblems() == [problem])
    var options = OperationOptions()
    options.style = drawn
    main.navigate(to: "b", [:], options)
    main.navigate(to: "c", [:], options)
    expectSettled()
    #expect(path == ["b", "c"])
  }

  @Test func `after random sequences, SwiftUI and engine are equal, and no command waits forever`()
    throws
  {
    for seed in 1...UInt64(sequenceCount) {
      if let failure = try Self.failure(ofSequence: seed) {
        Issue.record("seed \(seed): \(failure)")
        return
      }
    }
  }

  @Test func `an alert after a layer that appears late is presented`() throws {
    // The user closes a card, whose animation delays the next card, above which an alert follows.
    #expect(try Self.failure(ofSequence: 1927) == nil)
  }

  /// Returns the failure of a random sequence.
  private static func failure(ofSequence seed: UInt64) throws -> String? {
    let application = try SampleApplication()
    let scene = RandomScene(seed: seed, application)
    var sequence = RandomSequence(seed: seed, application, scene)
    return sequence.run()
  }
}

/// The views of the sample application.
struct SampleView: View {
  private let model: InterfaceModel

  init(_ model: InterfaceModel) { self.model = model }

  var body: some View {
    InterfaceView(model) { Text($0.screen?.name ?? "") }
      .presentation(of: "card", transition: .move(edge: .bottom)) { layer in
        layer
        Button("Close") { layer.model.dismiss() }
      }
  }
}

/// SwiftUI with a simulated user.
@MainActor
private final class RandomScene: RandomSubject {
  let loop = TestLoop()
  private let engine: NavigationEngine
  private let model: InterfaceModel
  private let scene: SimulatedScene
  private let faults: RandomFaults

  init(seed: UInt64, _ application: SampleApplication) {
    let (loop, faults) = (loop, RandomFaults(seed: seed, maxCount: 2))
    self.faults = faults
    engine = application.engine
    model = InterfaceModel(application.engine) { loop.schedule(after: $0, $1) }
    scene = SimulatedScene(SampleView(model)) { delay, action in
      loop.schedule(after: .milliseconds(delay), action)
    }
    loop.afterTurn = { [scene] in scene.update() }
    // The duration must not exceed the model's transition time.
    scene.delay = { faults.happens() ? nil : faults.duration(below: 500) }
  }

  var hasFaults: Bool {
    get { faults.isOn }
    set { faults.isOn = newValue }
  }
  var isSettled: Bool { model.reconciler?.isSettled == true }
  // SwiftUI presents nothing above an alert.
  var canPresent: Bool { model.shown.top?.isDialog != true }

  func lift(_ random: inout SeededGenerator) {}

  func difference(from interface: InterfaceTree) -> String? {
    guard !interface.layers.isEmpty else { return nil }
    let styles = interface.layers.map { Self.styles[$0.style] ?? $0.style }
    if scene.styles != styles { return "\(scene.styles), expected \(styles)" }
    for (node, layer) in zip(scene.nodes, interface.layers) where !layer.isDialog {
      let (shown, expected) = (names(node), names(layer.contents))
      if shown != expected { return "\(layer.id) shows \(shown), expected \(expected)" }
    }
    return nil
  }

  private static let styles = [
    "fullScreen": "cover", "confirmationDialog": "dialog", "card": "overlay",
  ]

  /// Returns the screen names of the visible stack, or of a screen without a stack.
  private func names(_ node: Node) -> [String] {
    guard let stack = SimulatedScene.container(in: node) else { return node.allTexts }
    guard let split = stack.split else { return Self.names(of: stack) }
    return split.sidebar.texts
      + (split.detail.first { $0.path != nil }.map { Self.names(of: $0) } ?? [])
  }

  private static func names(of stack: Node) -> [String] {
    (stack.children.first?.texts ?? []) + stack.destinations.flatMap(\.texts)
  }

  private func names(_ contents: InterfaceTree.Contents?) -> [String] {
    let screens = contents?.frontStack?.screens ?? contents?.front.map { [$0] } ?? []
    return screens.compactMap { engine.node(of: $0)?.name }
  }

  func touch(_ random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<5, using: &random) {
    case 4:
      if Bool.random(using: &random), scene.userGoesBackToSidebar() { return "back to the sidebar" }
      scene.isCompact.toggle()
      return scene.isCompact ? "collapse" : "expand"
    case 0:
      if scene.styles.last == "overlay" {
        scene.userTaps("Close")
        return "close the card"
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        scene.viewDismisses()
        return "dismiss itself"
      }
      scene.userPulls()
      return "pull"
    case 1:
      if Bool.random(using: &random) {
        scene.userCancels()
        return "cancel"
      }
      if let field = scene.nodes.last?.allFields.randomElement(using: &random),
        Bool.random(using: &random)
      {
        let text = "\(Int.random(in: 0..<3, using: &random))"
        field.enter(text)
        return "enter \(text)"
      }
      scene.userTaps("Yes")
      return "tap Yes"
    case 2:
      guard let path = scene.stack?.path, path.count > 0 else { return "no path" }
      let kept = Int.random(in: 0..<path.count, using: &random)
      path.pop(kept)
      return "path to \(kept)"
    default:
      guard let tabs = scene.tabs.randomElement(using: &random),
        let page = tabs.pages?.randomElement(using: &random)
      else { return "no tabs" }
      tabs.tap(page.tag)
      return "tab \(page.tag)"
    }
  }
}
