/// The declarations of an application, and the number of times that each declaration was used.
///
/// ```swift
/// let missing = summary.coverage?.missing(.routes)  // ["Shop.reviews"]
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
    /// Guards, such as `app.lua:12`. A guard counts as used when it rejects an operation.
    case guards
    /// Link patterns, such as `shop://product/:id`.
    case links

    /// The phrase that reports use for an item that was never used.
    var absence: String {
      switch self {
      case .routes: "never shown"
      case .transitions: "never taken"
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

  /// The counts, keyed by kind. The count of a declared item that was never used is 0.
  private var counts: [String: [Item: Int]] = [:]
  /// The known lines of declared items, keyed by kind. If a file declares an item more than once,
  /// the value is the first line.
  private var lines: [String: [Item: Int]] = [:]

  /// Creates coverage without declarations.
  public init() {}

  /// Adds a declared item.
  ///
  /// - Parameter line: The line of the item in its file, or `nil` if it is unknown.
  mutating func declare(_ kind: Kind, _ item: Item, line: Int? = nil) {
    counts[kind.rawValue, default: [:]][item, default: 0] += 0
    if let line { lines[kind.rawValue, default: [:]].merge([item: line], uniquingKeysWith: min) }
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
    for (kind, names) in other.lines {
      lines[kind, default: [:]].merge(names, uniquingKeysWith: min)
    }
  }

  /// Returns the used items that `known` does not contain, and adds them to `known`.
  func takeNew(_ known: inout ScenarioCoverage) -> ScenarioCoverage {
    var new = ScenarioCoverage()
    for (kind, items) in counts {
      for (item, count) in items where count > 0 && known.counts[kind]?[item] == nil {
        new.counts[kind, default: [:]][item] = count
      }
    }
    known.merge(new)
    return new
  }

  // MARK: - Reading

  /// Returns the number of uses of each declaration, sorted by name. The file is appended to names
  /// that occur more than once.
  ///
  /// - Parameter kind: The kind of declarations, such as routes.
  public func entries(_ kind: Kind) -> [(name: String, count: Int)] {
    let name = naming(kind)
    return (counts[kind.rawValue] ?? [:]).map { (name($0), $1) }.sorted { $0.0 < $1.0 }
  }

  /// Returns the known locations of declarations, sorted by name. The names are the same as in
  /// ``entries(_:)``.
  ///
  /// - Parameter kind: The kind of declarations, such as routes.
  public func locations(_ kind: Kind) -> [(name: String, file: String, line: Int)] {
    let name = naming(kind)
    return (lines[kind.rawValue] ?? [:]).map { (name($0), $0.file, $1) }.sorted { $0.0 < $1.0 }
  }

  /// Returns a function that appends the file to names that occur more than once.
  private func naming(_ kind: Kind) -> (Item) -> String {
    let names = Dictionary(grouping: (counts[kind.rawValue] ?? [:]).keys, by: \.name)
    return { item in
      let isAlone = names[item.name]?.count == 1 || item.file.isEmpty
      return isAlone ? item.name : "\(item.name) (\(item.file))"
    }
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
    var line: Int?
  }

  /// Reads coverage that ``encode(to:)`` has written.
  public init(from decoder: any Decoder) throws {
    let lists = try [String: [Line]](from: decoder)
    for (kind, list) in lists {
      var (counts, lines): ([Item: Int], [Item: Int]) = ([:], [:])
      for entry in list {
        let item = Item(name: entry.name, file: entry.file)
        counts[item, default: 0] += entry.count
        lines[item] = entry.line
      }
      self.counts[kind] = counts
      if !lines.isEmpty { self.lines[kind] = lines }
    }
  }

  /// Writes a list for each kind that has items.
  public func encode(to encoder: any Encoder) throws {
    var lists: [String: [Line]] = [:]
    for (kind, items) in counts {
      lists[kind] = items.map { item, count in
        Line(name: item.name, file: item.file, count: count, line: lines[kind]?[item])
      }.sorted { ($0.name, $0.file) < ($1.name, $1.file) }
    }
    try lists.encode(to: encoder)
  }
}
