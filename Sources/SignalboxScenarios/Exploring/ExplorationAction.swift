internal import Signalbox

/// An action that an exploration performs in a state. An action contains no identifiers, so that
/// equal actions have the same effect in equal states.
enum ExplorationAction: ExplorableAction {
  /// Any user action other than a tap on a tab.
  case user(UserAction)
  /// A tap on the tab of a page in the outermost visible tab bar that contains the page.
  case tapTab(String)
  /// The user replaces the text of a field in the front alert.
  case enterText(field: String, text: String)
  /// Opens a link.
  case open(String)
  /// Advances virtual time until the next timer fires.
  case wait(milliseconds: Int)
  /// A coordinator of the given type finishes with one of the declared outcomes, as it would after
  /// asynchronous work. If `result` is `nil`, the coordinator finishes without a result.
  case outcome(type: String, result: NavigationValue?)
  /// A Lua statement that the function `actions` of `explore` returned.
  case statement(String)
  /// An action whose transition remains in flight, so that another action can interrupt it.
  indirect case begin(ExplorationAction)
  /// The transition in flight ends.
  case settle
  /// A phase of an interactive swipe.
  case swipe(Swipe, SwipePhase)

  /// The direction of an interactive swipe.
  enum Swipe: String, Hashable, Sendable {
    case back = "swipeBack"
    case down = "swipeDown"
  }

  /// A phase of an interactive swipe that is a separate action.
  enum SwipePhase: String, Hashable, Sendable {
    case begin, cancel, commit
  }

  /// The action as Lua source for scenarios.
  var lua: String {
    switch self {
    case .user(let action): "app:\(Self.call(action))"
    case .tapTab(let page): "app:tapTab(\(Self.literal(page)))"
    case .enterText(let field, let text):
      "app:enterText(\(Self.literal(field)), \(Self.literal(text)))"
    case .open(let url): "app:open(\(Self.literal(url)))"
    case .wait(let milliseconds): "clock.advance(\(milliseconds))"
    case .outcome(let type, let result):
      "app:coordinator(\(Self.literal(type))):finishFlow(\(result?.description ?? ""))"
    case .statement(let text): text
    case .begin(let action): "clock.manual(); \(action.lua)"
    case .settle: "clock.automatic(); clock.settle()"
    case .swipe(let swipe, let phase):
      "app:\(swipe.rawValue) { phase = \(Self.literal(phase.rawValue)) }"
    }
  }

  var source: String { lua }

  /// Returns the action as Lua source for scenarios that continue after the action.
  ///
  /// - Parameter isInFlight: Whether a transition is in flight after the action. Otherwise, an
  ///   action that was to begin a transition returns to the automatic clock.
  func lua(isInFlight: Bool) -> String {
    if case .begin = self, !isInFlight { "\(lua); clock.automatic()" } else { lua }
  }

  /// A short description of the action, for the edges of graphs.
  var label: String {
    switch self {
    case .user(.tap(let label)), .user(.tapAlert(let label)): "tap \(label)"
    case .user(.back): "back"
    case .user(.swipeBack(let cancelled)): cancelled ? "swipe back, cancelled" : "swipe back"
    case .user(.swipeDown(let cancelled)): cancelled ? "swipe down, cancelled" : "swipe down"
    case .user(.tapTab(let page, _)), .tapTab(let page): "tab \(page)"
    case .enterText(let field, let text): "\(field): \(Self.literal(text))"
    case .open(let url): "open \(url)"
    case .wait(let milliseconds): "after \(milliseconds) ms"
    case .outcome(let type, let result): "\(type) finishes\(result.map { " \($0)" } ?? "")"
    case .statement(let text): Self.shortened(text)
    case .begin(let action): "\(action.label) …"
    case .settle: "the transition ends"
    case .swipe(let swipe, let phase):
      "\(swipe == .back ? "swipe back" : "swipe down"), \(phase.rawValue)"
    }
  }

  /// Whether the action is a swipe that the user cancels.
  var isCancelledSwipe: Bool {
    switch self {
    case .user(.swipeBack(let cancelled)), .user(.swipeDown(let cancelled)): cancelled
    default: false
    }
  }

  /// Whether the action never has a transition that another action could interrupt.
  var takesNoTime: Bool {
    switch self {
    case .enterText, .tapTab: true
    default: false
    }
  }

  private static func literal(_ text: String) -> String { NavigationValue.string(text).description }

  private static func call(_ action: UserAction) -> String {
    switch action {
    case .tap(let label): "tap(\(literal(label)))"
    case .tapAlert(let label): "tapAlert(\(literal(label)))"
    case .back: "back()"
    case .swipeBack(let cancelled): cancelled ? "swipeBack { cancel = true }" : "swipeBack()"
    case .swipeDown(let cancelled): cancelled ? "swipeDown { cancel = true }" : "swipeDown()"
    case .tapTab(let page, _): "tapTab(\(literal(page)))"
    }
  }

  /// Returns a statement with the receiver `app` and a trailing `()` omitted.
  private static func shortened(_ statement: String) -> String {
    var text = statement[...]
    if text.hasPrefix("app:") || text.hasPrefix("app.") { text = text.dropFirst(4) }
    if text.hasSuffix("()") { text = text.dropLast(2) }
    return String(text)
  }
}
