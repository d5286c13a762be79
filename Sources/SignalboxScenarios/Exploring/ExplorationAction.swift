internal import Signalbox

/// An action that the exploration performs in a state.
enum ExplorationAction: Hashable, Sendable {
  /// An action of the user.
  case user(UserAction, lua: String)
  /// A link is opened.
  case open(String)
  /// Time passes until the next timer fires.
  case wait(milliseconds: Int)
  /// A coordinator of the type finishes with one of the declared outcomes, as its asynchronous work
  /// would make it.
  case outcome(type: String, result: NavigationValue)
  /// A statement that the function `actions` has returned.
  case statement(String)

  /// The action as Lua source, as a scenario contains it.
  var lua: String {
    switch self {
    case .user(_, let lua): lua
    case .open(let url): "app:open(\(NavigationValue.string(url)))"
    case .wait(let milliseconds): "clock.advance(\(milliseconds))"
    case .outcome(let type, let result):
      "app:coordinator(\(NavigationValue.string(type))):finishFlow(\(result))"
    case .statement(let text): text
    }
  }

  init(_ action: UserAction) {
    let lua: String
    switch action {
    case .tap(let label): lua = "tap(\(NavigationValue.string(label)))"
    case .tapAlert(let label): lua = "tapAlert(\(NavigationValue.string(label)))"
    case .back: lua = "back()"
    case .swipeBack(let cancelled): lua = cancelled ? "swipeBack { cancel = true }" : "swipeBack()"
    case .swipeDown(let cancelled): lua = cancelled ? "swipeDown { cancel = true }" : "swipeDown()"
    case .tapTab(let page, _): lua = "tapTab(\(NavigationValue.string(page)))"
    }
    self = .user(action, lua: "app:\(lua)")
  }
}
