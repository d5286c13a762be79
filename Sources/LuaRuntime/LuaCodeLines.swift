import CLuaShim

/// The lines of a chunk on which Lua can stop, read from the compiled form of the chunk.
package struct LuaCodeLines: Hashable, Sendable {
  /// The lines that contain code, in ascending order.
  package let lines: [Int]

  /// Compiles a chunk, without running it, and reads its lines.
  ///
  /// - Throws: `syntax` if the source cannot be parsed.
  package init(of source: [UInt8], chunkName: String) throws(LuaError) {
    let luaState = try LuaState()
    defer { luaState.close() }
    let function = try luaState.load(
      source, chunkName: chunkName, environment: luaState.makeEnvironment())
    var reader = DumpReader(bytes: try function.compiled)
    guard let lines = reader.lines() else {
      throw LuaError("the compiled form of \(chunkName.dropFirst()) cannot be read")
    }
    self.lines = lines.sorted()
  }
}

/// Reads the format that `lua_dump` writes (`ldump.c` of Lua 5.4).
private struct DumpReader {
  let bytes: [UInt8]
  private var place = 0
  private var found: Set<Int> = []
  private var isBroken = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func lines() -> Set<Int>? {
    // The header consists of the signature, the version, the format, check data, the sizes of
    // instructions, integers and numbers, a sample integer, and a sample number. The number of
    // upvalues follows.
    place = 4 + 1 + 1 + 6 + 3 + 8 + 8 + 1
    readFunction()
    return isBroken || place != bytes.count ? nil : found
  }

  private mutating func byte() -> UInt8 {
    guard place < bytes.count else {
      isBroken = true
      return 0
    }
    defer { place += 1 }
    return bytes[place]
  }

  private mutating func skip(_ count: Int) {
    guard count >= 0, count <= bytes.count - place else {
      isBroken = true
      return
    }
    place += count
  }

  private mutating func number() -> Int {
    var value = 0
    while !isBroken, value < 1 << 48 {
      let next = byte()
      value = value << 7 | Int(next & 0x7F)
      if next & 0x80 != 0 { break }
    }
    return value
  }

  private mutating func skipString() {
    let size = number()
    if size > 0 { skip(size - 1) }
  }

  private mutating func readFunction() {
    skipString()
    let defined = number()
    _ = number()
    _ = byte()
    let isVararg = byte() != 0
    _ = byte()
    skip(4 * number())
    readConstants()
    skip(3 * number())
    let functions = number()
    for _ in 0..<functions where !isBroken { readFunction() }
    readLines(from: defined, isVararg)
  }

  private mutating func readConstants() {
    let count = number()
    for _ in 0..<count where !isBroken {
      switch byte() {
      // The first two tags are the tags of integers and floats, followed by the tags of short and
      // long strings.
      case 0x03, 0x13: skip(8)
      case 0x04, 0x14: skipString()
      default: break
      }
    }
  }

  private mutating func readLines(from defined: Int, _ isVararg: Bool) {
    let count = number()
    let start = place
    skip(count)
    var absolute: [Int: Int] = [:]
    let absoluteCount = number()
    for _ in 0..<absoluteCount where !isBroken {
      let instruction = number()
      absolute[instruction] = number()
    }
    let locals = number()
    for _ in 0..<locals where !isBroken {
      skipString()
      _ = number()
      _ = number()
    }
    let names = number()
    for _ in 0..<names where !isBroken { skipString() }
    guard !isBroken else { return }
    var line = defined
    for instruction in 0..<count {
      let difference = Int8(bitPattern: bytes[start + instruction])
      line = difference == .min ? absolute[instruction] ?? line : line + Int(difference)
      // The first instruction of a function with `...` prepares its arguments, before any line.
      if instruction > 0 || !isVararg { found.insert(line) }
    }
  }
}
