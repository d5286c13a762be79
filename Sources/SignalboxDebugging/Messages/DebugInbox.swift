internal import PortableMutex
internal import SignalboxProtocol
package import SignalboxScripting
internal import SignalboxTransports

/// A queue of messages from a client to the thread that runs the scripts. Another thread adds the
/// messages.
///
/// When a message arrives while a script is running, the script's debugger is notified, so that the
/// thread that runs the script reads the message.
package final class DebugInbox: Sendable {
  package enum Item: Sendable {
    case request(DebugRequest)
    /// A message that could not be read.
    case fault(DebugRequest.Fault)
    /// The client has disconnected without a request.
    case leave
  }

  private struct State {
    var items: [Item] = []
    var reader = SignalboxProtocol.MessageReader(.contentLength, limit: DebugInbox.maxMessage)
    var isClosed = false
    var notice: ScriptNotice?
    var stopper: ScriptStopper?
  }

  /// The maximum length of a message, in bytes.
  static let maxMessage = 4 << 20
  /// The maximum number of waiting messages. The `terminate` and `disconnect` requests are added
  /// even if the maximum is exceeded.
  static let maxItems = 1_000

  /// The state, which is locked briefly by the thread that adds messages and by the thread that
  /// takes them.
  private let state = Mutex(State())
  private let pipe: WakePipe

  package init() throws(ScriptError) {
    do throws(TransportError) {
      pipe = try WakePipe()
    } catch {
      throw ScriptError(.runtime, code: error.code.rawValue, error.message, hint: error.hint)
    }
  }

  // MARK: - Adding

  /// Adds bytes from the client's stream.
  ///
  /// - Parameter isFull: A closure that is called with each request that is rejected because too
  ///   many messages are waiting.
  package func add(_ bytes: some Collection<UInt8>, isFull: (DebugRequest) -> Void) {
    var rejected: [DebugRequest] = []
    let (notice, stopper) = state.withLock { state in
      state.reader.append(bytes)
      var ends = false
      while let frame = state.reader.next() {
        guard let item = Self.item(frame) else { continue }
        if case .request(let request) = item {
          // A long-running Lua function detects a stop, but not a message.
          if ["terminate", "disconnect"].contains(request.command) { ends = true }
          if state.items.count >= Self.maxItems, !ends {
            rejected.append(request)
            continue
          }
        } else if state.items.count >= Self.maxItems {
          continue
        }
        state.items.append(item)
      }
      return (state.notice, ends ? state.stopper : nil)
    }
    for request in rejected { isFull(request) }
    stopper?.stop()
    notice?.send()
    pipe.wake()
  }

  /// Adds an item. The maximum number of messages does not apply.
  package func add(_ item: Item) {
    let notice = state.withLock { state in
      state.items.append(item)
      return state.notice
    }
    notice?.send()
    pipe.wake()
  }

  /// Records that the client has closed its stream, and stops the running script.
  package func close() {
    let (notice, stopper) = state.withLock { state in
      state.isClosed = true
      return (state.notice, state.stopper)
    }
    stopper?.stop()
    notice?.send()
    pipe.wake()
  }

  private static func item(_ frame: SignalboxProtocol.MessageReader.Frame) -> Item? {
    func fault(_ message: String) -> Item {
      .fault(DebugRequest.Fault(message: message, request: nil))
    }
    switch frame {
    case .text(let text):
      do throws(DebugRequest.Fault) {
        return try DebugRequest(text).map { .request($0) }
      } catch {
        return .fault(error)
      }
    case .garbled: return fault("a message must be UTF-8")
    case .tooLong: return fault("the message has more than \(maxMessage) bytes")
    case .broken(let reason): return fault(reason)
    }
  }

  // MARK: - Taking

  /// Sets the debugger that is notified of messages, and the stopper through which messages end
  /// scripts. Either is `nil` if there is none.
  package func connect(_ debugger: ScriptDebugger?, _ stopper: ScriptStopper?) {
    let hasItems = state.withLock { state in
      state.notice = debugger?.notice
      state.stopper = stopper
      return !state.items.isEmpty || state.isClosed
    }
    if hasItems { debugger?.notice.send() }
  }

  /// Whether the client has closed its stream and all earlier messages have been taken.
  var isClosed: Bool { state.withLock { $0.isClosed && $0.items.isEmpty } }

  /// Returns the next message, or `nil` if there is none now.
  package func take() -> Item? {
    state.withLock { $0.items.isEmpty ? nil : $0.items.removeFirst() }
  }

  /// Waits for the next message.
  ///
  /// - Parameter isOver: A closure, called at least four times a second, that returns whether to
  ///   end the wait, or `nil` if only the client ends the wait.
  /// - Returns: The message, or `nil` if the client has closed its stream or the wait is over.
  func wait(until isOver: (() -> Bool)? = nil) -> Item? {
    while true {
      if let item = take() { return item }
      if isClosed || isOver?() == true { return nil }
      wait(for: nil, atMost: isOver == nil ? -1 : Self.pollInterval)
    }
  }

  /// The interval at which the wait checks whether it is over, in milliseconds.
  private static let pollInterval: Int32 = 250

  /// Waits until a message may have arrived, a descriptor is readable, or the time has passed. A
  /// negative time means no limit.
  func wait(for descriptor: Int32?, atMost milliseconds: Int32 = -1) {
    var waiting = Waiting()
    waiting.add(pipe.descriptor)
    if let descriptor { waiting.add(descriptor) }
    waiting.wait(milliseconds)
    pipe.rest()
  }
}
