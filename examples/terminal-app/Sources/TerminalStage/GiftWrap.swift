public import Signalbox

/// Wraps something as a gift: a coordinator in Swift among those of scripts.
///
/// A script presents it with `item`; it presents the checkout, which is a script's, and finishes
/// with `{ paper, paid }`.
public final class GiftWrap: Coordinator {
  private static let papers = ["Stars", "Stripes"]
  private var paper = ""

  /// Makes it known under its name, with its routes.
  public static func register(in engine: NavigationEngine) throws(NavigationError) {
    try engine.register(
      GiftWrap.self,
      routes: [
        "paper": Route(), "card": Route(parameters: [RouteParameter("paper", .string)]),
        "checkout": Route(.coordinator("Checkout")),
      ],
      parameters: [RouteParameter("item", .integer)])
  }

  public override func start(animated: Bool) { router.startFlow(at: "paper") }

  public override func title(of screen: ScreenID) -> String? {
    name(of: screen) == "paper" ? "Choose a paper" : "A card with it?"
  }

  public override func actions(of screen: ScreenID) -> [String] {
    name(of: screen) == "paper" ? Self.papers : ["Pay", "Another paper"]
  }

  public override func perform(action: String, on screen: ScreenID) {
    switch action {
    case "Pay":
      var options = OperationOptions()
      options.onFinish = { [weak self] notice in self?.checkedOut(notice) }
      router.navigate(to: "checkout", ["item": arguments["item"] ?? 0], options)
    case "Another paper": router.pop()
    default:
      paper = action.lowercased()
      router.navigate(to: "card", ["paper": .string(paper)])
    }
  }

  /// Whoever swipes the checkout away still has the gift before them.
  private func checkedOut(_ notice: FinishNotice) {
    guard case .table(let result) = notice.result else { return }
    router.finishFlow(["paper": .string(paper), "paid": result["paid"] ?? false])
  }

  private func name(of screen: ScreenID) -> String? {
    router.engine?.node(of: screen)?.name
  }
}
