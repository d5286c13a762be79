/// A `local` statement that stands in no block, and what it declares.
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
  /// Where the next byte behind the statement is.
  let end: Int
}
