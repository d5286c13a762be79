internal import ArgumentParser
internal import SignalboxInspector

/// The argument of `--env NAME=VALUE`.
struct ParameterArgument: ExpressibleByArgument, Hashable {
  let name: String
  let value: String

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, Self.isName(String(parts[0])) else { return nil }
    self.init(String(parts[0]), String(parts[1]))
  }

  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// A description of the valid names, for messages.
  static let names = "letters, digits and _, starting with a letter or _"

  static func isName(_ text: String) -> Bool {
    let isFit = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }
    return isFit && text.first?.isNumber == false
  }

  /// The argument quoted for a shell.
  var quoted: String { "\(name)=\(ShellWord.quoted(value))" }
}
