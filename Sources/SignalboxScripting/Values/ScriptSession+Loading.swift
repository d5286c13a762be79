internal import LuaRuntime

extension ScriptSession {
  /// Compiles a text into a function that runs it; its globals are its own.
  ///
  /// - Parameter name: How messages call it, usually its path.
  /// - Throws: `syntax` where the text does not parse.
  public func load(_ source: [UInt8], name: String) throws(ScriptError) -> ScriptFunction {
    guard !isClosed else { throw ScriptError(.closed, "the session is closed") }
    do throws(LuaError) {
      let function = try machine.load(
        source, chunkName: "@\(name)", environment: machine.makeEnvironment())
      return ScriptFunction(function, self)
    } catch {
      throw ScriptError(error)
    }
  }
}

extension ScriptValue {
  /// Virtual milliseconds of a span: a number of them, or a text such as `"350ms"`, `"2s"`, `"1h"`.
  public var milliseconds: Int? {
    let span = number ?? text.flatMap(TimeReader.parse)
    guard let span, span >= 0, span < 1e15 else { return nil }
    return Int(span.rounded())
  }
}
