internal import Signalbox
internal import SignalboxProtocol

/// Shows what others do in an application, and writes their calls to the recordings of the engine that
/// shows it.
///
/// A call is written as soon as the application has nothing more to do, so that the state after it is
/// the one that a scenario waits for.
final class AppObserver {
  private let connection: AppConnection
  private let mirror: MirrorEditor
  private let show: (StateInspectMethod.Result) throws(NavigationError) -> Void
  /// The calls that are not written yet.
  private var held: [CallsBatchMethod.Call] = []
  /// The open request for the state, and how many calls its answer settles.
  private var inspection: (id: MessageID, calls: Int)?
  /// The open wait, and the number of calls that precede it.
  private var idle: (id: MessageID, calls: Int)?
  private var lastStep = 0
  /// The time that has passed since the last call, in milliseconds.
  private var passed = 0

  /// - Parameter show: Shows a state of the application.
  init(
    _ connection: AppConnection, _ mirror: MirrorEditor,
    show: @escaping (StateInspectMethod.Result) throws(NavigationError) -> Void
  ) {
    (self.connection, self.mirror, self.show) = (connection, mirror, show)
  }

  /// Takes what the application has sent, without waiting, and shows its state when that has arrived.
  ///
  /// - Throws: `unreachable` if it has ended or contradicts itself.
  func take() throws(NavigationError) {
    try connection.read()
    held += connection.takeCalls()
    if let open = inspection,
      let state = try connection.answer(to: open.id, of: StateInspectMethod.self)
    {
      inspection = nil
      try show(state)
      write(open.calls)
    }
    if let open = idle, try connection.answer(to: open.id, of: IdleWaitMethod.self) != nil {
      idle = nil
      if let inspection { connection.abandon(inspection.id) }
      inspection = (try connection.post(StateInspectMethod.self, NoFields()), open.calls)
    }
    if idle == nil, inspection?.calls ?? 0 == 0, !held.isEmpty {
      idle = (try connection.post(IdleWaitMethod.self, NoFields()), held.count)
    }
    if inspection == nil, connection.hasEvents {
      inspection = (try connection.post(StateInspectMethod.self, NoFields()), 0)
    }
  }

  /// Shows and writes what others have done so far, and waits for it.
  ///
  /// - Throws: As ``take()``.
  func settle() throws(NavigationError) {
    if let inspection { connection.abandon(inspection.id) }
    if let idle { connection.abandon(idle.id) }
    (inspection, idle) = (nil, nil)
    try connection.read()
    held += connection.takeCalls()
    guard !held.isEmpty else { return }
    _ = try connection.request(IdleWaitMethod.self, NoFields())
    let count = held.count
    try show(try connection.request(StateInspectMethod.self, NoFields()))
    write(count)
  }

  /// Notes a state that is not the effect of such a call.
  func note(_ state: StateInspectMethod.Result) { (lastStep, passed) = (state.step, 0) }

  // MARK: - Writing

  private func write(_ count: Int) {
    let calls = held.prefix(count)
    held.removeFirst(count)
    let written = calls.compactMap { call in plain(call).map { ($0, call.step) } }
    for (index, (call, step)) in written.enumerated() {
      // The last one includes what has happened after it.
      mirror.write(call, step: index + 1 < written.count ? step : nil)
    }
  }

  /// Returns a call as a scenario repeats it; `nil` if it would not.
  private func plain(_ entry: CallsBatchMethod.Call) -> NavigationArguments? {
    var call = entry.call
    let hasChanged = entry.step != lastStep
    lastStep = entry.step
    switch call["operation"]?.text {
    case "clock.advance":
      passed += call["milliseconds"]?.integer ?? 0
      guard hasChanged else { return nil }
      call["milliseconds"] = .integer(passed)
    case "clock.settle": if !hasChanged { return nil }
    default:
      // What the user has tried without success.
      if !hasChanged, call["outcome"]?.text.map(Self.isWithoutEffect) ?? false { return nil }
      guard var options = call["options"]?.table else { break }
      // A drag is repeated as a whole.
      if let phase = options["phase"]?.text {
        guard phase == GesturePhase.commit.rawValue else { return nil }
        (options["phase"], options["progress"]) = (nil, nil)
      }
      options["callbacks"] = nil
      call["options"] = options.isEmpty ? nil : .table(options)
    }
    passed = 0
    return call
  }

  private static func isWithoutEffect(_ outcome: String) -> Bool {
    ["noop", "rejected", "cancelled"].contains { outcome.hasPrefix($0) }
  }
}
