internal import Signalbox
internal import SignalboxProtocol

/// Shows changes that other sources make in an application. The calls that caused the changes are
/// written to the recordings of the engine that mirrors the application.
///
/// A call is written when the application becomes idle, so that the recorded state is the state
/// that a scenario waits for.
final class AppObserver {
  private let connection: AppConnection
  private let mirror: MirrorEditor
  /// See ``AppUse/workTimeout``.
  private let workTimeout: Duration
  private let show: (StateInspectMethod.Result) throws(NavigationError) -> Void
  /// The calls that have not been written yet.
  private var held: [CallsBatchMethod.Call] = []
  /// The pending state request, and the number of calls that its response covers.
  private var inspection: (id: MessageID, calls: Int)?
  /// The pending request that waits until the application is idle, and the number of calls before
  /// it.
  private var idle: (id: MessageID, calls: Int)?
  private var lastStep = 0
  /// The virtual time that has passed since the last written call, in milliseconds.
  private var passed = 0

  /// - Parameter show: A closure that shows a state of the application.
  init(
    _ connection: AppConnection, _ mirror: MirrorEditor, workTimeout: Duration,
    show: @escaping (StateInspectMethod.Result) throws(NavigationError) -> Void
  ) {
    (self.connection, self.mirror, self.workTimeout, self.show) = (
      connection, mirror, workTimeout, show
    )
  }

  /// Reads available data from the application without waiting, and shows a received state.
  ///
  /// - Throws: `unreachable` if the application has ended or sends inconsistent responses.
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
    if inspection == nil, connection.hasEvents || connection.hasSchedule {
      inspection = (try connection.post(StateInspectMethod.self, NoFields()), 0)
    }
  }

  /// Shows and writes all previous changes from other sources.
  ///
  /// - Parameter waits: Whether to wait until the application is idle.
  /// - Throws: The same errors as ``take()``.
  func settle(waits: Bool = true) throws(NavigationError) {
    for id in [inspection?.id, idle?.id].compactMap(\.self) { connection.abandon(id) }
    (inspection, idle) = (nil, nil)
    try connection.read()
    held += connection.takeCalls()
    guard !held.isEmpty else { return }
    if waits { _ = try connection.waitUntilIdle(atMost: workTimeout) }
    let count = held.count
    try show(try connection.request(StateInspectMethod.self, NoFields()))
    write(count)
  }

  /// Remembers the step of a state that is not the effect of a call from another source.
  func note(_ state: StateInspectMethod.Result) { (lastStep, passed) = (state.step, 0) }

  // MARK: - Writing

  private func write(_ count: Int) {
    let calls = held.prefix(count)
    held.removeFirst(count)
    let written = calls.compactMap { call in plain(call).map { ($0, call.step) } }
    for (index, (call, step)) in written.enumerated() {
      // The last call also covers later changes.
      mirror.write(call, step: index + 1 < written.count ? step : nil)
    }
  }

  /// Returns a call in the form in which a scenario repeats it, or `nil` if scenarios omit the
  /// call.
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
      // Calls without an effect are omitted.
      if !hasChanged, call["outcome"]?.text.map(Self.isWithoutEffect) ?? false { return nil }
      guard var options = call["options"]?.table else { break }
      // The phases of an interactive gesture are combined into one call.
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
