internal import LuaRuntime
internal import Signalbox

/// Converts the results of script functions to answers (decision 0170). For links and back
/// gestures, the valid results are `"handled"` or `true`, `"unhandled"` or `false` and, for links
/// only, `"deferred"`. Functions can also return nothing.
struct AnswerReader {
  let session: ScriptSession

  /// Returns the answer of a link handler. If a handler returns no value, the link counts as
  /// handled.
  ///
  /// Throws `badAnswer` for an invalid result.
  func link(
    _ index: Int, _ frame: LuaFrame, _ what: @autoclosure () -> String
  ) throws(LuaError) -> LinkAnswer {
    if frame.isNil(index) { return .handled }
    if let answer = answer(index, frame) { return answer }
    throw badAnswer(index, frame, what(), #""handled", "unhandled" or "deferred""#)
  }

  /// Returns whether a handler has handled a back gesture. A handler that returns no value only
  /// observes the gesture, which then counts as not handled.
  ///
  /// Throws `badAnswer` for an invalid result, including `"deferred"`, which is valid only for
  /// links.
  func back(
    _ index: Int, _ frame: LuaFrame, _ what: @autoclosure () -> String
  ) throws(LuaError) -> Bool {
    if frame.isNil(index) { return false }
    let answer = answer(index, frame)
    if answer == .handled || answer == .unhandled { return answer == .handled }
    throw badAnswer(index, frame, what(), #""handled" or "unhandled""#)
  }

  /// Returns whether a function allows an action. A function that returns no value allows the
  /// action.
  ///
  /// Throws `badAnswer` for any value other than `true`, `false` and nil.
  func permission(
    _ index: Int, _ frame: LuaFrame, _ what: @autoclosure () -> String
  ) throws(LuaError) -> Bool {
    if frame.isNil(index) { return true }
    if frame.kind(index) == .boolean { return frame.boolean(index) }
    throw LuaError(
      code: "badAnswer",
      "badAnswer: \(what()) returned \(session.shortText(frame, index)), expected true, false or nothing"
    )
  }

  private func answer(_ index: Int, _ frame: LuaFrame) -> LinkAnswer? {
    switch frame.kind(index) {
    case .boolean: frame.boolean(index) ? .handled : .unhandled
    case .string: LinkAnswer(rawValue: frame.text(index))
    default: nil
    }
  }

  private func badAnswer(
    _ index: Int, _ frame: LuaFrame, _ what: String, _ expected: String
  ) -> LuaError {
    LuaError(
      code: "badAnswer",
      "badAnswer: \(what) returned \(session.shortText(frame, index)), expected \(expected) (true, false "
        + "and nothing are also accepted)")
  }
}
