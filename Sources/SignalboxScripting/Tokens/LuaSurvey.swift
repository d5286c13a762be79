/// What a text of Lua names, calls and declares, found without running it.
///
/// The text must parse: of one that does not it says something or other. Cost: O(text).
package struct LuaSurvey: Hashable, Sendable {
  /// A global that is read or written.
  package struct Global: Hashable, Sendable {
    package let name: String
    package let line: Int
    package let isWritten: Bool
  }

  /// `self.router:navigate("product", …)`.
  package struct Call: Hashable, Sendable {
    /// The names that lead to what is called, such as `self`, `router`; those of a local stand for
    /// what it was given. Empty where it is no chain of names.
    package let receiver: [String]
    package let method: String
    /// The first argument, where it is a string that is written out.
    package let literal: String?
    package let line: Int
    /// The function that it stands in, an index of ``functions``; `nil` for none.
    package let function: Int?
  }

  /// A function that is written out.
  package struct Function: Hashable, Sendable {
    /// The line of its `function`.
    package let line: Int
    /// The function around it.
    package let outer: Int?
  }

  /// A key that stands twice in one table.
  package struct DoubledKey: Hashable, Sendable {
    package let key: String
    /// What the table is given to, such as `routes`; empty where it has no name.
    package let table: String
    package let firstLine: Int
    package let line: Int
  }

  /// `scenario "name" { … }`, `coordinator "Name" { … }`: a global called with a string.
  package struct Naming: Hashable, Sendable {
    package let word: String
    package let name: String
    package let line: Int
    /// The function that it stands in, an index of ``functions``; `nil` for none.
    package let function: Int?
  }

  /// A text that is assigned to a field or given to a function: `main.step = "home"`,
  /// `steps.push "home"`, `main:emit { "home", id = 1 }`.
  package struct Mention: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
      case field(String)
      case method(String)
      /// A function by the names that lead to it; a module's own name where a local holds it.
      case function(String)
    }

    package let target: Target
    /// Which argument, from 1; 1 for a field.
    package let place: Int
    /// The string literal, or the first element of the table literal.
    package let text: String
    package let line: Int
  }

  package internal(set) var globals: [Global] = []
  /// The `local` statements that are in no block, in order.
  var locals: [LocalStatement] = []
  package internal(set) var mentions: [Mention] = []
  /// The methods that are written out with their object: `function bus:emit() … end`.
  package internal(set) var methods: Set<String> = []
  /// The strings in the lists of tables, by what the tables are given to, such as `steps`.
  package internal(set) var entries: [String: Set<String>] = [:]
  package internal(set) var calls: [Call] = []
  package internal(set) var functions: [Function] = []
  package internal(set) var doubledKeys: [DoubledKey] = []
  package internal(set) var namings: [Naming] = []
  /// The keys of tables, by what the tables are given to, such as `routes`.
  package internal(set) var keys: [String: Set<String>] = [:]
  /// All names that stand somewhere.
  package internal(set) var identifiers: Set<String> = []
  /// The lines of string literals, by their text.
  package internal(set) var literals: [String: [Int]] = [:]
  /// The lines that a comment leaves out of what is checked: `-- lint: ignore`.
  package internal(set) var ignoredLines: Set<Int> = []

  /// Reads a text as a file holds it.
  ///
  /// - Parameter isFile: Whether a first line of `#` is left out.
  package init(_ source: [UInt8], isFile: Bool = true) {
    var reader = LuaSurveyor(source, isFile: isFile)
    self = reader.survey()
  }

  init() {}

  /// The functions that begin in a line.
  package func functions(at line: Int) -> [Int] {
    functions.indices.filter { functions[$0].line == line }
  }

  /// The calls in a function, those of the functions in it included.
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
