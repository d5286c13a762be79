internal import CTerminal
internal import Signalbox
internal import SignalboxScripting
internal import SystemLibrary

/// Waits for events while files are watched: changes, keys and signals.
final class WatchEvents {
  enum Event {
    /// Files may have changed. The value contains the paths that are known to have changed.
    case changed(Set<String>)
    /// No notification has arrived for a second. Files for which the system sends none may have
    /// changed.
    case elapsed
    case all
    case failed
    case interrupted
    case end
  }

  /// Whether standard input is a terminal.
  let hasKeys = isatty(InputFile.input) == 1
  /// Whether the process ends when standard input, which is a pipe, ends.
  private let endsWithInput: Bool
  private let folders = FolderWatches.make()

  /// The number of milliseconds without changes after which a burst of changes ends.
  private static let settleTime: Int32 = 12
  /// The maximum duration of a burst.
  private static let longestBurst = Duration.milliseconds(400)
  /// The interval in milliseconds for polling files if the system provides no notifications.
  private static let unaided: Int32 = 50
  /// The maximum delay, in milliseconds, until a wait notices a signal that arrives just before the
  /// wait.
  private static let signals: Int32 = 250
  /// The interval for comparing files in addition to the system's notifications.
  private static let comparison = Duration.seconds(1)

  /// - Parameter endsWithInput: Whether the end of standard input is the last event, if standard
  ///   input is a pipe from the program that has started this process.
  init(endsWithInput: Bool = false) {
    var facts = stat()
    let isPipe =
      fstat(InputFile.input, &facts) == 0 && [S_IFIFO, S_IFSOCK].contains(facts.st_mode & S_IFMT)
    self.endsWithInput = endsWithInput && isPipe
  }

  /// Watches exactly the given folders.
  ///
  /// - Returns: A message if the system sends no notifications for some of the folders. The message
  ///   is returned at most once.
  func watch(_ wanted: Set<String>) -> String? {
    folders.watch(wanted)
    guard let unwatched = folders.unwatched, !hasReported else { return nil }
    hasReported = true
    return
      "\(counted(unwatched.count, "folder")) cannot be watched (\(unwatched.reason)); files are "
      + "checked for changes every second"
  }

  private var hasReported = false

  /// Returns the changes since the last call.
  func take() -> Set<String> { folders.take() }

  /// Waits for the next event. Keys are read without waiting for Enter and are not echoed.
  func next() -> Event {
    if hasKeys, ctl_open(InputFile.input, OutputFile.output) >= 0 { ctl_run() }
    defer { if hasKeys { ctl_restore() } }
    let end = ContinuousClock.now + Self.comparison
    while true {
      if UserStop.reason != nil { return .interrupted }
      var files = [
        pollfd(fd: folders.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        pollfd(
          fd: hasKeys || endsWithInput ? InputFile.input : -1, events: Int16(POLLIN), revents: 0),
      ]
      let timeout = folders.descriptor == nil ? Self.unaided : Self.signals
      let count = poll(&files, nfds_t(files.count), timeout)
      if files[1].revents != 0, let event = key() { return event }
      if files[0].revents != 0 { return .changed(burst()) }
      guard count == 0 else { continue }
      if folders.descriptor == nil { return .changed([]) }
      if ContinuousClock.now >= end { return folders.unwatched == nil ? .elapsed : .changed([]) }
    }
  }

  /// Waits until a burst of changes has ended, and returns the changes.
  private func burst() -> Set<String> {
    let end = ContinuousClock.now + Self.longestBurst
    var paths = folders.take()
    var file = pollfd(fd: folders.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    while ContinuousClock.now < end, poll(&file, 1, Self.settleTime) > 0 {
      paths.formUnion(folders.take())
    }
    return paths
  }

  /// Returns the event for the first valid key, `.end` if the input has ended, or `nil` if there is
  /// neither.
  private func key() -> Event? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(InputFile.input, &bytes, bytes.count)
    // A count that is not positive means that the input has ended, unless a signal has arrived.
    guard count > 0 else { return count < 0 && errno == EINTR ? nil : .end }
    return bytes[..<count].lazy.compactMap(Self.meaning).first
  }

  private static func meaning(_ key: UInt8) -> Event? {
    switch key {
    case UInt8(ascii: "\r"), UInt8(ascii: "\n"): .all
    case UInt8(ascii: "f"), UInt8(ascii: "F"): .failed
    case UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x04: .end
    default: nil
    }
  }
}
