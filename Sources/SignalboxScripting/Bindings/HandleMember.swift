internal import LuaRuntime
internal import Signalbox

/// A member of a kind of handle: its reference entry and its function.
///
/// A single value defines a member completely. Handles, the reference, stubs, help and completion
/// are derived from this value.
struct HandleMember: Sendable {
  /// A closure that creates the function of a member for a session.
  typealias Make = @Sendable (ScriptSession) -> LuaNativeBody

  let entry: ScriptReference.Entry
  let make: Make
  /// A closure that creates the setter, or `nil` for members that cannot be assigned.
  let makeSetter: Make?

  init(_ entry: ScriptReference.Entry, set makeSetter: Make? = nil, make: @escaping Make) {
    self.entry = entry
    self.make = make
    self.makeSetter = makeSetter
  }

  /// Creates a member whose function pushes a single value.
  init(
    _ entry: ScriptReference.Entry, set makeSetter: Make? = nil,
    push: @escaping @Sendable (ScriptSession, LuaFrame) throws(LuaError) -> Void
  ) {
    self.init(entry, set: makeSetter) { session in
      { [unowned session] frame throws(LuaError) in
        try push(session, frame)
        return 1
      }
    }
  }
}

/// A kind of handle, with its description in the reference and its members.
struct HandleKind: Sendable {
  /// The name in editors, such as `signalbox.Router`.
  var name: String { "signalbox.\(shortName)" }
  let shortName: String
  /// The name of the kind in messages, such as `router`.
  let kind: String
  let summary: String
  /// The receivers whose operations are methods of the handle.
  let receivers: [OperationSignature.Receiver]
  let members: [HandleMember]
  private let places: [String: Int]

  init(
    _ shortName: String, _ kind: String, _ summary: String,
    receivers: [OperationSignature.Receiver] = [], _ members: [HandleMember]
  ) {
    self.shortName = shortName
    self.kind = kind
    self.summary = summary
    self.receivers = receivers
    self.members = members
    places = Dictionary(
      uniqueKeysWithValues: members.enumerated().map { ($1.entry.name, $0) })
  }

  /// The reference entries of the members.
  var entries: [ScriptReference.Entry] { members.map(\.entry) }

  func member(named name: String) -> HandleMember? { places[name].map { members[$0] } }
}

extension ScriptReference {
  /// The kinds of objects that scripts receive, in the order of the reference.
  static let types: [HandleKind] = [
    AppBinding.kind, CoordinatorBinding.kind, CoordinatorBinding.router, ChainBinding.kind,
    ScreenBinding.kind, LayerBinding.kind, EventBinding.kind, TicketBinding.kind,
    HostBinding.kind,
  ]
}
