import SeededRandom
import Signalbox

/// A presentation style by name, so that the engine, the model and a script use the same style.
enum StyleName: String, CaseIterable, Sendable {
  case automatic, push, sheet, fullScreen, popover, overFullScreen
}

/// The coordinator types of a small application as data. An engine, the model and a script are
/// created from this data.
struct ApplicationPlan: Sendable {
  /// The destination of a route: a screen with its name, or a coordinator type.
  struct Route: Sendable {
    var name: String
    var coordinator: String?
    var style: StyleName
  }

  struct Page: Sendable, Hashable {
    var id: String
    var type: String
    var position: Int?
    var isLazy = false
  }

  /// A step that a coordinator performs in its `start`.
  struct Step: Sendable {
    enum Verb: String, CaseIterable, Sendable { case startFlow, navigate, present }
    var verb: Verb
    var route: String
  }

  struct Kind: Sendable {
    var name: String
    var isTabs: Bool
    var style: StyleName
    /// Whether the user may swipe the layer away, if this value differs from the style's default.
    var isInteractive: Bool?
    var routes: [Route]
    var pages: [Page]
    var current: String?
    /// Whether tabs show a custom screen that encloses their pages.
    var hasView = false
    var start: [Step]
  }

  var kinds: [Kind]
  /// The name of the main coordinator's type.
  var main: String
  /// Every noop counts as rejected.
  var isStrict = false

  static let letters = ["A", "B", "C", "D", "E", "F"]

  func kind(_ name: String) -> Kind? { kinds.first { $0.name == name } }
}

extension ApplicationPlan {
  /// Returns one to four types. Each type starts only earlier types, so that starts always end.
  ///
  /// The first type is a stack that starts on screen A. The main coordinator has the last type that
  /// can be launched.
  init(using generator: inout SeededGenerator) {
    kinds = []
    let count = generator.below(4) + 1
    for index in 0..<count {
      kinds.append(Self.kind(index, of: count, using: &generator))
    }
    isStrict = generator.below(10) == 0
    main = "T0"
    for kind in kinds.reversed() {
      main = kind.name
      var model = Model(plan: self)
      let prediction = model.run { model throws(NoEffect) in try model.launch() }
      if prediction.status == .done { return }
    }
  }

  private static func kind(
    _ index: Int, of count: Int, using generator: inout SeededGenerator
  ) -> Kind {
    let isTabs = index > 0 && generator.below(3) == 0
    var kind = Kind(
      name: "T\(index)", isTabs: isTabs,
      style: generator.pick([.automatic, .push, .sheet, .fullScreen, .sheet, .push]),
      isInteractive: generator.below(5) == 0 ? generator.below(2) == 0 : nil,
      routes: routes(of: count, using: &generator), pages: [], current: nil, start: [])
    kind.hasView = isTabs && generator.below(3) == 0
    if kind.style == .automatic || isTabs && kind.style == .push { kind.style = .sheet }
    if isTabs {
      for page in 0..<generator.below(4) {
        kind.pages.append(
          Page(
            id: "p\(page)", type: "T\(generator.below(index))", isLazy: generator.below(5) == 0))
      }
      if !kind.pages.isEmpty, generator.below(2) == 0 {
        kind.current = kind.pages[generator.below(kind.pages.count)].id
      }
    } else {
      kind.start.append(Step(verb: .startFlow, route: "A"))
    }
    if index > 0 { vary(&kind, index, using: &generator) }
    return kind
  }

  /// Screens A to F, and a route to each type. Screen A always exists and has no style.
  private static func routes(
    of count: Int, using generator: inout SeededGenerator
  ) -> [Route] {
    var routes = [Route(name: "A", style: .automatic)]
    for letter in letters.dropFirst() where generator.below(4) > 0 {
      routes.append(
        Route(
          name: letter,
          style: generator.pick([.automatic, .automatic, .push, .sheet, .fullScreen, .popover])))
    }
    for target in 0..<count {
      routes.append(
        Route(
          name: "to\(target)", coordinator: "T\(target)",
          style: generator.pick([.automatic, .automatic, .push, .sheet, .overFullScreen])))
    }
    return routes
  }

  /// Changes a type's start so that it does more than show one screen. Some changed starts fail.
  private static func vary(
    _ kind: inout Kind, _ index: Int, using generator: inout SeededGenerator
  ) {
    let lower = "to\(generator.below(index))"
    let letter = generator.pick(letters)
    switch generator.below(9) {
    case 0: kind.start.append(Step(verb: .navigate, route: letter))
    case 1: kind.start.append(Step(verb: .navigate, route: lower))
    case 2: kind.start.append(Step(verb: .present, route: lower))
    case 3 where !kind.isTabs: kind.start = [Step(verb: .navigate, route: lower)]
    case 4 where !kind.isTabs: kind.start = [Step(verb: .startFlow, route: lower)]
    case 5 where !kind.isTabs: kind.start = [Step(verb: .navigate, route: letter)]
    case 6 where generator.below(4) == 0: kind.start = []
    case 6: kind.start.append(Step(verb: .present, route: letter))
    // A dependency may present.
    case 7: kind.start = [Step(verb: .present, route: letter)]
    default: break
    }
  }
}

extension SeededGenerator {
  /// Returns a number from 0 to one below a limit. The bias of the remainder is irrelevant here.
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

  mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}
