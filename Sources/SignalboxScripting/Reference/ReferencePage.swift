internal import Signalbox

extension ScriptReference {
  /// Returns the reference of the scripting interface as a Markdown page.
  ///
  /// - Parameter supplements: The additions of higher layers.
  public static func page(with supplements: [ScriptSupplement] = []) -> String {
    var lines = [
      "# Scripting reference", "",
      "Made from the same descriptions as the editor definitions (`signalbox lua-types`) and the "
        + "bindings; a test keeps it current.", "",
      "## Globals", "", "| word | is |", "|---|---|",
      "| `app` | the application and its user, see [App](#app) |",
    ]
    lines += globals.map { "| `\(call($0))` | \(cell($0.summary)) |" }
    for library in libraries {
      lines += ["", "### \(library.name)", "", library.summary, ""]
      lines += ["| function | does |", "|---|---|"]
      lines += library.functions.map { "| `\(library.name).\(call($0))` | \(cell($0.summary)) |" }
    }
    lines += ["", "## In plugins", "", "Words that only the code of plugins has."]
    lines += ["", "| word | is |", "|---|---|"]
    lines += pluginFunctions.map { "| `\(call($0))` | \(cell($0.summary)) |" }
    for library in pluginLibraries {
      lines += library.functions.map { "| `\(library.name).\(call($0))` | \(cell($0.summary)) |" }
    }
    for supplement in supplements { lines += [""] + section(supplement) }
    for type in types { lines += [""] + section(type) }
    lines += ["", "## Options", "", "The last table of an operation.", ""]
    lines += ["| option | says |", "|---|---|"]
    lines += OperationOption.allCases.map { "| `\($0.name)` | \(cell($0.summary)) |" }
    lines.append("| `try` | gives a rejection back instead of raising it |")
    lines += [""] + stylesSection
    lines += ["", "## Tables"]
    for table in tables + pluginTables { lines += section(table) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func section(_ supplement: ScriptSupplement) -> [String] {
    var lines = ["## \(supplement.heading)", "", supplement.summary, ""]
    lines += ["| word | does |", "|---|---|"]
    lines += supplement.globals.map { "| `\(call($0))` | \(cell($0.summary)) |" }
    lines += supplement.methods.map { "| `app:\(call($0))` | \(cell($0.summary)) |" }
    for table in supplement.tables { lines += section(table) }
    return lines
  }

  private static func section(_ table: TableDescription) -> [String] {
    ["", "### \(table.name)", "", table.summary, "", "| key | type | is |", "|---|---|---|"]
      + table.fields.map { "| `\($0.name)` | `\(cell($0.type))` | \(cell($0.summary)) |" }
  }

  private static func section(_ type: HandleKind) -> [String] {
    var lines = ["## \(type.shortName)", "", type.summary, "", "| member | is |", "|---|---|"]
    lines += type.entries.map { "| `\(call($0))` | \(cell($0.summary)) |" }
    // Coordinators and links also have the operations of a router, which are listed there.
    guard !type.receivers.isEmpty, !["Coordinator", "ChainLink"].contains(type.shortName) else {
      return lines
    }
    lines += ["", "| operation | does | gives | options |", "|---|---|---|---|"]
    for entry in operations(of: type) where entry.name != "currentPage" {
      guard let operation = entry.operation else { continue }
      let options = operation.options.map { "`\($0.name)`" }.joined(separator: " ")
      lines.append(
        "| `\(call(entry))` | \(cell(entry.summary)) | \(cell(operation.result)) | \(options) |")
    }
    return lines
  }

  private static func call(_ entry: Entry) -> String { entry.name + entry.signature }

  /// Returns a text without characters that would end its table cell.
  private static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
