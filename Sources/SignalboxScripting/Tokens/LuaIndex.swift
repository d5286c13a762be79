/// An index of a Lua source file: the names that the file uses, calls and declares, which are
/// determined without running the file.
///
/// For malformed source, the result is unspecified. Cost: O(length of the source).
package struct LuaIndex: Hashable, Sendable {
  /// A read or write access to a global.
  package struct Global: Hashable, Sendable {
    package let name: String
    package let line: Int
    /// The index of the first byte of the name.
    package let start: Int
    package let isWritten: Bool
    /// The enclosing function, as an index into ``functions``, or `nil` if there is none.
    package let function: Int?
  }

  /// A method call, such as `self.router:navigate("product", …)`.
  package struct Call: Hashable, Sendable {
    /// The names of the receiver, such as `self` and `router`. A local is replaced by its value.
    /// The array is empty if the receiver is not a chain of names.
    package let receiver: [String]
    package let method: String
    /// The first argument if it is a string literal, or otherwise `nil`.
    package let literal: String?
    package let line: Int
    /// The index of the first byte of the first argument.
    package let start: Int
    /// The enclosing function, as an index into ``functions``, or `nil` if there is none.
    package let function: Int?
  }

  /// A function in the source.
  package struct Function: Hashable, Sendable {
    /// The line of the keyword `function`.
    package let line: Int
    /// The enclosing function, as an index into ``LuaIndex/functions``, or `nil` if there is none.
    package let outer: Int?
  }

  /// A key that occurs twice in a table.
  package struct DoubledKey: Hashable, Sendable {
    package let key: String
    /// The name to which the table is assigned, such as `routes`. The string is empty if there is
    /// none.
    package let table: String
    package let firstLine: Int
    package let line: Int
  }

  /// A call to a global with a string, such as `scenario "name" { … }` or `coordinator "Name" { …
  /// }`.
  package struct Naming: Hashable, Sendable {
    package let word: String
    package let name: String
    package let line: Int
    /// The enclosing function, as an index into ``functions``, or `nil` if there is none.
    package let function: Int?
  }

  /// A string that is assigned to a field or passed to a function, as in `main.step = "home"`,
  /// `steps.push "home"` or `main:emit { "home", id = 1 }`.
  package struct Mention: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
      case field(String)
      case method(String)
      /// A function, identified by its chain of names. A local that contains a module is replaced
      /// by the module's name.
      case function(String)
    }

    package let target: Target
    /// The position of the argument, counted from 1. The position is 1 for a field.
    package let place: Int
    /// The string literal, or the first element of the table literal.
    package let text: String
    package let line: Int
  }

  package internal(set) var globals: [Global] = []
  /// The top-level `local` statements, in order.
  var locals: [LocalStatement] = []
  package internal(set) var mentions: [Mention] = []
  /// The methods that are defined on an object, as in `function bus:emit() … end`.
  package internal(set) var methods: Set<String> = []
  /// The fields that are assigned, as in `self.count = 1` and `function util.open() … end`.
  package internal(set) var fields: Set<String> = []
  /// The strings that are listed in table literals, keyed by the names to which the tables are
  /// assigned, such as `steps`.
  package internal(set) var entries: [String: Set<String>] = [:]
  package internal(set) var calls: [Call] = []
  package internal(set) var expressions = LuaExpressions()
  package internal(set) var functions: [Function] = []
  package internal(set) var doubledKeys: [DoubledKey] = []
  package internal(set) var namings: [Naming] = []
  /// The keys in table literals, grouped by the names to which the tables are assigned, such as
  /// `routes`.
  package internal(set) var keys: [String: Set<String>] = [:]
  /// The lines on which each key of a table literal occurs.
  package internal(set) var keyLines: [String: [Int]] = [:]
  /// All names in the source.
  package internal(set) var identifiers: Set<String> = []
  /// The lines on which each string literal occurs.
  package internal(set) var literals: [String: [Int]] = [:]
  /// The lines that a `-- lint: ignore` comment excludes from checks.
  package internal(set) var ignoredLines: Set<Int> = []

  /// Indexes a script.
  ///
  /// - Parameter isFile: Whether to skip a byte order mark and a first line that begins with `#`.
  package init(_ source: [UInt8], isFile: Bool = true) {
    var reader = LuaIndexer(source, isFile: isFile)
    self = reader.sourceIndex()
  }

  init() {}

  /// Returns the first line, at or after another line, that contains a string literal or a table
  /// key with the given text, or `nil` if there is none.
  package func line(of text: String, from first: Int) -> Int? {
    ((literals[text] ?? []) + (keyLines[text] ?? [])).filter { $0 >= first }.min()
  }

  /// Returns the functions that begin on a line, as indices into ``functions``.
  package func functions(at line: Int) -> [Int] {
    functions.indices.filter { functions[$0].line == line }
  }

  /// Returns the method calls in a function, including calls in nested functions.
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
