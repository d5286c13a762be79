internal import Dispatch
internal import SignalboxDebugging
internal import SignalboxScenarios
internal import SignalboxScripting
internal import SystemLibrary

/// The streams of a debugger's client. A thread reads messages while scripts run.
struct DebugConnection {
  let inbox: DebugInbox
  let outbox: DebugOutbox
  private let input: Int32

  /// The time within which the scripts must end after the client has disconnected, in milliseconds.
  private static let grace: Int32 = 3_000

  init(_ streams: (input: Int32, output: Int32)) throws(ScriptError) {
    input = streams.input
    let output = streams.output
    let inbox = try DebugInbox()
    self.inbox = inbox
    outbox = DebugOutbox { bytes in
      if !Self.write(bytes, to: output) { inbox.close() }
    }
  }

  /// Runs an adapter until its client disconnects.
  ///
  /// - Returns: Success, even if the debugged program fails: the client receives the program's exit
  ///   code in the `exited` event, and would regard a nonzero exit code of this process as a
  ///   failure of the adapter.
  func run(_ adapter: DebugAdapter) -> ExitCode {
    let (input, inbox, outbox) = (input, inbox, outbox)
    DispatchQueue(label: "signalbox.dap").async {
      Self.read(input, into: inbox, outbox)
      inbox.close()
      // A function that ignores the stop must not outlive the client.
      _ = poll(nil, 0, Self.grace)
      _exit(ExitCode.interrupted.rawValue)
    }
    adapter.run()
    return .success
  }

  private static func read(_ input: Int32, into inbox: DebugInbox, _ outbox: DebugOutbox) {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = SystemLibrary.read(input, &chunk, chunk.count)
      if count > 0 {
        inbox.add(chunk[..<count]) { request in
          outbox.fail(
            sequence: request.sequence, command: request.command,
            "too many requests are waiting; wait for a response before sending the next request")
        }
      } else if count == 0 || ![EAGAIN, EINTR].contains(errno) {
        return
      } else if UserStop.reason != nil {
        return
      }
    }
  }

  /// Writes all bytes.
  ///
  /// - Returns: Whether the client can still receive messages.
  private static func write(_ bytes: [UInt8], to output: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(1 << 16))
      let count = SystemLibrary.write(output, part, part.count)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var wait = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, 250)
        if UserStop.reason != nil { return false }
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
