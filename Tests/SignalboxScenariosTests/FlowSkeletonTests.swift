import SignalboxScenarios
import SignalboxScripting
import Testing

/// Files of many flows: what stands beside the one that runs is left out where that changes nothing.
struct FlowSkeletonTests {
  private let fixture = FlowFixture()

  /// Runs the flows of a text and gives what they print; each prints at least its line.
  private func printed(_ source: String) throws -> [[String]] {
    try fixture.run(source).map { result in
      #expect(result.status == .passed, "\(result.flow.title)")
      return result.output
    }
  }

  private func many(_ count: Int, _ flow: (Int) -> String) -> String {
    (1...count).map(flow).joined(separator: "\n")
  }

  @Test func `what the file does beside its flows is done for each of them`() throws {
    let source =
      "local count = 0\n" + many(20) { "flow \"flow \($0)\" { function() print(count) end }" }
      + "\ncount = count + 1\nprint \"loaded\""
    #expect(try printed(source) == Array(repeating: ["loaded", "1"], count: 20))
  }

  @Test func `lines stay where they are, and names with all kinds of text around them`() throws {
    let source = many(20) { number in
      """
      -- flow "none" { end }
      flow "flow \(number)" { tags = { "a", [[b]] }, timeout = "2s",
        --[==[ ]] end ]==]
        function(app)
          local t = { flow = "}" }
          if t.flow == '"\\'' then error "never" elseif true then repeat local x until true end
          for i = 1, 1 do while false do end end
          error "here"
        end,
      }
      """
    }
    let lines = try fixture.run(source).map { $0.failures.first?.error.location?.line }
    #expect(lines == (0..<20).map { $0 * 10 + 8 })
  }

  @Test func `flows whose tables call something are made for each, in order`() throws {
    let source =
      "local count = 0\nlocal function next() count = count + 1 return \"t\" .. count end\n"
      + many(20) { "flow \"flow \($0)\" { tags = { next() }, function() print(count) end }" }
    #expect(try printed(source) == Array(repeating: ["20"], count: 20))
    #expect(try fixture.flows(source).last?.options.tags == ["t20"])
  }

  @Test(arguments: [
    "local make = flow\n", "local old = flow; flow = function(name) return old(name) end\n",
    "_G.seen = 1\n",
  ])
  func `a file that may give flow another meaning is loaded as it is`(head: String) throws {
    let source = head + many(20) { "flow \"flow \($0)\" { function() print(\($0)) end }" }
    #expect(try printed(source) == (1...20).map { ["\($0)"] })
  }

  @Test func `a flow inside a block, a call or an assignment stays`() throws {
    let source = """
      local kept = {}
      kept[1] = flow "kept" { function() print "kept" end }
      do
        flow "inside" { function() print "inside" end }
      end
      suite "suite" { flow "member" { function() print "member" end } }
      \(many(16) { "flow \"flow \($0)\" { function() print(#kept) end }" })
      """
    #expect(
      try printed(source) == [["kept"], ["inside"], ["member"]] + Array(repeating: ["1"], count: 16)
    )
  }
}
