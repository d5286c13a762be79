import CLua
import CLuaShim

/// The implementation of a host function, which reads its arguments from the frame, pushes its
/// results and returns the number of results.
///
/// A thrown error is raised in the script, at the line of the call.
package typealias LuaNativeBody = (LuaFrame) throws(LuaError) -> Int

/// The context to which a host function's C closure refers.
final class LuaNative {
  let name: String
  let body: LuaNativeBody

  init(_ name: String, _ body: @escaping LuaNativeBody) {
    self.name = name
    self.body = body
  }
}

/// Runs a host function and returns the number of results, or a result code of the bridge. C calls
/// all host functions through this function.
///
/// Benchmark: `W1`.
func enterNative(_ state: OpaquePointer?, _ context: UnsafeMutableRawPointer?) -> Int32 {
  let frame = LuaFrame(state.unsafelyUnwrapped)
  return Unmanaged<LuaNative>.fromOpaque(context.unsafelyUnwrapped)._withUnsafeGuaranteedRef {
    do throws(LuaError) {
      return Int32(truncatingIfNeeded: try $0.body(frame))
    } catch {
      let luaState = frame.luaState
      return luaState.errors.prepareRaise(error, on: frame.state, of: luaState)
    }
  }
}

/// Releases the Swift object of a userdata.
func releaseObject(_ object: UnsafeMutableRawPointer?) {
  guard let object else { return }
  Unmanaged<AnyObject>.fromOpaque(object).release()
}

/// Retains the Swift object of a userdata.
func retainObject(_ object: UnsafeMutableRawPointer?) {
  guard let object else { return }
  _ = Unmanaged<AnyObject>.fromOpaque(object).retain()
}

/// Receives a line that a script has printed.
func printLine(
  _ host: UnsafeMutablePointer<sbx_host>?, _ line: UnsafePointer<CChar>?, _ length: Int
) {
  guard let host, let line, let owner = host.pointee.owner else { return }
  host.pointee.host_depth += 1
  let bytes = UnsafeRawBufferPointer(start: line, count: length)
  switch Unmanaged<LuaState>.fromOpaque(owner).takeUnretainedValue().output {
  case .text(let take): take(String(decoding: bytes, as: UTF8.self))
  case .bytes(let take): take(Array(bytes))
  }
  host.pointee.host_depth -= 1
}
