internal import Signalbox
internal import SignalboxInspector
public import SignalboxScripting

/// Plays an application for somebody at keys: does what they do, lets time pass, shows frames.
public final class Player {
  private let session: ScriptSession
  private let stage: TerminalStage
  /// What went wrong or was printed last, until the next key.
  private var message: String?
  /// What was pressed while something moved. It waits here and not in the engine, whose order is that
  /// of submission: there what a tap leads to would come behind the keys pressed after the tap.
  private var typedAhead: [UserInput] = []
  /// Whether the user wants to leave, or went back where nothing is left to go back from.
  public private(set) var hasQuit = false

  private var engine: NavigationEngine { session.engine }

  /// Shows the application of a session, which is launched here.
  ///
  /// - Throws: What scripts say where nothing can be launched.
  public init(_ session: ScriptSession, columns: Int, rows: Int) throws(ScriptError) {
    self.session = session
    let engine = session.engine
    // Time is that of whoever plays: real at a terminal, told in tests.
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

  /// Does what the user does; while something moves it is kept and done in its turn.
  public func press(_ input: UserInput) {
    switch input {
    case .wait(let span): pass(span)
    case .quit: hasQuit = true
    default:
      typedAhead.append(input)
      catchUp()
    }
  }

  /// Does what was pressed, until something moves.
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
    // Done at once, whatever moves.
    case .wait, .quit: break
    }
  }

  private func tap(_ number: Int) {
    let painter = ScreenPainter(engine, tree: engine.tree)
    let choices = painter.choices()
    guard choices.indices.contains(number - 1) else {
      message =
        choices.isEmpty
        ? "nothing to tap here" : "nothing stands at \(number), the last is \(choices.count)"
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

  /// Whether something moves, so that the next frame differs from this one.
  public var isMoving: Bool { stage.isMoving }

  /// How long it takes until something happens by itself. `nil` where nothing will.
  public var nextChange: Duration? {
    [stage.arrival, engine.nextDeadline].compactMap { $0 }.min().map { max(.zero, $0 - engine.now) }
  }

  /// Lets time pass: what moves arrives, timers fire, what had to wait is done.
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

  /// Lets time pass until nothing moves any more.
  public func settle() {
    while let arrival = stage.arrival { pass(max(.zero, arrival - engine.now)) }
  }

  // MARK: - Looking

  /// The cells of the window.
  public func resize(columns: Int, rows: Int) {
    stage.size = (max(1, columns), max(1, rows - 1))
  }

  /// What the window shows: the screens, and a line of what can be done below them.
  public var frame: Canvas { frame(entering: nil) }

  /// What the window shows while a link is typed.
  ///
  /// - Parameter link: What was typed of it so far.
  public func frame(entering link: String?) -> Canvas {
    let screens = stage.frame
    var canvas = Canvas(columns: screens.columns, rows: screens.rows + 1)
    for row in 0..<screens.rows {
      for column in 0..<screens.columns { canvas[row, column] = screens[row, column] }
    }
    let text = link.map { "link: \($0)▏" } ?? message ?? keys
    let look: Canvas.Look = link == nil && message == nil ? .dim : .bold
    // What goes wrong is told in full, if need be over the screen's last rows.
    let lines = message == nil ? [text] : Self.wrapped(text, to: canvas.columns)
    let first = max(0, canvas.rows - lines.count)
    let area = Area(rows: first..<canvas.rows, columns: 0..<canvas.columns)
    canvas.clear(area)
    for (row, line) in zip(area.rows, lines) { canvas.write(line, look, at: row, in: area) }
    guard stage.isMoving, link == nil, message == nil else { return canvas }
    let state = typedAhead.isEmpty ? " …" : " … \(typedAhead.count) waiting"
    let start = canvas.columns - DisplayText.width(of: state)
    canvas.write(state, .dim, at: screens.rows, column: max(0, start), in: area)
    return canvas
  }

  /// A text in lines of at most so many cells, broken between words.
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

  /// What can be pressed now.
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
