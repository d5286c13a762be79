internal import LuaRuntime

/// The variables that inputs have declared as `local`. Later inputs share these variables with each
/// other and with the functions that use them (decision 0125).
final class PromptScope {
  /// A variable, represented by an upvalue of a function that exists only for this purpose.
  struct Cell {
    let holder: LuaFunction
    let index: Int
    let attribute: LocalStatement.Attribute?

    var value: LuaValue { (try? holder.upvalue(index)) ?? .nil }
  }

  /// The variables that inputs declared before the pause, or `nil` outside pauses.
  private let parent: PromptScope?
  /// The names that shadow names of the parent, because they are variables in the waiting
  /// functions.
  private let hidden: Set<String>
  private var cells: [String: Cell] = [:]

  /// The names that are never captured. A local `_` would hide the last value, and a local `_ENV`
  /// all globals.
  static let exempt: Set<String> = ["_", "_ENV"]

  init(parent: PromptScope? = nil, hiding hidden: Set<String> = []) {
    self.parent = parent
    self.hidden = hidden
  }

  /// The variable to which a name refers in the next input, or `nil` if the name refers to another
  /// variable.
  subscript(name: String) -> Cell? {
    if let cell = cells[name] { return cell }
    return hidden.contains(name) ? nil : parent?[name]
  }

  /// The sorted names of all variables.
  var names: [String] {
    let outer = parent?.names.filter { !hidden.contains($0) } ?? []
    return Set(outer + cells.keys).sorted()
  }

  var isEmpty: Bool { cells.isEmpty && parent?.isEmpty ?? true }

  /// Declares a variable. Functions that use an earlier variable with this name continue to use
  /// that variable.
  func declare(_ name: String, _ cell: Cell) {
    if !Self.exempt.contains(name) { cells[name] = cell }
  }

  /// A copy of the variables at one point in time.
  struct Contents {
    fileprivate let cells: [String: Cell]
  }

  /// The variables that inputs have declared in this scope.
  var contents: Contents {
    get { Contents(cells: cells) }
    set { cells = newValue.cells }
  }

  func removeAll() { cells = [:] }
}
