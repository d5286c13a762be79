/// A state of the exploration and its transitions.
struct ExplorationState {
  enum Move {
    case push(Int)
    case pop
    case select(Int)
    case present
    case dismiss
  }

  static let count = 31 * 31 * 31 * 6

  /// The screens above the root of each tab: 0 means none, 1 to 5 one screen, and 6 to 30 two
  /// screens.
  private var stacks = [0, 0, 0]
  private(set) var tab = 0
  private(set) var isModal = false

  var number: Int {
    ((stacks[0] * 31 + stacks[1]) * 31 + stacks[2]) * 6 + tab * 2 + (isModal ? 1 : 0)
  }

  /// The screen on top of the selected tab, or `nil` for the root.
  var top: Int? { stacks[tab] == 0 ? nil : (stacks[tab] - 1) % 5 }

  var moves: [Move] {
    if isModal { return [.dismiss] }
    var moves: [Move] = stacks[tab] < 6 ? (0..<5).map { .push($0) } : []
    if stacks[tab] > 0 { moves.append(.pop) }
    for other in 0..<3 where other != tab { moves.append(.select(other)) }
    moves.append(.present)
    return moves
  }

  mutating func apply(_ move: Move) {
    let stack = stacks[tab]
    switch move {
    case .push(let screen): stacks[tab] = stack == 0 ? screen + 1 : 1 + stack * 5 + screen
    case .pop: stacks[tab] = stack < 6 ? 0 : (stack - 1) / 5
    case .select(let other): tab = other
    case .present: isModal = true
    case .dismiss: isModal = false
    }
  }

  /// The number of moves from the first state to every state, indexed by its number.
  static func distances() -> [Int] {
    var distances = Array(repeating: -1, count: count)
    var waiting = [ExplorationState()]
    distances[waiting[0].number] = 0
    var next = 0
    while next < waiting.count {
      let state = waiting[next]
      next += 1
      for move in state.moves {
        var other = state
        other.apply(move)
        guard distances[other.number] < 0 else { continue }
        distances[other.number] = distances[state.number] + 1
        waiting.append(other)
      }
    }
    return distances
  }
}
