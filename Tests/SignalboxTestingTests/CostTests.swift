import CHeapMeter
import Signalbox
import SignalboxScriptTesting
import SignalboxScripting
import Testing

struct CostTests {
  /// Opens a fixture, uses all of its features briefly, and releases it.
  ///
  /// The measured code does not throw, because Swift Testing would store the location of a thrown
  /// error, and that allocation would be counted.
  private func use(_ number: Int) throws {
    let app = try Shop.fixture()
    app.launch()
    app.open("shop://product/\(number)")
    app.back()
    app.tap("Buy")
    app.tap("Pay slowly")
    app.advance(by: .seconds(2))
    app.expectStack("catalog", .screen("thanks", ["number": 8]))
    app.expect(["front": "thanks"])
  }

  @Test(.enabled(if: counts_heap(), "only the GNU C library's heap is counted"))
  func `a thousand fixtures that were opened and closed leave no objects behind`() throws {
    for number in 0..<100 { try use(number) }
    let before = heap_counts_now().live
    for number in 0..<1000 { try use(number) }
    let growth = heap_counts_now().live - before

    // A table of the runtime may grow. A single fixture takes a hundred thousand bytes.
    #expect(growth < 16_384, "\(growth) bytes")
  }

  @Test func `parallel fixtures are independent`() async throws {
    let stacks = try await withThrowingTaskGroup(of: [Int: [String]].self) { group in
      for number in 1...64 {
        group.addTask {
          let app = try Shop.fixture()
          app.launch()
          for _ in 0..<number {
            app.perform { $0.navigate(to: "product", ["id": .integer(number)]) }
          }
          app.run("count = (count or 0) + 1")
          await app.advance(by: .milliseconds(number))
          let ids = app.engine.stack(of: try #require(app.engine.main)).map(\.arguments.description)
          return [number: Array(Set(ids)).sorted() + app.run("count").map { "\($0.integer ?? 0)" }]
        }
      }
      return try await group.reduce(into: [:]) { $0.merge($1) { $1 } }
    }
    let expected = (1...64).map { ($0, ["{ id = \($0) }", "{}", "1"]) }
    #expect(stacks == Dictionary(uniqueKeysWithValues: expected))
  }
}
