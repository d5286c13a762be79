import Foundation
import Signalbox
import Testing

@testable import SignalboxProtocol
@testable import SignalboxTransports

@Suite struct SocketAddressTests {
  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func error(_ path: String) -> TransportError? {
    do throws(TransportError) {
      _ = try ServerTransport(ProtocolServer(name: "test"), at: [.unix(path)])
      return nil
    } catch {
      return error
    }
  }

  @Test
  func `only the owner can access socket, token and folder, which the host removes at its end`()
    throws
  {
    let folder = try SocketFolder()
    let path = folder.path + "/deep/er/shop.sock"
    let server = try SocketShop(at: path)
    #expect(try mode(folder.path + "/deep") == 0o700)
    #expect(try mode(folder.path + "/deep/er") == 0o700)
    #expect(try mode(path) == 0o600)
    #expect(try mode(path + ".token") == 0o600)
    #expect(try SocketAddress.token(in: path + ".token").text == "secret")
    server.close()
    server.close()
    server.shop.service.serve()
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/deep/er")
    #expect(left == [])
  }

  @Test func `a token that the host chooses is not written to a file`() throws {
    let folder = try SocketFolder()
    let server = ProtocolServer(name: "test", token: "chosen")
    let transport = try ServerTransport(server, at: [.unix(folder.socket), .tcp()])
    let port = try #require(transport.port)
    let files = FileManager.default
    #expect(try files.contentsOfDirectory(atPath: folder.path) == ["host.sock"])
    #expect(!files.fileExists(atPath: SocketAddress(ofPort: port).tokenPath))
    let client = ProtocolClient(try SocketTransport(unix: folder.socket))
    #expect(
      try client.initialize(InitializeMethod.Program(name: "tool"), token: "chosen").version == 1)
    transport.close()
    #expect(try files.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test(arguments: [
    ("", "the token is empty"), ("two words", "the token contains white space"),
    ("line\n", "the token contains white space"),
    (
      String(repeating: "x", count: 1025),
      "the token has 1025 bytes; at most 1024 are allowed"
    ),
  ])
  func `a token that no client could send is rejected`(token: String, message: String) throws {
    let folder = try SocketFolder()
    #expect(
      throws: TransportError(
        .badToken, message, hint: "omit the token to use a random one, or use a single word")
    ) {
      try ServerTransport(ProtocolServer(name: "test", token: token), at: [.unix(folder.socket)])
    }
    let longest = String(repeating: "x", count: 1024)
    try Data(longest.utf8).write(to: URL(filePath: folder.path + "/token"))
    #expect(try SocketAddress.token(in: folder.path + "/token").text == longest)
  }

  @Test func `a host replaces the socket of a host that has ended, but not of a running one`()
    throws
  {
    let folder = try SocketFolder()
    let dead = try SystemSocket.listen(atUnix: folder.socket)
    #expect(
      error(folder.socket)
        == TransportError(
          .hostIsLive, "a running host already listens at \(folder.socket)",
          hint: "end that host, or use another path"))
    _ = consume dead
    let server = try SocketShop(at: folder.socket)
    #expect(try server.client().request(PingMethod.self, NoFields()) == NoFields())
  }

  @Test func `a file at the socket's path that is not a socket remains unchanged`() throws {
    let folder = try SocketFolder()
    try Data("mine".utf8).write(to: URL(filePath: folder.socket))
    #expect(
      error(folder.socket)
        == TransportError(
          .notASocket, "\(folder.socket) exists but is not a socket",
          hint: "remove the file, or use another path"))
    #expect(try String(contentsOfFile: folder.socket, encoding: .utf8) == "mine")
  }

  @Test func `a socket folder that other users can change is rejected`() throws {
    let folder = try SocketFolder()
    chmod(folder.path, 0o777)
    #expect(
      error(folder.socket)
        == TransportError(
          .notPrivate, "other users could replace a socket in \(folder.path)",
          hint: "use a folder that you own, with mode 700"))
  }

  @Test func `a socket path that is too long is reported with its length`() {
    let path = "/tmp/" + String(repeating: "x", count: 200)
    #expect(error(path)?.code == .pathTooLong)
    #expect(error(path)?.message.hasSuffix("; \(path) has 205") == true)
  }

  @Test func `a host removes only files that it has created`() throws {
    let folder = try SocketFolder()
    let server = try SocketShop(at: folder.socket)
    try FileManager.default.removeItem(atPath: folder.socket)
    let other = try SocketShop(at: folder.socket)
    server.close()
    #expect(try SocketAddress.token(in: folder.socket + ".token").text == "secret")
    #expect(try other.client().request(PingMethod.self, NoFields()) == NoFields())
  }

  @Test func `each socket name has its own location, and paths are used unchanged`() {
    #expect(SocketAddress(reading: "./a.sock").path == "./a.sock")
    #expect(SocketAddress(reading: "shop").path.hasSuffix("/shop.sock"))
    #expect(SocketAddress(named: "../x y").path.hasSuffix("/---x-y.sock"))
    #expect(SocketAddress(named: "").path.hasSuffix("/session.sock"))
  }

  /// The behavior while another process holds the lock of a socket's folder.
  private func whileLocked<Result>(_ folder: String, _ body: () throws -> Result) throws -> Result {
    let lock = Descriptor(open(folder, O_RDONLY | O_DIRECTORY))
    try #require(flock(lock.number, LOCK_EX | LOCK_NB) == 0)
    defer { withExtendedLifetime(lock) {} }
    return try body()
  }

  @Test func `a lock that another process holds does not block a host`() throws {
    let folder = try SocketFolder()
    let path = folder.path
    let started = try whileLocked(path) { error(path + "/host.sock") }
    #expect(
      started
        == TransportError(
          .locked, "another process holds the lock of \(path)",
          hint: "end that process, or use another "
            + "folder"))
    let server = try SocketShop(at: folder.socket)
    try whileLocked(path) { server.close() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
  }

  @Test func `links that another user owns are not followed`() throws {
    let folder = try SocketFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/mine", withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder.path + "/mine")
    #expect(error(link + "/host.sock") == nil)
    // Only root can create a link that belongs to another user. For all other users, root is the
    // other user.
    if geteuid() == 0 { #expect(lchown(link, 4321, 4321) == 0) }
    let user = geteuid() == 0 ? 0 : geteuid() + 1
    for path in [link + "/host.sock", link + "/deeper/host.sock"] {
      #expect(
        throws: TransportError(
          .notPrivate, "\(link) is a symbolic link that belongs to another user",
          hint: "remove the link, or use a folder that you own")
      ) { try SocketAddress(path).checkLinks(trusting: user) }
    }
    if geteuid() == 0 {
      #expect(error(link + "/host.sock")?.code == .notPrivate)
      #expect(throws: TransportError.self) {
        _ = try SocketTransport(unix: link + "/host.sock")
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/mine") == [])
  }

  // MARK: - Ports

  @Test func `the token for a port is in a separate file, which the server removes at its end`()
    throws
  {
    let server = ProtocolServer(name: "test")
    let transport = try ServerTransport(server, at: [.tcp()])
    let port = try #require(transport.port)
    let path = SocketAddress(ofPort: port).tokenPath
    #expect(try mode(path) == 0o600)
    #expect(try SocketAddress.token(in: path).text == server.token)
    #expect(throws: TransportError.self) {
      try ServerTransport(ProtocolServer(name: "other"), at: [.tcp(port: port)])
    }
    transport.close()
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(throws: TransportError(.noHost, "no session listens on port \(port)")) {
      try SocketTransport(port: port)
    }
  }
}
