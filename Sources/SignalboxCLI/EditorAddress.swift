internal import SignalboxInspector
internal import SignalboxScripting

/// The address that pages use to open a line in the user's editor.
enum EditorAddress {
  /// The environment variable that selects another editor.
  static let variable = "SIGNALBOX_EDITOR_URL"

  /// The addresses of editors, keyed by name.
  private static let editors = [
    "cursor": "cursor://file{path}:{line}", "idea": "idea://open?file={path}&line={line}",
    "sublime": "subl://open?url=file://{path}&line={line}",
    "textmate": "txmt://open?url=file://{path}&line={line}",
    "vscode": "vscode://file{path}:{line}", "vscodium": "vscodium://file{path}:{line}",
    "xcode": "xcode://open?file={path}&line={line}", "zed": "zed://file{path}:{line}",
  ]

  /// Returns the address that the environment selects, or `nil` if it selects the default editor.
  ///
  /// - Throws: `badEditor` if the variable contains neither the name of an editor nor an address
  ///   with `{path}` and `{line}`.
  static func selected() throws(ScriptError) -> String? {
    guard let text = RunSelection.variable(variable), !text.isEmpty else { return nil }
    if let known = editors[text] { return known }
    let scheme = text.prefix { $0 != ":" }.lowercased()
    let isScheme =
      scheme.first?.isLetter == true && scheme.utf8.count < text.utf8.count
      && scheme.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
      }
    // Browsers would run the code in these addresses.
    let isCode = ["javascript", "data", "vbscript", "blob"].contains(scheme)
    guard isScheme, !isCode, text.contains("{path}"), text.contains("{line}") else {
      throw ScriptError(
        .module, code: "badEditor",
        "\(variable) is \(DisplayText.line(text)); expected the name of an editor, or an address with "
          + "{path} and {line}",
        hint: "the names are \(editors.keys.sorted().joined(separator: ", "))")
    }
    return text
  }
}
