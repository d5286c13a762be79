internal import ArgumentParser
internal import Signalbox

/// A command as described by the argument parser. Manual pages, completions and the command-line
/// reference are generated from this description.
struct CommandDescription: Decodable, Sendable {
  /// An argument, option or flag.
  struct Argument: Decodable, Sendable {
    /// A spelling of an option.
    struct Name: Decodable, Sendable {
      let kind: String
      let name: String

      /// The name with its dashes.
      var spelling: String { (kind == "long" ? "--" : "-") + name }
    }

    /// The possible values of an argument.
    struct Completion: Decodable, Sendable {
      struct List: Decodable, Sendable { let values: [String] }
      struct Files: Decodable, Sendable { let extensions: [String] }
      struct Empty: Decodable, Sendable {}

      let list: List?
      let file: Files?
      let directory: Empty?
      let custom: Empty?
    }

    let kind: String
    private(set) var names: [Name]?
    let valueName: String?
    let abstract: String?
    let defaultValue: String?
    let allValues: [String]?
    let sectionTitle: String?
    let isOptional: Bool
    let isRepeating: Bool
    let shouldDisplay: Bool
    let completionKind: Completion?

    var isPositional: Bool { kind == "positional" }
    var takesValue: Bool { kind == "option" }

    /// The names with their dashes, in declaration order.
    var spellings: [String] { (names ?? []).map(\.spelling) }

    /// Returns whether the argument is a flag such as `--no-shuffle` that inverts a flag.
    func isInversion(of other: Argument) -> Bool {
      kind == "flag" && abstract == other.abstract
        && spellings == other.spellings.map { "--no-" + $0.drop { $0 == "-" } }
    }

    /// Returns the argument with the spellings of another argument after its own.
    func adding(_ other: Argument) -> Argument {
      var sum = self
      sum.names = (names ?? []) + (other.names ?? [])
      return sum
    }
  }

  let commandName: String
  let abstract: String?
  let discussion: String?
  let arguments: [Argument]?
  let subcommands: [CommandDescription]?

  /// Returns the description of the whole program.
  static func program() throws -> CommandDescription {
    struct Dump: Decodable { let command: CommandDescription }
    return try (NavigationValue(json: SignalboxCommand._dumpHelp()).decoded() as Dump).command
  }

  /// The arguments that are shown in help texts.
  var shownArguments: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }

  /// The arguments as entries of manual pages and the reference. A flag and its inversion are one
  /// entry, because they share a description.
  var describedArguments: [Argument] {
    shownArguments.reduce(into: []) { entries, argument in
      if let flag = entries.last, argument.isInversion(of: flag) {
        entries[entries.count - 1] = flag.adding(argument)
      } else {
        entries.append(argument)
      }
    }
  }

  /// The subcommands of this command, without `help`.
  var shownSubcommands: [CommandDescription] {
    (subcommands ?? []).filter { $0.commandName != "help" }
  }

  /// Returns the command and all of its subcommands, each with its path of names.
  func all(below parents: [String] = []) -> [(names: [String], command: CommandDescription)] {
    let names = parents + [commandName]
    return [(names, self)] + shownSubcommands.flatMap { $0.all(below: names) }
  }
}
