internal import Signalbox
internal import SignalboxScripting

/// Passes messages between a client and the debugger of a session in another process.
final class DebugRelay {
  private let peer: any DebugPeer
  private let outbox: DebugOutbox
  /// The requests that have not been answered, keyed by number.
  private var open: [Int: DebugRequest] = [:]
  /// The reason why the connection has ended, or `nil` while it is open.
  private var ending: ScriptError?
  private var isOver = false

  /// Attaches to the session.
  ///
  /// - Parameter client: The arguments of the client's `initialize` request.
  /// - Throws: The reason why the session rejects the client.
  init(
    to peer: any DebugPeer, _ outbox: DebugOutbox, _ client: NavigationArguments
  ) throws(ScriptError) {
    (self.peer, self.outbox) = (peer, outbox)
    try peer.ask("initialize", client)
    try peer.ask("attach", [:])
  }

  /// Passes messages until the client disconnects or closes its stream.
  func run(_ inbox: DebugInbox) {
    while !isOver {
      receive()
      while !isOver, let item = inbox.take() { pass(item) }
      if isOver || inbox.isClosed { return }
      inbox.wait(for: ending == nil ? peer.descriptor : nil)
    }
  }

  private func receive() {
    guard ending == nil else { return }
    do throws(ScriptError) {
      for message in try peer.receive() { deliver(message) }
    } catch {
      end(error)
    }
  }

  private func deliver(_ message: DebugOutbox.Message) {
    switch message {
    case .success(let sequence, let command, let body):
      guard let request = open.removeValue(forKey: sequence) else { return }
      outbox.succeed(request, body)
      if command == "disconnect" { isOver = true }
    case .failure(let sequence, let command, let reason):
      guard open.removeValue(forKey: sequence) != nil else { return }
      outbox.fail(sequence: sequence, command: command, reason)
    case .event(let name, let body): outbox.report(name, body)
    }
  }

  private func end(_ error: ScriptError) {
    ending = error
    outbox.report(
      "output", ["category": "console", "output": .string("\(error.message)\n")])
    for request in open.values.sorted(by: { $0.sequence < $1.sequence }) { reject(request, error) }
    open = [:]
    outbox.report("terminated")
  }

  private func reject(_ request: DebugRequest, _ error: ScriptError) {
    guard request.command != "disconnect" else {
      outbox.succeed(request, nil)
      isOver = true
      return
    }
    outbox.fail(sequence: request.sequence, command: request.command, error.message)
  }

  private func pass(_ item: DebugInbox.Item) {
    switch item {
    case .leave: isOver = true
    case .fault(let fault):
      if let (sequence, command) = fault.request {
        outbox.fail(sequence: sequence, command: command, fault.message)
      } else {
        outbox.report(
          "output",
          ["category": "console", "output": .string("a message was ignored: \(fault.message)\n")])
      }
    case .request(let request):
      if let ending { return reject(request, ending) }
      open[request.sequence] = request
      do throws(ScriptError) {
        try peer.send(request)
      } catch {
        end(error)
      }
    }
  }
}
