public import Signalbox
internal import SignalboxInspector

/// A state of an explored application, which conditions read.
public struct ExploredState {
  private let whole: NavigationEngine

  init(_ engine: NavigationEngine) { whole = engine }

  /// Read-only access to the engine.
  public var engine: NavigationReader { whole }

  /// The visible state. Cost: O(size of the state), as for the properties below.
  public var document: StateDocument { engine.tree }

  /// The name of the frontmost screen, or `nil` if nothing is shown.
  public var front: String? { engine.tree.front?.name }

  /// The screens of the topmost coordinator, starting with the root.
  public var stack: [ExpectedScreen] {
    (engine.topCoordinator.map(engine.stack(of:)) ?? []).map {
      ExpectedScreen($0.name, $0.arguments)
    }
  }

  /// The topmost screens of the layers above the root, lowest layer first.
  public var modals: [ExpectedScreen] {
    VisibleScreens(engine.tree).modals.compactMap(\.screen).map {
      ExpectedScreen($0.name, $0.arguments)
    }
  }

  /// The id of the selected page of the innermost visible tabs, or `nil` if no tabs are visible.
  public var tab: String? {
    VisibleScreens(engine.tree).tabs?.pages.first { $0.isSelected }?.id
  }

  /// The visible state as a tree, with one line for each coordinator.
  public var tree: String { TreeRenderer.render(RenderSubject(whole)) }

  /// Returns whether a coordinator of a type is running.
  ///
  /// - Parameter type: The name of the coordinator type.
  public func isRunning(_ type: String) -> Bool { !engine.coordinators(ofType: type).isEmpty }

  /// Returns the newest running coordinator of a class, or `nil` if there is none.
  ///
  /// - Parameter type: The class of the coordinator.
  public func coordinator<Class: Coordinator>(_ type: Class.Type) -> Class? {
    engine.coordinators(ofType: Class.name).last.flatMap { engine.coordinator($0) }
  }
}

/// A condition on a state of an explored application.
public struct StateCondition {
  private let body: (ExploredState) throws -> Bool
  /// The names of the screens that the condition compares with the front screen.
  let fronts: Set<String>

  /// Creates a condition.
  ///
  /// - Parameter holds: A closure that returns whether the condition holds. The closure must not
  ///   change the state.
  public init(_ holds: @escaping (ExploredState) throws -> Bool) { self.init([], holds) }

  private init(_ fronts: Set<String>, _ holds: @escaping (ExploredState) throws -> Bool) {
    (self.fronts, body) = (fronts, holds)
  }

  func holds(in state: ExploredState) throws -> Bool { try body(state) }

  /// Returns a condition on the frontmost screen.
  ///
  /// - Parameter screen: The name of the screen. Use `.screen` to also compare all arguments.
  public static func front(_ screen: ExpectedScreen) -> StateCondition {
    StateCondition([screen.name]) { state in
      let front = state.document.front
      return front.map { screen.matches(ExpectedScreen($0.name, $0.arguments)) } ?? false
    }
  }

  /// Returns a condition on the screens of the topmost coordinator, starting with the root.
  ///
  /// - Parameter screens: The names of all screens. Use `.screen` to also compare all arguments.
  public static func stack(_ screens: ExpectedScreen...) -> StateCondition {
    StateCondition { ExpectedScreen.match(screens, $0.stack) }
  }

  /// Returns a condition on the topmost screens of the layers above the root, lowest layer first.
  /// If you pass no arguments, the condition requires that no layer is presented.
  ///
  /// - Parameter screens: The names of the screens. Use `.screen` to also compare all arguments.
  public static func modals(_ screens: ExpectedScreen...) -> StateCondition {
    StateCondition { ExpectedScreen.match(screens, $0.modals) }
  }

  /// Returns a condition on the selected page of the innermost visible tabs.
  ///
  /// - Parameter page: The id of the page.
  public static func tab(_ page: String) -> StateCondition { StateCondition { $0.tab == page } }

  /// Returns a condition that holds if a coordinator of a type is running.
  ///
  /// - Parameter type: The name of the coordinator type.
  public static func running(_ type: String) -> StateCondition {
    StateCondition { $0.isRunning(type) }
  }

  /// Returns a condition that holds if both conditions hold.
  ///
  /// - Parameters:
  ///   - first: A condition.
  ///   - second: The other condition.
  public static func && (first: StateCondition, second: StateCondition) -> StateCondition {
    StateCondition(first.fronts.union(second.fronts)) { try first.body($0) && second.body($0) }
  }

  /// Returns a condition that holds if at least one of two conditions holds.
  ///
  /// - Parameters:
  ///   - first: A condition.
  ///   - second: The other condition.
  public static func || (first: StateCondition, second: StateCondition) -> StateCondition {
    StateCondition(first.fronts.union(second.fronts)) { try first.body($0) || second.body($0) }
  }

  /// Returns the negation of a condition.
  ///
  /// - Parameter condition: The condition to negate.
  public static prefix func ! (condition: StateCondition) -> StateCondition {
    StateCondition(condition.fronts) { try !condition.body($0) }
  }
}

extension ExpectedScreen {
  /// Returns whether a screen is the expected screen.
  fileprivate func matches(_ screen: ExpectedScreen) -> Bool {
    name == screen.name && (arguments == nil || arguments == screen.arguments)
  }

  fileprivate static func match(_ expected: [ExpectedScreen], _ actual: [ExpectedScreen]) -> Bool {
    expected.count == actual.count && zip(expected, actual).allSatisfy { $0.matches($1) }
  }
}
