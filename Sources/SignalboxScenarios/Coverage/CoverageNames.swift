internal import SignalboxScripting

/// Creates the coverage items for the declarations of a coordinator type.
struct CoverageNames {
  private let type: String
  private let file: String

  init(_ type: DeclaredType) {
    self.type = type.name
    file = type.place?.file ?? ""
  }

  /// Creates names for items that belong to the application instead of to a type.
  init() {
    type = ""
    file = ""
  }

  func route(_ name: String) -> ScenarioCoverage.Item {
    ScenarioCoverage.Item(name: "\(type).\(name)", file: file)
  }

  func action(_ label: String, on screen: String) -> ScenarioCoverage.Item {
    ScenarioCoverage.Item(name: "\(type).\(screen) \"\(label)\"", file: file)
  }

  func transition(from: String, to: String) -> ScenarioCoverage.Item {
    ScenarioCoverage.Item(name: "\(type).\(from) → \(to)", file: file)
  }

  func link(_ pattern: String) -> ScenarioCoverage.Item {
    ScenarioCoverage.Item(name: pattern, file: file)
  }

  /// Returns the item for a guard, which is named after the guard's location.
  static func rejection(by place: ScriptLocation) -> ScenarioCoverage.Item {
    ScenarioCoverage.Item(name: place.description)
  }
}
