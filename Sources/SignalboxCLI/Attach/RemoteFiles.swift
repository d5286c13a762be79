internal import SignalboxProtocol
internal import SignalboxREPL
internal import SignalboxScripting
internal import SystemLibrary

/// Reads and writes files for the commands of an attached prompt. This process, not the host,
/// accesses the files: only those that the user's input names, and the file of the demo
/// application.
final class RemoteFiles {
  private let host: PromptHost
  /// The paths of the files that the running input writes, and whether each file may be replaced.
  private var permitted: [String: Bool] = [:]
  private var recordings: [String: any CommandRecording] = [:]
  /// The paths of recordings whose failure has been reported. Further lines of these recordings may
  /// still arrive.
  private var failed: Set<String> = []

  init(_ host: PromptHost) { self.host = host }

  /// Prepares the files for an input.
  ///
  /// - Returns: The files that the input's command reads, or `nil` if it reads none.
  /// - Throws: The reason why a file cannot be read.
  func begin(_ input: String) throws(ScriptError) -> [ScriptEvaluateMethod.File]? {
    permitted = [:]
    let words = input.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard words.count == 2, !input.contains("\n") else { return nil }
    var argument = String(words[1])
    while argument.last?.isWhitespace == true { argument.removeLast() }
    switch words[0] {
    case ".load", ".replay":
      let bytes = try host.read(argument)
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw ScriptError(.module, "cannot read \(argument): it is not UTF-8 text")
      }
      return [ScriptEvaluateMethod.File(path: argument, text: text)]
    case ".save", ".record":
      let (path, isForced) = PathArgument.split(argument)
      permitted[path] = isForced
      guard words[0] == ".save" else { return nil }
      // After `.demo`, `.save` also writes the application next to the scenario, unless the file
      // already exists.
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
      let demo = "\(folder)demo.lua"
      permitted[demo] = false
      let bytes = try? host.read(demo)
      return bytes.flatMap { String(validating: $0, as: UTF8.self) }
        .map { [ScriptEvaluateMethod.File(path: demo, text: $0)] }
    default: return nil
    }
  }

  /// Writes the output of a command in the running input, or of a recording that an earlier input
  /// started.
  ///
  /// - Throws: The reason why the file cannot be written.
  func write(_ file: FileWriteMethod.Params) throws(ScriptError) {
    switch file.mode {
    case .create: try create(file, replacing: false)
    case .replace: try create(file, replacing: true)
    case .append: try append(file)
    case .close:
      recordings.removeValue(forKey: file.path)?.close()
      failed.remove(file.path)
    }
  }

  private func create(
    _ file: FileWriteMethod.Params, replacing isReplacing: Bool
  ) throws(ScriptError) {
    guard let isForced = permitted[file.path], !isReplacing || isForced else {
      throw unnamed(file.path)
    }
    failed.remove(file.path)
    guard file.text.isEmpty else {
      return try host.write(Array(file.text.utf8), to: file.path, replacing: isReplacing)
    }
    do throws(ScriptError) {
      recordings[file.path] = try host.makeRecording(file.path, replacing: isReplacing)
    } catch {
      failed.insert(file.path)
      throw error
    }
  }

  private func append(_ file: FileWriteMethod.Params) throws(ScriptError) {
    guard let recording = recordings[file.path] else {
      if failed.contains(file.path) { return }
      throw unnamed(file.path)
    }
    do throws(ScriptError) {
      try recording.append(String(file.text.dropLast()))
    } catch {
      recordings.removeValue(forKey: file.path)?.close()
      failed.insert(file.path)
      throw error
    }
  }

  private func unnamed(_ path: String) -> ScriptError {
    ScriptError(
      .runtime, "the host asked to write \(path), but no input at this prompt named this file",
      hint: "type .save FILE or .record FILE at this prompt")
  }
}
