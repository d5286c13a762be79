/// The remote application that an engine mirrors, if any.
final class Mirroring {
  var mirror: EngineMirror?
}

/// The information that an engine has about the remote application that it mirrors.
package final class EngineMirror {
  /// The names of the application's coordinator types.
  let types: Set<String>
  /// The current visible state of the application.
  private(set) var shown = MirroredState(document: StateDocument())
  private(set) var faces: [ScreenID: MirroredState.Face] = [:]
  /// The previously shown states, keyed by the number of the last change.
  private var trees: [Int: StateDocument] = [:]
  /// The maximum number of ``trees``, or 0 if no history is kept.
  private let maxTrees: Int

  init(_ types: Set<String>, maxTrees: Int) { (self.types, self.maxTrees) = (types, maxTrees) }

  /// Returns the state that was shown after a change, or `nil` if the state was not shown or is not
  /// retained.
  func tree(atStep number: Int) -> StateDocument? { trees[number] }

  /// Shows a state, and stores its document for ``tree(atStep:)``.
  func show(_ new: MirroredState, tree: @autoclosure () -> StateDocument) {
    let old = shown
    shown = new
    faces = Dictionary(
      shown.screens.map { (ScreenID(mirroring: $0.number), $0) },
      uniquingKeysWith: { first, _ in first })
    guard maxTrees > 0 else { return }
    if shown.forks != old.forks {
      let last = min(old.step, shown.step)
      trees = trees.filter { $0.key <= last }
    }
    trees[shown.step] = tree()
    guard trees.count > maxTrees, let oldest = trees.keys.min() else { return }
    trees[oldest] = nil
  }

  /// Runs a closure while the mirror shows the state after the given number of changes.
  func atStep(_ number: Int, _ body: () -> Void) {
    let present = shown.step
    shown.step = number
    body()
    shown.step = present
  }

  /// Accepts a coordinator definition from a script if the application has a coordinator type with
  /// the same name. The mirror then uses the application's coordinator.
  ///
  /// - Throws: `unsupported` if the application has no such coordinator type.
  func checkDefinition(of name: String) throws(NavigationError) {
    guard !types.contains(name) else { return }
    throw Self.unsupported(
      "coordinator \"\(name)\"",
      "the application has no coordinator of this name, and scripts do not run in it")
  }

  /// Returns the error for an action that only the application can perform.
  ///
  /// - Parameters:
  ///   - what: The script function or property.
  ///   - why: The reason, as a single clause.
  package static func unsupported(_ what: String, _ why: String) -> NavigationError {
    NavigationError(
      .unsupported, "\(what): \(why)",
      hint: "tag scenarios that need the model, and exclude them with --tag \"not model\"")
  }
}

/// The state of a remote application, including information that a state document does not contain.
package struct MirroredState: Sendable {
  /// The visible content of a screen.
  package struct Face: Hashable, Sendable {
    package let number: Int
    package let title: String
    package let actions: [String]

    package init(number: Int, title: String, actions: [String]) {
      (self.number, self.title, self.actions) = (number, title, actions)
    }
  }

  package let document: StateDocument
  /// The numbers of the coordinators and layers, in the order of the document.
  package var coordinators: [Int] = []
  package var layers: [Int] = []
  /// The screens, in the order of ``StateDocument/allScreens``.
  package var screens: [Face] = []
  package var leaks: [Leak] = []
  package var lastFinish: FinishNotice?
  package var swipeProgress: Double?
  package var undoable = 0
  package var redoable = 0
  /// The number of changes that have led to the state.
  package var step = 0
  /// The number of times that a change has discarded undone changes.
  package var forks = 0
  package var isReady = false
  package var milliseconds = 0

  package init(document: StateDocument) { self.document = document }
}
