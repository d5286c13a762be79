/// Every report there is; `--reporter` and its help follow it.
///
/// A new reporter is one file in this folder and one line here.
public enum ReporterCatalog {
  /// The reporters in the order that help shows.
  public static let all: [any Reporter.Type] = [
    PrettyReporter.self,
    DotReporter.self,
    TapReporter.self,
    Tap13Reporter.self,
    JUnitReporter.self,
    JSONLinesReporter.self,
    GitHubReporter.self,
    HTMLReporter.self,
    SwiftTestingReporter.self,
    BlobReporter.self,
  ]

  /// The reporter of that name.
  public static func reporter(named name: String) -> (any Reporter.Type)? {
    all.first { $0.name == name }
  }
}
