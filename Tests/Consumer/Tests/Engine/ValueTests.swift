import Signalbox
import Testing

/// The values, names, styles and links that a package exchanges with an engine.
struct ValueTests {
  private struct Order: Codable, Equatable {
    var id: Int
    var notes: [String]
  }

  @Test func `a package can read values and arguments as types of its own`() throws {
    let order = Order(id: 42, notes: ["gift"])
    let value = try NavigationValue(encoding: order)
    #expect(value == ["id": 42, "notes": ["gift"]])
    #expect(try value.decoded(as: Order.self) == order)
    #expect(try NavigationArguments(encoding: order).decoded(as: Order.self) == order)
    let other: NavigationArguments = ["id": 42, "notes": ["gift", 7]]
    let error = #expect(throws: NavigationError.self) { try other.decoded(as: Order.self) }
    #expect(error?.message == "notes[2] is integer 7, expected a string")
  }

  @Test func `a package can look up the symbols of names`() {
    let symbols = NavigationEngine().symbols
    #expect(symbols.find("banner") == nil)
    let banner = symbols.intern("banner")
    #expect(symbols.find("banner") == banner)
    #expect(symbols.intern("banner") == banner)
    #expect(symbols[banner] == "banner")
  }

  @Test func `a package can register, look up and remove styles of its own`() throws {
    let engine = NavigationEngine()
    let styles = [
      PresentationStyle.push("zoom", isInteractive: true), PresentationStyle(name: "card"),
    ]
    #expect(styles.map(\.isPush) == [true, false])
    #expect(try styles.map { engine.name(of: try engine.register($0)) } == ["zoom", "card"])
    #expect(["zoom", "card"].map(engine.registry.customStyle) == styles)
    engine.registry.unregister(style: "card")
    #expect(engine.registry.customStyle(named: "card") == nil)
    #expect(engine.registry.customStyleNames == ["zoom"])
  }

  @Test func `a coordinator type that was removed can no longer be launched`() throws {
    let engine = NavigationEngine()
    try engine.register(Shop.self) { Shop($0) }
    engine.registry.unregister(coordinatorType: "Shop")
    #expect(engine.coordinatorTypeNames == [])
    #expect(engine.launch("Shop")?.reason == .unknownCoordinator)
  }

  @Test func `a package can open, rewrite and ignore links that no coordinator handles`() throws {
    let engine = NavigationEngine()
    try engine.register(Shop.self) { Shop($0) }
    try engine.launch(Shop.self)
    var topics: [NavigationArguments] = []
    let link = try engine.registry.addLink("shop://help/:topic") { match in
      topics.append(match.arguments)
      return .handled
    }
    engine.registry.setScheme("HTTPS") { _ in "shop://help/payment" }
    engine.perform("open") { $0.text = "shop://help/7" }
    engine.perform("open") { $0.text = "https://shop.example/payment" }
    #expect(topics == [["topic": 7], ["topic": "payment"]])
    engine.registry.removeLink(link)
    engine.registry.setScheme("https", nil)
    #expect(engine.registry.applicationLinkPatterns + engine.registry.rewrittenSchemes == [])
    engine.perform("open") { $0.text = "shop://help/8" }
    #expect(topics.count == 2)
    #expect(engine.eventNumbers(of: [.linkUnhandled]).count == 1)
  }
}
