package import SignalboxProtocol

/// The method `interface/report`, which reports a user action.
package enum InterfaceReportMethod: ProtocolMethod {
  /// The kinds of actions.
  package enum Event: String, Hashable, Sendable, Codable, CaseIterable {
    /// Taps the action labeled `text` of the front screen or of an enclosing tab view.
    case tap
    /// Taps the back button.
    case back
    /// Taps the tab `page` of the tab bar `bar`.
    case tab
    /// Taps the button labeled `text` of the alert `layer`.
    case button
    /// Replaces the text of the field `field` of the alert `layer` with `text`.
    case enter
    /// Begins, continues, cancels or completes the gesture `gesture`.
    case began, moved, cancelled, completed
  }

  /// The interactive gestures.
  package enum Gesture: String, Hashable, Sendable, Codable, CaseIterable {
    case swipeBack, swipeDown
  }

  package struct Params: MessageFields {
    package var event: Event
    /// The number of the interface that the page showed when the user acted.
    package var number: Int
    package var text: String?
    package var page: String?
    package var bar: String?
    package var layer: String?
    package var field: String?
    package var gesture: Gesture?
    package var progress: Double?

    package static let fields = [
      MessageField("event", .choice(Event.allCases.map(\.rawValue)), "the kind of action"),
      MessageField("number", .integer(minimum: 0), "the number of the interface that was visible"),
      MessageField("text", .string, optional: true, "the label, or the text of a field"),
      MessageField("page", .string, optional: true, "the identifier of a page"),
      MessageField("bar", .string, optional: true, "the identifier of a tab bar"),
      MessageField("layer", .string, optional: true, "the identifier of an alert"),
      MessageField("field", .string, optional: true, "the name of a field"),
      MessageField(
        "gesture", .choice(Gesture.allCases.map(\.rawValue)), optional: true,
        "the gesture that begins, moves or ends"),
      MessageField("progress", .number, optional: true, "the progress, from 0 to 1"),
    ]
  }

  package struct Result: MessageFields {
    /// Whether the application received the action.
    package var isAccepted: Bool
    /// The reason why the application did not receive the action, or `nil` if it did.
    package var reason: String?

    package static let fields = [
      MessageField("isAccepted", .boolean, "whether the application received the action"),
      MessageField(
        "reason", .string, optional: true,
        "the reason why the application did not receive the action"),
    ]
  }

  package static let name = "interface/report"
  package static let summary = "Reports an action of the user."
  package static let example = MethodExample<Params, Result>(
    Params(event: .tap, number: 1, text: "Help"),
    after: [
      #"{"method":"interface/open","params":{}}"#,
      #"{"method":"interface/shown","params":{"number":1}}"#,
    ])
}
