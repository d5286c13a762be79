public import Signalbox

/// The routes of a ``GiftWrap``.
public enum GiftRoute: Route, Codable {
  case paper
  case card(paper: String)
  case checkout(item: Int)

  /// A sample of each case.
  public static var samples: [GiftRoute] {
    [.paper, .card(paper: "stars"), .checkout(item: 1)]
  }
}

/// The input of a ``GiftWrap``, which describes the item to wrap.
public struct GiftRequest: Codable, Sendable {
  /// The number of the item.
  public var item: Int
}

/// A wrapped gift.
public struct WrappedGift: Codable, Sendable {
  /// The paper, in lower case.
  public var paper: String
  /// Whether the checkout was completed.
  public var paid: Bool
}

/// Wraps an item as a gift. This coordinator is written in Swift and is used together with scripted
/// coordinators.
///
/// A script presents it with a ``GiftRequest``. It presents the checkout, which is scripted, and
/// finishes with a ``WrappedGift``.
public final class GiftWrap: Coordinator {
  /// The item to wrap.
  public typealias Input = GiftRequest
  /// The wrapped gift.
  public typealias Output = WrappedGift

  private struct Payment: Decodable { var paid: Bool? }

  /// The router that performs the coordinator's operations.
  public let router: Router<GiftRoute>
  private let item: Int
  private var paper = ""

  init(_ router: Router<GiftRoute>, _ request: GiftRequest) {
    (self.router, item) = (router, request.item)
  }

  /// Registers the coordinator with an engine.
  public static func register(in engine: NavigationEngine) throws {
    try engine.register(GiftWrap.self) { GiftWrap($0, $1) }
  }

  /// The checkout is a scripted coordinator, and all other destinations are screens.
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

  /// Returns the papers or, after a paper has been chosen, the actions for it.
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

  /// If the user swipes the checkout away, the screen still shows the gift.
  public func childDidFinish(_ notice: FinishNotice) throws {
    guard notice.result != nil else { return }
    let payment = try notice.result(as: Payment.self)
    try finishFlow(with: WrappedGift(paper: paper, paid: payment.paid ?? false))
  }
}
