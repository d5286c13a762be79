/// The declarations of an application, with the number of times each of them ran.
///
/// ```swift
/// summary.coverage?.missing(.routes)   // ["Shop.reviews"]
/// ```
public struct ScenarioCoverage: Hashable, Sendable {
  /// The kinds of declarations.
  public enum Kind: String, Hashable, Codable, Sendable, CaseIterable {
    /// Routes of coordinators: `Shop.reviews`.
    case routes
    /// Transitions from a screen of a coordinator to one of its routes: `Shop.product → reviews`.
    case transitions
    /// Actions of screens: `Shop.product "Buy"`.
    case actions
    /// Guards that rejected an operation: `app.lua:12`.
    case guards
    /// Link patterns: `shop://product/:id`.
    case links

    /// The description of an item that never ran.
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

  /// A declared item; two applications of one run may have items of equal names.
  struct Item: Hashable, Sendable {
    var name: String
    /// The file of its declaration; empty if the name contains it, or it is unknown.
    var file = ""
  }

  /// The counts by kind; 0 for a declared item that never ran.
  private var counts: [String: [Item: Int]] = [:]

  /// Creates coverage without declarations.
  public init() {}

  /// Adds a declared item.
  mutating func declare(_ kind: Kind, _ item: Item) {
    counts[kind.rawValue, default: [:]][item, default: 0] += 0
  }

  /// Counts an item.
  mutating func note(_ kind: Kind, _ item: Item) {
    counts[kind.rawValue, default: [:]][item, default: 0] += 1
  }

  /// Adds the coverage of other scenarios.
  ///
  /// - Parameter other: The coverage to add; counts of equal declarations are added.
  public mutating func merge(_ other: ScenarioCoverage) {
    for (kind, names) in other.counts {
      counts[kind, default: [:]].merge(names) { $0 + $1 }
    }
  }

  // MARK: - Reading

  /// Returns how often each declaration ran, sorted by name; duplicate names are followed by their
  /// file.
  ///
  /// - Parameter kind: What to list, such as routes.
  public func entries(_ kind: Kind) -> [(name: String, count: Int)] {
    let items = counts[kind.rawValue] ?? [:]
    let names = Dictionary(grouping: items.keys, by: \.name)
    return items.map { item, count in
      let isAlone = names[item.name]?.count == 1 || item.file.isEmpty
      return (isAlone ? item.name : "\(item.name) (\(item.file))", count)
    }.sorted { $0.name < $1.name }
  }

  /// Returns the number of declarations.
  ///
  /// - Parameter kind: What to count, such as routes.
  public func total(_ kind: Kind) -> Int { counts[kind.rawValue]?.count ?? 0 }

  /// Returns how many declarations ran.
  ///
  /// - Parameter kind: What to count, such as routes.
  public func covered(_ kind: Kind) -> Int {
    counts[kind.rawValue]?.values.count { $0 > 0 } ?? 0
  }

  /// Returns the declarations that never ran, sorted by name.
  ///
  /// - Parameter kind: What to list, such as routes.
  public func missing(_ kind: Kind) -> [String] {
    entries(kind).filter { $0.count == 0 }.map(\.name)
  }

  /// Returns the coverage in percent; `nil` if nothing of the kind is declared.
  ///
  /// - Parameter kind: What to measure, such as routes.
  public func percentage(_ kind: Kind) -> Double? {
    let total = total(kind)
    return total == 0 ? nil : Double(covered(kind)) * 100 / Double(total)
  }
}

/// Encoded as sorted lists, so that equal coverage results in equal text.
extension ScenarioCoverage: Codable {
  private struct Line: Codable {
    var name: String
    var file: String
    var count: Int
  }

  /// Reads the output of ``encode(to:)``.
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
