import Signalbox
import SignalboxProtocol
import SignalboxRemote
import SignalboxTransports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Listens for clients, and sends an inconsistent description of the state.
@MainActor
final class Liar {
  /// Answers `state/inspect` without the coordinator numbers.
  private enum Lie: EngineMethod {
    typealias Params = NoFields
    typealias Result = StateInspectMethod.Result

    static let name = StateInspectMethod.name
    static let summary = StateInspectMethod.summary
    static let example = StateInspectMethod.example

    static func answer(
      _ params: Params, in context: EngineContext
    ) throws(ProtocolError) -> Result? {
      var result = try StateInspectMethod.answer(params, in: context)
      if result?.coordinators.count ?? 0 > 0 { result?.coordinators.removeLast() }
      return result
    }
  }

  private static var current: Liar?
  private let service: EngineService
  private let transport: ServerTransport

  init(_ engine: NavigationEngine) throws {
    let methods = MethodCatalog.methods.map {
      $0.name == Lie.name ? MethodDescription(engine: Lie.self) : $0
    }
    let server = ProtocolServer(
      ServerDescription(
        InitializeMethod.Program(name: "shop"), token: .random(), limits: ProtocolLimits(),
        methods: methods)
    ) {
      Task { @MainActor in Liar.current?.service.serve() }
    }
    service = EngineService(engine, of: server)
    let path = getenv(RemoteHost.variable).map { String(cString: $0) } ?? ""
    transport = try ServerTransport(server, at: [.unix(path)])
    Self.current = self
  }
}
