internal import LuaRuntime

/// The variables that inputs of the prompt declared as `local`, which later inputs share with them and
/// with the functions that use them (decision 0125).
final class PromptScope {
  /// One variable: an upvalue of a function that does nothing else than hold it.
  struct Cell {
    let holder: LuaFunction
    let index: Int
    let attribute: LocalStatement.Attribute?

    var value: LuaValue { (try? holder.upvalue(index)) ?? .nil }
  }

  /// What inputs before a pause declared.
  private let parent: PromptScope?
  /// Names that stand between this scope and its parent: variables of the functions that wait.
  private let hidden: Set<String>
  private var cells: [String: Cell] = [:]

  /// Names that are never lifted: the last value would be out of reach, or all globals.
  static let exempt: Set<String> = ["_", "_ENV"]

  init(parent: PromptScope? = nil, hiding hidden: Set<String> = []) {
    self.parent = parent
    self.hidden = hidden
  }

  /// The variable that a name means to the next input; `nil` where it means a global.
  subscript(name: String) -> Cell? {
    if let cell = cells[name] { return cell }
    return hidden.contains(name) ? nil : parent?[name]
  }

  /// The names of all variables, in order.
  var names: [String] {
    let outer = parent?.names.filter { !hidden.contains($0) } ?? []
    return Set(outer + cells.keys).sorted()
  }

  var isEmpty: Bool { cells.isEmpty && parent?.isEmpty ?? true }

  /// Declares a variable; one of that name that was there before stays with its functions.
  func declare(_ name: String, _ cell: Cell) {
    if !Self.exempt.contains(name) { cells[name] = cell }
  }

  func removeAll() { cells = [:] }
}
