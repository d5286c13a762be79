internal import Signalbox

/// How hosts and those who attach to them talk; `docs/attach.md` describes it.
package enum AttachProtocol {
  package static let version = 1

  /// One line of JSON, with its end.
  static func frame(_ fields: [(String, NavigationValue)]) -> [UInt8] {
    // Nothing that is sent holds a number that is none, or nests.
    let text = (try? NavigationValue.table(NavigationArguments(fields)).json) ?? "{}"
    return Array(text.utf8) + [UInt8(ascii: "\n")]
  }
}

/// Why a request is not done.
package struct Refusal: Error, Hashable, Sendable {
  /// The words of the protocol.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    case malformed, tooLong, unknownVerb, badField
    case notAdmitted, badToken, badVersion, full, busy
    case interrupted
  }

  /// The request, where it is known.
  package var id: Int?
  package var code: Code
  /// One sentence.
  package var message: String

  package init(id: Int?, _ code: Code, _ message: String) {
    self.id = id
    self.code = code
    self.message = message
  }
}
