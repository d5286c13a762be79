internal import Signalbox
internal import SignalboxInspector
public import SignalboxScripting

/// Plays an application for a user: performs the user's input, advances time, and creates frames.
public final class Player {
  private let session: ScriptSession
  private let stage: TerminalStage
  /// The latest error or output, which is shown until the next key.
  private var message: String?
  /// The keys that were pressed during an animation. They are stored here instead of in the
  /// engine's queue, because an operation that a tap causes would be queued after keys that are
  /// pressed later.
  private var typedAhead: [UserInput] = []
  /// Whether the user wants to quit, or has gone back although only the root screen was left.
  public private(set) var hasQuit = false

  private var engine: NavigationEngine { session.engine }

  /// Launches and shows the application of a session.
  ///
  /// - Throws: The error of the scripts if no application can be launched.
  public init(_ session: ScriptSession, columns: Int, rows: Int) throws(ScriptError) {
    self.session = session
    let engine = session.engine
    // The player controls time: it is real time at a terminal, and virtual time in tests.
    engine.isClockAutomatic = false
    stage = TerminalStage(engine, columns: columns, rows: max(1, rows - 1))
    session.addHooks(
      SessionHooks(
        output: { [unowned self] line in message = DisplayText.clean(line) },
        onUnhandled: { [unowned self] error in message = error.message }))
    guard let application = session.application else {
      throw ScriptError(
        .runtime, "the script names no application",
        hint: "end it with: application \"Name\" { main = \"Coordinator\" }")
    }
    if let error = engine.launch(application.main)?.error {
      throw ScriptError(.rejected, code: error.code.name, error.description)
    }
  }

  deinit { session.close() }

  // MARK: - The user

  /// Performs a user input. During an animation, the input is stored and performed later.
  public func press(_ input: UserInput) {
    switch input {
    case .wait(let span): pass(span)
    case .quit: hasQuit = true
    default:
      typedAhead.append(input)
      catchUp()
    }
  }

  /// Performs stored inputs until an animation begins.
  private func catchUp() {
    while !stage.isMoving, !hasQuit, !typedAhead.isEmpty { perform(typedAhead.removeFirst()) }
  }

  private func perform(_ input: UserInput) {
    message = nil
    switch input {
    case .tap(let number): tap(number)
    case .back: gesture("back")
    case .swipeBack: gesture("swipeBack")
    case .swipeDown: gesture("swipeDown")
    case .nextTab: selectTab(by: 1)
    case .previousTab: selectTab(by: -1)
    case .tab(let page):
      gesture("tapTab") { [engine] call in call.name = engine.symbols.intern(page) }
    case .link(let url): gesture("open") { $0.text = url }
    // This input is performed immediately, even during an animation.
    case .wait, .quit: break
    }
  }

  private func tap(_ number: Int) {
    let painter = ScreenPainter(engine, tree: engine.tree)
    let choices = painter.choices()
    guard choices.indices.contains(number - 1) else {
      message =
        choices.isEmpty
        ? "nothing to tap here" : "there is no item \(number); the last one is \(choices.count)"
      return
    }
    let isDialog = painter.tree.layers.last.map(painter.isDialog) ?? false
    gesture(isDialog ? "tapAlert" : "tap") { $0.text = choices[number - 1] }
  }

  private func selectTab(by step: Int) {
    let tree = engine.tree
    guard let bar = tree.layers.last.flatMap({ tree.face(of: $0).tabBars.last }),
      let selected = bar.pages.firstIndex(where: { $0.isSelected })
    else {
      message = "no tabs are shown here"
      return
    }
    let next = (selected + step + bar.pages.count) % bar.pages.count
    perform(.tab(bar.pages[next].id))
  }

  private func gesture(_ name: String, fill: (inout OperationCall) -> Void = { _ in }) {
    var options = OperationOptions()
    options.completion = { [weak self] outcome in self?.note(outcome, of: name) }
    engine.perform(name, options, fill: fill)
  }

  private func note(_ outcome: Outcome, of gesture: String) {
    if let error = outcome.error {
      message = error.description
    } else if outcome.reason?.name == "exit" {
      hasQuit = true
    } else if let reason = outcome.reason {
      message = "\(gesture): nothing to do (\(reason.name))"
    }
  }

  // MARK: - Time

  /// Whether an animation is running, so that the next frame differs from this frame.
  public var isMoving: Bool { stage.isMoving }

  /// The time until the next scheduled event, or `nil` if there is none.
  public var nextChange: Duration? {
    [stage.arrival, engine.nextDeadline].compactMap { $0 }.min().map { max(.zero, $0 - engine.now) }
  }

  /// Advances time: animations end, timers fire, and waiting inputs are performed.
  public func pass(_ duration: Duration) {
    var rest = duration
    repeat {
      let step = min(rest, nextChange ?? rest)
      engine.advance(by: step)
      stage.timePassed()
      catchUp()
      rest -= step
    } while rest > .zero
  }

  /// Advances time until no animation is running.
  public func settle() {
    while let arrival = stage.arrival { pass(max(.zero, arrival - engine.now)) }
  }

  // MARK: - Frames

  /// The size of the window, in cells.
  public func resize(columns: Int, rows: Int) {
    stage.size = (max(1, columns), max(1, rows - 1))
  }

  /// The contents of the window: the screens, and a line below them that lists the available
  /// actions.
  public var frame: Canvas { frame(entering: nil) }

  /// Returns the contents of the window while a link is being typed.
  ///
  /// - Parameter link: The part of the link that has been typed.
  public func frame(entering link: String?) -> Canvas {
    let screens = stage.frame
    var canvas = Canvas(columns: screens.columns, rows: screens.rows + 1)
    for row in 0..<screens.rows {
      for column in 0..<screens.columns { canvas[row, column] = screens[row, column] }
    }
    let text = link.map { "link: \($0)▏" } ?? message ?? keys
    let style: Canvas.Style = link == nil && message == nil ? .dim : .bold
    // Errors are shown in full, covering the last rows of the screen if necessary.
    let lines = message == nil ? [text] : Self.wrapped(text, to: canvas.columns)
    let first = max(0, canvas.rows - lines.count)
    let area = Area(rows: first..<canvas.rows, columns: 0..<canvas.columns)
    canvas.clear(area)
    for (row, line) in zip(area.rows, lines) { canvas.write(line, style, at: row, in: area) }
    guard stage.isMoving, link == nil, message == nil else { return canvas }
    let state = typedAhead.isEmpty ? " …" : " … \(typedAhead.count) waiting"
    let start = canvas.columns - DisplayText.width(of: state)
    canvas.write(state, .dim, at: screens.rows, column: max(0, start), in: area)
    return canvas
  }

  /// Wraps text at word boundaries into lines with the given maximum number of cells.
  private static func wrapped(_ text: String, to columns: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      let longer = lines.last.map { "\($0) \(word)" } ?? String(word)
      if lines.isEmpty || DisplayText.width(of: longer) > columns {
        lines.append(String(word))
      } else {
        lines[lines.count - 1] = longer
      }
    }
    return lines
  }

  /// The keys that can currently be pressed.
  private var keys: String {
    let tree = engine.tree
    let choices = ScreenPainter(engine, tree: tree).choices().count
    let face = tree.layers.last.map(tree.face(of:))
    var keys: [String] = []
    if choices > 0 { keys.append(choices == 1 ? "1 tap" : "1-\(min(9, choices)) tap") }
    let canSwipe = tree.layers.last?.isInteractive == true
    if (face?.screens.count ?? 0) > 1 || canSwipe { keys.append("b back") }
    if canSwipe { keys.append("d swipe down") }
    if face?.tabBars.isEmpty == false { keys.append("tab next tab") }
    return (keys + ["/ link", "q quit"]).joined(separator: "  ")
  }
}
