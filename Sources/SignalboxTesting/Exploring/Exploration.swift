public import Signalbox

/// The actions and properties that
/// ``NavigationFixture/explore(_:fileID:filePath:line:column:checking:)`` tries and checks in every
/// state of an application.
///
/// ```swift
/// try NavigationFixture.explore { app in
///   try ShopApp.register(in: app.engine)
///   app.launch(Shop.self)
/// } checking: { shop in
///   shop.links = ["shop://product/1"]
///   shop.never("two sheets") { $0.modals.count > 1 }
///   shop.reachable("the receipt", .front("receipt"))
/// }
/// ```
public struct Exploration {
  /// The links that the user can open in every state.
  public var links: [String] = []
  /// The strings that the user enters in the fields of alerts, keyed by field name.
  public var texts: [String: [String]] = [:]
  /// Whether swipes that the user cancels are tried.
  public var triesCancelledSwipes = true
  /// The maximum number of actions on a path, or `nil` for no limit.
  public var maxDepth: Int?
  /// The number of states after which the exploration ends.
  public var maxStates = 100_000
  /// The virtual time since the creation of the fixture after which the exploration no longer waits
  /// for timers, or `nil` for no limit.
  public var maxTime: Duration?
  /// The rules that are not checked.
  public var ignoredRules: Set<ExplorationRule> = []
  private(set) var properties: [Property] = []
  private(set) var outcomes: [DeclaredOutcome] = []
  private(set) var endings: [DeclaredEnding] = []
  private(set) var actions: [DeclaredAction] = []

  /// A property and its conditions.
  struct Property {
    let property: StateProperty<Int>
    let conditions: [StateCondition]
    let place: TestLocation
  }

  /// A result with which a coordinator can finish without a user action.
  struct DeclaredOutcome {
    let type: String
    let result: NavigationValue?

    var statement: String {
      let value = result.map { ", with: \($0.swiftArgument)" } ?? ""
      return "app.finish(\(type.debugDescription)\(value))"
    }
  }

  /// A result of the asynchronous work of coordinators.
  struct DeclaredEnding {
    let type: String
    let ending: WorkEnding

    /// - Parameter position: The position of the work among the held work of the type, counted from
    ///   0.
    func statement(at position: Int) -> String {
      let index = position == 0 ? "" : ", at: \(position)"
      return "app.endWork(of: \(type.debugDescription)\(index), with: \(ending.source))"
    }

    /// Returns whether the work can end in this way.
    func isPossible(for work: CoordinatorWork) -> Bool {
      switch ending {
      case .completion, .failure: true
      case .success(let value): work.canReturn(value)
      }
    }
  }

  /// An additional action that a test declares.
  struct DeclaredAction {
    let statement: String
    let condition: StateCondition?
    let perform: (NavigationFixture) throws -> Void
  }

  init() {}

  // MARK: - Properties

  /// Declares that a condition holds in every state.
  ///
  /// - Parameters:
  ///   - name: The name of the property, which is unique in the exploration.
  ///   - condition: The condition, which must not change the state.
  public mutating func always(
    _ name: String, _ condition: StateCondition, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    add(.always, name, [condition], TestLocation(fileID, filePath, line, column))
  }

  /// Declares that a condition holds in every state.
  ///
  /// - Parameters:
  ///   - name: The name of the property, which is unique in the exploration.
  ///   - condition: A closure that returns whether the condition holds. The closure must not change
  ///     the state.
  public mutating func always(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    _ condition: @escaping (ExploredState) throws -> Bool
  ) {
    add(.always, name, [StateCondition(condition)], TestLocation(fileID, filePath, line, column))
  }

  /// Declares that a condition holds in no state.
  ///
  /// - Parameters:
  ///   - name: The name of the property, which is unique in the exploration.
  ///   - condition: The condition, which must not change the state.
  public mutating func never(
    _ name: String, _ condition: StateCondition, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    add(.never, name, [condition], TestLocation(fileID, filePath, line, column))
  }

  /// Declares that a condition holds in no state.
  ///
  /// - Parameters:
  ///   - name: The name of the property, which is unique in the exploration.
  ///   - condition: A closure that returns whether the condition holds. The closure must not change
  ///     the state.
  public mutating func never(
    _ name: String, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column,
    _ condition: @escaping (ExploredState) throws -> Bool
  ) {
    add(.never, name, [StateCondition(condition)], TestLocation(fileID, filePath, line, column))
  }

  /// Declares that a condition holds in at least one state.
  ///
  /// - Parameters:
  ///   - name: The name of the property, which is unique in the exploration.
  ///   - condition: The condition, which must not change the state.
  public mutating func reachable(
    _ name: String, _ condition: StateCondition, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    add(.reachable, name, [condition], TestLocation(fileID, filePath, line, column))
  }

  /// Declares that a path leads from every state to a state in which a condition holds.
  ///
  /// - Parameters:
  ///   - name: The name of the property, which is unique in the exploration.
  ///   - condition: The condition, which must not change the state.
  public mutating func fromEverywhere(
    _ name: String, _ condition: StateCondition, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    add(.fromEverywhere, name, [condition], TestLocation(fileID, filePath, line, column))
  }

  /// Declares that a path with a limited number of actions leads from every state in which a
  /// condition holds to a state in which another condition holds.
  ///
  /// ```swift
  /// shop.within(1, "a sheet can be closed", from: !.modals(), to: .modals())
  /// ```
  ///
  /// - Parameters:
  ///   - count: The maximum number of actions, 1 or more.
  ///   - name: The name of the property, which is unique in the exploration.
  ///   - start: The condition of the states from which the paths start.
  ///   - end: The condition of the states to which the paths lead.
  public mutating func within(
    _ count: Int, _ name: String, from start: StateCondition, to end: StateCondition,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    add(.within(count), name, [start, end], TestLocation(fileID, filePath, line, column))
  }

  private mutating func add(
    _ kind: StateProperty<Int>.Kind, _ name: String, _ conditions: [StateCondition],
    _ place: TestLocation
  ) {
    properties.append(
      Property(
        property: StateProperty(name: name, location: properties.count, kind: kind),
        conditions: conditions, place: place))
  }

  // MARK: - Actions

  /// Declares the results with which coordinators of a type finish without user actions, for
  /// example after asynchronous work.
  ///
  /// - Parameters:
  ///   - type: The name of the coordinator's type. The frontmost coordinator of this type finishes.
  ///   - results: The results. Use `nil` for a flow that finishes without a result.
  /// - Throws: `badArgument` with the path of a value that cannot be passed.
  public mutating func finish(
    _ type: String, with results: [(any Encodable)?] = [nil]
  ) throws(NavigationError) {
    for result in results {
      var value: NavigationValue?
      if let result { value = try NavigationValue(encoding: result) }
      outcomes.append(DeclaredOutcome(type: type, result: value))
    }
  }

  /// Declares the results of the asynchronous work that coordinators of a type start. Such work is
  /// held, and each result is an action, so the exploration tries every result, every order of
  /// several results, and everything that users and links can do before a result arrives.
  ///
  /// ```swift
  /// shop.endWork(of: "Checkout", with: [.completion, .failure(Offline()), .cancellation])
  /// ```
  ///
  /// Without this declaration, work runs as it is written.
  ///
  /// - Parameters:
  ///   - type: The name of the coordinator's type.
  ///   - endings: The results to try. A `.success` is tried only for work that returns values of
  ///     the same type.
  public mutating func endWork(
    of type: String, with endings: [WorkEnding] = [.completion, .cancellation]
  ) {
    self.endings += endings.map { DeclaredEnding(type: type, ending: $0) }
  }

  /// Declares an additional action, which is tried in every state.
  ///
  /// ```swift
  /// shop.action("app.perform { $0.popToRoot() }") { app in app.perform { $0.popToRoot() } }
  /// ```
  ///
  /// - Parameters:
  ///   - statement: The action as a Swift statement, which counterexamples contain.
  ///   - condition: The states in which the action is possible, or `nil` for every state.
  ///   - body: A closure that performs the action. A failed step counts as an error of the
  ///     application.
  public mutating func action(
    _ statement: String, when condition: StateCondition? = nil,
    _ body: @escaping (NavigationFixture) throws -> Void
  ) {
    actions.append(DeclaredAction(statement: statement, condition: condition, perform: body))
  }

  /// Throws an error if the declarations contradict each other or a limit is invalid.
  func check() throws(NavigationError) {
    var names: Set<String> = []
    for property in properties {
      guard names.insert(property.property.name).inserted else {
        throw NavigationError(
          .badArgument,
          "explore: two properties have the name \(property.property.name.debugDescription)",
          hint: "choose another name for one of them")
      }
      if case .within(let count) = property.property.kind, count < 1 {
        throw NavigationError(
          .badArgument, "explore: within: got \(count) actions, expected 1 or more")
      }
    }
    for (name, limit) in [("maxDepth", maxDepth), ("maxStates", maxStates)] {
      guard let limit, limit < 1 else { continue }
      throw NavigationError(.badArgument, "explore: \(name) is \(limit), expected 1 or more")
    }
    if let maxTime, maxTime < .zero {
      throw NavigationError(.badArgument, "explore: maxTime is \(maxTime), expected 0 or more")
    }
  }
}

extension NavigationValue {
  /// The value as an argument of a Swift call.
  fileprivate var swiftArgument: String {
    switch self {
    case .list, .table: "\(swiftLiteral) as NavigationValue"
    case .boolean, .integer, .number, .string, .object: swiftLiteral
    }
  }

  private var swiftLiteral: String {
    switch self {
    case .boolean(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): value.debugDescription
    case .list(let values): "[\(values.map(\.swiftLiteral).joined(separator: ", "))]"
    case .table(let fields):
      fields.isEmpty
        ? "[:]"
        : "[\(fields.fields.map { "\($0.name.debugDescription): \($0.value.swiftLiteral)" }.joined(separator: ", "))]"
    case .object: description
    }
  }
}
