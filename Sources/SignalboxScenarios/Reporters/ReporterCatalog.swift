/// The catalog of all built-in reporters, which `--reporter` and its help text use.
///
/// To add a reporter, add a file to this folder and a line to this list.
public enum ReporterCatalog {
  /// The reporters, in the order in which the help lists them.
  public static let all: [any Reporter.Type] = [
    PrettyReporter.self,
    DotReporter.self,
    TapReporter.self,
    Tap13Reporter.self,
    JUnitReporter.self,
    XUnitReporter.self,
    JSONLinesReporter.self,
    GitHubReporter.self,
    HTMLReporter.self,
    SwiftTestingReporter.self,
    BlobReporter.self,
  ]

  /// Returns the reporter with the given name, or `nil` if there is none.
  ///
  /// - Parameter name: The value of `--reporter`.
  public static func reporter(named name: String) -> (any Reporter.Type)? {
    all.first { $0.name == name }
  }
}
