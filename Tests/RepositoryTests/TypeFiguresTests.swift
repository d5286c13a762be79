import Testing

@Suite struct TypeFiguresTests {
  /// Types that exceed the limits, with figures that may only decrease.
  private static let exceptions: [String: TypeFigures] = [
    "Signalbox.NavigationEngine": TypeFigures(lines: 600, properties: 20, outside: 2),
    "Signalbox.NavigationState": TypeFigures(lines: 600, properties: 20, outside: 4),
  ]

  private static let own = Result { TypeFigures.all(in: try Repository.sources()) }

  @Test
  func `no type exceeds 600 lines, 20 stored properties or has extensions that use its state`()
    throws
  {
    let figures = try Self.own.get()
    #expect(figures.count > 500)
    let wrong = figures.filter { name, figures in
      !figures.fits(Self.exceptions[name] ?? .limit)
    }
    #expect(wrong.map { "\($0.key): \($0.value)" }.sorted() == [])
  }

  @Test func `every listed exception is an existing type`() throws {
    let figures = try Self.own.get()
    #expect(Self.exceptions.keys.filter { figures[$0] == nil } == [])
  }

  @Test
  func `figures of a type include declarations, extensions, stored properties and uses elsewhere`()
  {
    let own = SourceFile(
      path: "Sources/Box/Train.swift",
      text: """
        public final class Train {
          let name = "var x"
          private(set) var speed = 0
          @exclusivity(unchecked) var isLate = false
          var isFast: Bool { speed > 100 }
          static var all = 0
          func stop() {
            var rest = 1
          }
        }

        struct Car { let train: Train }

        """)
    let other = SourceFile(
      path: "Sources/Box/Train+Text.swift",
      text: """
        extension Train {
          // speed
          /// The text.
          var text: String { "\\(other.speed) speed" + call(speed: 1) }
        }
        """)
    let using = SourceFile(
      path: "Sources/Box/Yard.swift", text: "extension Train {\n  func go() { self.speed = 1 }\n}")
    #expect(
      TypeFigures.all(in: [own, other, using]) == [
        "Box.Train": TypeFigures(lines: 17, properties: 3, outside: 1),
        "Box.Car": TypeFigures(lines: 1, properties: 0, outside: 0),
      ])
  }
}
