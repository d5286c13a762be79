internal import SystemLibrary

/// Why a file cannot be read or written.
package struct FileFailure: Error, Equatable {
  /// The system's number.
  package let code: Int32
  /// The system's words, or a sentence of our own; a lower-case letter first.
  package let reason: String

  /// A failure as the system numbers it.
  package init(_ code: Int32) {
    let text =
      switch code {
      case ELOOP: "it is a link, which is not written through"
      case ESPIPE: "it is a pipe or a device, which cannot be replaced"
      default: String(cString: strerror(code))
      }
    self.init(code, text.prefix(1).lowercased() + text.dropFirst())
  }

  package init(_ code: Int32, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The failure of the last call of the system.
  package static var last: FileFailure { FileFailure(errno) }

  /// A path of a ``RootedFolder`` that leads to something else.
  static let outside = FileFailure(EXDEV, "it leads outside of the folder")
  static let tooManyLinks = FileFailure(ELOOP, "it has too many links")
  /// A link where a file is written.
  package static let link = FileFailure(ELOOP)
  static let noFile = FileFailure(EINVAL, "it is no file")

  /// Whether a path leads out of its folder.
  package var isOutside: Bool { code == EXDEV }
  /// Whether there is nothing at a path.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  /// Whether there is something else than a regular file at a path.
  package var isNoFile: Bool { self == Self.noFile }
}

/// Repeats a call of the system that a signal has ended.
func uninterrupted(_ call: () -> Int32) -> Int32 {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
