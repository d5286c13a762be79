import Foundation
import Signalbox
import Testing

@testable import SignalboxProtocol
@testable import SignalboxTransports

/// The shop behind a Unix socket and a port.
final class SocketShop {
  let shop: ShopFixture
  let transport: ServerTransport
  let path: String

  init(
    at path: String, limits: ProtocolLimits = ProtocolLimits(), hasPort: Bool = false
  ) throws {
    self.path = path
    shop = try ShopFixture(limits: limits)
    transport = try ServerTransport(
      shop.server, at: [.unix(path)] + (hasPort ? [.tcp(writesToken: false)] : []))
  }

  func close() { transport.close() }

  /// Connects and initializes a client. The server is on the same thread.
  func client(_ token: String = "secret") throws -> ProtocolClient {
    let client = ProtocolClient(try served())
    try client.initialize(InitializeMethod.Program(name: "tool"), token: token)
    return client
  }

  /// A connection. Each wait runs a turn of the server.
  func served() throws -> ServedTransport {
    ServedTransport(try SocketTransport(unix: path)) { [shop] in shop.service.serve() }
  }

  /// Returns the data that the server sends in response to bytes until it closes the connection.
  func answer(to bytes: [UInt8]) throws -> String {
    let connection = try served()
    var rest = bytes[...]
    var received: [UInt8] = []
    let limit = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < limit {
      if let count = connection.send(rest) { rest = rest.dropFirst(count) } else { rest = [] }
      guard let bytes = connection.receive() else {
        return String(decoding: received, as: UTF8.self)
      }
      received += bytes
      if bytes.isEmpty { connection.wait(writing: !rest.isEmpty, atMost: .milliseconds(10)) }
    }
    let text = String(decoding: received.suffix(1000), as: UTF8.self)
    Issue.record("the server keeps the connection open after \(text)")
    return text
  }
}

/// A transport. Each wait runs a turn of the server.
final class ServedTransport: ClientTransport {
  let inner: SocketTransport
  private let serve: () -> Void

  init(_ inner: SocketTransport, serve: @escaping () -> Void) {
    (self.inner, self.serve) = (inner, serve)
  }

  func send(_ bytes: ArraySlice<UInt8>) -> Int? { bytes.isEmpty ? 0 : inner.send(bytes) }
  func receive() -> [UInt8]? { inner.receive() }
  func wait(writing isWriting: Bool, atMost time: Duration) {
    serve()
    inner.wait(writing: isWriting, atMost: min(time, .milliseconds(10)))
    serve()
  }
}

/// A folder for sockets, removed at the end.
struct SocketFolder: ~Copyable {
  let path: String

  init() throws {
    // Socket paths are limited in length, so this path must be short.
    path = "/tmp/sbx-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    chmod(path, 0o700)
  }

  var socket: String { path + "/host.sock" }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
