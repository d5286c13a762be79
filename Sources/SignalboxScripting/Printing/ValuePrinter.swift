internal import LuaRuntime
internal import Signalbox

/// Writes values of scripts as people read them: Lua literals, tables in order of their keys,
/// handles by what they name.
struct ValuePrinter {
  unowned let session: ScriptSession
  /// What fits on one line.
  var width = 80
  /// Tables nest at most so deep in the text.
  var depth = 6
  /// At most so many fields of a table are written.
  var breadth = 100

  func text(of index: Int, in frame: LuaFrame) -> String {
    write(frame.value(index), indent: 0, above: [])
  }

  private func write(_ value: LuaValue, indent: Int, above: [LuaTable]) -> String {
    switch value {
    case .nil: return "nil"
    case .boolean(let value): return String(value)
    case .integer(let value): return String(value)
    case .number(let value): return number(value)
    case .string(let value): return literal(value.bytes)
    case .table(let table): return write(table, indent: indent, above: above)
    case .function: return "function"
    case .thread: return "coroutine"
    case .userdata: return handle(value)
    }
  }

  private func number(_ value: Double) -> String {
    if value.isNaN { return "nan" }
    if value.isInfinite { return value < 0 ? "-inf" : "inf" }
    return String(value)
  }

  /// A string literal; bytes that are no UTF-8 as decimal escapes.
  private func literal(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) {
      return NavigationValue.string(text).description
    }
    let escaped = bytes.map { byte in
      switch byte {
      case 0x22: "\\\""
      case 0x5C: "\\\\"
      case 0x20..<0x7F: String(Unicode.Scalar(byte))
      default: "\\" + String(repeating: "0", count: 3 - String(byte).count) + String(byte)
      }
    }
    return "\"" + escaped.joined() + "\""
  }

  private func handle(_ value: LuaValue) -> String {
    session.machine.withFrame { frame in
      frame.push(value)
      return session.handleText(frame)
    }
  }

  // MARK: - Tables

  private func write(_ table: LuaTable, indent: Int, above: [LuaTable]) -> String {
    if above.contains(table) { return "{ … itself … }" }
    if above.count >= depth { return "{ … }" }
    guard let pairs = try? table.pairs, !pairs.isEmpty else { return "{}" }
    let length = (try? table.length) ?? 0
    var parts: [String] = []
    let inner = above + [table]
    for (key, value) in ordered(pairs, length: length).prefix(breadth) {
      let text = write(value, indent: indent + 2, above: inner)
      parts.append(isElement(key, length) ? text : "\(name(of: key)) = \(text)")
    }
    if pairs.count > breadth { parts.append("… \(pairs.count - breadth) more") }
    let line = "{ " + parts.joined(separator: ", ") + " }"
    if indent + line.count <= width && !line.contains("\n") { return line }
    let space = String(repeating: " ", count: indent + 2)
    let rows = parts.map { space + $0 }.joined(separator: ",\n")
    return "{\n\(rows)\n\(String(repeating: " ", count: indent))}"
  }

  private func isElement(_ key: LuaValue, _ length: Int) -> Bool {
    if case .integer(let index) = key { return (1...max(1, length)).contains(index) && length > 0 }
    return false
  }

  /// Elements by index, then names in order, then everything else.
  private func ordered(
    _ pairs: [(key: LuaValue, value: LuaValue)], length: Int
  ) -> [(key: LuaValue, value: LuaValue)] {
    let ranked = pairs.map {
      pair -> (rank: (Int, Int, String), pair: (key: LuaValue, value: LuaValue)) in
      switch pair.key {
      case .integer(let index): ((isElement(pair.key, length) ? 0 : 2, index, ""), pair)
      case .string(let name): ((1, 0, name.text), pair)
      default: ((3, 0, write(pair.key, indent: 0, above: [])), pair)
      }
    }
    return ranked.sorted { $0.rank < $1.rank }.map(\.pair)
  }

  private func name(of key: LuaValue) -> String {
    guard case .string(let string) = key else {
      return "[\(write(key, indent: 0, above: []))]"
    }
    let text = string.text
    return NavigationArguments.isBareName(text) ? text : "[\(literal(string.bytes))]"
  }
}

extension ScriptSession {
  /// What the userdata on top of a frame names.
  func handleText(_ frame: LuaFrame) -> String {
    if let bits = frame.handle(-1, handles.coordinator) {
      return text(of: CoordinatorID(bits: bits))
    }
    if let bits = frame.handle(-1, handles.router) {
      return "router of \(text(of: CoordinatorID(bits: bits)))"
    }
    if let bits = frame.handle(-1, handles.screen) {
      let screen = ScreenID(bits: bits)
      guard let node = engine.node(of: screen) else { return "screen (\(screen), gone)" }
      let shown = node.arguments.isEmpty ? "" : " \(node.arguments)"
      return "\(node.name)\(shown) (\(screen))"
    }
    if let bits = frame.handle(-1, handles.layer) {
      let layer = LayerID(bits: bits)
      let style = engine.layers.first { $0.id == layer }?.style
      return style.map { "\($0) layer (\(layer))" } ?? "layer (\(layer), gone)"
    }
    if frame.handle(-1, handles.app) != nil { return "app" }
    if let bits = frame.handle(-1, handles.event) {
      let number = Int(truncatingIfNeeded: bits)
      return engine.event(numbered: number)?.description ?? "event \(number), dropped"
    }
    if let ticket = frame.object(-1, handles.ticket) {
      return "operation (\(ticket.outcome?.description ?? "queued"))"
    }
    if let link = frame.object(-1, handles.link) { return ChainBinding.text(of: link, self) }
    if let definition = frame.object(-1, handles.definition) {
      return "\(definition.kind == .tabs ? "tabs" : "coordinator") \"\(definition.name)\""
    }
    if let description = frame.object(-1, handles.screenDescription) {
      return "screen \"\(description.name)\""
    }
    return "userdata"
  }
}
