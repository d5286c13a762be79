internal import Signalbox

extension ScriptReference {
  /// Returns definitions for lua-language-server (LuaCATS), which provide completion, types and
  /// help for scripts.
  ///
  /// - Parameters:
  ///   - supplements: The additions that other modules make to the scripting interface.
  ///   - names: The names of a project, which become literal types.
  public static func editorDefinitions(
    with supplements: [ScriptSupplement] = [], names: ProjectNames = ProjectNames()
  ) -> String {
    var lines = ["---@meta", "", "-- Definitions of the Signalbox scripting interface.", ""]
    lines.append(
      "---@alias signalbox.Status \"done\"|\"noop\"|\"rejected\"|\"cancelled\"|\"queued\"")
    lines.append(
      "---@alias signalbox.Answer boolean|\"handled\"|\"unhandled\"|\"deferred\"|nil")
    lines.append(StyleReference.alias)
    lines += names.aliases
    // In the methods of a definition, `self` is a coordinator.
    lines += [
      "---@class signalbox.ScreenDescription",
      "---@class signalbox.Definition : signalbox.Coordinator",
      "---@field name string",
      "---@field base? signalbox.Definition the definition that it extends",
      "local Definition = {}", "",
    ]
    lines += definitionMembers
    for entry in lifecycle { lines += [""] + function(entry, named: "Definition:\(entry.name)") }
    for table in tables + pluginTables + optionTables { lines += definition(of: table) }
    for type in types { lines += [""] + definition(of: type) }
    lines += [
      "", "---The application and the gestures of its user.", "---@type signalbox.App",
      "app = nil",
    ]
    for entry in globals { lines += [""] + function(entry, named: entry.name) }
    for supplement in supplements { lines += definitions(of: supplement) }
    for entry in pluginFunctions { lines += [""] + function(entry, named: entry.name) }
    for library in libraries + pluginLibraries {
      lines += ["", "---\(library.summary)", "\(library.name) = {}"]
      for entry in library.functions {
        lines += [""] + function(entry, named: "\(library.name).\(entry.name)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let definitionMembers = [
    "---Creates a coordinator that is not attached yet, for `navigate` or `forcePresentation`.",
    "---@param args? table", "---@param opts? signalbox.SetupTable",
    "---@return signalbox.Coordinator", "function Definition:new(args, opts) end",
    "", "---Extends the definition, or replaces parts of it.", "---@param definition table",
    "---@return signalbox.Definition", "function Definition:extend(definition) end",
  ]

  private static func definition(of table: TableDescription) -> [String] {
    let parent = table.parent.map { " : signalbox.\($0)" } ?? ""
    return ["", "---\(table.summary)", "---@class signalbox.\(table.name)\(parent)"]
      + table.fields.map { entry in
        let named = ProjectNames.type(ofField: entry, in: table.name)
        let isOptional = named.hasSuffix("?")
        let type = isOptional ? String(named.dropLast()) : named
        return "---@field \(entry.name)\(isOptional ? "?" : "") \(type) \(entry.summary)"
      }
  }

  private static func definitions(of supplement: ScriptSupplement) -> [String] {
    var lines: [String] = []
    for table in supplement.tables { lines += definition(of: table) }
    for entry in supplement.globals {
      let isValue = entry.parameters == nil
      lines += [""] + (isValue ? value(entry) : function(entry, named: entry.name))
    }
    for entry in supplement.methods { lines += [""] + function(entry, named: "App:\(entry.name)") }
    return lines
  }

  private static func definition(of type: HandleKind) -> [String] {
    let table = type.shortName
    let values = type.entries.filter { $0.parameters == nil }
    var lines = ["---\(type.summary)", "---@class \(type.name)"]
    lines += values.map { "---@field \($0.name) \($0.type) \($0.summary)" }
    if table == "Coordinator" { lines.append("---@field [string] any") }
    lines += ["local \(table) = {}"]
    for entry in type.entries where entry.parameters != nil {
      lines += [""] + function(entry, named: "\(table):\(entry.name)")
    }
    for entry in operations(of: type) where entry.name != "currentPage" {
      lines += [""] + function(entry, named: "\(table):\(entry.name)")
    }
    return lines
  }

  private static func value(_ entry: Entry) -> [String] {
    ["---\(entry.summary)", "---@type \(entry.type)", "\(entry.name) = nil"]
  }

  private static func function(_ entry: Entry, named name: String) -> [String] {
    let parameters = entry.parameters ?? []
    var lines = ["---\(entry.summary)"]
    for parameter in parameters {
      let summary = parameter.summary.isEmpty ? "" : " \(parameter.summary)"
      let type =
        entry.operation.flatMap { operation in
          operation.parameters.first { $0.name == parameter.name }.map {
            ProjectNames.type(of: $0, in: operation)
          }
        } ?? (name == "App:coordinator" ? "signalbox.CoordinatorName" : parameter.type)
      lines.append(
        "---@param \(parameter.name)\(parameter.isOptional ? "?" : "") \(type)\(summary)")
    }
    lines += entry.results.map { "---@return \($0)" }
    let names = parameters.map(\.name).joined(separator: ", ")
    return lines + ["function \(name)(\(names)) end"]
  }
}

extension OperationParameter.Kind {
  /// The type in LuaCATS notation.
  var type: String {
    switch self {
    case .destination: "string|signalbox.ScreenDescription|signalbox.Coordinator"
    case .arguments: "table<string, any>"
    case .count: "integer"
    case .screen: "string|signalbox.Screen|fun(screen: signalbox.Screen): boolean"
    case .value: "any"
    case .route, .page, .field, .text: "string"
    case .coordinator: "signalbox.Coordinator|signalbox.Router"
    case .type: "string|signalbox.Definition"
    case .pages: "signalbox.Page[]"
    case .stack: "(string|signalbox.StackTable|signalbox.ScreenDescription|signalbox.Screen)[]"
    case .steps: "fun()"
    }
  }
}

extension OperationOption.Kind {
  /// The type in LuaCATS notation.
  var type: String {
    switch self {
    case .boolean: "boolean"
    case .integer: "integer"
    case .duration: "string|integer"
    case .style: "signalbox.Style|signalbox.StyleTable"
    case .coordinator: "signalbox.Coordinator|signalbox.Router"
    case .page, .text: "string"
    case .fraction: "number"
    case .arguments: "table"
    case .detents: "(string|number)[]"
    case .fields: "(string|signalbox.AlertField)[]"
    case .buttons: "table<integer|string, string|function|table>"
    case .layer: "signalbox.Layer"
    case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: "|")
    case .function(let function): function.rawValue
    }
  }
}
