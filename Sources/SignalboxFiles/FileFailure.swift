internal import SystemLibrary

/// The reason why a file cannot be read or written.
package struct FileFailure: Error, Equatable {
  /// The system's error number.
  package let code: Int32
  /// The message from the system or from this module, starting with a lowercase letter.
  package let reason: String

  /// Creates a failure from a system error number.
  package init(_ code: Int32) {
    let text =
      switch code {
      case ELOOP: "it is a symbolic link, which is not followed"
      case ESPIPE: "it is a pipe or a device, which cannot be replaced"
      default: String(cString: strerror(code))
      }
    self.init(code, text.prefix(1).lowercased() + text.dropFirst())
  }

  package init(_ code: Int32, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The failure of the last system call.
  package static var last: FileFailure { FileFailure(errno) }

  /// The failure for a path that leads outside its ``RootedFolder``.
  static let outside = FileFailure(EXDEV, "it is outside the folder")
  static let tooManyLinks = FileFailure(ELOOP, "its path has too many symbolic links")
  /// The failure for a file that cannot be written because the item at its path is a symbolic link.
  package static let link = FileFailure(ELOOP)
  static let noFile = FileFailure(EINVAL, "it is not a file")

  /// Whether the path leads outside its folder.
  package var isOutside: Bool { code == EXDEV }
  /// Whether no item exists at the path.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  /// Whether the item at the path is not a regular file.
  package var isNoFile: Bool { self == Self.noFile }
}

/// Repeats a system call that a signal has interrupted.
func uninterrupted(_ call: () -> Int32) -> Int32 {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
