internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// Maps the names of chunks to files of the client and to sources without a file.
final class DebugSources {
  private let host: any DebugHost
  /// The key of each chunk: the resolved path of its file, or its name after `chunk:`.
  private var keys: [String: String] = [:]
  /// The paths that the client uses for files, by key.
  private var paths: [String: String] = [:]
  /// The names of chunks without a file. The reference is the index + 1.
  private var names: [String] = []

  init(_ host: any DebugHost) { self.host = host }

  /// Removes the keys, because the folder has changed.
  func forget() { keys = [:] }

  /// Returns the key of a chunk.
  func key(ofChunk name: String) -> String {
    if let key = keys[name] { return key }
    let key = host.resolved(name) ?? "chunk:\(name)"
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
    let key = host.resolved(path) ?? "chunk:\(path)"
    paths[key] = path
    return (key, path)
  }

  /// Returns a chunk in the form in which the protocol represents sources.
  func source(ofChunk name: String) -> NavigationValue {
    let key = key(ofChunk: name)
    let short = String(name.split(separator: "/").last ?? Substring(name))
    if key.hasPrefix("/") {
      return ["name": .string(short), "path": .string(paths[key] ?? key)]
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
    if let source = host.sources[name] { return source }
    do throws(ScriptError) {
      return try host.read(name)
    } catch {
      throw DebugFailure("the source of \(name) is not available: \(error.message)")
    }
  }

  /// Returns the current text of a client's file.
  func text(_ file: (key: String, chunk: String)) throws(DebugFailure) -> [UInt8] {
    guard file.key.hasPrefix("/") else { return try text(ofChunk: file.chunk) }
    do throws(ScriptError) {
      return try host.read(file.key)
    } catch {
      throw DebugFailure(error.message)
    }
  }

  /// The sources of all loaded chunks.
  var loaded: [NavigationValue] {
    host.sources.all.keys.sorted().map { source(ofChunk: $0) }
  }
}
