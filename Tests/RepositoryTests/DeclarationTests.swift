import Testing

@Suite struct DeclarationTests {
  private func findings(
    _ text: String, path: String = "Sources/Signalbox/Sample.swift"
  ) -> [String] {
    Declaration.findings(in: SourceFile(path: path, text: text)).map { "\($0.line): \($0.message)" }
  }

  @Test
  func `every public declaration and every type of the engine has a documentation comment`() throws
  {
    let files = try Repository.sources()
    let declarations = files.flatMap(Declaration.all)
    #expect(declarations.filter(\.isPublic).count > 3000)
    #expect(declarations.filter { $0.isPublic && $0.keyword == "case" }.count > 500)
    let engine = files.filter { $0.target == "Signalbox" }.flatMap(Declaration.all)
    #expect(engine.filter(\.isType).count > 400)
    #expect(files.flatMap(Declaration.findings) == [])
  }

  // MARK: - Bad samples

  @Test func `a public declaration without a comment is found`() {
    let text = """
      /// A router.
      public final class Router: Sendable {
        public private(set) var count = 0
        public init() {}
        public subscript(index: Int) -> Int { index }
        @discardableResult public static func pop() -> Int { 1 }
        public typealias Name = String
        public class var shared: Router { Router() }
        /// Documented.
        @available(iOS 17.0, *)
        // swift-format-ignore
        public func push() {}
        func hidden() {}
        package let depth = 1
      }
      #if canImport(UIKit)
        extension Router {
          nonisolated
            public func show() {}
        }
      #endif
      """
    let expected = [
      "3: no documentation comment: public private(set) var count = 0",
      "4: no documentation comment: public init() {}",
      "5: no documentation comment: public subscript(index: Int) -> Int { index }",
      "6: no documentation comment: @discardableResult public static func pop() -> Int { 1 }",
      "7: no documentation comment: public typealias Name = String",
      "8: no documentation comment: public class var shared: Router { Router() }",
      "19: no documentation comment: public func show() {}",
    ]
    #expect(findings(text) == expected)
    #expect(findings(text, path: "Sources/SignalboxCLI/Sample.swift") == expected)
    #expect(findings(text, path: "Tests/SignalboxTests/Sample.swift") == [])
  }

  @Test func `a case of a public enumeration without a comment is found`() {
    let text = """
      /// Colors.
      public indirect enum Color {
        /// Red.
        case red

        // A comment that is not documentation.
        case green, blue
        case mixed(
          Color, Color)
        case `default` = "public enum Other { case none }"

        /// The name.
        public var name: String {
          switch self {
          case .red: "red"
          default: { let name = "other"; return name }()
          }
        }

        /// Keys.
        private enum Key { case name }
      }
      """
    #expect(
      findings(text) == [
        "7: no documentation comment: case green, blue",
        "8: no documentation comment: case mixed(",
        "10: no documentation comment: case `default` = \"public enum Other { case none }\"",
      ])
  }

  @Test func `a requirement of a public protocol without a comment is found`() {
    let text = """
      /// Reporters.
      public protocol Reporter {
        associatedtype Result
        var name: String { get }
        mutating func add(_ result: Result)
        /// Creates a reporter.
        init()
      }

      /// Writers.
      protocol Writer {
        var name: String { get }
      }

      extension Reporter {
        func finish() {}
      }
      """
    #expect(
      findings(text) == [
        "3: no documentation comment: associatedtype Result",
        "4: no documentation comment: var name: String { get }",
        "5: no documentation comment: mutating func add(_ result: Result)",
      ])
  }

  @Test func `a type of the engine without a comment is found`() {
    let text = """
      enum Gesture {
        private struct Phase: Equatable { var progress = 0.0 }
        typealias Body = () -> Void
        fileprivate final class Box {
          let actor = 1, structure = 2
        }
        static func run() {
          actor = 2
          struct Local {}
        }
        class func make() {}
      }

      /// Documented.
      @MainActor
      protocol Documented {}
      extension Gesture {}
      """
    #expect(
      findings(text) == [
        "1: no documentation comment: enum Gesture {",
        "2: no documentation comment: private struct Phase: Equatable { var progress = 0.0 }",
        "3: no documentation comment: typealias Body = () -> Void",
        "4: no documentation comment: fileprivate final class Box {",
        "9: no documentation comment: struct Local {}",
      ])
    #expect(findings(text, path: "Sources/SignalboxCLI/Sample.swift") == [])
  }
}
