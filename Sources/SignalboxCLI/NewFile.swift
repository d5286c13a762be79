internal import SignalboxFiles
internal import SignalboxREPL
internal import SignalboxScripting
internal import SystemLibrary

/// A file that a command creates for the user.
struct NewFile {
  private let path: String
  /// The path of the file in messages.
  private let shown: String

  init(_ path: String, shown: String) {
    self.path = path
    self.shown = shown
  }

  /// Writes a temporary file next to the path, and then moves the file to the path atomically.
  func write(_ bytes: [UInt8], replacing: Bool) throws(ScriptError) {
    do throws(FileFailure) {
      let draft = try FileDraft(path)
      try draft.write(bytes)
      // If the file must not be replaced, the commit creates a hard link. Unlike a rename, a link
      // never replaces an existing file.
      try draft.commit(replacing: replacing)
    } catch {
      throw failure(error)
    }
  }

  /// Creates the file for a recording.
  func open(replacing: Bool) throws(ScriptError) -> any CommandRecording {
    let way = replacing ? O_TRUNC | O_NOFOLLOW | O_NONBLOCK : O_EXCL
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | way
    let descriptor = reserve(path, flags, 0o666)
    guard descriptor >= 0 else { throw failure(FileFailure.last) }
    return Recording(descriptor) { failure(FileFailure($0)) }
  }

  private func failure(_ failure: FileFailure) -> ScriptError {
    if failure.code == EEXIST {
      return ScriptError(
        .runtime, "cannot write \(shown): it already exists",
        hint: "to overwrite it, add ! to the name: \(shown)!")
    }
    let text = "cannot write \(shown): \(failure.reason)"
    guard failure.code == ENOENT, let slash = shown.lastIndex(of: "/") else {
      return ScriptError(.runtime, text)
    }
    return ScriptError(.runtime, text, hint: "create the folder \(shown[..<slash]) first")
  }

  /// A file whose lines are written immediately.
  private final class Recording: CommandRecording {
    private var descriptor: Int32
    private let failure: (Int32) -> ScriptError

    init(_ descriptor: Int32, failure: @escaping (Int32) -> ScriptError) {
      self.descriptor = descriptor
      self.failure = failure
    }

    deinit { close() }

    func append(_ line: String) throws(ScriptError) {
      if !put(Array(line.utf8) + [UInt8(ascii: "\n")], to: descriptor) { throw failure(errno) }
    }

    func close() {
      if descriptor >= 0 { release(descriptor) }
      descriptor = -1
    }
  }
}

/// Writes all bytes. Returns `false` on failure, with the reason in `errno`.
private func put(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let chunk = Array(rest.prefix(1 << 20))
    let count = write(descriptor, chunk, chunk.count)
    if count > 0 {
      rest = rest.dropFirst(count)
    } else if errno != EINTR {
      return false
    }
  }
  return true
}

/// Calls the system function `open(2)`, which a method of the same name hides inside the type.
private func reserve(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

private func release(_ descriptor: Int32) { close(descriptor) }
