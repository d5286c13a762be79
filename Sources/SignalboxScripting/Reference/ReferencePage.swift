internal import Signalbox

extension ScriptReference {
  /// Returns the reference for the scripting interface as a Markdown page.
  ///
  /// - Parameter supplements: The additions that other modules make to the scripting interface.
  public static func page(with supplements: [ScriptSupplement] = []) -> String {
    ReferencePage.text(with: supplements)
  }
}

/// Generates the reference for the scripting interface as a Markdown page.
private enum ReferencePage {
  private typealias Entry = ScriptReference.Entry

  static func text(with supplements: [ScriptSupplement]) -> String {
    var lines = [
      "# Scripting reference", "",
      "This page is generated from the descriptions of the functions, as are the editor definitions "
        + "(`signalbox lua-types`).", "",
      "The examples assume an application with the tab coordinator `Home`, whose page `shop` "
        + "shows the coordinator `Shop` with the screens `list` and `product`. `router` is the "
        + "router of `Shop`, and `home` is the router of `Home`.", "",
      "## Globals", "", "| global | description | example |", "|---|---|---|",
      "| `app` | the application and the gestures of its user, see [App](#app) | |",
    ]
    lines += ScriptReference.globals.map { row($0, "\(call($0))", $0.name) }
    for library in ScriptReference.libraries {
      lines += ["", "### \(library.name)", "", library.summary, ""]
      lines += ["| function | description | example |", "|---|---|---|"]
      lines += library.functions.map {
        row($0, library.name + "." + call($0), "\(library.name).\($0.name)")
      }
    }
    lines += ["", "## In plugins", "", "Functions that only plugin code can call."]
    lines += ["", "| function | description | example |", "|---|---|---|"]
    lines += ScriptReference.pluginFunctions.map { row($0, call($0), $0.name) }
    for library in ScriptReference.pluginLibraries {
      lines += library.functions.map {
        row($0, library.name + "." + call($0), "\(library.name).\($0.name)")
      }
    }
    for supplement in supplements { lines += [""] + section(supplement) }
    for type in ScriptReference.types { lines += [""] + section(type) }
    lines += [""] + lifecycle
    lines += [
      "", "## Options", "", "The options of an operation, passed as its last argument.", "",
    ]
    lines += ["| option | description |", "|---|---|"]
    lines += OperationOption.allCases.map { "| `\($0.name)` | \(cell($0.summary)) |" }
    lines.append("| `try` | returns a rejection instead of raising it |")
    lines += [""] + StyleReference.section
    lines += ["", "## Tables"]
    for table in ScriptReference.tables + ScriptReference.pluginTables { lines += section(table) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines of the section about the coordinator methods that the engine calls.
  private static var lifecycle: [String] {
    [
      "## Lifecycle", "",
      "The engine calls these methods of a coordinator. Each method is optional. In a method, `self` "
        + "is the coordinator.", "",
      "| method | description | parameters | example |", "|---|---|---|---|",
    ]
      + ScriptReference.lifecycle.map { entry in
        let parameters = (entry.parameters ?? []).map {
          "`\($0.name)`: `\(cell($0.type))`, \(cell($0.summary))"
        }
        let example = ScriptExamples.all["lifecycle.\(entry.name)"] ?? ""
        return
          "| `\(call(entry))` | \(cell(entry.summary)) | \(parameters.joined(separator: "; ")) "
          + "| `\(cell(example))` |"
      }
  }

  private static func section(_ supplement: ScriptSupplement) -> [String] {
    var lines = ["## \(supplement.heading)", "", supplement.summary, ""]
    lines += ["| function | description | example |", "|---|---|---|"]
    lines += supplement.globals.map { row($0, call($0), $0.name, supplement.examples) }
    lines += supplement.methods.map {
      row($0, "app:" + call($0), "app.\($0.name)", supplement.examples)
    }
    for table in supplement.tables { lines += section(table) }
    return lines
  }

  private static func section(_ table: TableDescription) -> [String] {
    [
      "", "### \(table.name)", "", table.summary, "", "| key | type | description |",
      "|---|---|---|",
    ]
      + table.fields.map { "| `\($0.name)` | `\(cell($0.type))` | \(cell($0.summary)) |" }
  }

  private static func section(_ type: HandleKind) -> [String] {
    var lines = ["## \(type.shortName)", "", type.summary, ""]
    lines += ["| member | description | example |", "|---|---|---|"]
    lines += type.entries.map { row($0, call($0), "\(type.kind).\($0.name)") }
    // Coordinators and links also have the operations of a router, which are listed with the
    // router.
    guard !type.receivers.isEmpty, !["Coordinator", "ChainLink"].contains(type.shortName) else {
      return lines
    }
    lines += ["", "| operation | effect | returns | options | example |", "|---|---|---|---|---|"]
    for entry in ScriptReference.operations(of: type) where entry.name != "currentPage" {
      guard let operation = entry.operation else { continue }
      let options = operation.options.map { "`\($0.name)`" }.joined(separator: " ")
      let example = ScriptExamples.all["\(type.kind).\(entry.name)"].map { "`\(cell($0))`" } ?? ""
      lines.append(
        "| `\(call(entry))` | \(cell(entry.summary)) | \(cell(operation.result)) | \(options) "
          + "| \(example) |")
    }
    return lines
  }

  /// Returns a table row for an entry, with the example for its path.
  private static func row(
    _ entry: Entry, _ call: String, _ path: String,
    _ examples: [String: String] = ScriptExamples.all
  ) -> String {
    let example = examples[path].map { " `\(cell($0))`" } ?? ""
    return "| `\(call)` | \(cell(entry.summary)) |\(example) |"
  }

  private static func call(_ entry: Entry) -> String { entry.name + entry.signature }

  /// Returns a string in which the characters that would end a table cell are escaped.
  private static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
