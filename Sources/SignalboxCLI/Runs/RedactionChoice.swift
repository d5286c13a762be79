internal import ArgumentParser
internal import Signalbox

/// The value of `--redact`: names of arguments and text fields, such as `email,cardNumber`.
struct RedactionChoice: ExpressibleByArgument {
  let names: [String]

  init?(argument: String) {
    names = argument.split(separator: ",", omittingEmptySubsequences: false).map { name in
      String(name.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
    if names.contains("") { return nil }
  }

  /// Returns the help text of the option.
  static func help(_ subject: String) -> ArgumentHelp {
    ArgumentHelp(
      "Remove the values of these arguments and text fields, such as email,code, from \(subject); "
        + "'\(RecordingRedaction.everything)' removes all values. May be repeated.",
      valueName: "names")
  }
}

extension RecordingRedaction {
  init(_ choices: [RedactionChoice]) { self.init(choices.flatMap(\.names)) }
}
