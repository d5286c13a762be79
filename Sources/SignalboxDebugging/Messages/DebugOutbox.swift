internal import PortableMutex
package import Signalbox
internal import SignalboxProtocol

/// Sends responses and events, numbered in order. It can be used on any thread.
package final class DebugOutbox: Sendable {
  /// The number of the last message. The number is locked while a message is written, so that
  /// messages are not mixed.
  private let last = Mutex(0)
  private let write: @Sendable ([UInt8]) -> Void

  /// - Parameter write: A closure that writes all bytes of a message.
  package init(write: @escaping @Sendable ([UInt8]) -> Void) { self.write = write }

  package func succeed(_ request: DebugRequest, _ body: NavigationArguments?) {
    send(
      [
        "type": "response", "request_seq": .integer(request.sequence),
        "command": .string(request.command), "success": true,
      ], body)
  }

  package func fail(sequence: Int, command: String, _ message: String) {
    send(
      [
        "type": "response", "request_seq": .integer(sequence), "command": .string(command),
        "success": false, "message": .string(message),
      ],
      ["error": ["id": 1, "format": .string(message), "showUser": true]])
  }

  package func report(_ event: String, _ body: NavigationArguments? = nil) {
    send(["type": "event", "event": .string(event)], body)
  }

  /// - Parameter body: The body. An empty body is also sent, because some clients require a body.
  private func send(_ fields: NavigationArguments, _ body: NavigationArguments?) {
    var fields = fields
    fields["body"] = .table(body ?? [:])
    last.withLock { last in
      last += 1
      fields["seq"] = .integer(last)
      guard let text = try? NavigationValue.table(fields).json else { return }
      write(MessageFraming.contentLength.frame(text))
    }
  }
}
