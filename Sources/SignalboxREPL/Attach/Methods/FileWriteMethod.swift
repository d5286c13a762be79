package import SignalboxProtocol

/// The method `file/write`, with which the host asks the client to write a file for a command.
package enum FileWriteMethod: ProtocolMethod {
  /// The change to make to the file.
  package enum Mode: String, Hashable, Sendable, Codable, CaseIterable {
    /// The file must not exist.
    case create
    /// An existing file is replaced.
    case replace
    /// Lines are appended to the file of an earlier notification.
    case append
    /// No further lines follow.
    case close
  }

  package struct Params: MessageFields {
    package var path: String
    package var mode: Mode
    package var text: String

    package static let fields = [
      MessageField("path", .string, "the path as entered at the client"),
      MessageField(
        "mode", .choice(Mode.allCases.map(\.rawValue)),
        "`create` a new file, `replace` a file, `append` to a recording, or `close` a recording"),
      MessageField("text", .string, "the contents, or the lines to append; empty for `close`"),
    ]

    package init(path: String, mode: Mode, text: String) {
      (self.path, self.mode, self.text) = (path, mode, text)
    }
  }

  package typealias Result = NoFields

  package static let name = "file/write"
  package static let kind = MethodKind.serverNotification
  package static let summary =
    "Asks the client to write a file for a command of its input, such as `.save`. The notification "
    + "arrives before the output that reports the file."
  package static let example = MethodExample<Params, Result>(
    Params(path: "bug.jsonl", mode: .append, text: "{…}\n"))
}
