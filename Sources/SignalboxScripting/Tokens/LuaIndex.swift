/// An index of a Lua text: the names that it uses, calls and declares, found without running it.
///
/// For text that does not parse, the result is unspecified. Cost: O(text).
package struct LuaIndex: Hashable, Sendable {
  /// A global that is read or written.
  package struct Global: Hashable, Sendable {
    package let name: String
    package let line: Int
    /// The index of its first byte.
    package let start: Int
    package let isWritten: Bool
  }

  /// `self.router:navigate("product", …)`.
  package struct Call: Hashable, Sendable {
    /// The names that lead to the callee, such as `self`, `router`; a local is replaced by its
    /// value. Empty if it is not a chain of names.
    package let receiver: [String]
    package let method: String
    /// The first argument, if it is a string literal.
    package let literal: String?
    package let line: Int
    /// The index of the first byte of the first argument.
    package let start: Int
    /// The enclosing function, an index of ``functions``; `nil` for none.
    package let function: Int?
  }

  /// A function in the text.
  package struct Function: Hashable, Sendable {
    /// The line of its keyword `function`.
    package let line: Int
    /// The enclosing function.
    package let outer: Int?
  }

  /// A key that occurs twice in one table.
  package struct DoubledKey: Hashable, Sendable {
    package let key: String
    /// The name that the table is assigned to, such as `routes`; empty if it has none.
    package let table: String
    package let firstLine: Int
    package let line: Int
  }

  /// `scenario "name" { … }`, `coordinator "Name" { … }`: a global called with a string.
  package struct Naming: Hashable, Sendable {
    package let word: String
    package let name: String
    package let line: Int
    /// The enclosing function, an index of ``functions``; `nil` for none.
    package let function: Int?
  }

  /// A string that is assigned to a field or passed to a function: `main.step = "home"`,
  /// `steps.push "home"`, `main:emit { "home", id = 1 }`.
  package struct Mention: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
      case field(String)
      case method(String)
      /// A function by its chain of names, with the name of a module in place of a local.
      case function(String)
    }

    package let target: Target
    /// The position of the argument, from 1; 1 for a field.
    package let place: Int
    /// The string literal, or the first element of the table literal.
    package let text: String
    package let line: Int
  }

  package internal(set) var globals: [Global] = []
  /// The top-level `local` statements, in order.
  var locals: [LocalStatement] = []
  package internal(set) var mentions: [Mention] = []
  /// The methods that are defined with their object: `function bus:emit() … end`.
  package internal(set) var methods: Set<String> = []
  /// The fields that are assigned: `self.count = 1`, `function util.open() … end`.
  package internal(set) var fields: Set<String> = []
  /// The strings in the lists of tables, by the names that the tables are assigned to, such as
  /// `steps`.
  package internal(set) var entries: [String: Set<String>] = [:]
  package internal(set) var calls: [Call] = []
  package internal(set) var expressions = LuaExpressions()
  package internal(set) var functions: [Function] = []
  package internal(set) var doubledKeys: [DoubledKey] = []
  package internal(set) var namings: [Naming] = []
  /// The keys of tables, by the names that the tables are assigned to, such as `routes`.
  package internal(set) var keys: [String: Set<String>] = [:]
  /// All names in the text.
  package internal(set) var identifiers: Set<String> = []
  /// The lines of string literals, by their text.
  package internal(set) var literals: [String: [Int]] = [:]
  /// The lines that a comment excludes from checks: `-- lint: ignore`.
  package internal(set) var ignoredLines: Set<Int> = []

  /// Indexes a script.
  ///
  /// - Parameter isFile: Whether a first line that begins with `#` is skipped.
  package init(_ source: [UInt8], isFile: Bool = true) {
    var reader = LuaIndexer(source, isFile: isFile)
    self = reader.sourceIndex()
  }

  init() {}

  /// Returns the functions that begin on a line.
  package func functions(at line: Int) -> [Int] {
    functions.indices.filter { functions[$0].line == line }
  }

  /// Returns the calls in a function, including those of nested functions.
  package func calls(in function: Int) -> [Call] {
    calls.filter { call in
      var place = call.function
      while let index = place {
        if index == function { return true }
        place = functions[index].outer
      }
      return false
    }
  }
}
