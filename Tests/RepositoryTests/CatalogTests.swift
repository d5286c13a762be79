import Testing

@Suite struct CatalogTests {
  private static let operations = CatalogCheck(
    catalog: "Sources/Box/Operations/OperationCatalog.swift", folder: "Sources/Box/Operations",
    membership: .constant("NavigationOperation"))

  private static let commands = CatalogCheck(
    catalog: "Sources/Box/Commands/CommandCatalog.swift", folder: "Sources/Box/Commands",
    membership: .fileName("Command.swift"))

  private func findings(_ check: CatalogCheck, _ files: [String: String]) -> [String] {
    let files = files.sorted { $0.key < $1.key }.map {
      SourceFile(path: "\(check.folder)/\($0.key)", text: $0.value)
    }
    return check.findings(in: files).map(\.description)
  }

  @Test(arguments: CatalogCheck.all)
  func `every catalog lists all items of its kind`(check: CatalogCheck) throws {
    let files = try Repository.sources()
    #expect(check.findings(in: files) == [])
  }

  @Test func `every catalog has a check`() throws {
    let files = try Repository.sources()
    #expect(CatalogCheck.unheld(in: files, by: CatalogCheck.all) == [])
  }

  private static let rules = CatalogCheck(
    catalog: "Sources/Box/Rules/RuleCatalog.swift", folder: "Sources/Box/Rules",
    membership: .conformance("Rule"))

  @Test func `an operation that its catalog does not list is found`() {
    #expect(
      findings(
        Self.operations,
        [
          "OperationCatalog.swift": """
          // .pop
          let all: [NavigationOperation] = [.push]
          let name = "pop"
          """,
          "Push.swift": "extension NavigationOperation { static let push = NavigationOperation() }",
          "Pop.swift":
            "\nextension NavigationOperation {\n  static let pop = NavigationOperation()}",
          "OperationNumber.swift": "static let push = Self(of: .push); static let none = Other()",
        ]) == [
          "Sources/Box/Operations/Pop.swift:3: pop is missing in "
            + "Sources/Box/Operations/OperationCatalog.swift"
        ])
  }

  @Test func `a conforming type that its catalog does not list is found`() {
    #expect(
      findings(
        Self.rules,
        [
          "RuleCatalog.swift": """
          // PopRule.self
          let all: [any Rule.Type] = [PushRule.self]
          let name = "PopRule"
          """,
          "PushRule.swift": "enum PushRule: Rule {}",
          "PopRule.swift": "\npackage enum PopRule: Sendable,\n  Rule {}",
          "Router/Dismiss.swift": "extension Dismiss: Rule {}",
        ]) == [
          "Sources/Box/Rules/PopRule.swift:2: PopRule is missing in "
            + "Sources/Box/Rules/RuleCatalog.swift",
          "Sources/Box/Rules/Router/Dismiss.swift:1: Dismiss is missing in "
            + "Sources/Box/Rules/RuleCatalog.swift",
        ])
  }

  @Test func `a file without a conforming type is not expected in a catalog`() {
    #expect(
      findings(
        Self.rules,
        [
          "RuleCatalog.swift": "",
          "Rule.swift": "protocol Rule: Sendable {}",
          "Undoable.swift": "protocol Undoable: Rule {}",
          "Queue.swift": "struct Queue<O: Rule>: Sendable where O: Undoable {}",
          "Outcome.swift": "extension Outcome: Sendable where O: Rule {}",
        ]) == [])
  }

  @Test func `a command that its catalog does not list is found by its file`() {
    #expect(
      findings(
        Self.commands,
        [
          "CommandCatalog.swift": "let all = [HelpCommand()]", "HelpCommand.swift": "",
          "TreeCommand.swift": "", "Arguments.swift": "",
        ]) == [
          "Sources/Box/Commands/TreeCommand.swift: TreeCommand is missing in "
            + "Sources/Box/Commands/CommandCatalog.swift"
        ])
  }

  @Test func `a folder without a catalog is found unless the folder is empty`() {
    #expect(findings(Self.commands, [:]) == [])
    #expect(
      findings(Self.commands, ["HelpCommand.swift": ""]) == [
        "Sources/Box/Commands/CommandCatalog.swift: is missing, the catalog of Sources/Box/Commands"
      ])
  }

  @Test func `a catalog without a check is found`() {
    let files = ["Commands/CommandCatalog", "Moved/OperationCatalog", "Other"].map {
      SourceFile(path: "Sources/Box/\($0).swift", text: "")
    }
    #expect(
      CatalogCheck.unheld(in: files, by: [Self.commands, Self.operations]) == [
        Finding("Sources/Box/Moved/OperationCatalog.swift", 0, "has no row in CatalogCheck.all")
      ])
  }
}
