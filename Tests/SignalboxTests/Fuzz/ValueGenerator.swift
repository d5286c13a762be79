import SeededRandom
import Signalbox

/// Generates the values of random programs, as Lua text: valid values, and arbitrary values.
struct ValueGenerator {
  var random: SeededGenerator

  private static let odd = [
    "nil", "true", "false", "0", "1", "-1", "2", "3.5", "-0.0", "1/0", "0/0", "math.mininteger",
    "math.maxinteger", "1 << 31", "1e15", #""""#, #""x""#, #""\xff\0\xfe""#, #"("x"):rep(5000)"#,
    "{}", "{ 1, 2, 3 }", "{ {} }", "{ x = { y = { z = 1 } } }", "h", "app", "clock", "_G", "print",
    "string", "math.pi", "coroutine.running()", "function() end",
    #"function() error("callback") end"#, "function() error() end", "function() return true end",
    "function() coroutine.yield() end", "function(...) return ... end",
    #"setmetatable({}, { __index = function() error("index") end })"#,
    "setmetatable({}, { __len = function() return 1 << 40 end })",
    "setmetatable({}, { __tostring = function() return 1 end })",
    #"setmetatable({}, { __name = "Fake", __call = print })"#,
    #"tabs "Other" { pages = {} }:new({}, { style = "sheet", currentPage = "p" })"#,
    "(function() local t = {} t.t = t return t end)()", "app:saveState()", "app:state()", "x",
  ]
  private static let names = [
    #""A""#, #""B""#, #""C""#, #""flow""#, #""sheet""#, #""home""#, #""wild""#, #""any""#,
    #""nowhere""#, #""p""#, #""q""#, #""Flow""#, #""Home""#, #""Wild""#, #""Go""#, #""Fail""#,
    #""""#,
  ]
  private static let metamethods = [
    #""__index""#, #""__newindex""#, #""__len""#, #""__pairs""#, #""__eq""#, #""__lt""#,
    #""__concat""#, #""__call""#, #""__close""#, #""__tostring""#, #""__name""#, #""__gc""#,
    #""__mode""#, #""__metatable""#,
  ]
  private static let styles = ["push", "sheet", "fullScreen", "popover", "overFullScreen", "alert"]

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Returns a number from 0 to `count` - 1.
  mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<max(count, 1), using: &random) }

  mutating func any() -> String {
    switch pick(5) {
    case 0: name()
    case 1: handle(["coordinator", "router", "screen", "layer", "any"][pick(5)])
    default: Self.odd[pick(Self.odd.count)]
    }
  }

  mutating func name() -> String { Self.names[pick(Self.names.count)] }

  mutating func metamethod() -> String { Self.metamethods[pick(Self.metamethods.count)] }

  mutating func span() -> String {
    ["\"1ms\"", "\"350ms\"", "\"2s\"", "0", "10", "-5", "1e9", "\"x\"", "nil"][pick(9)]
  }

  mutating func handle(_ kind: String) -> String {
    kind == "app" ? "app" : "of(\"\(kind)\", \(pick(50)))"
  }

  mutating func argument(_ kind: OperationParameter.Kind) -> String {
    switch kind {
    case .destination, .route, .screen:
      switch pick(8) {
      case 0: handle("screen")
      case 1: handle("coordinator")
      case 2: "screen(\(name()), { title = \(name()) })"
      default: name()
      }
    case .coordinator: handle("coordinator")
    case .type, .page, .field: name()
    case .arguments, .value: ["nil", "{}", "{ t = \"x\" }", "{ name = \"A\" }", any()][pick(5)]
    case .count: ["1", "2", "0", "-1", "3", "100"][pick(6)]
    case .pages:
      "{ { id = \(name()), coordinator = \(name()) }, { id = \"q\", coordinator = \"Flow\" } }"
    case .text: ["\"s://a/1\"", "\"s://b\"", "app:saveState()", name()][pick(4)]
    case .stack: "{ \(name()), { route = \(name()), args = {} } }"
    case .steps: "function() app:back() end"
    }
  }

  mutating func option(_ kind: OperationOption.Kind) -> String {
    switch kind {
    case .boolean: return pick(2) == 0 ? "true" : "false"
    case .integer: return "\(pick(5) - 1)"
    case .duration: return span()
    case .style: return "\"\(Self.styles[pick(Self.styles.count)])\""
    case .function: return "function() error(\"option\") end"
    case .page, .text: return name()
    case .layer: return handle("layer")
    case .coordinator: return handle("coordinator")
    case .arguments: return "{ id = \(any()) }"
    case .detents: return "{ \"medium\", 0.3, \(any()) }"
    case .fields:
      return
        "{ \"A\", { name = \(name()), placeholder = \"B\", kind = \"password\", text = \(name()) } }"
    case .buttons:
      return "{ \"OK\", { \"No\", role = \(name()) }, Cancel = function() error(\"button\") end }"
    case .fraction: return "0.\(pick(10))"
    case .choice(let choices): return "\"\(choices[pick(choices.count)])\""
    }
  }
}
