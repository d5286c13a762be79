import Testing

@testable import Signalbox

/// Tests script values that are decoded as Swift values.
struct PassedValueTests {
  private struct Item: Codable, Hashable {
    var id: Int
    var note: String?
  }

  /// A value whose encoded names differ from the decoded names.
  private struct Price: Codable, Hashable {
    var cents: Int

    private enum Keys: String, CodingKey { case cents, euros, currency }

    init(cents: Int) { self.cents = cents }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      cents = 100 * (try container.decode(Int.self, forKey: .euros))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(cents, forKey: .cents)
      try container.encode("EUR", forKey: .currency)
    }
  }

  private func error<Value: Sendable>(_ passed: NavigationValue, as type: Value.Type) -> String? {
    #expect(throws: NavigationError.self) { try PassedValue.value(passed, as: type) }?.description
  }

  @Test func `the elements of an encoded set are accepted in any order`() throws {
    let passed: NavigationValue = [
      ["id": 2, "note": "two"], ["id": 1], ["id": 10, "note": "ten"], ["id": 3],
    ]
    #expect(
      try PassedValue.value(passed, as: Set<Item>.self) == [
        Item(id: 1), Item(id: 2, note: "two"), Item(id: 3), Item(id: 10, note: "ten"),
      ])
  }

  @Test func `a value that is encoded with other names than it is decoded with is accepted`() throws
  {
    #expect(try PassedValue.value(["euros": 3], as: Price.self) == Price(cents: 300))
    #expect(
      try PassedValue.value(["low": ["euros": 3]], as: [String: Price].self)
        == ["low": Price(cents: 300)])
  }

  @Test func `names that decoding does not read are rejected with their path`() {
    #expect(
      error(["euros": 3, "cents": 5], as: Price.self)
        == "badArgument: Price has no property \"cents\"; known: \"euros\"")
    #expect(
      error([["id": 1], ["id": 2, "notes": "x"]], as: [Item].self)
        == "badArgument: Array<Item>[2] has no property \"notes\"; did you mean \"note\"?")
    #expect(
      error(["low": ["euros": 3, "euro": 4]], as: [String: Price].self)
        == "badArgument: Dictionary<String, Price>.low has no property \"euro\"; did you mean "
        + "\"euros\"?")
  }
}
