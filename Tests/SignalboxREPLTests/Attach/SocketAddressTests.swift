import Foundation
import SignalboxScripting
import Testing

@testable import SignalboxREPL

@Suite struct SocketAddressTests {
  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func error(_ path: String) -> AttachError? {
    do throws(AttachError) {
      let session = try? ScriptSession()
      guard let session else { return nil }
      _ = try SessionServer(session, at: path)
      return nil
    } catch {
      return error
    }
  }

  @Test func `socket, token and folder are for their owner alone, and go with the host`() throws {
    let folder = try SocketFolder()
    let path = folder.path + "/deep/er/shop.sock"
    let (server, _) = try shop(at: path)
    #expect(try mode(folder.path + "/deep") == 0o700)
    #expect(try mode(folder.path + "/deep/er") == 0o700)
    #expect(try mode(path) == 0o600)
    #expect(try mode(path + ".token") == 0o600)
    #expect(try SocketAddress.token(in: path + ".token").text == server.token)
    server.close()
    server.close()
    server.serve()
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/deep/er")
    #expect(left == [])
  }

  @Test func `a running host is not replaced, a dead one is`() throws {
    let folder = try SocketFolder()
    let dead = try UnixSocket.listen(at: folder.socket)
    #expect(
      error(folder.socket)
        == AttachError(
          .hostIsLive, "a running host already listens at \(folder.socket)",
          hint: "end it, or use another path"))
    _ = consume dead
    let (server, _) = try shop(at: folder.socket)
    let client = try RawClient(to: server)
    #expect(client.answers(1, .ping, serving: server) == [.done(id: 1)])
  }

  @Test func `what is not a socket stays as it is`() throws {
    let folder = try SocketFolder()
    try Data("mine".utf8).write(to: URL(filePath: folder.socket))
    #expect(
      error(folder.socket)
        == AttachError(
          .notASocket, "\(folder.socket) exists but is not a socket",
          hint: "remove it, or use another path"))
    #expect(try String(contentsOfFile: folder.socket, encoding: .utf8) == "mine")
  }

  @Test func `a folder that others can change is rejected`() throws {
    let folder = try SocketFolder()
    chmod(folder.path, 0o777)
    #expect(
      error(folder.socket)
        == AttachError(
          .notPrivate, "other users could replace a socket in \(folder.path)",
          hint: "use a folder that you own, with mode 700"))
  }

  @Test func `a path that is too long is told with its length`() {
    let path = "/tmp/" + String(repeating: "x", count: 200)
    #expect(error(path)?.code == .pathTooLong)
    #expect(error(path)?.message.hasSuffix(", \(path) has 205") == true)
  }

  @Test func `a host takes away only what it has made`() throws {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket)
    try FileManager.default.removeItem(atPath: folder.socket)
    let (other, _) = try shop(at: folder.socket)
    server.close()
    #expect(try SocketAddress.token(in: folder.socket + ".token").text == other.token)
    #expect(try RawClient(to: other).answers(1, .ping, serving: other) == [.done(id: 1)])
  }

  @Test func `names are places of their own, paths stay as they are`() {
    #expect(SocketAddress(reading: "./a.sock").path == "./a.sock")
    #expect(SocketAddress(reading: "shop").path.hasSuffix("/shop.sock"))
    #expect(SocketAddress(named: "../x y").path.hasSuffix("/---x-y.sock"))
    #expect(SocketAddress(named: "").path.hasSuffix("/session.sock"))
  }

  /// What happens while another process holds the lock of the folder of a socket.
  private func whileLocked<Result>(_ folder: String, _ body: () throws -> Result) throws -> Result {
    let lock = Descriptor(open(folder, O_RDONLY | O_DIRECTORY))
    try #require(flock(lock.number, LOCK_EX | LOCK_NB) == 0)
    defer { withExtendedLifetime(lock) {} }
    return try body()
  }

  @Test func `a lock that another process keeps does not hold up a host`() throws {
    let folder = try SocketFolder()
    let path = folder.path
    let started = try whileLocked(path) { error(path + "/host.sock") }
    #expect(
      started
        == AttachError(
          .locked, "another process holds the lock of \(path)",
          hint: "end it, or use another "
            + "folder"))
    let (server, _) = try shop(at: folder.socket)
    try whileLocked(path) { server.close() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
  }

  @Test func `no link of another user is followed`() throws {
    let folder = try SocketFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/mine", withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700])
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder.path + "/mine")
    #expect(error(link + "/host.sock") == nil)
    // Only root can make a link that belongs to another user; for all others, the user is another one.
    if geteuid() == 0 { #expect(lchown(link, 4321, 4321) == 0) }
    let user = geteuid() == 0 ? 0 : geteuid() + 1
    for path in [link + "/host.sock", link + "/deeper/host.sock"] {
      #expect(
        throws: AttachError(
          .notPrivate, "\(link) is a symbolic link that belongs to another user",
          hint: "remove it, or use a folder that you own")
      ) { try SocketAddress(path).checkLinks(trusting: user) }
    }
    if geteuid() == 0 {
      #expect(error(link + "/host.sock")?.code == .notPrivate)
      #expect(throws: AttachError.self) {
        _ = try AttachClient(to: SocketAddress(link + "/host.sock"))
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/mine") == [])
  }

  // MARK: - Clients

  @Test func `a host that is stopped is not waited for`() throws {
    let folder = try SocketFolder()
    let place = SocketAddress(folder.socket)
    // A host that is stopped has its connections accepted by the system.
    let listener = try place.listen(writing: AttachToken("word"))
    defer { withExtendedLifetime(listener) {} }
    #expect(
      throws: AttachError(
        .notResponding, "the host of \(place.path) has not answered for 0.05 seconds",
        hint: "it may be suspended: resume it with fg in its terminal, or with kill -CONT")
    ) { _ = try AttachClient(to: place, replyTimeout: .milliseconds(50)) }
  }

  @Test func `a host that is stopped later is asked, and not waited for`() throws {
    let folder = try SocketFolder()
    let place = SocketAddress(folder.socket)
    let listener = try place.listen(writing: AttachToken("word"))
    let welcome = HostMessage.Welcome(version: 1, host: "h", lua: "l", client: 1)
    var answers = [HostMessage.welcome(id: 1, welcome), .evaluated(id: 2, state())]
    var host: Descriptor?
    var heard: [UInt8] = []
    // It answers the first two requests, and then nothing.
    let client = try AttachClient(to: place, replyTimeout: .seconds(1)) {
      if host == nil, case .client(let descriptor) = UnixSocket.accept(listener.descriptor) {
        host = descriptor
      }
      let bytes = host?.receive(4096) ?? []
      heard += bytes
      if !bytes.isEmpty, !answers.isEmpty { _ = host?.send(answers.removeFirst().frame) }
      return false
    }
    #expect(client.label == "main ▸ home> ")
    #expect(
      throws: AttachError(
        .notResponding, "the host of \(place.path) has not answered for 2.0 seconds",
        hint: "it may be suspended: resume it with fg in its terminal, or with kill -CONT")
    ) { _ = try client.request(.evaluate("1")) }
    let verbs = heard.split(separator: 0x0A).compactMap { line in
      try? ClientMessage(String(decoding: line, as: UTF8.self)).verb
    }
    #expect(verbs.suffix(2) == [.evaluate("1"), .ping])
  }

  private func client(_ server: SessionServer, tokenFile: String? = nil) throws -> AttachClient {
    try AttachClient(to: SocketAddress(server.path), tokenFile: tokenFile) {
      server.serve(waiting: .milliseconds(100))
      return false
    }
  }

  @Test func `a client finds the token beside the socket and knows when its host ends`() throws {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket) { $0.name = "shop" }
    let client = try client(server)
    var notices: [AttachClient.Notice] = []
    client.onNotice = { notices.append($0) }
    #expect(client.welcome.host == "shop")
    #expect(client.label == "main ▸ home> ")
    #expect(try client.request(.evaluate("1")) == .evaluated(id: 3, state()))
    #expect(notices == [.output("1\n")])
    guard
      case .rejected(let rejection) = try client.request(
        .evaluate(String(repeating: "x", count: 1 << 20)))
    else {
      Issue.record("too much was sent")
      return
    }
    #expect(rejection.code == .tooLong)
    server.close()
    #expect(throws: AttachError(.noHost, "the host is ending the session")) {
      _ = try client.request(.ping)
    }
  }

  @Test func `a client that is not let in says why`() throws {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket)
    let wrong = folder.path + "/wrong"
    try Data("guess\n".utf8).write(to: URL(filePath: wrong))
    #expect(throws: AttachError(.notAdmitted, "the token does not match this host")) {
      _ = try client(server, tokenFile: wrong)
    }
    #expect(
      throws: AttachError(.system, "cannot read the token in /none: no such file or directory")
    ) {
      _ = try client(server, tokenFile: "/none")
    }
    server.close()
    #expect(throws: AttachError(.noHost, "there is no session at \(folder.socket)")) {
      _ = try client(server)
    }
  }
}
