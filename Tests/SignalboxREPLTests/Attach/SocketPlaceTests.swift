import Foundation
import SignalboxScripting
import Testing

@testable import SignalboxREPL

@Suite struct SocketPlaceTests {
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
    #expect(try SocketPlace.token(in: path + ".token").text == server.token)
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
          .hostIsLive, "a running host is offered at \(folder.socket)",
          hint: "end it, or take another path"))
    _ = consume dead
    let (server, _) = try shop(at: folder.socket)
    let client = try RawClient(to: server)
    #expect(client.answers(1, .ping, serving: server) == [.done(id: 1)])
  }

  @Test func `what is no socket stays as it is`() throws {
    let folder = try SocketFolder()
    try Data("mine".utf8).write(to: URL(filePath: folder.socket))
    #expect(
      error(folder.socket)
        == AttachError(
          .notASocket, "\(folder.socket) is there and is no socket",
          hint: "remove it, or take another path"))
    #expect(try String(contentsOfFile: folder.socket, encoding: .utf8) == "mine")
  }

  @Test func `a folder that others can change is refused`() throws {
    let folder = try SocketFolder()
    chmod(folder.path, 0o777)
    #expect(
      error(folder.socket)
        == AttachError(
          .notPrivate, "others could replace a socket in \(folder.path)",
          hint: "take a folder that is yours, with the mode 700"))
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
    #expect(try SocketPlace.token(in: folder.socket + ".token").text == other.token)
    #expect(try RawClient(to: other).answers(1, .ping, serving: other) == [.done(id: 1)])
  }

  @Test func `names are places of their own, paths stay as they are`() {
    #expect(SocketPlace(reading: "./a.sock").path == "./a.sock")
    #expect(SocketPlace(reading: "shop").path.hasSuffix("/shop.sock"))
    #expect(SocketPlace(named: "../x y").path.hasSuffix("/---x-y.sock"))
    #expect(SocketPlace(named: "").path.hasSuffix("/session.sock"))
  }

  // MARK: - Clients

  private func client(_ server: SessionServer, tokenFile: String? = nil) throws -> AttachClient {
    try AttachClient(to: SocketPlace(server.path), tokenFile: tokenFile) {
      server.serve(waiting: 100)
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
      case .refused(let refusal) = try client.request(
        .evaluate(String(repeating: "x", count: 1 << 20)))
    else {
      Issue.record("too much was sent")
      return
    }
    #expect(refusal.code == .tooLong)
    server.close()
    #expect(throws: AttachError(.noHost, "the host ends the session")) {
      _ = try client.request(.ping)
    }
  }

  @Test func `a client that is not let in says why`() throws {
    let folder = try SocketFolder()
    let (server, _) = try shop(at: folder.socket)
    let wrong = folder.path + "/wrong"
    try Data("guess\n".utf8).write(to: URL(filePath: wrong))
    #expect(throws: AttachError(.notAdmitted, "the token is not that of this host")) {
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
