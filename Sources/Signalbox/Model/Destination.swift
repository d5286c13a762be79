/// The destination of a call.
enum Destination {
  case screen(ScreenContent, name: Symbol, style: TransitionStyle)
  /// A coordinator that is not attached yet.
  case coordinator(Slot, style: TransitionStyle, onFinish: ((FinishNotice) throws -> Void)?)
}
