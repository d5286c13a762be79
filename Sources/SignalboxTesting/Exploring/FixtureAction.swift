internal import Signalbox

/// An action that the exploration of a fixture performs in a state. An action contains no
/// identifiers, so that equal actions have the same effect in equal states.
struct FixtureAction: ExplorableAction {
  enum Content: Hashable, Sendable {
    /// A user action, except for a tap on a tab.
    case user(UserAction)
    /// A tap on a tab: the page, and the number of earlier tab bars with such a page.
    case tapTab(String, bar: Int)
    /// The user replaces the text of a field in the front alert.
    case enterText(field: String, text: String)
    /// Opens a link.
    case open(String)
    /// Advances time until the next timer fires.
    case wait(milliseconds: Int)
    /// A coordinator finishes with the declared result that has the given number.
    case outcome(Int)
    /// Held work ends with the declared result that has the given number. The position selects the
    /// work among the held work of the same coordinator type.
    case endWork(Int, at: Int)
    /// The declared action with the given number.
    case declared(Int)
  }

  let content: Content
  /// The action as a Swift statement for tests.
  let statement: String

  var source: String { statement }

  init(_ content: Content, _ statement: String) {
    (self.content, self.statement) = (content, statement)
  }

  init(_ action: UserAction) {
    let call: String
    switch action {
    case .tap(let label): call = "tap(\(label.debugDescription))"
    case .tapAlert(let label): call = "tapAlert(\(label.debugDescription))"
    case .back: call = "back()"
    case .swipeBack(let cancelled): call = cancelled ? "swipeBack(cancelled: true)" : "swipeBack()"
    case .swipeDown(let cancelled): call = cancelled ? "swipeDown(cancelled: true)" : "swipeDown()"
    case .tapTab(let page, _): call = "tapTab(\(page.debugDescription))"
    }
    self.init(.user(action), "app.\(call)")
  }

  /// Whether the action is a swipe that the user cancels.
  var isCancelledSwipe: Bool {
    switch content {
    case .user(.swipeBack(let cancelled)), .user(.swipeDown(let cancelled)): cancelled
    case .user, .tapTab, .enterText, .open, .wait, .outcome, .endWork, .declared: false
    }
  }
}
