internal import Signalbox

/// Renders the event log. Each event is shown with its number, virtual time, operation number, kind
/// and subject, and with details such as the reason.
public enum EventsRenderer: Renderer {
  /// The name `events`.
  public static let name = "events"
  /// The summary in help texts.
  public static let summary = "Draws the log of events"

  /// Renders the log, one line for each event.
  public static func render(_ subject: RenderSubject) -> String {
    let events = subject.events
    guard !events.isEmpty else { return "no event has occurred" }
    let columns: [(NavigationEvent) -> String] = [
      { String($0.sequence) }, { "\($0.milliseconds) ms" },
      { $0.operation == 0 ? "" : "#\($0.operation)" }, { $0.kind.name },
    ]
    let cells = events.map { event in columns.map { $0(event) } }
    let widths = columns.indices.map { column in
      cells.map { DisplayText.width(of: $0[column]) }.max() ?? 0
    }
    return zip(events, cells).map { event, texts in
      var parts = zip(texts, widths).prefix(3).map { DisplayText.alignRight($0, to: $1) }
      let about = DisplayText.clean(event.fields)
      parts.append(about.isEmpty ? texts[3] : DisplayText.pad(texts[3], to: widths[3]))
      if !about.isEmpty { parts.append(about) }
      return parts.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
