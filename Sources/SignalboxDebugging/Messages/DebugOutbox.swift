internal import PortableMutex
package import Signalbox
internal import SignalboxProtocol

/// Sends responses and events from any thread.
package final class DebugOutbox: Sendable {
  /// A message to the client.
  package enum Message: Sendable {
    /// The response to the request with the given number.
    case success(sequence: Int, command: String, NavigationArguments)
    /// The response to a request that has failed, with the number of the request and the reason.
    case failure(sequence: Int, command: String, String)
    case event(String, NavigationArguments)
  }

  private let deliver: @Sendable (Message) -> Void

  /// - Parameter deliver: A closure that sends a message.
  package init(deliver: @escaping @Sendable (Message) -> Void) { self.deliver = deliver }

  /// Creates an outbox that writes messages in the format of the Debug Adapter Protocol, numbered
  /// in order.
  ///
  /// - Parameter write: A closure that writes all bytes of a message.
  package convenience init(write: @escaping @Sendable ([UInt8]) -> Void) {
    // The number is locked while a message is written, so that messages are not interleaved.
    let last = NumberedMessages()
    self.init { last.write($0, to: write) }
  }

  /// - Parameter body: The body of the response. If `nil`, an empty body is sent, because some
  ///   clients require a body.
  package func succeed(_ request: DebugRequest, _ body: NavigationArguments?) {
    deliver(.success(sequence: request.sequence, command: request.command, body ?? [:]))
  }

  package func fail(sequence: Int, command: String, _ message: String) {
    deliver(.failure(sequence: sequence, command: command, message))
  }

  package func report(_ event: String, _ body: NavigationArguments? = nil) {
    deliver(.event(event, body ?? [:]))
  }
}

/// Numbers messages and writes them.
private final class NumberedMessages: Sendable {
  /// The number of the last message.
  private let last = Mutex(0)

  func write(_ message: DebugOutbox.Message, to write: ([UInt8]) -> Void) {
    var fields = message.fields
    last.withLock { last in
      last += 1
      fields["seq"] = .integer(last)
      guard let text = try? NavigationValue.table(fields).json else { return }
      write(MessageFraming.contentLength.frame(text))
    }
  }
}

extension DebugOutbox.Message {
  fileprivate var fields: NavigationArguments {
    switch self {
    case .success(let sequence, let command, let body):
      [
        "type": "response", "request_seq": .integer(sequence), "command": .string(command),
        "success": true, "body": .table(body),
      ]
    case .failure(let sequence, let command, let message):
      [
        "type": "response", "request_seq": .integer(sequence), "command": .string(command),
        "success": false, "message": .string(message),
        "body": ["error": ["id": 1, "format": .string(message), "showUser": true]],
      ]
    case .event(let event, let body):
      ["type": "event", "event": .string(event), "body": .table(body)]
    }
  }
}
