import SignalboxREPL
import SignalboxScripting
import Testing

@Suite struct ExpectCommandTests {
  @Test func `expectations that pass become part of the saved scenario`() throws {
    let fixture = try CommandFixture()
    #expect(
      fixture.answers(
        #"app:open "shop://product/42""#,
        #".expect { front = { "product", id = 42 }, tab = "shop" }"#,
        #".expect { tab = "me" }"#, ".save buy.scenario.lua")
          == """
            ✓ open shop://product/42 · push product { id = 42 }
            ✓ expected { front = { "product", id = 42 }, tab = "shop" }
          ✗ .expect: not met, and not added
            tab  expected  "me"
                 actual    "shop"
            wrote 1 step as scenario "session 2026-11-20" — run: signalbox test buy.scenario.lua

          """)
    let text = try #require(fixture.host.files["buy.scenario.lua"])
    #expect(text.contains(#"  app:expect { front = { "product", id = 42 }, tab = "shop" }"#))
    #expect(!text.contains(#"tab = "me""#))
  }

  @Test(arguments: [
    ("", #"✗ .expect: got "", expected a table; .expect { title = "Payment" }"#),
    (
      "{ titel = 'x' }",
      #"✗ .expect: unknownMatcher: expect has no matcher "titel"; did you mean "title"?"#
    ),
    ("{}", "✗ .expect: badArgument: expect: got {}, which expects nothing"),
    ("{ title = }", "✗ .expect: unexpected symbol near '}'"),
  ])
  func `an invalid expectation is rejected with the expected form`(
    argument: String, answer: String
  ) throws {
    let fixture = try CommandFixture()
    #expect(fixture.answers(".expect \(argument)") == answer + "\n")
  }
}
