import Testing

@Suite struct FolderOrderTests {
  private static let page = """
    ## Folders of the engine

    | folder | contents |
    |---|---|
    | `Sources/Box/Model/` | values |
    | `Sources/Box/Engine/` | uses `Sources/Box/Model/` |

    ## Next

    | `Sources/Box/Later/` | another table |
    """

  private func findings(_ files: [String: String]) -> [String] {
    let order = FolderOrder(
      SourceFile(path: "docs/page.md", text: Self.page), heading: "## Folders of the engine",
      of: "Sources/Box")
    let files = files.sorted { $0.key < $1.key }.map { SourceFile(path: $0.key, text: $0.value) }
    return order.findings(in: files).map(\.description)
  }

  @Test func `the folders of the engine use only folders above them`() throws {
    let order = FolderOrder(
      try Repository.file("docs/architecture.md"), heading: "## Folders of the engine",
      of: "Sources/Signalbox")
    #expect(order.findings(in: try Repository.sources()) == [])
  }

  @Test func `a use of a type of a lower row is found with its line`() {
    #expect(
      findings([
        "Sources/Box/Model/Train.swift": """
        // The engine: Motor
        struct Train {
          let text = "Motor"
          let kind: Kind.Motor
          let motor: Motor?
        }
        extension Motor {}
        """,
        "Sources/Box/Engine/Motor.swift": "public final class Motor {\n  let train: Train\n}",
      ]) == [
        "Sources/Box/Model/Train.swift:5: Model uses Motor of Engine, which is below it in "
          + "docs/page.md",
        "Sources/Box/Model/Train.swift:7: Model uses Motor of Engine, which is below it in "
          + "docs/page.md",
      ])
  }

  @Test func `a name that the folder declares in another type is its own`() {
    #expect(
      findings([
        "Sources/Box/Model/Train.swift": "struct Train {\n  enum Motor {}\n  let motor: Motor\n}",
        "Sources/Box/Engine/Motor.swift": "class Motor {\n  struct Train {}\n}",
      ]) == [])
  }

  @Test func `folders without a row and rows without a folder are found`() {
    #expect(
      findings([
        "Sources/Box/Model/Train.swift": "", "Sources/Box/Later/Bell.swift": "",
        "Sources/Box/Box.swift": "", "Sources/Other/Model/Train.swift": "",
      ]) == [
        "Sources/Box/Later: has no row in the order of folders of docs/page.md",
        "docs/page.md:6: Sources/Box/Engine has no Swift files",
      ])
  }
}
