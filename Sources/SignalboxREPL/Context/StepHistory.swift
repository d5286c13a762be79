internal import Signalbox
internal import SignalboxInspector
internal import SignalboxScripting

/// Restores and describes the steps in a session.
struct StepHistory {
  let prompt: Prompt
  let record: SessionRecord
  private var engine: NavigationEngine { prompt.session.engine }

  /// Creates an instance for a prompt. If the steps of the session are not kept, reports an error
  /// and returns `nil`.
  init?(_ name: String, at prompt: Prompt) {
    self.prompt = prompt
    guard let record = prompt.session.record else {
      prompt.fail(
        ".\(name): the steps of this session are not kept, because its initial state cannot be "
          + "saved", "app:undo() undoes one operation")
      return nil
    }
    self.record = record
  }

  /// The displayed number of the current step.
  var present: Int { record.droppedSteps + record.position }
  /// The displayed number of the oldest step.
  var first: Int { record.droppedSteps }
  var last: Int { record.droppedSteps + record.steps.count - 1 }

  /// The displayed number of the oldest step that can be restored. Cost: O(log n), where n is the
  /// number of steps.
  var oldest: Int {
    var (low, high) = (0, record.position)
    let limit = engine.oldestStepNumber
    while low < high {
      let middle = (low + high) / 2
      if record.steps[middle].state < limit { low = middle + 1 } else { high = middle }
    }
    return record.droppedSteps + low
  }

  func step(_ number: Int) -> SessionRecord.Step { record.steps[number - record.droppedSteps] }

  /// Restores a step and prints the position. Cost: O(n), where n is the number of intermediate
  /// changes.
  func go(to number: Int, _ name: String) {
    let (from, to) = (step(present).state, step(number).state)
    guard number >= oldest else {
      return prompt.fail(
        ".\(name): step \(number) is no longer available; the oldest step is \(oldest)",
        ".at \(oldest) restores it; a higher "
          + "\(engine.releasedStepCount > 0 ? "--memory" : "--undo") keeps more steps")
    }
    if from != to {
      let outcome = from > to ? engine.undo(from - to) : engine.redo(to - from)
      guard outcome?.status == .done else { return reject(outcome, name) }
    }
    prompt.write("  ⟲ step \(number)   \(place(of: engine.tree))\n")
  }

  private func reject(_ outcome: Outcome?, _ name: String) {
    switch outcome?.status {
    case .none:
      prompt.fail(
        ".\(name): the operation waits until an animation or a paused callback has ended",
        "clock.settle() ends an animation, and .continue resumes a paused callback")
    case .done, .rejected, .noop, .cancelled:
      let error = outcome?.error
      prompt.fail(".\(name): \(error?.message ?? outcome?.description ?? "")", error?.hint)
    }
  }

  // MARK: - Texts

  /// Returns the position in a state as text, such as `shop ▸ product(42)`.
  func place(of tree: StateDocument) -> String { PromptLabel.text(of: tree) }

  /// Returns the position at a step as text. The string is empty if the position is no longer
  /// known.
  func place(at number: Int) -> String {
    engine.tree(atStep: step(number).state).map(place(of:)) ?? ""
  }

  /// Returns the call that created a step, as Lua code.
  func cause(of number: Int) -> String {
    guard let line = step(number).line else {
      if number == 0 { return "the beginning" }
      return engine.mirror == nil ? "loading the files" : "the application's launch"
    }
    guard let text = record.line(line), let call = RecordedCall(line: text) else { return "…" }
    let words = call.lua { path in path.split(separator: "/").last.map(String.init) ?? path }
    return DisplayText.line(words ?? call.operation)
  }

  /// Parses a step number. If the text is invalid, reports an error and returns `nil`.
  func number(_ word: Substring, _ name: String) -> Int? {
    guard let number = Int(word), (first...last).contains(number) else {
      prompt.fail(
        ".\(name): \"\(word)\" is not a step, expected \(first) to \(last)", ".at lists the steps")
      return nil
    }
    return number
  }

  /// Parses a count. The default is 1. If the text is invalid, reports an error and returns `nil`.
  func count(_ argument: String, _ name: String) -> Int? {
    guard let count = argument.isEmpty ? 1 : Int(argument), count > 0 else {
      prompt.fail(".\(name) expects a count of 1 or more, got \"\(argument)\"")
      return nil
    }
    return count
  }
}
