import Foundation
import Testing

import struct ReleaseFoundation.Data
import class ReleaseFoundation.JSONEncoder
import protocol ReleaseFoundation.LocalizedError

/// The replacement of Foundation in release programs behaves like Foundation.
struct ReleaseFoundationTests {
  private struct Row: Codable {
    var title = "a \"quoted\" \\ path/of\n\tlines\r and \u{1}\u{1F} é 🚦"
    var empty = ""
    var number = -42
    var large = UInt64.max
    var part = 0.25
    var isOn = true
    var missing: String?
    var texts: [String] = ["b", "a"]
    var none: [Int] = []
    var rows: [Row] = []
    var named: [String: [Int?]] = ["b": [1, nil], "a": []]
    var kind = Kind.second
    var location = Location.at(line: 3)
  }

  private enum Kind: String, Codable { case first, second }

  private enum Location: Codable {
    case nowhere
    case at(line: Int)
  }

  private func text(of value: some Encodable, isPretty: Bool) throws -> (
    ours: String, theirs: String
  ) {
    let ours = ReleaseFoundation.JSONEncoder()
    let theirs = Foundation.JSONEncoder()
    ours.outputFormatting = .sortedKeys
    theirs.outputFormatting = .sortedKeys
    if isPretty {
      ours.outputFormatting.insert(.prettyPrinted)
      theirs.outputFormatting.insert(.prettyPrinted)
    }
    return (
      String(data: try ours.encode(value), encoding: .utf8) ?? "",
      String(data: try theirs.encode(value), encoding: .utf8) ?? ""
    )
  }

  @Test(arguments: [true, false])
  func `the replacement for Foundation writes values as Foundation does`(isPretty: Bool) throws {
    let row = Row(missing: "there", rows: [Row(), Row(kind: .first, location: .nowhere)])
    let (ours, theirs) = try text(of: row, isPretty: isPretty)
    #expect(ours == theirs)
    #expect(ours.contains("🚦"))
  }

  @Test func `the replacement for Foundation throws for a number that JSON cannot represent`() {
    #expect(throws: EncodingError.self) {
      try ReleaseFoundation.JSONEncoder().encode([Double.infinity])
    }
  }

  @Test func `the replacement for Foundation returns no description for an error without one`() {
    struct Failure: ReleaseFoundation.LocalizedError {}
    #expect(Failure().errorDescription == nil)
  }
}
