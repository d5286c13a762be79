import CLua
import CLuaShim

/// Hashes the values of scripts. Values with equal structures have equal hashes, regardless of
/// their addresses in memory and of the order in which their tables were filled.
///
/// A table or function that is reached several times is hashed only once, and afterwards
/// represented by its number. Therefore, shared and cyclic tables are distinguished from copies.
/// The hasher reads raw values, so that no metamethod runs.
package final class LuaGraphHasher {
  /// A closure that returns the hash that identifies the userdata at an index of a frame, or `nil`
  /// for an object that no longer exists.
  package typealias Describe = (LuaFrame, Int) -> UInt64?

  /// A hash of 128 bits.
  package typealias Hash = (high: UInt64, low: UInt64)

  private let graph: OpaquePointer
  private var describe: Describe = { _, _ in nil }
  /// The variables that have been found so far, while their names are read.
  private var found: [Variable] = []
  /// The indices in ``found`` of captured locals.
  private var captured: [UnsafeRawPointer: Int] = [:]

  package init() {
    guard let graph = sbx_graph_open() else { preconditionFailure("out of memory") }
    self.graph = graph
  }

  deinit { sbx_graph_close(graph) }

  private var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// Begins a hash.
  ///
  /// - Parameter describe: A closure that returns the hash that identifies a userdata.
  package func begin(describe: @escaping Describe) {
    self.describe = describe
    sbx_graph_begin(graph, describeUserdata, context)
  }

  /// Adds a value of a frame. Cost: O(values that are reachable from the value · log keys).
  package func add(_ index: Int, in frame: LuaFrame) {
    sbx_graph_add(graph, frame.state, frame.position(index))
  }

  /// Adds a number, such as an index or a duration.
  package func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }

  package func add(_ word: UInt64) { sbx_graph_add_word(graph, word) }

  /// Adds a string.
  package func add(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        sbx_graph_add_bytes(graph, $0.baseAddress, $0.count)
      }
    }
  }

  /// Ends the hash.
  ///
  /// - Returns: The hash, and whether all values have a canonical form. A coroutine, a host
  ///   function, tables that are nested too deeply, and a table or function that is first reached
  ///   as a table key have no canonical form.
  package func end() -> (hash: Hash, isComplete: Bool) {
    var words: (UInt64, UInt64) = (0, 0)
    let isComplete = withUnsafeMutableBytes(of: &words) { words in
      sbx_graph_end(graph, words.bindMemory(to: UInt64.self).baseAddress)
    }
    describe = { _, _ in nil }
    return (words, isComplete)
  }

  // MARK: - Variables

  /// Returns the hash of the variables that script functions share, which are captured locals and
  /// globals.
  ///
  /// The search starts at all values that the host references, so that it finds every function that
  /// the host can call. Each variable is hashed separately. Cost: O(variables · values that are
  /// reachable from a variable · log keys).
  package func variables(of luaState: LuaState, describe: @escaping Describe) -> Hash {
    visitVariables(of: luaState, describe, nil)
  }

  /// Returns the hashes of the variables, keyed by name, such as `global count`. Variables of
  /// several closures of the same function have the same name.
  package func variablesByName(
    of luaState: LuaState, describe: @escaping Describe
  ) -> [String: [UInt64]] {
    defer { (found, captured) = ([], [:]) }
    _ = visitVariables(of: luaState, describe, noteVariable)
    return Dictionary(grouping: found, by: \.title).mapValues { $0.map(\.hash).sorted() }
  }

  private func visitVariables(
    of luaState: LuaState, _ describe: @escaping Describe, _ note: sbx_variable?
  ) -> Hash {
    self.describe = describe
    defer { self.describe = { _, _ in nil } }
    var words: (UInt64, UInt64) = (0, 0)
    luaState.withFrame { frame in
      withUnsafeMutableBytes(of: &words) { words in
        sbx_graph_variables(
          graph, frame.state, describeUserdata, note, context,
          words.bindMemory(to: UInt64.self).baseAddress)
      }
    }
    return words
  }

  fileprivate func hash(ofUserdata index: Int32, on state: OpaquePointer) -> UInt64? {
    describe(LuaFrame(state), Int(index))
  }

  /// Adds a variable, or another function that captures a variable.
  ///
  /// - Parameters:
  ///   - id: The identity of a captured local, or `nil` for a global.
  ///   - hash: The hash of the variable, or `nil` if the variable was added before.
  ///   - state: A stack with the function on top.
  fileprivate func note(
    _ name: String, _ id: UnsafeRawPointer?, _ hash: UInt64?, function state: OpaquePointer
  ) {
    let function = Function(onTopOf: state)
    if let hash {
      if let id { captured[id] = found.count }
      found.append(Variable(name: name, hash: hash, function: function))
    } else if let index = id.flatMap({ captured[$0] }), let function,
      let other = found[index].function, function < other
    {
      found[index].function = function
    }
  }

  /// The location of a function.
  private struct Function: Comparable {
    let source: String
    let line: Int

    /// Creates the location of the function on top of a stack. Returns `nil` if the function has no
    /// location.
    init?(onTopOf state: OpaquePointer) {
      guard lua_type(state, -1) == LUA_TFUNCTION, lua_iscfunction(state, -1) == 0 else {
        return nil
      }
      var record = sbx_trace_frame()
      guard sbx_frame_of_function(state, &record) else { return nil }
      let frame = LuaTraceFrame(record)
      (source, line) = (frame.source, frame.definitionLine)
    }

    static func < (left: Function, right: Function) -> Bool {
      (left.source, left.line) < (right.source, right.line)
    }
  }

  /// A global or a captured local.
  private struct Variable {
    let name: String
    let hash: UInt64
    /// The first function that captures the local, in the order of files and lines, or `nil` for a
    /// global.
    var function: Function?

    var title: String {
      function.map { "local \(name) of the function at \($0.source):\($0.line)" }
        ?? "global \(name)"
    }
  }
}

private let describeUserdata: sbx_identify = { context, state, index, hash in
  guard let context, let state, let hash else { return false }
  let found = Unmanaged<LuaGraphHasher>.fromOpaque(context)._withUnsafeGuaranteedRef {
    $0.hash(ofUserdata: index, on: state)
  }
  hash.pointee = found ?? 0
  return found != nil
}

private let noteVariable: sbx_variable = { context, state, name, id, words in
  guard let context, let state, let name else { return }
  Unmanaged<LuaGraphHasher>.fromOpaque(context)._withUnsafeGuaranteedRef {
    $0.note(String(cString: name), id, words.map { $0[0] ^ $0[1] }, function: state)
  }
}
