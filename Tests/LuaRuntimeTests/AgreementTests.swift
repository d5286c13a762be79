import Foundation
import LuaRuntime
import Testing

/// Compares the project's library functions with Lua's own functions, for random arguments from
/// fixed seeds.
@Suite struct AgreementTests {
  /// Expects that the script `Cases/agreement.lua` writes the same lines with both implementations.
  private func expectAgreement(on subject: String, seed: Int, iterations: Int) throws {
    let script = try CaseTests.text("agreement.lua")
    let stock = try #require(StockLua.run(script, subject, [seed, iterations]))
    let ours = try #require(
      try Lua().run(script, [.string(subject), .integer(seed), .integer(iterations)]).first?.text)
    guard stock != ours else { return }
    let lines = zip(stock.split(separator: "\n"), ours.split(separator: "\n"))
    let different = lines.first { $0 != $1 }
    Issue.record("Lua: \(different?.0 ?? "")\nours: \(different?.1 ?? "")")
  }

  @Test(arguments: 1...10)
  func `the pattern functions agree with those of Lua on 10,000 patterns and subjects`(
    _ seed: Int
  ) throws {
    try expectAgreement(on: "patterns", seed: seed, iterations: 10_000)
  }

  @Test(arguments: 1...3)
  func `the table functions agree with those of Lua`(_ seed: Int) throws {
    try expectAgreement(on: "tables", seed: seed, iterations: 1_000)
  }

  @Test(arguments: 1...3)
  func `the string, utf8 and random functions agree with those of Lua`(_ seed: Int) throws {
    try expectAgreement(on: "strings", seed: seed, iterations: 1_000)
  }
}
