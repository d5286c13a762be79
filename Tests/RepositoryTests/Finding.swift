/// A violation of a repository rule.
struct Finding: Equatable, CustomStringConvertible {
  /// The path, relative to the repository's root.
  let path: String
  /// The line number, counted from 1, or 0 if the finding concerns the whole file or folder.
  let line: Int
  let message: String

  init(_ path: String, _ line: Int = 0, _ message: String) {
    self.path = path
    self.line = line
    self.message = message
  }

  var description: String {
    line == 0 ? "\(path): \(message)" : "\(path):\(line): \(message)"
  }
}
