internal import Signalbox

/// Descriptions of the built-in presentation styles, for the reference and for editors.
enum StyleReference {
  /// A description of a presentation style.
  struct Entry {
    let name: String
    let summary: String
  }

  /// The built-in styles, each followed by its alternative names.
  static let all: [Entry] = {
    var entries = [
      Entry(name: "automatic", summary: "the style that the route or coordinator declares"),
      Entry(name: "push", summary: "a push onto the stack"),
    ]
    for style in PresentationStyle.builtIn where style.name != "root" {
      entries.append(Entry(name: style.name, summary: summary(of: style)))
      let aliases = PresentationStyle.aliases.filter { $0.value == style.name }.keys.sorted()
      entries += aliases.map { Entry(name: $0, summary: "another name for `\(style.name)`") }
    }
    return entries
  }()

  private static func summary(of style: PresentationStyle) -> String {
    if style.name == "alert" {
      return "a layer with a `message`, `buttons` that close the layer, and text `fields`"
    }
    if style.name == "confirmationDialog" {
      return "a layer with a `message` and `buttons` that close the layer"
    }
    let swipe = style.isInteractive ? "can" : "cannot"
    let below = style.isCovering ? "disappears" : "stays visible"
    return "a layer that the user \(swipe) swipe away; the content below \(below)"
  }

  /// The lines of the section about styles on the reference page.
  static var section: [String] {
    [
      "## Styles", "",
      "The values of `style`, in addition to the styles that `presentationStyle` defines. "
        + "`covering`, `interactive`, `detents`, `message` and `fields` change a style for one "
        + "route or call. An unknown name is rejected as `unknownStyle`.",
      "", "| style | description |", "|---|---|",
    ] + all.map { "| `\($0.name)` | \($0.summary) |" }
  }

  /// The declaration of the type of style names, with which editors complete such names.
  static var alias: String {
    "---@alias signalbox.Style string|" + all.map { "\"\($0.name)\"" }.joined(separator: "|")
  }
}
