/// The members and calls in a script, each with the expression on which it is used, for rules that
/// infer the types of receivers.
package struct LuaExpressions: Hashable, Sendable {
  /// A name or a string in the source.
  package struct Word: Hashable, Sendable {
    package let text: String
    package let line: Int
    /// The index of the first byte of the name or string.
    package let start: Int
  }

  /// An expression, which refers to earlier expressions by their indices in ``all``.
  package enum Expression: Hashable, Sendable {
    case global(String)
    /// A local variable or a parameter, as an index into ``variables``.
    case variable(Int)
    case member(of: Int, Word)
    /// A call such as `f(…)` or, with a method, `object:f(…)`.
    case call(of: Int, method: Word?, [Argument])
  }

  /// The value of an argument or of a key in a table.
  package enum Argument: Hashable, Sendable {
    case string(Word)
    case table([Key])
    /// An expression, as an index into ``all``.
    case expression(Int)
    case other
  }

  /// A key and its value, as in `key = value`, in a table literal.
  package struct Key: Hashable, Sendable {
    package let name: Word
    package let value: Argument
  }

  /// The origin of the value of a local or parameter.
  package enum Role: Hashable, Sendable {
    /// A local declared by `local name = expression`. The value is an index into ``all``.
    case local(Int)
    /// The receiver in `function object:method()`. The values are the object and the line of the
    /// function.
    case receiver(Int, line: Int)
    /// A parameter of `function object:method(…)`, counted from 0.
    case methodParameter(Int, method: String, of: Int)
    /// A parameter, counted from 0, of a function that is passed to a global or method, directly or
    /// in a table, as in `scenario "name" { function(app) … end }`.
    case tableParameter(Int, function: String, path: [String])
    case other
  }

  /// A local or a parameter.
  package struct Variable: Hashable, Sendable {
    package let name: String
    package let role: Role
    /// Whether a statement assigns a value to the variable after its declaration.
    package internal(set) var isAssigned = false
  }

  package private(set) var all: [Expression] = []
  package private(set) var variables: [Variable] = []

  mutating func add(_ expression: Expression) -> Int {
    all.append(expression)
    return all.count - 1
  }

  mutating func declare(_ name: String, _ role: Role) -> Int {
    variables.append(Variable(name: name, role: role))
    return variables.count - 1
  }

  mutating func assign(_ variable: Int) { variables[variable].isAssigned = true }
}
