internal import ArgumentParser

/// The options of the inspector's page.
struct InspectorOptions: ParsableArguments {
  @Flag(
    name: .customLong("no-open"), help: "Print the address of the page without opening a browser.")
  var isClosed = false

  @Option(
    name: .customLong("page-port"),
    help: ArgumentHelp(
      "The port of the page on this machine (default: a free port).", valueName: "port"))
  var port: UInt16?

  @Flag(
    name: .customLong("web-view"),
    help: """
      For Visual Studio Code: let a web view show the page, do not open a browser, and exit when \
      standard input ends.
      """)
  var isWebView = false

  /// Whether any option has a value other than its default.
  var isUsed: Bool { isClosed || port != nil || isWebView }
}
