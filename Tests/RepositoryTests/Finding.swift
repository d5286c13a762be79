/// One place where the repository breaks one of its own rules.
struct Finding: Equatable, CustomStringConvertible {
  /// Relative to the repository's root.
  let path: String
  /// 1-based; 0 where the finding concerns the file or folder as a whole.
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
