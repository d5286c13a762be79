/// The declarations of an application, and the number of times that each of them was used.
///
/// ```swift
/// summary.coverage?.missing(.routes)   // ["Shop.reviews"]
/// ```
public struct ScenarioCoverage: Hashable, Sendable {
  /// The kinds of declarations.
  public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
    /// Routes of coordinators, such as `Shop.reviews`.
    case routes
    /// Transitions from a coordinator's screen to one of its routes, such as `Shop.product →
    /// reviews`.
    case transitions
    /// Actions on screens, such as `Shop.product "Buy"`.
    case actions
    /// Guards that have rejected an operation, such as `app.lua:12`.
    case guards
    /// Link patterns, such as `shop://product/:id`.
    case links

    /// The phrase with which reports describe an item that was never used.
    var absence: String {
      switch self {
      case .routes: "never shown"
      case .transitions: "never gone"
      case .actions: "never tapped"
      case .guards: "never rejected"
      case .links: "never opened"
      }
    }
  }

  /// A declared item. Two applications in one run may declare items with the same name.
  struct Item: Hashable, Sendable {
    var name: String
    /// The file that declares the item. The string is empty if the name contains the file or if the
    /// file is unknown.
    var file = ""
  }

  /// The counts by kind. The count of a declared item that was never used is 0.
  private var counts: [String: [Item: Int]] = [:]

  /// Creates coverage without declarations.
  public init() {}

  /// Adds a declared item.
  mutating func declare(_ kind: Kind, _ item: Item) {
    counts[kind.rawValue, default: [:]][item, default: 0] += 0
  }

  /// Records a use of an item.
  mutating func note(_ kind: Kind, _ item: Item) {
    counts[kind.rawValue, default: [:]][item, default: 0] += 1
  }

  /// Adds the coverage of other scenarios.
  ///
  /// - Parameter other: The coverage to add. The counts of equal declarations are added up.
  public mutating func merge(_ other: ScenarioCoverage) {
    for (kind, names) in other.counts {
      counts[kind, default: [:]].merge(names) { $0 + $1 }
    }
  }

  // MARK: - Reading

  /// Returns the number of uses of each declaration, sorted by name. The file is appended to names
  /// that occur more than once.
  ///
  /// - Parameter kind: The kind of declarations, such as routes.
  public func entries(_ kind: Kind) -> [(name: String, count: Int)] {
    let items = counts[kind.rawValue] ?? [:]
    let names = Dictionary(grouping: items.keys, by: \.name)
    return items.map { item, count in
      let isAlone = names[item.name]?.count == 1 || item.file.isEmpty
      return (isAlone ? item.name : "\(item.name) (\(item.file))", count)
    }.sorted { $0.name < $1.name }
  }

  /// Returns the number of declarations of a kind.
  ///
  /// - Parameter kind: The kind of declarations, such as routes.
  public func total(_ kind: Kind) -> Int { counts[kind.rawValue]?.count ?? 0 }

  /// Returns the number of declarations that were used.
  ///
  /// - Parameter kind: The kind of declarations, such as routes.
  public func covered(_ kind: Kind) -> Int {
    counts[kind.rawValue]?.values.count { $0 > 0 } ?? 0
  }

  /// Returns the declarations that were never used, sorted by name.
  ///
  /// - Parameter kind: The kind of declarations, such as routes.
  public func missing(_ kind: Kind) -> [String] {
    entries(kind).filter { $0.count == 0 }.map(\.name)
  }

  /// Returns the coverage in percent, or `nil` if no item of the kind is declared.
  ///
  /// - Parameter kind: The kind of declarations, such as routes.
  public func percentage(_ kind: Kind) -> Double? {
    let total = total(kind)
    return total == 0 ? nil : Double(covered(kind)) * 100 / Double(total)
  }
}

/// Coverage is encoded as sorted lists, so that equal coverage produces equal text.
extension ScenarioCoverage: Codable {
  private struct Line: Codable {
    var name: String
    var file: String
    var count: Int
  }

  /// Reads coverage that ``encode(to:)`` has written.
  public init(from decoder: any Decoder) throws {
    let lines = try [String: [Line]](from: decoder)
    counts = lines.mapValues { list in
      Dictionary(list.map { (Item(name: $0.name, file: $0.file), $0.count) }) { $0 + $1 }
    }
  }

  /// Writes a list for each kind.
  public func encode(to encoder: any Encoder) throws {
    let lines = counts.mapValues { items in
      items.map { Line(name: $0.name, file: $0.file, count: $1) }
        .sorted { ($0.name, $0.file) < ($1.name, $1.file) }
    }
    try lines.encode(to: encoder)
  }
}
