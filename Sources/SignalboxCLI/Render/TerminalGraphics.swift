internal import PortableMutex
internal import SignalboxScripting
internal import SystemLibrary

/// A protocol with which a terminal shows images.
enum TerminalGraphics: String, CaseIterable {
  /// The graphics protocol of Kitty (https://sw.kovidgoyal.net/kitty/graphics-protocol/).
  case kitty
  /// The inline images of iTerm2 (https://iterm2.com/documentation-images.html).
  case iterm2
  /// The graphics of DEC terminals.
  case sixel

  /// The environment variable that selects a protocol.
  static let variable = "SIGNALBOX_IMAGES"

  /// The cached protocol of the process's terminal, which is queried only once.
  private static let known = Mutex<TerminalGraphics??>(nil)

  /// Returns the protocol that the environment variable selects or that the terminal at standard
  /// input and standard output supports, or `nil` if there is no terminal or if it shows no images.
  ///
  /// - Parameter keep: A closure that receives the text that the user types while the terminal
  ///   answers.
  /// - Throws: `badArgument` if the environment variable has an unknown value.
  static func detected(
    keep: ([UInt8]) -> Void = { _ in }
  ) throws(ScriptError) -> TerminalGraphics? {
    guard isatty(InputFile.input) == 1, isatty(OutputFile.output) == 1 else { return nil }
    if let choice = variable(variable), !choice.isEmpty {
      if choice == "off" { return nil }
      guard let graphics = TerminalGraphics(rawValue: choice) else {
        throw ScriptError(
          .runtime, code: "badArgument",
          "\(variable) is \"\(choice)\"; expected kitty, iterm2, sixel or off")
      }
      return graphics
    }
    if let known = known.withLock({ $0 }) { return known }
    let answer = ask(keep)
    known.withLock { $0 = .some(answer) }
    return answer
  }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The types of terminals that print queries as text and cannot show images.
  private static let silent = ["", "dumb", "unknown", "linux", "ansi", "cons25", "vt52", "emacs"]

  private static func ask(_ keep: ([UInt8]) -> Void) -> TerminalGraphics? {
    let type = variable("TERM") ?? ""
    guard !silent.contains(type), variable("TERM_PROGRAM") != "Apple_Terminal" else { return nil }
    // tmux and screen would show the query for Kitty's protocol as a title.
    let isMultiplexed =
      ["TMUX", "STY"].contains { variable($0) != nil }
      || ["screen", "tmux"].contains { type.hasPrefix($0) }
    let questions = (isMultiplexed ? "" : TerminalAnswers.kittyQuestion) + TerminalAnswers.questions
    guard let answers = TerminalQuery.answers(to: questions) else { return nil }
    keep(answers.rest)
    if answers.hasKittyGraphics { return .kitty }
    let features = isMultiplexed ? "" : variable("TERM_FEATURES") ?? ""
    if answers.version.hasPrefix("iTerm2 ") || hasFiles(features) { return .iterm2 }
    return answers.hasSixel ? .sixel : nil
  }

  /// Returns whether a list of features (https://iterm2.com/feature-reporting) contains the feature
  /// `F` (inline images). Each feature is an uppercase letter, which lowercase letters and a number
  /// can follow.
  private static func hasFiles(_ features: String) -> Bool {
    let places = features.indices.filter { features[$0] == "F" }
    return places.contains { place in
      let next = features.index(after: place)
      return next == features.endIndex || !features[next].isLowercase
    }
  }
}
