internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// Maps the names of chunks to files of the client and to sources without a file.
final class DebugSources {
  private let files: any DebugFiles
  /// Whether loaded sources are used instead of the current contents of their files.
  private let prefersLoaded: Bool
  /// The key of each chunk: the resolved path of its file, or its name after `chunk:`.
  private var keys: [String: String] = [:]
  /// The paths that the client uses for files, by key.
  private var paths: [String: String] = [:]
  /// The names of chunks without a file. The reference is the index + 1.
  private var names: [String] = []

  init(_ files: any DebugFiles, prefersLoaded: Bool) {
    (self.files, self.prefersLoaded) = (files, prefersLoaded)
  }

  /// Removes the keys, because the folder has changed.
  func forget() { keys = [:] }

  /// Returns the key of a chunk.
  func key(ofChunk name: String) -> String {
    if let key = keys[name] { return key }
    let key = files.resolved(name) ?? "chunk:\(name)"
    keys[name] = key
    return key
  }

  /// Returns the key of a source of the client, and a function that reads its text.
  func file(_ source: DebugArguments) throws(DebugFailure) -> (key: String, chunk: String) {
    if let reference = try source.integer("sourceReference"), reference > 0 {
      guard names.indices.contains(reference - 1) else {
        throw DebugFailure("there is no source with the reference \(reference)")
      }
      return ("chunk:\(names[reference - 1])", names[reference - 1])
    }
    guard let path = try source.text("path") else {
      throw DebugFailure("source.path is missing")
    }
    let chunk = files.resolved(path) == nil ? loadedChunk(atEndOf: path) ?? path : path
    let key = files.resolved(path) ?? "chunk:\(chunk)"
    paths[key] = path
    return (key, chunk)
  }

  /// Returns the loaded chunk whose name is the end of a path, for a host without that file.
  private func loadedChunk(atEndOf path: String) -> String? {
    files.sources.all.keys.filter { path.hasSuffix("/\($0)") }.max { $0.count < $1.count }
  }

  /// Returns a chunk in the form in which the protocol represents sources.
  func source(ofChunk name: String) -> NavigationValue {
    let key = key(ofChunk: name)
    let short = String(name.split(separator: "/").last ?? Substring(name))
    if let path = paths[key] ?? (key.hasPrefix("/") ? key : nil) {
      return ["name": .string(short), "path": .string(path)]
    }
    return ["name": .string(name), "sourceReference": .integer(reference(of: name))]
  }

  private func reference(of name: String) -> Int {
    if let index = names.firstIndex(of: name) { return index + 1 }
    names.append(name)
    return names.count
  }

  /// Returns the text of a chunk when it was loaded, or the current text of its file.
  func text(ofChunk name: String) throws(DebugFailure) -> [UInt8] {
    if let source = files.sources[name] { return source }
    do throws(ScriptError) {
      return try files.read(name)
    } catch {
      throw DebugFailure("the source of \(name) is not available: \(error.message)")
    }
  }

  /// Returns the text of a file of the client.
  func text(_ file: (key: String, chunk: String)) throws(DebugFailure) -> [UInt8] {
    guard file.key.hasPrefix("/") else { return try text(ofChunk: file.chunk) }
    if prefersLoaded, let text = loadedText(ofKey: file.key) { return text }
    do throws(ScriptError) {
      return try files.read(file.key)
    } catch {
      throw DebugFailure(error.message)
    }
  }

  private func loadedText(ofKey key: String) -> [UInt8]? {
    let all = files.sources.all
    return all.keys.sorted().first { self.key(ofChunk: $0) == key }.flatMap { all[$0] }
  }

  /// The sources of all loaded chunks.
  var loaded: [NavigationValue] {
    files.sources.all.keys.sorted().map { source(ofChunk: $0) }
  }
}
