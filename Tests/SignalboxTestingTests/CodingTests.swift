import Signalbox
import Testing

struct CodingTests {
  struct Order: Codable, Equatable {
    enum Status: String, Codable { case open, paid }
    struct Item: Codable, Equatable {
      var name: String
      var price: Double
      var count: UInt8
    }

    var id: Int
    var status: Status
    var items: [Item]
    var note: String?
    var flags: [String: Bool]
    var nested: [[Int]]
  }

  private static let order = Order(
    id: 42, status: .paid, items: [Order.Item(name: "book", price: 12.5, count: 2)], note: nil,
    flags: ["gift": true], nested: [[1], []])

  @Test func `a value is converted to the table that scripts expect, and back`() throws {
    let value = try NavigationValue(encoding: Self.order)

    #expect(
      value.description
        == "{ flags = { gift = true }, id = 42, items = { { count = 2, name = \"book\", price = "
        + "12.5 } }, nested = { { 1 }, {} }, status = \"paid\" }")
    #expect(try value.decoded(as: Order.self) == Self.order)
  }

  @Test func `equivalent script values can be decoded`() throws {
    let value: NavigationValue = [
      "id": .number(42), "status": "open", "items": [:], "flags": [], "nested": [[:]],
    ]
    #expect(
      try value.decoded(as: Order.self)
        == Order(id: 42, status: .open, items: [], note: nil, flags: [:], nested: [[]]))
    #expect(try NavigationValue.integer(2).decoded(as: Double.self) == 2)
  }

  @Test func `equal sets and dictionaries are encoded as equal values`() throws {
    enum Size: String, Codable { case large, medium, small }
    struct Filter: Codable, Equatable {
      var tags: Set<String>
      var counts: [Size: Int]
    }
    let tags = (0..<9).map { "tag \($0)" }
    let filter = Filter(tags: Set(tags), counts: [.small: 1, .large: 3, .medium: 2])
    let value = try NavigationValue(encoding: filter)
    #expect(
      value == [
        "tags": .list(tags.map { .string($0) }),
        "counts": ["large", 3, "medium", 2, "small", 1],
      ])
    #expect(try value.decoded(as: Filter.self) == filter)
    #expect(try NavigationValue(encoding: Set([3, 1, 2])) == [1, 2, 3])
  }

  static let wrong: [(NavigationValue, String)] = [
    ("x", "the value is string \"x\", expected a table of named values"),
    (["id": "x"], "id is string \"x\", expected an integer"),
    (["id": 1.5], "id is number 1.5, expected an integer"),
    ([:], "id is missing, expected an integer"),
    (
      ["id": 1, "status": "lost"],
      "status: Cannot initialize Status from invalid String value lost"
    ),
    (["id": 1, "status": "open", "items": 3], "items is integer 3, expected a list"),
    (
      [
        "id": 1, "status": "open",
        "items": [["name": "a", "price": 1, "count": 1], ["name": true]],
      ],
      "items[2].name is boolean true, expected a string"
    ),
    (
      ["id": 1, "status": "open", "items": [["name": "a", "price": 1, "count": 300]]],
      "items[1].count is integer 300, expected an integer from 0 to 255"
    ),
  ]

  @Test(arguments: wrong) func `a value that does not match is reported with its path`(
    value: NavigationValue, message: String
  ) {
    let error = #expect(throws: NavigationError.self) { try value.decoded(as: Order.self) }
    #expect(error?.description == "badArgument: \(message)")
  }

  @Test func `an unsupported value is reported with its path`() {
    struct Big: Encodable { var sizes: [UInt64] }
    struct Holes: Encodable { var names: [String?] }
    struct Deep: Encodable { var parts: [String: Big] }
    func text(_ value: some Encodable) -> String? {
      #expect(throws: NavigationError.self) { try NavigationValue(encoding: value) }?.description
    }
    #expect(
      text(Deep(parts: ["a": Big(sizes: [1, .max])]))
        == "badArgument: parts.a.sizes[2] is 18446744073709551615, expected an integer from "
        + "-9223372036854775808 to 9223372036854775807")
    #expect(
      text(Holes(names: ["a", nil]))
        == "badArgument: names[2] is nil, expected a value; a list cannot contain nil; omit "
        + "the element")
    #expect(
      text(Int?.none)
        == "badArgument: the value is nil, expected a value; leave it out")
    #expect(throws: NavigationError.self) { try NavigationArguments(encoding: [1]) }
  }

  @Test func `classes with a superclass are encoded completely`() throws {
    final class Child: Parent {
      var age = 0

      init(name: String, age: Int) {
        self.age = age
        super.init(name: name)
      }

      private enum Keys: CodingKey { case age }

      required init(from decoder: any Decoder) throws {
        age = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .age)
        try super.init(from: try decoder.container(keyedBy: Keys.self).superDecoder())
      }

      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(age, forKey: .age)
        try super.encode(to: container.superEncoder())
      }
    }
    let value = try NavigationValue(encoding: Child(name: "Ada", age: 36))
    #expect(value == ["age": 36, "super": ["name": "Ada"]])
    let child = try value.decoded(as: Child.self)
    #expect([child.name, "\(child.age)"] == ["Ada", "36"])
  }

  class Parent: Codable {
    var name: String
    init(name: String) { self.name = name }
  }

  @Test func `a duration of any length is encoded as a list of seconds and attoseconds`() throws {
    for span in [Duration.zero, .nanoseconds(1), .seconds(10), .seconds(10_000_000_000)] {
      let value = try NavigationValue(encoding: ["limit": span])
      #expect(try value.decoded(as: [String: Duration].self) == ["limit": span])
    }
    #expect(
      try NavigationValue(encoding: Duration.milliseconds(12_500)).description
        == "{ 12, 500000000000000000 }")
    #expect(
      throws: NavigationError(
        .badArgument, "the value is integer 5, expected a list of seconds and attoseconds")
    ) { try NavigationValue.integer(5).decoded(as: Duration.self) }
  }
}
