internal import Signalbox
internal import SignalboxScenarios
internal import SignalboxScripting

/// Maps the names of chunks to files of the client and to sources without a file.
final class DebugSources {
  private let files: any DebugFiles
  /// Whether the client may read only sources that the session has loaded, in the form in which
  /// they were loaded. The other files belong to the host of the session.
  private let isLimitedToLoaded: Bool
  /// The keys of chunks by name. A key is the resolved path of a file, or `chunk:` followed by the
  /// name of the chunk.
  private var keys: [String: String] = [:]
  /// The paths that the client uses for files, by key.
  private var paths: [String: String] = [:]
  /// The sources without a file. The reference of a source is its index + 1. If a name is loaded
  /// again with a different text, it has a new reference, because clients cache the text of a
  /// reference.
  private var chunks: [ScriptChunk] = []

  init(_ files: any DebugFiles, isLimitedToLoaded: Bool) {
    (self.files, self.isLimitedToLoaded) = (files, isLimitedToLoaded)
  }

  /// Removes the keys, because the folder has changed.
  func forget() { keys = [:] }

  /// Returns the key of a chunk, or `nil` if it has no name and the client does not know it.
  func key(of chunk: ScriptChunk) -> String? {
    if chunk.isNamed { return key(ofName: chunk.name) }
    return chunks.firstIndex(of: chunk).map { "text:\($0 + 1)" }
  }

  private func key(ofName name: String) -> String {
    if let key = keys[name] { return key }
    let key = files.resolved(name) ?? "chunk:\(name)"
    keys[name] = key
    return key
  }

  /// Returns the key and the chunk of a source that the client specifies.
  func file(_ source: DebugArguments) throws(DebugFailure) -> (key: String, chunk: ScriptChunk) {
    if let reference = try source.integer("sourceReference"), reference > 0 {
      guard chunks.indices.contains(reference - 1), let key = key(of: chunks[reference - 1])
      else { throw DebugFailure("there is no source with the reference \(reference)") }
      return (key, chunks[reference - 1])
    }
    guard let path = try source.text("path") else {
      throw DebugFailure("source.path is missing")
    }
    let chunk = files.resolved(path) == nil ? loadedChunk(atEndOf: path) ?? path : path
    let key = files.resolved(path) ?? "chunk:\(chunk)"
    paths[key] = path
    return (key, ScriptChunk(name: chunk))
  }

  /// Returns the longest name of a loaded chunk that matches the end of a path, or `nil` if there
  /// is none. Used if the host has no file at that path.
  private func loadedChunk(atEndOf path: String) -> String? {
    files.sources.all.keys.filter { path.hasSuffix("/\($0)") }.max { $0.count < $1.count }
  }

  /// Returns a chunk as a source in the format of the protocol.
  func source(of chunk: ScriptChunk) -> NavigationValue {
    let name = chunk.name
    let key = chunk.isNamed ? key(ofName: name) : ""
    let short = String(name.split(separator: "/").last ?? Substring(name))
    if let path = paths[key] ?? (key.hasPrefix("/") ? key : nil) {
      return ["name": .string(short), "path": .string(path)]
    }
    return ["name": .string(name), "sourceReference": .integer(reference(of: chunk))]
  }

  private func reference(of chunk: ScriptChunk) -> Int {
    if let index = chunks.firstIndex(of: chunk) { return index + 1 }
    chunks.append(chunk)
    return chunks.count
  }

  /// Returns the text of a source that the client requests: the text as it was loaded, or the
  /// current text of its file.
  func text(_ file: (key: String, chunk: ScriptChunk)) throws(DebugFailure) -> [UInt8] {
    let (text, isLoaded) = try code(file)
    guard isLoaded || !isLimitedToLoaded else { throw Self.isNotLoaded(file.chunk) }
    return text
  }

  /// Returns the text of a source, for finding its lines with code, and whether the client may read
  /// the text. A client may set breakpoints in a script before it is loaded.
  func code(
    _ file: (key: String, chunk: ScriptChunk)
  ) throws(DebugFailure) -> (text: [UInt8], isLoaded: Bool) {
    let isFile = file.key.hasPrefix("/")
    if !isFile, let text = file.chunk.text ?? files.sources[file.chunk.name] { return (text, true) }
    if isFile, isLimitedToLoaded, let text = loadedText(ofKey: file.key) { return (text, true) }
    do throws(ScriptError) {
      return (try files.read(isFile ? file.key : file.chunk.name), !isLimitedToLoaded)
    } catch {
      if isLimitedToLoaded { throw Self.isNotLoaded(file.chunk) }
      throw DebugFailure(
        isFile
          ? error.message
          : "the source of \(file.chunk.name) is not available: \(error.message)")
    }
  }

  private static func isNotLoaded(_ chunk: ScriptChunk) -> DebugFailure {
    DebugFailure(
      "the session has not loaded \(chunk.name); an attached debugger reads only loaded sources")
  }

  private func loadedText(ofKey key: String) -> [UInt8]? {
    let all = files.sources.all
    return all.keys.sorted().first { self.key(ofName: $0) == key }.flatMap { all[$0] }
  }

  /// Returns the loaded scripts, the named strings that scripts have loaded, and the unnamed
  /// strings that the client knows.
  func loaded(_ texts: [ScriptChunk]) -> [NavigationValue] {
    let scripts = files.sources.all.keys.sorted()
    let known = Set(scripts.map(key(ofName:)))
    let named = texts.filter { !known.contains(key(ofName: $0.name)) }
    let unnamed = chunks.filter { !$0.isNamed }
    return (scripts.map { ScriptChunk(name: $0) } + named + unnamed).map(source(of:))
  }
}
