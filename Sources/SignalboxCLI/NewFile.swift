internal import SignalboxREPL
internal import SignalboxScripting

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A file that the user asks for.
struct NewFile {
  private let path: String
  /// How messages call it.
  private let shown: String

  init(_ path: String, shown: String) {
    self.path = path
    self.shown = shown
  }

  /// Writes everything beside the place, then puts it there in one go.
  func write(_ bytes: [UInt8], replacing: Bool) throws(ScriptError) {
    let draft = "\(path).\(getpid()).new"
    let descriptor = reserve(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(errno) }
    defer { unlink(draft) }
    var code: Int32 = 0
    if !put(bytes, to: descriptor) || fsync(descriptor) != 0 { code = errno }
    close(descriptor)
    if code != 0 { throw failure(code) }
    // A link never takes the place of what is there, a new name does.
    let result = replacing ? rename(draft, path) : link(draft, path)
    if result != 0 { throw failure(errno) }
  }

  /// Makes the file, for lines to come.
  func open(replacing: Bool) throws(ScriptError) -> any CommandTape {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (replacing ? O_TRUNC : O_EXCL)
    let descriptor = reserve(path, flags, 0o666)
    guard descriptor >= 0 else { throw failure(errno) }
    return Tape(descriptor, failure: failure)
  }

  private func failure(_ code: Int32) -> ScriptError {
    if code == EEXIST {
      return ScriptError(
        .runtime, "cannot write \(shown): it is there already", hint: "\(shown)! writes over it")
    }
    let reason = String(cString: strerror(code))
    let text = "cannot write \(shown): \(reason.prefix(1).lowercased())\(reason.dropFirst())"
    guard code == ENOENT, let slash = shown.lastIndex(of: "/") else {
      return ScriptError(.runtime, text)
    }
    return ScriptError(.runtime, text, hint: "make the folder \(shown[..<slash]) first")
  }

  /// A file that grows by lines; each is handed to the system when it comes.
  private final class Tape: CommandTape {
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

/// Writes everything; false, with `errno`, where that cannot be done.
private func put(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    let piece = Array(rest.prefix(1 << 20))
    let count = write(descriptor, piece, piece.count)
    if count > 0 {
      rest = rest.dropFirst(count)
    } else if errno != EINTR {
      return false
    }
  }
  return true
}

/// The system's calls, whose names methods above hide.
private func reserve(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
  open(path, flags, mode)
}

private func release(_ descriptor: Int32) { close(descriptor) }
