import CLua
import CLuaShim

/// The part of the Lua stack that a host function can access during a call.
///
/// A frame is valid only during the call for which it was created. Arguments are counted from 1,
/// and negative indices count from the top. Accessing a frame never runs a metamethod or exits with
/// `longjmp`. Benchmark: `W1`.
package struct LuaFrame {
  let state: OpaquePointer
  /// The number of values below this frame, which belong to the caller.
  let base: Int32

  init(_ state: OpaquePointer, base: Int32 = 0) {
    self.state = state
    self.base = base
  }

  /// The number of values in the frame, which is the number of arguments until a value is pushed.
  package var count: Int { Int(lua_gettop(state) - base) }

  @inline(__always)
  func position(_ index: Int) -> Int32 {
    index > 0 ? Int32(truncatingIfNeeded: index) + base : Int32(truncatingIfNeeded: index)
  }

  /// The Lua state that is running.
  package var luaState: LuaState {
    let owner = sbx_hostof(state).pointee.owner.unsafelyUnwrapped
    return Unmanaged<LuaState>.fromOpaque(owner).takeUnretainedValue()
  }

  package func kind(_ index: Int) -> LuaKind {
    switch lua_type(state, position(index)) {
    case LUA_TNONE: .none
    case LUA_TNIL: .nil
    case LUA_TBOOLEAN: .boolean
    case LUA_TNUMBER: lua_isinteger(state, position(index)) != 0 ? .integer : .float
    case LUA_TSTRING: .string
    case LUA_TTABLE: .table
    case LUA_TFUNCTION: .function
    case LUA_TTHREAD: .thread
    default: .userdata
    }
  }

  /// Returns whether the argument is nil or missing.
  package func isNil(_ index: Int) -> Bool {
    lua_type(state, position(index)) <= LUA_TNIL
  }

  /// Returns whether two values are the same, without calling metamethods.
  package func isSame(_ first: Int, _ second: Int) -> Bool {
    lua_rawequal(state, position(first), position(second)) != 0
  }

  /// Removes values from the top of the stack.
  package func pop(_ count: Int = 1) {
    sbx_pop(state, Int32(truncatingIfNeeded: count))
  }

  /// Returns the location of the nearest calling script function, or `nil` if there is none.
  ///
  /// - Parameter level: The level at which the search begins. Level 1 is the caller of the host
  ///   function, and level 2 is the caller of that caller.
  package func location(level: Int = 1) -> LuaLocation? {
    luaState.errors.location(level: level, on: state)
  }

  // MARK: - Errors

  /// Returns the error for an invalid argument, worded like the errors of Lua's library. In a
  /// method call, the object before the colon is not counted as an argument.
  ///
  /// - Parameter detail: The text in parentheses, such as "value out of range".
  package func argumentError(_ index: Int, _ detail: String) -> LuaError {
    let number = luaState.errors.number(ofArgument: absolute(index), on: state)
    let name = nativeName ?? "?"
    return LuaError(code: "badArgument", "bad argument #\(number) to '\(name)' (\(detail))")
  }

  /// Returns the error for an argument of the wrong type, such as "integer expected, got string".
  package func typeError(_ index: Int, expected: String) -> LuaError {
    argumentError(index, "\(expected) expected, got \(typeName(index))")
  }

  func integerError(_ index: Int) -> LuaError {
    if lua_isnumber(state, position(index)) != 0 {
      return argumentError(index, "number has no integer representation")
    }
    return typeError(index, expected: "integer")
  }

  /// Returns the name of a value's type, for messages. For a userdata, the result is the name of
  /// the userdata's own type.
  package func typeName(_ index: Int) -> String {
    let position = lua_absindex(state, position(index))
    let type = lua_type(state, position)
    if type == LUA_TNONE { return "no value" }
    if type == LUA_TUSERDATA, let name = userdataName(position) { return name }
    return String(cString: lua_typename(state, type))
  }

  /// Returns the `__name` of a userdata without calling metamethods.
  private func userdataName(_ position: Int32) -> String? {
    reserve(2)
    guard lua_getmetatable(state, position) != 0 else { return nil }
    defer { sbx_pop(state, 2) }
    lua_pushstring(state, "__name")
    guard lua_rawget(state, -2) == LUA_TSTRING, let name = lua_tolstring(state, -1, nil) else {
      return nil
    }
    return String(cString: name)
  }

  /// Returns the name of the running host function, which is stored in the context of its closure
  /// or in the accessor of its type.
  private var nativeName: String? {
    let isAccessor = lua_type(state, sbx_upvalue(2)) == LUA_TTABLE
    let context =
      isAccessor
      ? sbx_hostof(state).pointee.accessor : lua_touserdata(state, sbx_upvalue(1))
    guard let context else { return nil }
    return Unmanaged<LuaNative>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.name }
  }

  private func absolute(_ index: Int) -> Int { index > 0 ? index : count + index + 1 }

  // MARK: - Inspecting

  /// Pushes the table in which Lua looks up keys that are missing from a table. Pushes nothing and
  /// returns `false` if there is no such table or if a function looks up the keys.
  package func pushParent(_ index: Int) -> Bool {
    let table = lua_absindex(state, position(index))
    reserve(3)
    guard lua_type(state, table) == LUA_TTABLE, lua_getmetatable(state, table) != 0 else {
      return false
    }
    push(static: "__index")
    lua_rawget(state, -2)
    lua_rotate(state, -2, 1)
    sbx_pop(state, 1)
    if lua_type(state, -1) == LUA_TTABLE { return true }
    sbx_pop(state, 1)
    return false
  }

  /// Calls `body` for at most the given number of pairs in a table, with the key at -2 and the value at -1. If the
  /// table is a list with more than `maxCount` elements, the elements are skipped, so that named fields are visited.
  ///
  /// The closure must leave the stack unchanged. A value that is not a table has no pairs.
  /// - Returns: The number of pairs that were visited, or 0 if the stack is full.
  package func inspectPairs(_ index: Int, maxCount: Int, _ body: (LuaFrame) -> Void) -> Int {
    var table = lua_absindex(state, position(index))
    guard lua_type(state, table) == LUA_TTABLE else { return 0 }
    let top = lua_gettop(state)
    defer { lua_settop(state, top) }
    guard lua_checkstack(state, 16) != 0 else { return 0 }
    if sbx_push_viewed(state, table) { table = lua_gettop(state) }
    let length = lua_rawlen(state, table)
    if length > maxCount, lua_rawgeti(state, table, lua_Integer(length)) != LUA_TNIL {
      sbx_pop(state, 1)
      lua_pushinteger(state, lua_Integer(length))
    } else {
      if length > maxCount { sbx_pop(state, 1) }
      lua_pushnil(state)
    }
    var count = 0
    while count < maxCount, sbx_next(state, table) > 0 {
      count += 1
      body(self)
      sbx_pop(state, 1)
    }
    return count
  }

  // MARK: - Objects

  /// Returns the bits of a handle, or `nil` if the value is not a handle of that type.
  package func handle(_ index: Int, _ type: LuaHandleType) -> UInt64? {
    sbx_box_at(state, position(index), type.magic)?.pointee.bits
  }

  /// Returns the bits of a handle, or `nil` if the value's type does not have the given tag.
  package func handle(_ index: Int, _ tag: LuaHandleTag) -> UInt64? {
    sbx_box_at(state, position(index), tag.magic)?.pointee.bits
  }

  package func push(handle bits: UInt64, _ type: LuaHandleType) {
    reserve(4)
    withUnsafePointer(to: type.type) { layout in
      if !sbx_push_known(state, layout, bits) { sbx_push_new(state, layout, bits) }
    }
  }

  /// Returns the Swift object of a userdata, or `nil` if its type is different or the object has
  /// been released.
  package func object<Object: AnyObject>(
    _ index: Int, _ type: LuaObjectType<Object>
  ) -> Object? {
    guard let box = sbx_box_at(state, position(index), type.magic),
      let pointer = UnsafeRawPointer(bitPattern: UInt(box.pointee.bits))
    else { return nil }
    return Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
  }

  package func push<Object: AnyObject>(_ object: Object, _ type: LuaObjectType<Object>) {
    reserve(4)
    let address = Unmanaged.passUnretained(object).toOpaque()
    let bits = UInt64(UInt(bitPattern: address))
    withUnsafePointer(to: type.type) { layout in
      guard !sbx_push_known(state, layout, bits) else { return }
      _ = Unmanaged.passRetained(object)
      sbx_push_new(state, layout, bits)
    }
  }

  /// Releases the Swift object of a userdata. Any later use of the userdata is an error.
  ///
  /// - Returns: Whether the object was released. The result is `false` if the value is not of the
  ///   given type or its object has already been released.
  @discardableResult
  package func releaseObject<Object: AnyObject>(
    _ index: Int, _ type: LuaObjectType<Object>
  ) -> Bool {
    guard let box = sbx_box_at(state, position(index), type.magic),
      let pointer = UnsafeRawPointer(bitPattern: UInt(box.pointee.bits))
    else { return false }
    sbx_disown(sbx_hostof(state), box)
    box.pointee.magic = 0
    box.pointee.bits = 0
    Unmanaged<Object>.fromOpaque(pointer).release()
    return true
  }

  // MARK: - Pushing

  /// Reserves stack space for many values. Call this method before pushing more than 32 values.
  ///
  /// - Throws: `runtime` if Lua's stack, which is limited to a million values, has insufficient
  ///   space.
  package func makeRoom(for count: Int) throws(LuaError) {
    guard count < 1 << 20, lua_checkstack(state, Int32(count) + 8) != 0 else {
      throw LuaError(.runtime, "stack overflow (too many values)")
    }
  }

  /// Reserves stack space for a few values. Every host function starts with space for 40 values.
  @inline(__always)
  func reserve(_ count: Int32) {
    let hasRoom = lua_checkstack(state, count) != 0
    precondition(hasRoom, "many values need makeRoom(for:)")
  }

  package func push() {
    reserve(1)
    lua_pushnil(state)
  }

  package func push(_ value: Bool) {
    reserve(1)
    lua_pushboolean(state, value ? 1 : 0)
  }

  package func push(_ value: Int) {
    reserve(1)
    lua_pushinteger(state, lua_Integer(value))
  }

  package func push(_ value: Double) {
    reserve(1)
    lua_pushnumber(state, value)
  }

  package func push(_ text: String) {
    reserve(1)
    var text = text
    text.withUTF8 { pushBytes(UnsafeRawBufferPointer($0)) }
  }

  /// Pushes a string literal. This is the cheapest way to push a string that is known at compile
  /// time, because Lua's cache finds it by its address. The literal must not contain the character
  /// with the code 0.
  package func push(static text: StaticString) {
    reserve(1)
    lua_pushstring(state, UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self))
  }

  package func push(_ bytes: [UInt8]) {
    reserve(1)
    bytes.withUnsafeBytes { pushBytes($0) }
  }

  /// Pushes any value. A reference must belong to this Lua state.
  package func push(_ value: LuaValue) {
    switch value {
    case .nil: push()
    case .boolean(let value): push(value)
    case .integer(let value): push(value)
    case .number(let value): push(value)
    case .string(let string): push(string.bytes)
    case .table(let table): push(slot: table.slot)
    case .function(let function): push(slot: function.slot)
    case .userdata(let reference), .thread(let reference): push(slot: reference.slot)
    }
  }

  package func push(_ table: LuaTable) { push(slot: table.slot) }
  package func push(_ function: LuaFunction) { push(slot: function.slot) }

  /// Pushes a copy of a value in this frame.
  package func push(argument index: Int) {
    reserve(1)
    lua_pushvalue(state, position(index))
  }

  /// Pushes the string of an atom, or nil if the atom's id is unknown.
  package func push(atom id: Int32) {
    reserve(1)
    if !sbx_push_atom(state, id) { lua_pushnil(state) }
  }

  /// Pushes the results of most operations: a value in this frame, and two atoms.
  ///
  /// - Parameters:
  ///   - argument: The index of the value.
  ///   - first: The id of the first atom.
  ///   - second: The id of the second atom, or `nil` to push nil.
  /// - Returns: Whether the values were pushed. The result is `false` if an id is unknown.
  package func push(argument: Int, atoms first: Int32, _ second: Int32?) -> Bool {
    sbx_push_results(state, position(argument), first, second ?? -1)
  }

  func push(slot: LuaSlot) {
    precondition(slot.belongs(to: luaState), "the value belongs to another Lua state")
    reserve(1)
    sbx_push_kept(state, slot.index)
  }

  private func pushBytes(_ bytes: UnsafeRawBufferPointer) {
    lua_pushlstring(state, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
  }

  // MARK: - Reading

  /// Returns a value as a Boolean. The result is `false` for false, nil and a missing argument, and
  /// `true` for any other value.
  package func boolean(_ index: Int) -> Bool {
    lua_toboolean(state, position(index)) != 0
  }

  /// Returns a value as an integer. A float with an integral value and a string that can be
  /// converted to an integer are also accepted.
  package func integer(_ index: Int) throws(LuaError) -> Int {
    var isInteger: Int32 = 0
    let value = lua_tointegerx(state, position(index), &isInteger)
    if isInteger == 0 { throw integerError(index) }
    return Int(value)
  }

  /// Returns a value as a number. A string that can be converted to a number is also accepted.
  package func number(_ index: Int) throws(LuaError) -> Double {
    var isNumber: Int32 = 0
    let value = lua_tonumberx(state, position(index), &isNumber)
    if isNumber == 0 { throw typeError(index, expected: "number") }
    return value
  }

  /// Returns a string or number as a string, in which bytes that are not valid UTF-8 are replaced
  /// with U+FFFD. Cost: O(length).
  ///
  /// - Throws: `memory` if a copy of a long string would exceed the memory limit.
  package func string(_ index: Int) throws(LuaError) -> String {
    try withRawBytes(index) { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns a string, or `nil` if its bytes are not valid UTF-8.
  package func validText(_ index: Int) throws(LuaError) -> String? {
    try withRawBytes(index) { bytes in
      // Invalid bytes are replaced with others.
      var text = String(decoding: bytes, as: UTF8.self)
      return text.withUTF8 { $0.elementsEqual(bytes) } ? text : nil
    }
  }

  /// Returns a string, or the empty string for any other value. The string does not count toward
  /// the memory limit.
  package func text(_ index: Int) -> String {
    guard lua_type(state, position(index)) == LUA_TSTRING else { return "" }
    return String(decoding: rawBytes(position(index)), as: UTF8.self)
  }

  package func optionalString(_ index: Int) throws(LuaError) -> String? {
    if isNil(index) { return nil }
    return try string(index)
  }

  /// Returns the bytes of a string or a number. Cost: O(length).
  package func bytes(_ index: Int) throws(LuaError) -> [UInt8] {
    try withRawBytes(index) { Array($0) }
  }

  /// Returns the id of a string that is defined as an atom, or -1 for any other value. Cost: one
  /// lookup.
  package func atom(_ index: Int) -> Int32 {
    sbx_atom_find(state, position(index))
  }

  /// Returns a value of any type, either as a copy or as a reference. A missing argument is returned as nil.
  package func value(_ index: Int) -> LuaValue {
    let position = position(index)
    switch lua_type(state, position) {
    case LUA_TBOOLEAN: return .boolean(lua_toboolean(state, position) != 0)
    case LUA_TNUMBER:
      if lua_isinteger(state, position) != 0 {
        return .integer(Int(lua_tointegerx(state, position, nil)))
      }
      return .number(lua_tonumberx(state, position, nil))
    case LUA_TSTRING: return .string(LuaString(rawBytes(position)))
    case LUA_TTABLE: return .table(LuaTable(keep(position)))
    case LUA_TFUNCTION: return .function(LuaFunction(keep(position)))
    case LUA_TTHREAD: return .thread(LuaReference(keep(position)))
    case LUA_TNIL, LUA_TNONE: return .nil
    default: return .userdata(LuaReference(keep(position)))
    }
  }

  /// Returns a reference to a table.
  package func table(_ index: Int) throws(LuaError) -> LuaTable {
    guard lua_type(state, position(index)) == LUA_TTABLE else {
      throw typeError(index, expected: "table")
    }
    return LuaTable(keep(position(index)))
  }

  /// Returns a reference to a function.
  package func function(_ index: Int) throws(LuaError) -> LuaFunction {
    guard lua_type(state, position(index)) == LUA_TFUNCTION else {
      throw typeError(index, expected: "function")
    }
    return LuaFunction(keep(position(index)))
  }

  /// The length in bytes above which the memory limit is checked before a string is copied.
  static let longText = 4_096

  private func rawBytes(_ position: Int32) -> [UInt8] {
    var length = 0
    let start = lua_tolstring(state, position, &length)
    return Array(UnsafeRawBufferPointer(start: start, count: length))
  }

  private func withRawBytes<R>(
    _ index: Int, _ body: (UnsafeRawBufferPointer) -> R
  ) throws(LuaError) -> R {
    let type = lua_type(state, position(index))
    guard type == LUA_TSTRING || type == LUA_TNUMBER else {
      throw typeError(index, expected: "string")
    }
    reserve(1)
    // The value is copied, because reading a number as text changes the value in place, which would
    // break `next`.
    lua_pushvalue(state, position(index))
    defer { sbx_pop(state, 1) }
    var length = 0
    let start = lua_tolstring(state, -1, &length)
    try take(length)
    return body(UnsafeRawBufferPointer(start: start, count: length))
  }

  private func keep(_ position: Int32) -> LuaSlot {
    reserve(1)
    lua_pushvalue(state, position)
    return luaState.keep(state)
  }

  // MARK: - Tables

  /// Calls `body` for every pair, with the key at -2 and the value at -1, in the order of `next`.
  ///
  /// The closure must leave the stack unchanged. It may assign a value to the current key.
  /// - Parameter maxCount: The maximum number of pairs.
  /// - Returns: Whether all pairs were visited.
  /// - Throws: The errors that `body` throws, `badArgument` if the argument is not a table, and an
  ///   error if the table changes or a stop is requested while it is read.
  @discardableResult
  package func forEachPair(
    _ index: Int, maxCount: Int = .max, _ body: (LuaFrame) throws(LuaError) -> Void
  ) throws(LuaError) -> Bool {
    var table = lua_absindex(state, position(index))
    guard lua_type(state, table) == LUA_TTABLE else { throw typeError(index, expected: "table") }
    let top = lua_gettop(state)
    defer { lua_settop(state, top) }
    // Values are read recursively, so the space with which a host function starts may be used up.
    try makeRoom(for: 8)
    if sbx_push_viewed(state, table) { table = lua_gettop(state) }
    let height = lua_gettop(state)
    lua_pushnil(state)
    var count = 0
    while true {
      let found = sbx_next(state, table)
      if found == 0 { return true }
      if found < 0 { throw LuaError("the table was changed while it was being read") }
      assert(lua_gettop(state) == height + 2)
      if count == maxCount { return false }
      count += 1
      if count % 256 == 0 { try luaState.checkStop() }
      try body(self)
      sbx_pop(state, 1)
    }
  }

  /// Pushes the value of a field. Pushes nil if the value at `index` is not a table.
  ///
  /// This is the cheapest way to read a field. Values that remain in the frame are removed when the
  /// frame ends.
  package func pushField(_ index: Int, _ key: StaticString) {
    // A literal ends with a zero byte, and its address never changes. Lua caches such strings by
    // address.
    let address = UnsafeRawPointer(key.utf8Start).assumingMemoryBound(to: CChar.self)
    sbx_push_field(state, position(index), address)
  }

  /// Calls `body` with the value of a field on top of the stack. The value is nil if the value at
  /// `index` is not a table.
  package func withField<R, E: Error>(
    _ index: Int, _ key: StaticString, _ body: (LuaFrame) throws(E) -> R
  ) throws(E) -> R {
    pushField(index, key)
    defer { lua_settop(state, -2) }
    return try body(self)
  }

  /// Calls `body` with the value of a field on top of the stack. The value is nil if the value at
  /// `index` is not a table.
  package func withField<R, E: Error>(
    _ index: Int, named key: String, _ body: (LuaFrame) throws(E) -> R
  ) throws(E) -> R {
    let position = lua_absindex(state, position(index))
    reserve(5)
    push(key)
    return try withRawKey(position, body)
  }

  /// Pushes a field of a referenced table without calling metamethods. Pushes nothing and returns
  /// `false` if the field is nil.
  package func push(field name: String, of table: LuaTable) -> Bool {
    reserve(3)
    push(table)
    push(name)
    lua_rawget(state, -2)
    lua_rotate(state, -2, 1)
    sbx_pop(state, 1)
    if !isNil(-1) { return true }
    sbx_pop(state, 1)
    return false
  }

  /// Calls `body` with an element of a sequence on top of the stack. The element is nil if the
  /// value at `index` is not a table.
  package func withElement<R, E: Error>(
    _ index: Int, at element: Int, _ body: (LuaFrame) throws(E) -> R
  ) throws(E) -> R {
    let position = lua_absindex(state, position(index))
    reserve(5)
    lua_pushinteger(state, lua_Integer(element))
    return try withRawKey(position, body)
  }

  /// Returns the raw length of a table, string or userdata, or 0 for any other value.
  package func rawLength(_ index: Int) -> Int {
    reserve(2)
    guard sbx_push_viewed(state, position(index)) else {
      return Int(lua_rawlen(state, position(index)))
    }
    defer { sbx_pop(state, 1) }
    return Int(lua_rawlen(state, -1))
  }

  /// Pushes a new table with capacity for the given numbers of elements and fields.
  package func pushTable(array: Int = 0, fields: Int = 0) {
    reserve(2)
    lua_createtable(state, Int32(clamping: array), Int32(clamping: fields))
  }

  /// Pops a value and assigns it to a field of the table below it.
  package func setField(_ key: StaticString) {
    push(static: key)
    setPushedKey()
  }

  /// Pops a value and assigns it to a field of the table below it.
  package func setField(named key: String) {
    push(key)
    setPushedKey()
  }

  /// Pops a value and the key below it, and assigns the value to that key in the table below them.
  ///
  /// - Throws: An error if the key is nil or NaN.
  package func setPair() throws(LuaError) {
    var isNumber: Int32 = 0
    let number = lua_tonumberx(state, -2, &isNumber)
    let isNaN = lua_type(state, -2) == LUA_TNUMBER && number.isNaN
    guard lua_type(state, -2) != LUA_TNIL, !isNaN else {
      sbx_pop(state, 2)
      throw LuaError("a table key must not be nil or NaN")
    }
    lua_rawset(state, -3)
  }

  /// Pops a value and assigns it to an element of the table below it.
  ///
  /// - Parameter index: The index of the element, counted from 1.
  package func append(at index: Int) {
    lua_rawseti(state, -2, lua_Integer(index))
  }

  /// Assigns the value below the top of the stack to the key on top, in the table below both.
  private func setPushedKey() {
    lua_rotate(state, -2, 1)
    lua_rawset(state, -3)
  }

  /// Replaces the key on top of the stack with the key's value, calls `body`, and removes the value.
  @inline(__always)
  func withRawKey<R, E: Error>(
    _ position: Int32, _ body: (LuaFrame) throws(E) -> R
  ) throws(E) -> R {
    if lua_type(state, position) == LUA_TTABLE {
      if sbx_push_viewed(state, position) {
        lua_rotate(state, -2, 1)
        lua_rawget(state, -2)
        lua_rotate(state, -2, 1)
        sbx_pop(state, 1)
      } else {
        lua_rawget(state, position)
      }
    } else {
      lua_settop(state, -2)
      lua_pushnil(state)
    }
    defer { lua_settop(state, -2) }
    return try body(self)
  }
}
