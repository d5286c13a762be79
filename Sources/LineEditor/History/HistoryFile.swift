/// A history file, which several sessions may use at the same time.
///
/// Every entry is appended in a single operation, so that a session that is killed loses no
/// complete entry. Only the first error is reported, and the session continues.
package final class HistoryFile {
  package let path: String
  private let warn: (String) -> Void
  private var hasWarned = false
  /// The number of lines by which a file may exceed the capacity before it is rewritten.
  private static let slack = 2_000
  /// The maximum number of bytes to read. Only the end of a larger file is read.
  private static let maxBytes = 16 << 20

  /// - Parameter warn: A closure that is called at most once, with a one-sentence warning.
  package init(path: String, warn: @escaping (String) -> Void) {
    self.path = path
    self.warn = warn
  }

  /// Returns the path that the environment specifies: `SIGNALBOX_HISTORY` or, if this variable is
  /// not set, a path in the state directory (XDG Base Directory Specification 0.8). Returns `nil`
  /// if the history is disabled or the environment specifies no path.
  package static func standardPath(variable: (String) -> String?) -> String? {
    if let path = variable("SIGNALBOX_HISTORY") { return path.isEmpty ? nil : path }
    // According to the specification, relative paths must be ignored.
    if let state = variable("XDG_STATE_HOME"), state.hasPrefix("/") {
      return state + "/signalbox/history"
    }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return home + "/.local/state/signalbox/history"
  }

  /// Returns the entries, oldest first. The array is empty if the file cannot be read.
  func read() -> [String] {
    switch FileCalls.read(path, maxBytes: Self.maxBytes) {
    case .failure(let reason):
      if !reason.isMissing { complain("cannot read \(path): \(reason)") }
      return []
    case .success(let bytes):
      let (entries, strange) = HistoryCoding.entries(of: bytes)
      if strange > 0 {
        complain(
          "skipped \(strange) line\(strange == 1 ? "" : "s") of \(path) that signalbox "
            + "did not write")
      }
      if bytes.count(where: { $0 == UInt8(ascii: "\n") }) > LineHistory.maxEntries + Self.slack {
        shorten()
      }
      return entries
    }
  }

  /// Appends an entry.
  func append(_ entry: String) {
    let line = HistoryCoding.line(for: entry)
    if case .failure(let reason) = FileCalls.append(line, to: path) {
      complain("cannot write \(path): \(reason)")
    }
  }

  /// Rewrites the file with only the latest entries. If rewriting fails, the file is unchanged.
  private func shorten() {
    let failure = FileCalls.replace(path, maxBytes: Self.maxBytes) { bytes in
      HistoryCoding.entries(of: bytes).entries.flatMap(HistoryCoding.line(for:))
    }
    if let failure { complain("cannot write \(path): \(failure)") }
  }

  private func complain(_ reason: String) {
    guard !hasWarned else { return }
    hasWarned = true
    warn("history: \(reason)")
  }
}
