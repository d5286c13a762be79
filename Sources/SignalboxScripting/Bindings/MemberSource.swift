internal import LuaRuntime
internal import Signalbox

/// The members of a kind of handle in a session. Unless the session is reused, each member is
/// created on first access, so that a session that uses ten of two hundred members creates only
/// ten. Benchmark: `W7iso`.
struct MemberSource {
  let kind: HandleKind
  private unowned let session: ScriptSession
  private let receivers: [OperationSignature.Receiver]

  /// - Parameter binds: Whether operations are members. If `false`, the handle's own lookup finds
  ///   operations.
  init(_ kind: HandleKind, _ session: ScriptSession, binds: Bool = true) {
    self.kind = kind
    self.session = session
    receivers = binds ? kind.receivers : []
  }

  /// The names of all members, including methods that hosts have defined, for hints.
  var names: [String] {
    ownNames + session.host.methodNames(on: kind.kind)
  }

  /// The names of the built-in members.
  private var ownNames: [String] {
    ScriptReference.signatures(for: receivers).map(\.name).filter { $0 != Self.property }
      + kind.entries.map(\.name)
  }

  /// The operation that scripts use as a property.
  private static let property = "currentPage"

  /// Returns the operation or gesture with the given name as a method, or `nil` if there is none.
  func operation(named name: String) -> LuaNativeBody? {
    guard let index = index(of: name) else { return nil }
    let bound = BoundOperation(session: session, handles: session.handles, index: index)
    return bound.isForCoordinators ? bound.ofCoordinator : bound.ofApp
  }

  private func index(of name: String) -> Int? {
    guard !receivers.isEmpty, name != Self.property else { return nil }
    // A gesture may have the same name as an operation, such as `back`.
    return [OperationCatalog.index(of: name), OperationCatalog.index(ofGesture: name)].lazy
      .compactMap(\.self)
      .first { receivers.contains(OperationCatalog.signature(at: $0).receiver) }
  }

  /// Returns a method that a host has defined, or `nil` if there is none. Lua does not cache the
  /// method, because the host may remove it.
  func hostMethod(named name: String) -> LuaValue? {
    session.host.method(name, on: kind.kind)
  }

  /// Returns whether handles have a built-in member with the given name. The member is not created.
  func has(_ name: String) -> Bool { index(of: name) != nil || kind.member(named: name) != nil }

  /// Adds all members to a type.
  func addAll(to members: inout LuaTypeMembers) {
    for name in ownNames {
      switch find(name) {
      case .method(let body)?: members.method(name, body)
      case .getter(let body)?: members.getter(name, body)
      case nil: break
      }
    }
  }

  func find(_ name: String) -> LuaTypeMembers.Found? {
    if let operation = operation(named: name) { return .method(operation) }
    guard let member = kind.member(named: name) else { return nil }
    let body = member.make(session)
    return member.entry.isFunction ? .method(body) : .getter(body)
  }

  /// The function that looks up methods that hosts have defined. Access to an unknown name raises
  /// an error that suggests a similar name, if there is one.
  var unknownMember: LuaNativeBody {
    { [self] frame throws(LuaError) in
      let name = frame.kind(2) == .string ? try frame.string(2) : "a \(frame.kind(2))"
      if let method = hostMethod(named: name) {
        frame.push(method)
        return 1
      }
      let hint =
        ScriptReference.hint(forMember: name, of: kind.kind, in: names).map { "; \($0)" } ?? ""
      throw LuaError(code: "unknownMember", "\(kind.kind) has no \"\(name)\"\(hint)")
    }
  }
}
