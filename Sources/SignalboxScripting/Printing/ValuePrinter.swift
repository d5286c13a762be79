internal import LuaRuntime
internal import Signalbox
internal import SignalboxInspector

/// Formats script values for display: as Lua literals, with tables sorted by key and handles
/// represented by the names of their objects.
struct ValuePrinter {
  unowned let session: ScriptSession
  var limits = PrintLimits()

  func text(of index: Int, in frame: LuaFrame) -> String {
    text(of: frame.value(index)).text
  }

  /// Returns the printed value, and whether parts of it were omitted.
  func text(of value: LuaValue) -> PrintedValue {
    var state = State()
    let text = write(value, indent: 0, above: [], &state)
    return PrintedValue(text: text, isCut: state.isCut)
  }

  /// The progress of printing a value.
  private struct State {
    var isCut = false
    /// The number of values written so far. The number is limited because a table that is
    /// referenced several times could make the output arbitrarily long.
    var count = 0
    /// The number of `__tostring` functions that have been called.
    var asked = 0
  }

  private static let maxAsked = 20
  /// The maximum number of pairs that are read to find the first pairs of a table.
  private static let maxRead = 10_000

  private func write(
    _ value: LuaValue, indent: Int, above: [LuaTable], _ state: inout State
  ) -> String {
    state.count += 1
    switch value {
    case .nil: return "nil"
    case .boolean(let value): return String(value)
    case .integer(let value): return String(value)
    case .number(let value): return number(value)
    case .string(let value):
      if limits.isForPeople, above.isEmpty, let text = block(value.bytes) { return text }
      return literal(value.bytes, &state)
    case .table(let table):
      if limits.isForPeople, let text = ownText(value, &state) { return text }
      return write(table, indent: indent, above: above, &state)
    case .function(let function): return text(of: function)
    case .thread: return "coroutine"
    case .userdata: return handle(value, isAlone: indent == 0 && above.isEmpty)
    }
  }

  private func number(_ value: Double) -> String {
    if value.isNaN { return "nan" }
    if value.isInfinite { return value < 0 ? "-inf" : "inf" }
    return String(value)
  }

  /// Returns the result of the value's `__tostring`, a note that the function failed, or `nil` if
  /// there is no such function or too many have been called.
  private func ownText(_ value: LuaValue, _ state: inout State) -> String? {
    guard state.asked < Self.maxAsked else { return nil }
    do throws(LuaError) {
      guard let text = try session.luaState.ownText(of: value) else { return nil }
      state.asked += 1
      let clean = DisplayText.clean(text)
      let shown = DisplayText.truncate(clean, to: limits.length)
      if shown != clean { state.isCut = true }
      return shown
    } catch {
      state.asked += 1
      return "<\(session.luaState.typeName(of: value) ?? "table"), __tostring failed: "
        + "\(DisplayText.truncate(DisplayText.clean(error.message), to: 60))>"
    }
  }

  private func text(of function: LuaFunction) -> String {
    guard limits.isForPeople, let definition = try? function.definition else { return "function" }
    let names = definition.parameters + (definition.takesMore ? ["..."] : [])
    return "function(\(names.joined(separator: ", ")))  \(definition.source):\(definition.line)"
  }

  /// Returns a string literal, truncated to the limit. Bytes that are not valid UTF-8 are escaped.
  private func literal(_ bytes: [UInt8], _ state: inout State) -> String {
    guard bytes.count > limits.length else { return literal(bytes) }
    state.isCut = true
    var end = limits.length
    // The string must not be cut inside a character.
    while end > limits.length - 4, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return literal(Array(bytes[..<end])) + "… \(counted(bytes.count - end, "more byte"))"
  }

  private func literal(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) {
      return NavigationValue.string(text).description
    }
    var text = ""
    var rest = bytes[...]
    while let byte = rest.first {
      let valid = String(decoding: rest.prefix(while: { $0 < 0x80 }), as: UTF8.self)
      let scalar = (2...4).lazy.compactMap { String(validating: rest.prefix($0), as: UTF8.self) }
        .first { $0.unicodeScalars.count == 1 }
      let chunk = valid.isEmpty ? scalar ?? "" : valid
      if chunk.isEmpty {
        text += "\\" + String(repeating: "0", count: 3 - String(byte).count) + String(byte)
        rest = rest.dropFirst()
      } else {
        text += NavigationValue.string(chunk).description.dropFirst().dropLast()
        rest = rest.dropFirst(chunk.utf8.count)
      }
    }
    return "\"\(text)\""
  }

  /// Returns a printable string with two or more line breaks as a long string, so that trees and
  /// tables keep their layout. Returns `nil` for any other string, or if the string is too long.
  private func block(_ bytes: [UInt8]) -> String? {
    guard bytes.count <= limits.length, bytes.count(where: { $0 == 0x0A }) > 1,
      let text = String(validating: bytes, as: UTF8.self),
      text.unicodeScalars.allSatisfy({ $0 == "\n" || DisplayText.clean(String($0)) == String($0) })
    else { return nil }
    var level = ""
    while text.contains("]\(level)]") || text.hasSuffix("]\(level)") { level += "=" }
    return "[\(level)[\n\(text)]\(level)]"
  }

  private func isPlain(_ value: LuaValue) -> Bool {
    switch value {
    case .nil, .boolean, .integer, .number: true
    case .string(let string): string.bytes.count <= 40
    case .table, .function, .thread, .userdata: false
    }
  }

  /// - Parameter isAlone: Whether there is space for a coordinator's stack.
  private func handle(_ value: LuaValue, isAlone: Bool) -> String {
    session.luaState.withFrame { frame in
      frame.push(value)
      let text = HandleText(session: session).text(frame)
      guard limits.isForPeople, isAlone, let id = frame.coordinator(1, session.handles),
        frame.handle(1, session.handles.routerTag) == nil
      else { return text }
      let node = session.engine.tree.coordinator(id)
      return node.map { $0.stack.isEmpty ? text : "\(text) ▸ \(ScreenText.path($0.stack))" } ?? text
    }
  }

  // MARK: - Tables

  private func write(
    _ table: LuaTable, indent: Int, above: [LuaTable], _ state: inout State
  ) -> String {
    if above.contains(table) { return "{ … itself … }" }
    let name = limits.isForPeople ? session.luaState.typeName(of: .table(table)) : nil
    let head = name.map { DisplayText.clean($0) + " " } ?? ""
    if above.count >= limits.depth || state.count > limits.count || session.luaState.isStopped {
      state.isCut = true
      return head + "{ … }"
    }
    guard let (pairs, isWhole) = pairs(of: table), !pairs.isEmpty else { return head + "{}" }
    let length = Self.length(of: pairs)
    var parts: [String] = []
    let inner = above + [table]
    var isPlainList = limits.isForPeople
    for (key, value) in ordered(pairs, length: length).prefix(limits.breadth) {
      isPlainList = isPlainList && isElement(key, length) && isPlain(value)
      let text = write(value, indent: indent + 2, above: inner, &state)
      parts.append(isElement(key, length) ? text : "\(self.name(of: key)) = \(text)")
    }
    let left = pairs.count - limits.breadth
    let more = left > 0 ? (isWhole ? "… \(left) more" : "… more than \(left) more") : nil
    let elements = parts
    if let more {
      state.isCut = true
      parts.append(more)
    }
    let line = head + "{ " + parts.joined(separator: ", ") + " }"
    if !line.utf8.contains(UInt8(ascii: "\n")),
      indent + DisplayText.width(of: line) <= limits.width
    {
      return line
    }
    let space = String(repeating: " ", count: indent + 2)
    let columns =
      isPlainList ? Columns.rows(of: elements, width: limits.width - indent - 2) : nil
    let rows = (columns.map { $0 + [more].compactMap(\.self) } ?? parts).map { space + $0 }
      .joined(separator: ",\n")
    return "\(head){\n\(rows)\n\(String(repeating: " ", count: indent))}"
  }

  /// Returns the pairs in a table, or the first pairs if the table is very large. Returns `nil` if
  /// the table cannot be read.
  private func pairs(
    of table: LuaTable
  ) -> (pairs: [(key: LuaValue, value: LuaValue)], isWhole: Bool)? {
    var pairs: [(key: LuaValue, value: LuaValue)] = []
    let isWhole = try? table.forEachPair(maxCount: max(limits.breadth, Self.maxRead)) { pair in
      pairs.append((pair.value(-2), pair.value(-1)))
    }
    return isWhole.map { (pairs, $0) }
  }

  /// Returns the number of list elements before the first gap. Lua's length operator may count
  /// gaps, which the printed form of a list cannot represent.
  private static func length(of pairs: [(key: LuaValue, value: LuaValue)]) -> Int {
    var indexes: Set<Int> = []
    for (key, _) in pairs {
      if case .integer(let index) = key { indexes.insert(index) }
    }
    var length = 0
    while indexes.contains(length + 1) { length += 1 }
    return length
  }

  private func isElement(_ key: LuaValue, _ length: Int) -> Bool {
    if case .integer(let index) = key { return (1...max(1, length)).contains(index) && length > 0 }
    return false
  }

  /// Returns sorted pairs: list elements by index, followed by names in alphabetical order,
  /// followed by all other keys.
  private func ordered(
    _ pairs: [(key: LuaValue, value: LuaValue)], length: Int
  ) -> [(key: LuaValue, value: LuaValue)] {
    let ranked = pairs.map {
      pair -> (rank: (Int, Int, String), pair: (key: LuaValue, value: LuaValue)) in
      switch pair.key {
      case .integer(let index): ((isElement(pair.key, length) ? 0 : 2, index, ""), pair)
      case .string(let name): ((1, 0, name.text), pair)
      default: ((3, 0, keyText(pair.key)), pair)
      }
    }
    return ranked.sorted { $0.rank < $1.rank }.map(\.pair)
  }

  private func name(of key: LuaValue) -> String {
    guard case .string(let string) = key else { return "[\(keyText(key))]" }
    let text = string.text
    var state = State()
    return NavigationArguments.isBareName(text) ? text : "[\(literal(string.bytes, &state))]"
  }

  /// Returns a key as a short string. For display to people, a table is represented by the word
  /// `table`.
  private func keyText(_ key: LuaValue) -> String {
    if limits.isForPeople, case .table = key { return "table" }
    var state = State()
    return write(key, indent: 2, above: [], &state)
  }
}

/// The limits for printing a value.
package struct PrintLimits: Hashable, Sendable {
  /// The width of a line, in cells.
  package var width = 80
  /// The maximum nesting depth of tables.
  package var depth = 6
  /// The maximum number of fields in a table.
  package var breadth = 100
  /// The maximum number of bytes in a string.
  package var length = 1 << 30
  /// The number of printed values after which the contents of tables are omitted.
  package var count = 10_000
  /// Whether to use the value's own `__tostring` and `__name`, and to show the locations of
  /// functions and the stacks of coordinators.
  package var isForPeople = false

  /// Creates the default limits.
  package init() {}

  /// The limits for failure reports, which print values in the form in which they are compared.
  package static let report: PrintLimits = {
    var limits = PrintLimits()
    limits.depth = 200
    limits.breadth = 10_000
    limits.length = 1 << 20
    limits.count = 20_000
    return limits
  }()

  /// Returns the limits for results at the prompt.
  package static func prompt(width: Int) -> PrintLimits {
    var limits = PrintLimits()
    limits.width = width
    limits.length = 2000
    limits.count = 1000
    limits.isForPeople = true
    return limits
  }

  /// Returns the limits for printing a result in full at the prompt. Only very large or deeply
  /// nested values are shortened.
  package static func all(width: Int) -> PrintLimits {
    var limits = PrintLimits.prompt(width: width)
    limits.depth = 20
    limits.breadth = 100_000
    limits.length = 1 << 30
    limits.count = 100_000
    return limits
  }
}

/// A printed value.
package struct PrintedValue: Hashable, Sendable {
  package let text: String
  /// Whether parts of the value were omitted.
  package let isCut: Bool
}

extension ScriptSession {
  /// Returns a value as text, within the given limits.
  package func printed(_ value: ScriptValue, _ limits: PrintLimits) -> PrintedValue {
    guard !isClosed, let held = try? held([value]).first else {
      return PrintedValue(text: value.kindName, isCut: false)
    }
    return ValuePrinter(session: self, limits: limits).text(of: held)
  }
}
