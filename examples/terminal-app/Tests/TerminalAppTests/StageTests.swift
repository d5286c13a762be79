import Foundation
import Signalbox
import SignalboxScripting
import TerminalStage
import Testing

/// Tests the frames that the stage produces for an engine's transitions.
struct StageTests {
  private let session: ScriptSession
  private let player: Player

  init() throws {
    session = try ScriptSession.opened(
      Program.package.appending(path: "main.lua").path,
      modules: [Program.package.deletingLastPathComponent().appending(path: "shop").path])
    player = try Player(session, columns: 40, rows: 12)
    player.settle()
  }

  /// The times at which screens have appeared, in virtual milliseconds.
  private var appearances: [String] {
    session.engine.events().filter { $0.kind == .didAppear }.map {
      "\($0.name) \(Int($0.time / .milliseconds(1)))"
    }
  }

  @Test func `an operation ends when its animation has ended, not before`() {
    player.press(.tap(1))
    #expect(player.isMoving)
    #expect(player.nextChange == .milliseconds(350))
    player.pass(.milliseconds(349))
    #expect(appearances == ["catalog 0"])
    player.pass(.milliseconds(1))
    #expect(!player.isMoving)
    #expect(appearances == ["catalog 0", "product 350"])
  }

  @Test func `keys that are pressed during an animation wait, and are performed in order`() {
    let catalog = player.frame.lines
    player.press(.tap(1))
    player.pass(.milliseconds(100))
    player.press(.back)
    #expect(player.frame.lines.last?.hasSuffix("… 1 waiting") == true)
    player.pass(.milliseconds(250))
    #expect(appearances == ["catalog 0", "product 350"])
    #expect(player.isMoving)
    player.pass(.milliseconds(350))
    #expect(appearances == ["catalog 0", "product 350", "catalog 700"])
    #expect(player.frame.lines == catalog)
  }

  @Test func `keys that are pressed ahead have the same effect as keys after each animation`() {
    let catalog = player.frame.lines
    for input in [.tap(1), .tap(3), .back, .back, .nextTab, .nextTab] as [UserInput] {
      player.press(input)
    }
    player.settle()
    #expect(player.frame.lines == catalog)
    #expect(
      appearances.map { $0.prefix { $0 != " " } } == [
        "catalog", "product", "reviews", "product", "catalog", "profile", "catalog",
      ])
  }

  @Test func `operations that scripts submit during an animation wait in the engine`() throws {
    try session.run(
      Array(
        """
        local router <const> = app.top.router
        router:navigate("product", { id = 1 })
        router:navigate("reviews", { id = 1 })
        router:popToRoot()
        """.utf8), name: "steps")
    #expect(session.engine.waitingCount == 3)
    player.pass(.milliseconds(700))
    #expect(session.engine.waitingCount == 1)
    player.pass(.milliseconds(350))
    #expect(appearances == ["catalog 0", "product 350", "reviews 700", "catalog 1050"])
  }

  @Test func `advancing time once has the same result as advancing it in parts`() throws {
    let other = try StageTests()
    for player in [player, other.player] { [.tap(1), .tap(3), .back, .back].forEach(player.press) }
    player.pass(.milliseconds(2000))
    for _ in 0..<200 { other.player.pass(.milliseconds(10)) }
    #expect(appearances == other.appearances)
    #expect(player.frame == other.player.frame)
  }

  @Test func `a change without animation is visible immediately`() throws {
    let shop = try #require(session.engine.topCoordinator)
    session.engine.router(of: shop).navigate(
      to: "product", ["id": 7], OperationOptions(animated: false))
    #expect(!player.isMoving)
    #expect(player.frame.lines.first == " ‹ Catalog     Product 7")
  }

  @Test(arguments: [(40, 12), (23, 7), (10, 4)])
  func `every frame of every transition fills the window, even with wide characters`(
    columns: Int, rows: Int
  ) throws {
    try session.run(
      Array("app.top.router:navigate('any', { name = '東京の店' }, { animated = false })".utf8),
      name: "wide")
    player.resize(columns: columns, rows: rows)
    var frames = 0
    let inputs: [UserInput] = [
      .tap(1), .link("shop://product/1"), .tap(1), .tap(1), .swipeDown, .back,
    ]
    for input in inputs {
      player.press(input)
      repeat {
        let frame = player.frame
        #expect(frame.columns == columns && frame.rows == rows)
        for row in 0..<rows {
          for column in 0..<columns where frame[row, column].character == nil {
            #expect(column > 0 && frame[row, column - 1].character?.isASCII == false)
          }
        }
        frames += 1
        player.pass(.milliseconds(50))
      } while player.isMoving
    }
    #expect(frames > 30)
  }

  @Test func `a window that is resized during an animation shows the final frame`() {
    player.press(.tap(1))
    player.pass(.milliseconds(100))
    player.resize(columns: 30, rows: 8)
    #expect(player.frame.lines.first == " ‹ Catalog  Product 1")
    player.pass(.milliseconds(250))
    #expect(player.frame.lines.first == " ‹ Catalog  Product 1")
  }

  @Test func `scripts and Swift present each other and pass results`() throws {
    for input in [.tap(2), .tap(2), .tap(2), .tap(1)] as [UserInput] {
      player.press(input)
      player.settle()
    }
    #expect(
      session.engine.tree.layers.map { session.engine.typeName(of: $0.owner.id) } == [
        "Home", "GiftWrap", "Checkout",
      ])
    for _ in 0..<2 {
      player.press(.tap(1))
      player.settle()
    }
    let finished = session.engine.events().filter { $0.kind == .coordinatorFinished }
    #expect(finished.map(\.name) == ["Checkout", "GiftWrap"])
    #expect(player.frame.lines.contains { $0.contains("On its way in stripes paper") })
    #expect(player.frame.lines.contains { $0.contains("Me (1)") })
    #expect(session.leaks == [])
  }

  @Test func `swiping the checkout away leaves the gift on the screen`() {
    for input in [.tap(1), .tap(2), .tap(1), .tap(1), .swipeDown] as [UserInput] {
      player.press(input)
      player.settle()
    }
    #expect(player.frame.lines.contains { $0.contains("A card with it?") })
  }

  @Test func `the error of a script is shown below the screen until the next key`() throws {
    try session.run(Array("app:on('entry.pushed', function() error('oh no') end)".utf8), name: "x")
    player.press(.tap(1))
    player.settle()
    #expect(player.frame.lines.last == "oh no")
    player.press(.link("cellar://1"))
    #expect(
      player.frame.lines.joined(separator: " ").contains(
        "unhandled: open: no running coordinator handles \"cellar://1\""))
    player.press(.back)
    #expect(player.frame.lines.last?.hasPrefix("1-2 tap") == true)
  }
}
