package import Signalbox

/// The screens of an application and the transitions between them.
///
/// A node is a front screen with its coordinator. An edge combines all transitions from one screen
/// to another.
public struct ScreenGraph: Hashable, Sendable {
  /// A screen.
  public struct Node: Hashable, Sendable {
    /// The type of the coordinator that owns the screen.
    public let coordinator: String
    /// The name of the screen.
    public let screen: String
    /// The number of explored states with this front screen, or of visits in a recording. The
    /// number is 0 for a route that no path reaches.
    public fileprivate(set) var stateCount = 0
    /// The number of visits in the recordings of a test run, or `nil` if there are no recordings.
    public fileprivate(set) var runCount: Int?
    /// The number of transitions after which the screen is still in front.
    public fileprivate(set) var loopCount = 0
    /// The actions of the transitions that ``loopCount`` counts, in the order in which they were
    /// found, as Lua source.
    public fileprivate(set) var loopActions: [String] = []
    /// The actions of the transitions that ``loopCount`` counts, in short form, for images.
    public fileprivate(set) var loopLabels: [String] = []

    /// The name of the screen, with the number of transitions after which it is still in front, as
    /// in `product ↻2`.
    var caption: String { loopCount > 0 ? "\(screen) ↻\(loopCount)" : screen }

    /// The coordinator type and the screen, such as `Shop.catalog`, or only the screen if it has no
    /// coordinator.
    public var name: String { coordinator.isEmpty ? screen : "\(coordinator).\(screen)" }
  }

  /// The transitions from one screen to another.
  public struct Edge: Hashable, Sendable {
    /// The index of the front screen before the transition.
    public let source: Int
    /// The index of the front screen after the transition.
    public let target: Int
    /// The actions, in the order in which they were found, as Lua source.
    public fileprivate(set) var actions: [String] = []
    /// The actions in short form, such as `tap Buy`, for images.
    public fileprivate(set) var labels: [String] = []
    /// The number of transitions that were found. The number is 0 for a transition that is only
    /// declared or that only the recordings of a test run contain.
    public fileprivate(set) var count = 0
    /// The number of times that the recordings of a test run contain the transition, or `nil` if
    /// there are no recordings.
    public fileprivate(set) var runCount: Int?
  }

  /// The screens, in the order in which they were found. The first screen is the front screen at
  /// the start.
  public private(set) var nodes: [Node] = []
  /// The transitions between different screens, in the order in which they were found.
  public private(set) var edges: [Edge] = []

  private var numbers: [NodeKey: Int] = [:]
  private var edgeNumbers: [EdgeKey: Int] = [:]

  private struct NodeKey: Hashable {
    let coordinator: String
    let screen: String
  }

  private struct EdgeKey: Hashable {
    let source: Int
    let target: Int
  }

  /// The set of all stored actions, for fast lookup.
  private var actions: Set<ActionKey> = []
  /// The maximum number of actions that are stored for each screen and each edge.
  private let maxActions: Int

  private struct ActionKey: Hashable {
    let source: Int
    let target: Int
    let action: String
  }

  /// Creates an empty graph.
  public init() { self.init(maxActions: .max) }

  /// Creates an empty graph.
  ///
  /// - Parameter maxActions: The maximum number of actions that are stored for each screen and each
  ///   edge. Further transitions are only counted.
  package init(maxActions: Int) { self.maxActions = maxActions }

  /// Adds a screen unless the graph contains it, and increases the screen's number of states.
  ///
  /// - Parameters:
  ///   - screen: The name of the screen.
  ///   - coordinator: The type of the coordinator that owns the screen.
  ///   - states: The number of states to add.
  /// - Returns: The index of the screen.
  @discardableResult
  public mutating func add(_ screen: String, of coordinator: String, states: Int = 0) -> Int {
    let key = NodeKey(coordinator: coordinator, screen: screen)
    let number = numbers[key] ?? nodes.count
    if number == nodes.count {
      nodes.append(Node(coordinator: coordinator, screen: screen))
      numbers[key] = number
    }
    nodes[number].stateCount += states
    return number
  }

  /// Adds a transition. A transition after which the same screen is in front does not become an
  /// edge. It increases the ``Node/loopCount`` of the screen instead.
  ///
  /// - Parameters:
  ///   - source: The index of the front screen before the transition.
  ///   - target: The index of the front screen after the transition.
  ///   - action: The action, as Lua source.
  ///   - label: The action in short form, such as `tap Buy`. By default, the label is derived from
  ///     `action`.
  public mutating func connect(
    _ source: Int, to target: Int, by action: String, labeled label: String? = nil
  ) {
    guard source != target else { return addLoop(source, action, label) }
    let number = edge(source, target)
    edges[number].count += 1
    guard edges[number].actions.count < maxActions, isNew(action, from: source, to: target) else {
      return
    }
    edges[number].actions.append(action)
    edges[number].labels.append(label ?? GraphSource.words(of: action))
  }

  private mutating func addLoop(_ screen: Int, _ action: String, _ label: String?) {
    nodes[screen].loopCount += 1
    guard nodes[screen].loopActions.count < maxActions, isNew(action, from: screen, to: screen)
    else { return }
    nodes[screen].loopActions.append(action)
    nodes[screen].loopLabels.append(label ?? GraphSource.words(of: action))
  }

  /// Stores an action, and returns whether the action is new for transitions from the source to the
  /// target.
  private mutating func isNew(_ action: String, from source: Int, to target: Int) -> Bool {
    actions.insert(ActionKey(source: source, target: target, action: action)).inserted
  }

  /// Whether the graph contains the counts of a test run.
  package var hasRuns: Bool { nodes.contains { $0.runCount != nil } }

  /// Adds the counts of a test run, and the items that only its recordings contain.
  ///
  /// - Parameter runs: The screens and transitions of the recordings.
  package mutating func addRuns(_ runs: ScreenGraph) {
    for index in nodes.indices { nodes[index].runCount = 0 }
    for index in edges.indices { edges[index].runCount = 0 }
    let numbers = runs.nodes.map { node in
      let number = add(node.screen, of: node.coordinator)
      nodes[number].runCount = node.stateCount
      return number
    }
    for run in runs.edges {
      let number = edge(numbers[run.source], numbers[run.target])
      if edges[number].actions.isEmpty {
        (edges[number].actions, edges[number].labels) = (run.actions, run.labels)
        for action in run.actions {
          _ = isNew(action, from: edges[number].source, to: edges[number].target)
        }
      }
      edges[number].runCount = run.count
    }
  }

  /// Adds those declared transitions between screens of the graph that have not been found yet.
  ///
  /// - Parameter names: The transitions of coordinator types, such as `Shop.product → reviews`.
  package mutating func declare(transitions names: Set<String>) {
    guard !names.isEmpty else { return }
    for (source, from) in nodes.enumerated() {
      for (target, to) in nodes.enumerated() where to.coordinator == from.coordinator {
        if names.contains("\(from.name) → \(to.screen)") { declare(source, to: target) }
      }
    }
  }

  /// Adds a declared transition that has not been found yet.
  ///
  /// - Parameters:
  ///   - source: The index of the front screen before the transition.
  ///   - target: The index of the front screen after the transition.
  mutating func declare(_ source: Int, to target: Int) {
    if source != target { _ = edge(source, target) }
  }

  /// Returns the index of a screen, or `nil` if the graph does not contain it.
  func index(of screen: String, in coordinator: String) -> Int? {
    numbers[NodeKey(coordinator: coordinator, screen: screen)]
  }

  /// Returns the index of the edge from one screen to another, or `nil` if there is none.
  func edgeIndex(_ source: Int, _ target: Int) -> Int? {
    edgeNumbers[EdgeKey(source: source, target: target)]
  }

  private mutating func edge(_ source: Int, _ target: Int) -> Int {
    let key = EdgeKey(source: source, target: target)
    if let number = edgeNumbers[key] { return number }
    edges.append(Edge(source: source, target: target))
    edgeNumbers[key] = edges.count - 1
    return edges.count - 1
  }

  /// The graph with its layout, as pages read it. The counts are numbers of states and transitions.
  /// Cost: that of the layout (see ``LayeredLayout``).
  package var pageValue: NavigationValue { GraphData(self, countingStates: true).value }

  /// The coordinator types, in the order in which their screens were found.
  var coordinators: [String] {
    var seen: Set<String> = []
    return nodes.map(\.coordinator).filter { seen.insert($0).inserted }
  }
}
