internal import Signalbox
internal import SignalboxDebugging
internal import SignalboxInspector
internal import SignalboxProtocol
internal import SignalboxREPL
internal import SignalboxScripting
internal import SignalboxTransports

/// The connection of `signalbox dap` to a remote session.
final class SessionDebugPeer: DebugPeer {
  private let client: ProtocolClient
  private let transport: SocketTransport
  private let endpoint: RemoteEndpoint
  /// The requests without a response, in the order in which they were sent.
  private var open: [(id: MessageID, sequence: Int, command: String)] = []
  private var received: [DebugOutbox.Message] = []

  /// - Throws: The reason why the session cannot be reached, or cannot be debugged.
  init(_ attach: DebugAttach) throws(ScriptError) {
    guard let endpoint = RemoteEndpoint(reading: attach.session), endpoint != .tcp(0) else {
      throw ScriptError(
        .runtime, "session is \(attach.session), expected a socket, its name, or tcp: and a port")
    }
    self.endpoint = endpoint
    do {
      transport = try endpoint.connect()
      client = ProtocolClient(transport)
      let token = try SocketAddress.token(in: attach.tokenFile ?? endpoint.tokenPath)
      let host = try client.initialize(
        InitializeMethod.Program(name: "signalbox dap", version: Version.number), token: token.text)
      guard host.methods.contains(DebugRequestMethod.name) else {
        throw ScriptError(
          .runtime,
          "\(DisplayText.clean(host.server.name)) cannot be debugged, because it runs no scripts")
      }
    } catch {
      throw endpoint.translated(error)
    }
    client.onNotification = { [unowned self] in take($0) }
  }

  var descriptor: Int32 { transport.descriptor }

  func send(_ request: DebugRequest) throws(ScriptError) {
    do throws(ProtocolError) {
      let id = try client.post(
        DebugRequestMethod.self, DebugRequestMethod.Params(request.command, request.arguments))
      open.append((id, request.sequence, request.command))
    } catch {
      guard error.isCode(.tooLong) || error.isCode(.badParams) else {
        throw endpoint.translated(error)
      }
      received.append(
        .failure(sequence: request.sequence, command: request.command, error.description))
    }
  }

  func receive() throws(ScriptError) -> [DebugOutbox.Message] {
    var ending = client.ending
    do throws(ProtocolError) { try client.read() } catch { ending = error }
    var rest: [(id: MessageID, sequence: Int, command: String)] = []
    for (id, sequence, command) in open {
      do throws(ProtocolError) {
        if let result = try client.answer(to: id, of: DebugRequestMethod.self) {
          received.append(
            .success(sequence: sequence, command: command, result.body ?? [:]))
        } else {
          rest.append((id, sequence, command))
        }
      } catch {
        received.append(.failure(sequence: sequence, command: command, error.description))
      }
    }
    open = rest
    if received.isEmpty, let ending = ending ?? client.ending {
      throw endpoint.translated(ending)
    }
    defer { received = [] }
    return received
  }

  func ask(_ command: String, _ arguments: NavigationArguments) throws(ScriptError) {
    do throws(ProtocolError) {
      _ = try client.request(
        DebugRequestMethod.self, DebugRequestMethod.Params(command, arguments))
    } catch {
      throw endpoint.translated(error)
    }
  }

  private func take(_ note: ProtocolClient.Notification) {
    if let event = note.params(of: DebugEventMethod.self) {
      received.append(.event(event.event, event.body ?? [:]))
    } else if let text = note.params(of: OutputTextMethod.self), !text.text.isEmpty {
      let category = text.isFailure ? "stderr" : "stdout"
      received.append(
        .event("output", ["category": .string(category), "output": .string(text.text)]))
    }
  }
}
