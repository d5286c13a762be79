/// A top-level `local` statement and the names that it declares.
struct LocalStatement: Hashable, Sendable {
  enum Attribute: Hashable, Sendable {
    case constant
    case closing
  }

  struct Variable: Hashable, Sendable {
    let name: String
    var attribute: Attribute?
  }

  let variables: [Variable]
  /// The index of the first byte after the statement.
  let end: Int
}
