import Signalbox
import SignalboxScripting
import Testing

struct PromptTests {
  @Test func `the values of an expression are printed in readable form`() throws {
    let fixture = try ScriptFixture.launchedShop()

    #expect(fixture.evaluate("1 + 1, 2.5, 'a\\n\"b\"', true, nil") == #"2, 2.5, "a\n\"b\"", true"#)
    #expect(fixture.evaluate("nil") == "")
    #expect(fixture.evaluate("x = 5") == "")
    #expect(fixture.evaluate("x") == "5")
    #expect(fixture.evaluate("app.main") == "Shop (c1)")
    #expect(fixture.evaluate("app.front") == "catalog (s1)")
    #expect(fixture.evaluate("app:layers()") == "{ root layer (L1) }")
    #expect(fixture.evaluate("app.main.router:pop()") == #"router of Shop (c1), "noop", "atRoot""#)
    #expect(fixture.evaluate("print, app, coroutine.create(print)") == "function, app, coroutine")
  }

  @Test
  func `nested tables are printed in order, without cycles, and wide tables on several lines`()
    throws
  {
    let fixture = try ScriptFixture()

    #expect(
      fixture.evaluate(
        "{ 3, 1, z = 1, a = { b = {} }, ['two words'] = 2, [10] = true, [false] = 0 }")
        == #"{ 3, 1, a = { b = {} }, ["two words"] = 2, z = 1, [10] = true, [false] = 0 }"#)
    #expect(fixture.evaluate("t = {} t.t = t") == "")
    #expect(fixture.evaluate("t") == "{ t = { … itself … } }")
    #expect(
      fixture.evaluate("{ ('x'):rep(50), ('y'):rep(50) }")
        == "{\n  \"\(String(repeating: "x", count: 50))\",\n  \"\(String(repeating: "y", count: 50))\"\n}"
    )
    #expect(fixture.evaluate(#""\xff\0a""#) == #""\255\000a""#)
  }

  @Test(arguments: ["for i = 1, 3 do", "coordinator 'A' {", "f(", "function f()", "[[long"])
  func `an input whose end is missing is incomplete`(input: String) throws {
    let fixture = try ScriptFixture()

    #expect(fixture.evaluate(input) == "incomplete")
  }

  @Test func `an unclosed quote is an immediate error`() throws {
    let fixture = try ScriptFixture()
    #expect(fixture.evaluate("'abc") == "failed: stdin:1: unfinished string near <eof>")
  }

  @Test func `an error in an input reports its line, and the prompt continues`() throws {
    let fixture = try ScriptFixture()

    #expect(fixture.evaluate("x = = 1") == "failed: stdin:1: unexpected symbol near '='")
    #expect(fixture.evaluate("error('no', 0)") == "failed: no")
    #expect(fixture.evaluate("error { code = 1 }").hasPrefix("failed: "))
    #expect(
      fixture.evaluate("nothing.here")
        == "failed: stdin:1: attempt to index a nil value (global 'nothing')")
    #expect(fixture.evaluate("1") == "1")
  }
}
