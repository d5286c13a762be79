internal import Signalbox

/// Compares the model's state and outcome with the application's state and outcome.
struct AppComparison {
  private let model: NavigationEngine
  private let outcome: Outcome?
  private let application: MirroredState
  private let otherOutcome: Outcome?

  /// - Parameters:
  ///   - outcome: The model's outcome, or `nil` if the call has no outcome or is waiting.
  init(
    model: NavigationEngine, outcome: Outcome?, application: MirroredState, _ otherOutcome: Outcome?
  ) {
    (self.model, self.outcome, self.application) = (model, outcome, application)
    self.otherOutcome = otherOutcome
  }

  /// The lines with the differences between the states and between the outcomes, or `nil` if there
  /// are no differences.
  var difference: String? {
    let tree = model.tree
    var lines = application.document.difference(from: tree).changes.map(\.description)
    lines += faces(of: tree)
    if let outcome, let otherOutcome, Self.text(outcome) != Self.text(otherOutcome) {
      lines.append("outcome: - \(Self.text(outcome)), + \(Self.text(otherOutcome))")
    }
    guard !lines.isEmpty else { return nil }
    return (lines + ["model:       \(tree)", "application: \(application.document)"])
      .map { "  \($0)" }.joined(separator: "\n")
  }

  /// An operation without effect and a change to an equal state look the same to the user.
  private static func text(_ outcome: Outcome) -> String {
    outcome.status == .rejected ? outcome.description : "accepted"
  }

  /// Returns the differences between titles and actions if the model and the application show the
  /// same screens.
  private func faces(of tree: StateDocument) -> [String] {
    let screens = tree.allScreens
    guard screens.map(\.name) == application.document.allScreens.map(\.name) else { return [] }
    var lines: [String] = []
    for (screen, face) in zip(screens, application.screens) {
      let title = model.title(of: screen.id) ?? screen.name
      if title != face.title {
        lines.append("\(screen.name) title: - \"\(title)\", + \"\(face.title)\"")
      }
      let actions = model.delegate(of: screen.owner)?.actions(of: screen.id) ?? []
      if actions != face.actions {
        lines.append("\(screen.name) actions: - \(actions), + \(face.actions)")
      }
    }
    return lines
  }
}
