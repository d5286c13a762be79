internal import PortableMutex
internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting

/// The dependencies of each scenario file: the files that its scenarios have required, the files
/// that its source names, and the paths that were searched without finding a file. A new file at
/// such a path is also a dependency.
final class FileUses: Sendable {
  private struct Content {
    /// The paths that sessions have looked up, keyed by scenario file.
    var noted: [String: Set<String>] = [:]
    /// The names of the modules that a file requires, keyed by path.
    var names: [String: [String]] = [:]
  }

  /// The recorded dependencies, which are locked briefly for each module lookup.
  private let content = Mutex(Content())

  private let report: (@Sendable (_ path: String, _ script: String) -> Void)?

  /// - Parameter report: A closure that receives each new path once.
  init(reporting report: (@Sendable (_ path: String, _ script: String) -> Void)? = nil) {
    self.report = report
  }

  /// Records that a scenario file has looked up a path.
  func note(_ path: String, by script: String) {
    let isNew = content.withLock { $0.noted[script, default: []].insert(path).inserted }
    if isNew { report?(path, script) }
  }

  /// Removes the data about files that have changed.
  func forget(_ paths: Set<String>) {
    content.withLock { content in
      for path in paths {
        content.noted[path] = nil
        content.names[path] = nil
      }
    }
  }

  /// Returns a scenario file and its dependencies, as far as they are known without running the
  /// file.
  func files(of script: String) -> Set<String> {
    var files = content.withLock { $0.noted[script] ?? [] }
    files.insert(script)
    let folders = FolderModules(of: script, sources: SourceCache())
    var pending = files.filter(FilePath.isFile).flatMap(names(in:))
    var seen: Set<String> = []
    while let name = pending.popLast() {
      guard seen.insert(name).inserted else { continue }
      for path in folders.searched(for: name) {
        files.insert(path)
        guard FilePath.isFile(path) else { continue }
        pending += names(in: path)
        break
      }
    }
    return files
  }

  /// Returns the names of the modules that a file requires with a string literal.
  private func names(in path: String) -> [String] {
    if let names = content.withLock({ $0.names[path] }) { return names }
    let source = (try? ScriptFile.read(path)) ?? []
    let tokens = Array(LuaTokens(source))
    let names = tokens.indices.compactMap { index -> String? in
      guard tokens[index].word == "require" else { return nil }
      var next = index + 1
      if next < tokens.count, tokens[next].word == "(" { next += 1 }
      guard next < tokens.count, tokens[next].kind == .string else { return nil }
      return Self.text(of: source[tokens[next].start..<tokens[next].end])
    }
    content.withLock { $0.names[path] = names }
    return names
  }

  /// Returns the value of a string without escapes, or `nil` for a string with escapes. Names of
  /// modules usually contain no escapes.
  private static func text(of literal: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: literal, as: UTF8.self)
    guard !text.contains("\\"), let first = text.first else { return nil }
    if first == "[" {
      return String(text.drop { $0 == "[" || $0 == "=" }.prefix { $0 != "]" })
    }
    return String(text.dropFirst().dropLast())
  }
}
