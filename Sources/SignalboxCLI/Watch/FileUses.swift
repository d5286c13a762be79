internal import SignalboxFiles
internal import SignalboxScenarios
internal import SignalboxScripting
internal import Synchronization

/// Which files each file of scenarios is made of: what its scenarios have required, what its text requires, and
/// the places that were looked at in vain, where a new file would be found.
final class FileUses: Sendable {
  private struct Content {
    /// What sessions have looked at, by file of scenarios.
    var noted: [String: Set<String>] = [:]
    /// The modules that a file names, by its path.
    var names: [String: [String]] = [:]
  }

  /// Taken by the workers for a moment whenever a module is looked for.
  private let content = Mutex(Content())

  private let report: (@Sendable (_ path: String, _ script: String) -> Void)?

  /// - Parameter report: Gets what is noted, once.
  init(reporting report: (@Sendable (_ path: String, _ script: String) -> Void)? = nil) {
    self.report = report
  }

  /// Notes that a file of scenarios has looked at a place.
  func note(_ path: String, by script: String) {
    let isNew = content.withLock { $0.noted[script, default: []].insert(path).inserted }
    if isNew { report?(path, script) }
  }

  /// Forgets what is known of files, because they have changed.
  func forget(_ paths: Set<String>) {
    content.withLock { content in
      for path in paths {
        content.noted[path] = nil
        content.names[path] = nil
      }
    }
  }

  /// The file itself and all that it uses, as far as it is known without running it.
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

  /// Returns the modules that a file requires by a literal name.
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

  /// What a string says that has no escapes; `nil` for others, which no module is called.
  private static func text(of literal: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: literal, as: UTF8.self)
    guard !text.contains("\\"), let first = text.first else { return nil }
    if first == "[" {
      return String(text.drop { $0 == "[" || $0 == "=" }.prefix { $0 != "]" })
    }
    return String(text.dropFirst().dropLast())
  }
}
