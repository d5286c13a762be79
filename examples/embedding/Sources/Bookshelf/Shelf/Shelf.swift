public import Signalbox

/// Identifies a book.
public struct BookID: Codable, Hashable, Sendable {
  /// The position of the book on the shelf, counted from 1.
  public var id: Int

  /// A book.
  public init(id: Int) { self.id = id }
}

/// An opinion about a book, with which the script `Review` finishes.
public struct Review: Codable, Hashable, Sendable {
  /// The rating, from 1 to 5.
  public var stars: Int
  /// A one-word summary.
  public var word: String?

  /// Creates a review.
  public init(stars: Int, word: String? = nil) {
    self.stars = stars
    self.word = word
  }
}

/// The books and their reviews, in the form of a Stinsen coordinator.
public final class Shelf: NamedCoordinator, NavigationCoordinatable {
  /// The destinations of the coordinator.
  public struct Destinations: Sendable {
    /// All books.
    public let list = Destination<NoInput>.root("list")
    /// A single book.
    public let book = Destination<BookID>.push("book")
    /// A review of a book, which is a scripted coordinator.
    public let review = Destination<BookID>.modal("review", "Review")
  }

  /// The destinations of the coordinator.
  public static let destinations = Destinations()
  private static let books = ["Emma", "Dubliners", "Faust"]

  /// The reviews, keyed by book.
  public private(set) var reviews: [Int: Review] = [:]
  /// The reason why the last flow did not return a review.
  public private(set) var problem: String?

  public override func start(animated: Bool) { begin { $0.list } }

  public override func title(of screen: ScreenID) -> String? {
    guard let book = try? book(on: screen) else { return "\(reviews.count) of 3 reviewed" }
    let review = reviews[book.id]
    let stars = review.map { " " + String(repeating: "★", count: $0.stars) } ?? ""
    return Self.books[book.id - 1] + stars
  }

  public override func actions(of screen: ScreenID) -> [String] {
    (try? book(on: screen)) == nil ? Self.books : ["Review"]
  }

  public override func perform(action: String, on screen: ScreenID) throws {
    if let place = Self.books.firstIndex(of: action) {
      try route(to: { $0.book }, BookID(id: place + 1))
    } else {
      try route(to: { $0.review }, book(on: screen))
    }
  }

  public override func childDidFinish(_ notice: FinishNotice) {
    guard notice.type == "Review", notice.reason == .finished else { return }
    do {
      let reviewed = try router.engine?.stack(of: router.coordinator).last.map {
        try book(on: $0.id)
      }
      let review = try notice.result(as: Review.self)
      problem = nil
      if let reviewed { reviews[reviewed.id] = review }
    } catch {
      problem = "\(error)"
    }
  }

  private func book(on screen: ScreenID) throws(NavigationError) -> BookID {
    try (router.engine?.arguments(of: screen) ?? [:]).decoded(as: BookID.self)
  }
}

extension Shelf: DeepLinkHandling {
  /// Shows all books, or a single book.
  public func start(with link: DeepLink) -> Bool {
    switch link {
    case .shelf: router.popToRoot()
    case .book(let id) where Self.books.indices.contains(id - 1):
      router.popToRoot()
      router.navigate(to: "book", ["id": .integer(id)])
    default: return false
    }
    return true
  }
}
