import Testing

@Suite struct PublicFunctionTests {
  /// The targets of the products that other packages import.
  private static let libraries: Set<String> = [
    "Signalbox", "SignalboxInspector", "SignalboxProtocol", "SignalboxREPL", "SignalboxRemote",
    "SignalboxScenarios", "SignalboxScriptTesting", "SignalboxScripting", "SignalboxTesting",
    "SignalboxTransports",
    "SignalboxUI", "SignalboxWeb",
  ]

  private func findings(_ text: String) -> [String] {
    let file = SourceFile(path: "Sources/Signalbox/Sample.swift", text: text)
    return PublicFunction.findings(in: [file]).map { "\($0.line): \($0.message)" }
  }

  @Test func `every parameter of a public function has a description`() throws {
    let files = try Repository.sources().filter { Self.libraries.contains($0.target ?? "") }
    #expect(files.flatMap(PublicFunction.all).count > 400)
    #expect(PublicFunction.findings(in: files) == [])
  }

  @Test func `the libraries whose functions are checked are the products of the package`() throws {
    let manifest = try Repository.file("Package.swift").statements
    let products = manifest.matches(of: /\.library\(name: "\w+", targets: \["(\w+)"\]\)/)
    #expect(Set(products.map { String($0.output.1) }).subtracting(["CHeapMeter"]) == Self.libraries)
  }

  @Test func `a parameter without a description is found`() {
    let found = findings(
      """
      public struct Router {
        /// Pops screens.
        ///
        /// - Parameter count: How many.
        @discardableResult
        public func pop(_ count: Int = 1 << 2, to name: [String: Int], _ body: () -> Void) -> Bool { true }
        public init<Name: Sequence<String>>(
          names: Name
        ) {}
        public subscript(index: Int) -> Int { index }
        func pop(by: Int) {}
        public func none() {}
      }
      """)
    #expect(
      found == [
        "6: pop(_:to:_:) does not describe its parameter name",
        "6: pop(_:to:_:) does not describe its parameter body",
        "7: init(names:) does not describe its parameter names",
        "10: subscript(_:) does not describe its parameter index",
      ])
  }

  @Test func `a description of an unknown parameter is found`() {
    let found = findings(
      """
      /// Finishes.
      ///
      /// - Parameters:
      ///   - type: The type.
      ///   - result: The result, or
      ///     nothing.
      /// - Returns: A list:
      ///   - other: no parameter.
      public func finish(_ name: String, with result: Int, line: UInt = #line) {}
      """)
    #expect(
      found == [
        "9: finish(_:with:line:) does not describe its parameter name",
        "9: finish(_:with:line:) describes type, which it does not have",
      ])
  }

  @Test func `only implementations of protocol requirements can inherit their descriptions`() {
    let found = findings(
      """
      public protocol Reporter {
        /// Adds.
        ///
        /// - Parameter result: The next result.
        mutating func add(_ result: Result)
        init(_ context: Context)
      }

      public struct Dots: Reporter {
        public mutating func add(_ result: Result) {}
        public mutating func add(_ text: String) {}
        public static func == (left: Dots, right: Dots) -> Bool { true }
        public func hash(into hasher: inout Hasher) {}
      }
      """)
    #expect(
      found == [
        "6: init(_:) does not describe its parameter context",
        "11: add(_:) does not describe its parameter text",
      ])
  }
}
