import Signalbox
import SignalboxProtocol
import Testing

/// A server and a client that use a custom transport, without Lua.
struct ProtocolTests {
  /// A method that the program on the other side does not know.
  private enum GreetMethod: EngineMethod {
    struct Params: MessageFields {
      var name: String

      static let fields = [MessageField("name", .string, "the name")]
    }

    struct Result: MessageFields {
      var text: String

      static let fields = [MessageField("text", .string, "the greeting")]
    }

    static let name = "greet"
    static let summary = "Greets the front screen."
    static let example = MethodExample<Params, Result>(Params(name: "Ann"))

    static func answer(
      _ params: Params, in context: EngineContext
    ) throws(ProtocolError) -> Result? {
      guard let front = context.engine.tree.front else { return nil }
      return Result(text: "\(params.name) sees \(front.name)")
    }
  }

  @Test func `a client can send a method of its own, which a server may not know`() throws {
    let server = ProtocolServer(name: "app", token: "word")
    let service = EngineService(NavigationEngine(), of: server)
    let client = ProtocolClient(DirectTransport(server.connect(), service))
    try client.initialize(InitializeMethod.Program(name: "test"), token: "word")
    let error = #expect(throws: ProtocolError.self) {
      try client.request(GreetMethod.self, GreetMethod.example.params)
    }
    #expect(error?.code == ProtocolError.Code.unknownMethod.rawValue)
  }

  @Test func `an application can serve clients over its own transport`() throws {
    let server = ProtocolServer(name: "app", token: "word")
    let service = EngineService(NavigationEngine(), of: server)
    let client = ProtocolClient(DirectTransport(server.connect(), service))
    try client.initialize(InitializeMethod.Program(name: "test"), token: "word")
    #expect(try client.request(StateGetMethod.self, NoFields()).sequence == 0)
  }
}
