public import Signalbox

/// The screens of a recording: the screen at the beginning, if any, and the screen after each step.
public struct TraceScreens {
  /// The screen after a step.
  public struct Screen: Sendable {
    /// The number of the scenario's step, as in reports. In the recording of a session, the
    /// position of the call, counted from 1. The number is 0 for the screen at the beginning.
    public let number: Int
    /// The call, such as `tap "Buy"`.
    public let call: String
    /// The effect, such as `⤒ sheet ▸ address`. The string is empty if the recording does not
    /// contain the effect.
    public let effect: String
    /// Whether the step failed.
    public let isFailed: Bool
    /// Whether the step changed the visible state.
    public let isChanged: Bool
    let state: NavigationValue?
    let view: NavigationValue?

    /// Returns the screen as the input of renderers.
    ///
    /// - Throws: `malformed` if the recorded state is not valid.
    func subject() throws(NavigationError) -> RenderSubject {
      try RenderSubject(state: state, view: view)
    }
  }

  /// The text in place of a call for the screen at the beginning of a recording.
  private static let start = "at the beginning"

  /// The title of the scenario, or an empty string if the recording contains no scenario.
  public let title: String
  /// The screens, in the order of the steps.
  public let screens: [Screen]

  /// Reads a recording.
  ///
  /// - Parameter trace: The recording, of a scenario or of a session.
  public init(_ trace: SessionTrace) {
    title = trace.facts["scenario"] ?? ""
    let entries = TraceData.entries(of: trace)
    let isScenario = entries.contains { $0.step != nil }
    var (state, view) = (trace.header["state"], trace.firstView)
    var screens: [Screen] = []
    // A recording of a running application begins with the screens that the application showed.
    if state?.table?["layers"]?.list?.isEmpty == false {
      screens.append(
        Screen(
          number: 0, call: Self.start, effect: "", isFailed: false, isChanged: true, state: state,
          view: view))
    }
    for (index, entry) in entries.enumerated() {
      let before = state
      state = entry.call?.recorded.state ?? state
      let number = isScenario ? entry.number : index + 1
      let fields = entry.number.flatMap { trace.views[$0]?.fields }
      view = fields?["view"] ?? view
      let call = entry.step?["call"]?.text ?? entry.call?.call ?? ""
      let isChanged = before != state
      guard let number else {
        // An advance of the clock between two steps changes the screen of the preceding step.
        if isChanged, let last = screens.popLast() {
          screens.append(
            Screen(
              number: last.number, call: last.call, effect: last.effect, isFailed: last.isFailed,
              isChanged: true, state: state, view: view))
        }
        continue
      }
      screens.append(
        Screen(
          number: number, call: call, effect: entry.step?["effect"]?.text ?? "",
          isFailed: entry.isFailed, isChanged: isChanged, state: state, view: view))
    }
    self.screens = screens
  }

  /// Returns the screen after a step, or `nil` if there is no such step.
  ///
  /// - Parameter step: The number of the step.
  public func screen(after step: Int) -> Screen? { screens.last { $0.number == step } }

  /// Returns the screens of a storyboard: screens that differ from the preceding screen, and the
  /// screens of failed steps.
  ///
  /// - Parameter steps: The numbers of the steps.
  public func storyboard(of steps: ClosedRange<Int>) -> [Screen] {
    screens.filter { steps.contains($0.number) && ($0.isChanged || $0.isFailed) }
  }
}

extension SessionTrace {
  /// The titles and actions before the first step, or `nil` if the recording does not contain them.
  var firstView: NavigationValue? { views[0]?.fields["view"] }
}
