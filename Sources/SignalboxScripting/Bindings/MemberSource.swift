internal import LuaRuntime
internal import Signalbox
internal import Synchronization

/// The members of one kind of handle, each made when a script first asks for it: a session that uses
/// ten of two hundred pays for ten. Guarded by bench: W7iso.
final class MemberSource {
  /// The members that are no operations.
  struct Own {
    var methods: [Member] = []
    var getters: [Member] = []
  }

  let kind: String
  private unowned let session: ScriptSession
  private let receivers: [OperationSignature.Receiver]
  private let makeOwn: (ScriptSession) -> Own
  private lazy var own = makeOwn(session)
  /// The names of the members that are no operations, by kind: the same in every session.
  // Taken for as long as looking one up takes.
  private static let ownNames = Mutex<[String: Set<String>]>([:])

  /// - Parameters:
  ///   - receivers: Whose operations are methods of this kind.
  ///   - own: Makes the other members.
  init(
    _ kind: String, _ session: ScriptSession, operations receivers: [OperationSignature.Receiver],
    own makeOwn: @escaping (ScriptSession) -> Own
  ) {
    self.kind = kind
    self.session = session
    self.receivers = receivers
    self.makeOwn = makeOwn
  }

  private var binder: OperationBinder {
    OperationBinder(session: session, handles: session.handles)
  }

  /// All names, for the test that holds the reference complete and for hints.
  var names: [String] {
    ownedNames + session.hostDefinitions.methodNames(on: kind)
  }

  /// The names of what handles have by themselves.
  private var ownedNames: [String] {
    binder.names(for: receivers) + own.methods.map(\.name) + own.getters.map(\.name)
  }

  /// The operation of that name as a method.
  func operation(named name: String) -> Member? { binder.method(named: name, for: receivers) }

  /// The method that a host defined; not kept by Lua, since it may be taken back.
  func hostMethod(named name: String) -> LuaValue? {
    session.hostDefinitions.method(name, on: kind)
  }

  /// Whether handles have a member of that name by themselves. Cost: makes none of them.
  func has(_ name: String) -> Bool { operation(named: name) != nil || hasOwn(name) }

  private func hasOwn(_ name: String) -> Bool {
    if let names = Self.ownNames.withLock({ $0[kind] }) { return names.contains(name) }
    let names = Set((own.methods + own.getters).map(\.name))
    Self.ownNames.withLock { $0[kind] = names }
    return names.contains(name)
  }

  /// Adds all members to a type.
  func addAll(to members: inout LuaTypeMembers) {
    for name in ownedNames {
      switch find(name) {
      case .method(let body)?: members.method(name, body)
      case .getter(let body)?: members.getter(name, body)
      case nil: break
      }
    }
  }

  func find(_ name: String) -> LuaTypeMembers.Found? {
    if let operation = operation(named: name) { return .method(operation.body) }
    guard hasOwn(name) else { return nil }
    if let method = own.methods.first(where: { $0.name == name }) { return .method(method.body) }
    return own.getters.first { $0.name == name }.map { .getter($0.body) }
  }
}
