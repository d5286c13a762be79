internal import LineEditor
internal import Signalbox

extension HostMessage {
  /// Reads what a host has sent; `nil` for what this version does not know.
  package init?(_ text: String) {
    guard case .table(let fields)? = try? NavigationValue(json: text) else { return nil }
    guard let message = Self.event(fields) ?? Self.answer(fields) else { return nil }
    self = message
  }

  private static func event(_ fields: NavigationArguments) -> HostMessage? {
    let text = fields.string("text")
    switch fields.string("event") {
    case "output":
      guard let id = fields.integer("input"), let text else { return nil }
      return .output(id: id, text: text, isFailure: fields["failure"] == true)
    case "change": return text.map(HostMessage.change)
    case "event": return text.map(HostMessage.event)
    case "label": return text.map(HostMessage.label)
    case "bye": return text.map(HostMessage.bye)
    case "dropped": return fields.integer("count").map(HostMessage.dropped)
    default: return nil
    }
  }

  private static func answer(_ fields: NavigationArguments) -> HostMessage? {
    let id = fields.integer("id")
    guard fields["ok"] == true, let id else {
      guard fields["ok"] == false, let message = fields.string("message") else { return nil }
      let code = fields.string("code").flatMap { Refusal.Code(rawValue: $0) } ?? .malformed
      return .refused(Refusal(id: id, code, message))
    }
    if let label = fields.string("label") {
      return .evaluated(
        id: id,
        PromptState(
          label: label, isPending: fields["pending"] == true, hasFailed: fields["failed"] == true,
          isFinished: fields["finished"] == true))
    }
    if let version = fields.integer("version"), let host = fields.string("host"),
      let lua = fields.string("lua"), let client = fields.integer("client")
    {
      return .welcome(id: id, Welcome(version: version, host: host, lua: lua, client: client))
    }
    if let start = fields.integer("start"), case .list(let list)? = fields["suggestions"] {
      return .completed(
        id: id, LineCompletion(start: start, suggestions: list.compactMap(suggestion)))
    }
    return .done(id: id)
  }

  private static func suggestion(_ value: NavigationValue) -> LineSuggestion? {
    guard case .table(let fields) = value, let text = fields.string("text") else { return nil }
    return LineSuggestion(text, detail: fields.string("detail") ?? "")
  }
}

extension NavigationArguments {
  fileprivate func string(_ name: String) -> String? {
    if case .string(let text)? = self[name] { text } else { nil }
  }

  fileprivate func integer(_ name: String) -> Int? {
    if case .integer(let number)? = self[name] { number } else { nil }
  }
}
