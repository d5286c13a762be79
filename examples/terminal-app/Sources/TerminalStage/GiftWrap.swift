public import Signalbox

/// Where a ``GiftWrap`` leads.
public enum GiftRoute: Route, Codable {
  case paper
  case card(paper: String)
  case checkout(item: Int)

  /// One value of each case.
  public static var samples: [GiftRoute] {
    [.paper, .card(paper: "stars"), .checkout(item: 1)]
  }
}

/// What is wrapped.
public struct GiftRequest: Codable, Sendable {
  /// The number of the item.
  public var item: Int
}

/// A gift that is wrapped.
public struct WrappedGift: Codable, Sendable {
  /// The paper, in lower case.
  public var paper: String
  /// Whether the checkout was paid.
  public var paid: Bool
}

/// Wraps something as a gift: a coordinator in Swift among those of scripts.
///
/// A script presents it with a ``GiftRequest``. It presents the checkout, which is a script's, and
/// finishes with a ``WrappedGift``.
public final class GiftWrap: Coordinator {
  /// What is wrapped.
  public typealias Input = GiftRequest
  /// The wrapped gift.
  public typealias Output = WrappedGift

  private struct Payment: Decodable { var paid: Bool? }

  /// Its operations.
  public let router: Router<GiftRoute>
  private let item: Int
  private var paper = ""

  init(_ router: Router<GiftRoute>, _ request: GiftRequest) {
    (self.router, item) = (router, request.item)
  }

  /// Registers it with an engine.
  public static func register(in engine: NavigationEngine) throws {
    try engine.register(GiftWrap.self) { GiftWrap($0, $1) }
  }

  /// The checkout is a coordinator of a script, everything else a screen.
  public static func destination(of route: GiftRoute) throws -> RouteDestination {
    if case .checkout(let item) = route {
      .coordinator(named: "Checkout", ["item": .integer(item)])
    } else {
      .screen
    }
  }

  /// Shows the papers.
  public func start() throws { try router.startFlow(at: .paper) }

  /// Returns the title of a screen.
  public func title(of route: GiftRoute) -> String? {
    if case .paper = route { "Choose a paper" } else { "A card with it?" }
  }

  /// Returns the papers, or what to do with the chosen one.
  public func actions(of route: GiftRoute) -> [ScreenAction] {
    guard case .paper = route else {
      return [
        ScreenAction("Pay") { [self] in try router.navigate(to: .checkout(item: item)) },
        ScreenAction("Another paper") { [self] in try router.pop() },
      ]
    }
    return ["Stars", "Stripes"].map { label in
      ScreenAction(label) { [self] in
        paper = label.lowercased()
        try router.navigate(to: .card(paper: paper))
      }
    }
  }

  /// A user who swipes the checkout away still has the gift on the screen.
  public func childDidFinish(_ notice: FinishNotice) throws {
    guard notice.result != nil else { return }
    let payment = try notice.result(as: Payment.self)
    try finishFlow(with: WrappedGift(paper: paper, paid: payment.paid ?? false))
  }
}
