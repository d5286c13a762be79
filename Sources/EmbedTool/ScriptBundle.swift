/// Joins JavaScript modules into one script, because a page that consists of one file cannot import
/// modules.
///
/// Each module becomes a function that is called once and returns the module's exports. Modules may
/// use only these forms of imports and exports: `import { a, b } from "./file.js";` on one line,
/// and `export function`, `export async function`, `export class` or `export const` at the start of
/// a line.
struct ScriptBundle {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let read: (String) throws -> String
  private var texts: [String] = []
  private var known: Set<String> = []
  private var open: [String] = []

  /// - Parameter read: A closure that returns the text of the module with the given file name.
  private init(read: @escaping (String) throws -> String) { self.read = read }

  /// Returns the parts of a script that runs the given module after all modules that it imports,
  /// directly or indirectly. The part of a module is the same in every script that contains the
  /// module.
  static func parts(from entry: String, read: @escaping (String) throws -> String) throws
    -> [String]
  {
    var bundle = ScriptBundle(read: read)
    try bundle.add(entry)
    return ["(() => {\n\"use strict\";\n"] + bundle.texts + ["})();\n"]
  }

  private mutating func add(_ name: String) throws {
    if known.contains(name) { return }
    if open.contains(name) {
      throw Failure(
        description: "modules import each other: \((open + [name]).joined(separator: ", "))")
    }
    open.append(name)
    var (lines, exports): ([String], [String]) = ([], [])
    for (index, line) in try read("\(name).js").split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .enumerated() {
      if let match = line.wholeMatch(of: /import (\{[^}]*\}) from "\.\/(\w+)\.js";/) {
        try add(String(match.2))
        lines.append("const \(match.1) = \(match.2)Module;")
      } else if let match = line.prefixMatch(of: /export ((?:async )?function|class|const) (\w+)/) {
        exports.append(String(match.2))
        lines.append(String(line.dropFirst("export ".count)))
      } else if line.hasPrefix("import ") || line.hasPrefix("export ") {
        throw Failure(
          description: "\(name).js, line \(index + 1): unsupported form of import or export")
      } else {
        lines.append(String(line))
      }
    }
    open.removeLast()
    known.insert(name)
    texts.append(
      "const \(name)Module = (() => {\n\(lines.joined(separator: "\n"))"
        + "return { \(exports.joined(separator: ", ")) };\n})();\n")
  }
}
