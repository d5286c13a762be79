/// Records an engine's calls, one line of JSON for each call.
///
/// The first line contains the initial state. Each operation that is not a query, each gesture,
/// each host input and each clock call adds a line with the caller's path, the arguments, the time
/// since the beginning, the outcome and, for calls outside callbacks, the resulting state. A batch
/// adds a single line. Calls that callbacks or host inputs make are marked with `by = "callback"`
/// and precede the line of the call that led to them.
///
/// A sparing sink receives the state less often, so that the average line does not cost more than a
/// line with a small state (decision 0130).
final class SessionRecorder: CallRecorder {
  static let format = "signalbox.session"
  static let version = 3

  /// The mode of an engine's clock: animated operations advance the clock automatically, or only
  /// the host advances it.
  enum Clock: String {
    case automatic, manual
  }

  /// A destination for recorded lines.
  struct Sink {
    /// An owner of a recording. Each owner starts and stops its recording independently of the
    /// others.
    enum Owner: Hashable {
      case script, host
      case observer(Int)
    }

    /// Specifies which lines contain the state.
    enum States {
      case all, none
      /// Most lines omit large states.
      case sparing
    }

    /// Specifies whether lines contain the texts of password fields.
    enum Passwords {
      /// The lines contain the texts, and stay in the process, which repeats the calls.
      case included
      /// The lines contain dots. The closure, if any, receives the passwords.
      case hidden(((String) -> Void)?)
    }

    /// The virtual time in milliseconds to which recorded times are relative.
    let start: Int
    let owner: Owner
    let states: States
    let passwords: Passwords
    let write: (NavigationArguments) -> Void
  }

  unowned let engine: NavigationEngine
  let sinks: [Sink]
  let waiting: WaitingCalls
  /// The number of state records that may still be written to sparing sinks.
  private var credit = SessionRecorder.maxCredit
  private static let maxCredit = 4096
  private static let creditPerLine = 32
  /// The approximate size of a record in JSON.
  private static let bytesPerCredit = 64

  /// - Parameter previous: The recorder that this recorder replaces. The names that the previous
  ///   recorder assigned to calls are not reused.
  init(_ engine: NavigationEngine, sinks: [Sink], after previous: SessionRecorder?) {
    self.engine = engine
    self.sinks = sinks
    waiting = previous?.waiting ?? WaitingCalls()
  }

  /// Returns the fields of the first line of a recording that begins now.
  static func header(
    of engine: NavigationEngine, _ passwords: Sink.Passwords
  ) throws(NavigationError) -> NavigationArguments {
    var state = try engine.snapshot().tree.value
    if case .hidden(let note) = passwords {
      state = RecordedPasswords.hidden(inState: state, note)
    }
    return [
      "format": .string(format), "version": .integer(version), "state": state,
      "clock": .string((engine.isClockAutomatic ? Clock.automatic : .manual).rawValue),
    ]
  }

  /// Records all subsequent calls of an engine, in place of the owner's earlier recording.
  fileprivate static func begin(
    on engine: NavigationEngine, owner: Sink.Owner, states: Sink.States,
    passwords: Sink.Passwords, to sink: @escaping (String) -> Void
  ) throws(NavigationError) {
    var numbering = ObjectNumbering()
    let header = try header(of: engine, passwords)
    sink(try JSONWriter.text(of: .table(header), &numbering))
    let lines = Sink(
      start: engine.milliseconds, owner: owner, states: states, passwords: passwords
    ) { fields in sink(line(fields, &numbering)) }
    engine.setSinks(engine.sinks.filter { $0.owner != lines.owner } + [lines])
  }

  func record(_ call: OperationCall, _ run: () -> Submission) -> Submission {
    // Operations that a batch collects are recorded with the batch.
    let isCollected = engine.queue.isRecording(depth: engine.eventLog.callbackDepth)
    if isCollected || OperationCatalog.traits[call.operation].isQuery { return run() }
    let fields = CallCoder(engine: engine, waiting: waiting).fields(of: call)
    let entersPassword = entersPassword(call)
    return record(fields, entersPassword: entersPassword, { relayed(call, fields, run) }) {
      submission, fields in
      if fields["by"] == nil { fields["ticket"] = label(of: call, submission).map { .string($0) } }
      return submission.outcome?.description ?? "queued"
    }
  }

  /// Returns whether a call enters a string into a password field of the front alert.
  private func entersPassword(_ call: OperationCall) -> Bool {
    guard call.operation == Self.enterText else { return false }
    let (state, name) = (engine.state, engine.symbols[call.name])
    let top = state.window.topLayer
    guard top != .none else { return false }
    return state.fields(ofLayer: top).contains { $0.name == name && $0.kind == .password }
  }

  private static let enterText = OperationCatalog.index(ofGesture: "enterText")

  /// Performs a call in this engine, in a remote application, or in both.
  private func relayed(
    _ call: OperationCall, _ fields: NavigationArguments, _ run: () -> Submission
  ) -> Submission {
    guard let relay = engine.relay,
      let submission = relay.relay(fields, isNested: engine.isInCallback, run)
    else { return run() }
    if engine.mirror != nil, let completion = call.options.completion,
      let outcome = submission.outcome
    {
      engine.eventLog.callOut { completion(outcome) }
    }
    return submission
  }

  func recordTime(_ operation: String, _ milliseconds: Int?, _ run: () -> Void) {
    var fields: NavigationArguments = ["operation": .string(operation)]
    fields["milliseconds"] = milliseconds.map { .integer($0) }
    record(fields) {
      // Time advances in this engine, in a remote application, or in both.
      guard let relay = engine.relay else { return run() }
      _ = relay.relay(fields, isNested: engine.isInCallback) {
        run()
        return nil
      }
    }
  }

  func noteClock(isAutomatic: Bool) {
    record(["operation": isAutomatic ? "clock.automatic" : "clock.manual"]) {}
  }

  /// Records the call that a closure makes.
  ///
  /// - Parameters:
  ///   - entersPassword: Whether the call enters a string into a password field.
  ///   - outcome: A closure that returns the outcome. The closure may add fields to the line.
  func record<Result, Failure: Error>(
    _ fields: NavigationArguments, entersPassword: Bool = false,
    _ body: () throws(Failure) -> Result,
    outcome: (Result, inout NavigationArguments) -> String = { _, _ in "done" }
  ) throws(Failure) -> Result {
    var fields = fields
    fields["time"] = .integer(engine.milliseconds)
    if engine.isInCallback || engine.isInInput { fields["by"] = "callback" }
    do throws(Failure) {
      let result = try body()
      let ending = outcome(result, &fields)
      end(&fields, ending, entersPassword: entersPassword)
      return result
    } catch {
      // A replay compares only whether the call failed. The message is for readers.
      fields["error"] = .string("\(error)")
      end(&fields, "failed", entersPassword: entersPassword)
      throw error
    }
  }

  func note(_ call: NavigationArguments) {
    var fields = call
    fields["time"] = .integer(engine.milliseconds)
    end(&fields, call["outcome"]?.text ?? "done")
  }

  /// Returns a name for a waiting call, or `nil` if no later call can refer to the call.
  private func label(of call: OperationCall, _ submission: Submission) -> String? {
    guard case .queued(let ticket) = submission, ticket.outcome == nil,
      call.link != nil || !call.steps.isEmpty
        || OperationCatalog.signature(at: call.operation).continues
    else { return nil }
    return waiting.note(call, ticket)
  }

  private func end(
    _ fields: inout NavigationArguments, _ outcome: String, entersPassword: Bool = false
  ) {
    fields["outcome"] = .string(outcome)
    let isOutside = fields["by"] == nil
    let isAffordable = isOutside && sinks.contains { $0.states != .none } && spend()
    let isWanted = isOutside && (isAffordable || sinks.contains { $0.states == .all })
    let state = isWanted ? engine.recordedState : nil
    // Printing long arguments costs as much as writing many records.
    if isAffordable, let state, let size = try? JSONWriter.size(of: state) {
      credit -= size / Self.bytesPerCredit
    }
    let now = fields["time"]?.integer ?? 0
    for sink in sinks {
      var (line, shown) = (fields, state)
      if case .hidden(let note) = sink.passwords {
        RecordedPasswords.hide(in: &line, isEntered: entersPassword, note)
        shown = state.map { RecordedPasswords.hidden(inState: $0, note) }
      }
      line["time"] = .integer(now - sink.start)
      switch sink.states {
      case .all: line["state"] = shown
      case .sparing: line["state"] = isAffordable ? shown : nil
      case .none: line["state"] = nil
      }
      sink.write(line)
    }
  }

  /// The fields whose values are always short enough and can always be written.
  private static let brief: Set = [
    "by", "input", "isGesture", "operation", "outcome", "ticket", "time", "unrecordable",
  ]
  /// The fields that are omitted first if a line is too long.
  private static let long: Set = [
    "arguments", "caller", "content", "coordinator", "pages", "state", "steps", "value", "values",
  ]

  /// Returns a call as a line of JSON. Values that JSON cannot represent, and values that make the
  /// line too long, are omitted, and the field `unrecordable` contains the reason.
  fileprivate static func line(
    _ fields: NavigationArguments, _ numbering: inout ObjectNumbering
  ) -> String {
    do throws(NavigationError) {
      return try JSONWriter.text(of: .table(fields), &numbering)
    } catch {
      let isTooLong = JSONWriter.fault(in: .table(fields)) == nil
      var written = NavigationArguments(
        unordered: fields.fields.filter { field in
          isTooLong ? !long.contains(field.name) : JSONWriter.fault(in: field.value) == nil
        })
      written["unrecordable"] = .string(error.message)
      if let line = try? JSONWriter.text(of: .table(written), &numbering) { return line }
      return NavigationValue.table(
        NavigationArguments(unordered: written.fields.filter { brief.contains($0.name) })
      ).line
    }
  }

  /// Adds the credit of one line, and returns whether the current state may be written to the
  /// sparing sinks. If so, subtracts the size of the state from the credit.
  private func spend() -> Bool {
    credit = min(Self.maxCredit, credit + Self.creditPerLine)
    let cost = engine.state.size
    guard cost <= credit else { return false }
    credit -= cost
    return true
  }
}

extension NavigationEngine {
  /// Whether a recording is running that was started with ``record(isKept:isSparing:to:)`` and does
  /// not belong to the host.
  public var isRecording: Bool { sinks.contains { $0.owner == .script } }

  /// Records all subsequent calls, so that ``SessionReplay`` can repeat them.
  ///
  /// Cost: O(size of the visible state) for each line, unless `isSparing` is `true`. Starting a
  /// second recording with the same value of `isKept` ends the first. The texts of password fields
  /// are recorded as dots.
  ///
  /// - Parameters:
  ///   - isKept: Whether the recording belongs to the host. Such a recording ends only when the
  ///     host stops it or starts another recording.
  ///   - isSparing: Whether large states are omitted from most lines, so that the average cost of a
  ///     line does not depend on the size of the state. A replay of such a recording compares
  ///     states less often.
  ///   - sink: A closure that receives one line at a time, without a line ending.
  /// - Throws: `notSerializable` if the current state cannot be saved. In this case, no recording
  ///   is started.
  public func record(
    isKept: Bool = false, isSparing: Bool = false, to sink: @escaping (String) -> Void
  ) throws(NavigationError) {
    try SessionRecorder.begin(
      on: self, owner: Self.owner(isKept), states: isSparing ? .sparing : .all,
      passwords: .hidden(nil), to: sink)
  }

  private static func owner(_ isKept: Bool) -> SessionRecorder.Sink.Owner {
    isKept ? .host : .script
  }

  /// Ends one of the engine's recordings. Has no effect if this recording is not running.
  ///
  /// - Parameter isKept: Whether to end the host's recording instead of the recording that does not
  ///   belong to the host. The default is `false`.
  public func stopRecording(isKept: Bool = false) { stopRecording(of: Self.owner(isKept)) }

  fileprivate func stopRecording(of owner: SessionRecorder.Sink.Owner) {
    setSinks(sinks.filter { $0.owner != owner })
  }

  /// The recorder of calls, or `nil` if calls are neither recorded nor relayed.
  var sessionRecorder: SessionRecorder? { recorder as? SessionRecorder }

  fileprivate var sinks: [SessionRecorder.Sink] { sessionRecorder?.sinks ?? [] }

  fileprivate func setSinks(_ sinks: [SessionRecorder.Sink]) {
    // A relay receives calls in the recorded form.
    let isNeeded = !sinks.isEmpty || relay != nil
    recorder = isNeeded ? SessionRecorder(self, sinks: sinks, after: sessionRecorder) : nil
  }

  /// Forwards all subsequent calls to a remote application.
  ///
  /// - Parameter relay: The relay, or `nil` to perform calls only in this engine.
  package func relayCalls(to relay: (any CallRelay)?) {
    self.relay = relay
    setSinks(sinks)
  }

  /// The visible state as recordings contain it, with dots instead of passwords, or `nil` if the
  /// state cannot be saved as JSON.
  package var shownState: NavigationValue? {
    recordedState.map { RecordedPasswords.hidden(inState: $0) }
  }

  /// The visible state in its recorded form, with passwords, or `nil` if the state cannot be saved
  /// as JSON.
  package var recordedState: NavigationValue? {
    let value = try? snapshot().tree.value
    return value.flatMap { JSONWriter.fault(in: $0) == nil ? $0 : nil }
  }
}

/// Recordings that belong to a host. Most of their lines omit large states.
package enum HostRecording {
  /// Records all subsequent calls, including the texts of password fields, for a replay in the same
  /// process.
  package static func beginWithPasswords(
    on engine: NavigationEngine, to sink: @escaping (String) -> Void
  ) throws(NavigationError) {
    try SessionRecorder.begin(
      on: engine, owner: .host, states: .sparing, passwords: .included, to: sink)
  }

  /// Records all subsequent calls, with dots instead of passwords.
  ///
  /// - Parameter note: A closure that receives each password that the recording replaces with dots.
  package static func begin(
    on engine: NavigationEngine, notingPasswords note: @escaping (String) -> Void,
    to sink: @escaping (String) -> Void
  ) throws(NavigationError) {
    try SessionRecorder.begin(
      on: engine, owner: .host, states: .sparing, passwords: .hidden(note), to: sink)
  }
}

/// Passes an engine's calls to a closure, independently of recordings.
package final class CallObservation {
  /// Specifies which calls include the state after the call.
  package enum ObservedStates {
    case none
    /// Most calls omit large states.
    case sparing
  }

  private weak var engine: NavigationEngine?
  private let owner: SessionRecorder.Sink.Owner

  /// - Parameters:
  ///   - states: Specifies which calls include the state after the call.
  ///   - includesNested: Whether calls that callbacks or host inputs make are passed as well.
  ///   - body: A closure that receives each call in its recorded form.
  package init(
    of engine: NavigationEngine, states: ObservedStates = .none, includesNested: Bool = false,
    _ body: @escaping (NavigationArguments) -> Void
  ) {
    self.engine = engine
    let used = Set(engine.sinks.map(\.owner))
    var number = 0
    while used.contains(.observer(number)) { number += 1 }
    owner = .observer(number)
    var numbering = ObjectNumbering()
    let sink = SessionRecorder.Sink(
      start: 0, owner: owner, states: states == .none ? .none : .sparing, passwords: .hidden(nil)
    ) { fields in
      guard includesNested || fields["by"] == nil,
        let call = (try? JSONReader.value(SessionRecorder.line(fields, &numbering)))?.table
      else { return }
      body(call)
    }
    engine.setSinks(engine.sinks + [sink])
  }

  /// Ends the observation. Further calls to this method have no effect.
  package func end() { engine?.stopRecording(of: owner) }

  deinit { end() }
}
