internal import LuaRuntime
internal import Signalbox

/// The globals, methods, list members and functions that hosts define for the scripts of a session.
///
/// Each global, method and list member has an owner. ``takeBack(_:)`` removes all definitions of an
/// owner together.
public final class HostDefinitions {
  /// A global or method.
  final class Entry {
    let name: String
    let owner: ScriptOwner
    /// Whether the definition still exists. Scripts may retain the function after the definition
    /// has been removed.
    fileprivate(set) var isActive = true
    /// The value that scripts access.
    fileprivate(set) var value = LuaValue.nil

    init(_ name: String, _ owner: ScriptOwner) {
      self.name = name
      self.owner = owner
    }

    /// - Throws: `takenBack` if the definition has been removed.
    fileprivate func check() throws(LuaError) {
      guard !isActive else { return }
      throw LuaError(
        code: "takenBack", "takenBack: \(name) was removed with the \(owner.name) that defined it")
    }
  }

  /// The current definitions, or a saved copy of them.
  struct Contents {
    fileprivate(set) var globals: [String: Entry] = [:]
    fileprivate(set) var members: [ScriptReceiver: [String: Entry]] = [:]
    fileprivate(set) var extensions: [ExtensionPoint: [ScriptExtension]] = [:]
    fileprivate var lastOwner = 0
  }

  private(set) var contents = Contents()
  private let link: SessionLink
  private let luaState: LuaState

  init(_ session: ScriptSession) { (link, luaState) = (session.link, session.luaState) }

  /// Returns the session, unless it is closed.
  private func openSession() throws(ScriptError) -> ScriptSession {
    guard let session = link.session, !session.isClosed else {
      throw ScriptError(.closed, "the session is closed")
    }
    return session
  }

  /// Restores saved definitions. Cost: O(number of saved definitions).
  func restore(_ contents: Contents) {
    self.contents = contents
    for entry in contents.globals.values { entry.isActive = true }
    for entry in contents.members.values.flatMap(\.values) { entry.isActive = true }
  }

  var globals: [String: Entry] { contents.globals }
  var members: [ScriptReceiver: [String: Entry]] { contents.members }

  private func add(_ entry: Entry, _ value: LuaValue, on receiver: ScriptReceiver? = nil) {
    entry.value = value
    if let receiver {
      contents.members[receiver, default: [:]][entry.name] = entry
    } else {
      contents.globals[entry.name] = entry
    }
  }

  /// Returns the members that have been added to a list, in the order in which they were added.
  ///
  /// - Parameter point: The list. The result is empty if no plugin extends it.
  public func extensions(of point: ExtensionPoint) -> [ScriptExtension] {
    contents.extensions[point] ?? []
  }

  /// Adds a member to a list. ``takeBack(_:)`` removes the member.
  ///
  /// - Parameters:
  ///   - member: The member to add. The list must not contain another member with the same name.
  ///   - point: The list to which the member is added.
  /// - Throws: `nameTaken` if the list already contains a member with the same name. The names of
  ///   built-in members are not checked.
  public func add(
    _ member: ScriptExtension, to point: ExtensionPoint
  ) throws(ScriptError) {
    if let other = extensions(of: point).first(where: { $0.name == member.name }) {
      throw .taken("\(point.rawValue) \(member.name)", by: other.owner.name)
    }
    contents.extensions[point, default: []].append(member)
  }

  /// Removes an owner's definitions and returns the names of the globals among them.
  private func remove(_ owner: ScriptOwner) -> [String] {
    var removed: [String] = []
    for (name, entry) in globals where entry.owner == owner {
      entry.isActive = false
      contents.globals[name] = nil
      removed.append(name)
    }
    for (receiver, entries) in members {
      for (name, entry) in entries where entry.owner == owner {
        entry.isActive = false
        contents.members[receiver]?[name] = nil
      }
    }
    // A list without members of the owner is not changed, because a checkpoint may share it.
    for (point, list) in contents.extensions where list.contains(where: { $0.owner == owner }) {
      contents.extensions[point] = list.filter { $0.owner != owner }
    }
    return removed
  }

  func removeAll() {
    contents = Contents()
  }

  /// Returns the method with the given name for a kind of handle, or `nil` if no host has defined
  /// it.
  func method(_ name: String, on kind: String) -> LuaValue? {
    guard !members.isEmpty, let receiver = ScriptReceiver(rawValue: kind) else { return nil }
    return members[receiver]?[name]?.value
  }

  func methodNames(on kind: String) -> [String] {
    ScriptReceiver(rawValue: kind).flatMap { members[$0]?.keys.sorted() } ?? []
  }

  /// Creates an owner for globals, methods and list members.
  ///
  /// - Parameter name: The owner's name in error messages, such as `plugin steps`.
  public func makeOwner(_ name: String) -> ScriptOwner {
    contents.lastOwner += 1
    return ScriptOwner(name: name, number: contents.lastOwner)
  }

  /// Defines a global function for all scripts.
  ///
  /// - Parameters:
  ///   - name: The name of the global, which must be a valid Lua identifier.
  ///   - owner: The owner of the global. ``takeBack(_:)`` removes the global together with the
  ///     owner's other definitions.
  ///   - body: A closure that is called for each call from a script. An error that the closure
  ///     throws is raised in the script.
  /// - Throws: `nameTaken` if the global already exists, `badArgument` if the name is not a valid
  ///   Lua identifier, and `closed` if the session is closed.
  public func define(
    _ name: String, owner: ScriptOwner, _ body: @escaping ScriptBody
  ) throws(ScriptError) {
    try checkGlobal(name)
    let entry = Entry(name, owner)
    let function = luaState.makeFunction(name, native(entry, isMethod: false, body))
    add(entry, .function(function))
    luaState.define(name, value: .function(function))
  }

  /// Defines a global that declares a named item: `global "name" { … }`. The name and the value can
  /// also be passed as two arguments.
  ///
  /// - Parameters:
  ///   - name: The name of the global, which must be a valid Lua identifier.
  ///   - owner: The owner of the global. ``takeBack(_:)`` removes the global together with the
  ///     owner's other definitions.
  ///   - body: A closure that receives the name, the value and the line of the call. If the first
  ///     argument is not a name, the closure receives the first two arguments unchanged. For a name
  ///     without a value, see ``unfinishedDeclaration``.
  /// - Throws: The errors that ``define(_:owner:_:)`` throws.
  public func define(
    declarator name: String, owner: ScriptOwner, _ body: @escaping ScriptBody
  ) throws(ScriptError) {
    try checkGlobal(name)
    let entry = Entry(name, owner)
    let function = luaState.makeDeclarator(name, declaring(entry, body))
    add(entry, .function(function))
    luaState.define(name, value: .function(function))
  }

  /// Creates a declarator that is a method of a table, as in `table:name "title" { … }`. If the
  /// method is not called on a table, its body receives nil for both values.
  ///
  /// - Parameters:
  ///   - name: The name of the method in errors.
  ///   - body: A closure that receives the title, its value and the line of the call.
  /// - Returns: The function, to be stored in a table.
  public func makeDeclarator(_ name: String, _ body: @escaping ScriptBody) -> ScriptFunction {
    ScriptFunction(
      luaState.makeDeclarator(name, isMethod: true, declaring(nil, body)), link)
  }

  /// The first declaration that has a name but lacks a value, or `nil` if there is none in the
  /// scripts of this session.
  public var unfinishedDeclaration: (declarator: String, name: String, location: ScriptLocation?)? {
    guard (try? openSession()) != nil,
      let (declarator, name, place) = luaState.unfinishedDeclaration
    else { return nil }
    return (declarator, name, place.map(ScriptLocation.init))
  }

  /// Defines a global value.
  ///
  /// - Parameters:
  ///   - name: The name of the global, which must be a valid Lua identifier.
  ///   - owner: The owner of the global. ``takeBack(_:)`` removes the global together with the
  ///     owner's other definitions.
  ///   - value: Any value of this session, or plain data.
  /// - Throws: The errors that ``define(_:owner:_:)`` throws, and `closed` if the value belongs to
  ///   another session.
  public func define(
    _ name: String, owner: ScriptOwner, value: ScriptValue
  ) throws(ScriptError) {
    let session = try checkGlobal(name)
    let held = try returned { () throws(LuaError) in try session.held([value]) }[0]
    add(Entry(name, owner), held)
    luaState.define(name, value: held)
  }

  /// Defines a method, such as `app:shake()`. A coordinator's own fields and methods take
  /// precedence over the method.
  ///
  /// - Parameters:
  ///   - method: The name of the method, which must be a valid Lua identifier.
  ///   - receiver: The kind of handle to which the method is added.
  ///   - owner: The owner of the method. ``takeBack(_:)`` removes the method together with the
  ///     owner's other definitions.
  ///   - body: A closure that is called for each call from a script. ``ScriptCall/receiver`` is the
  ///     handle.
  /// - Throws: `nameTaken` if the method already exists, `badArgument` if the name is not a valid
  ///   Lua identifier, and `closed` if the session is closed.
  public func define(
    _ method: String, on receiver: ScriptReceiver, owner: ScriptOwner,
    _ body: @escaping ScriptBody
  ) throws(ScriptError) {
    let session = try checkName(method)
    if let other = members[receiver]?[method] {
      throw .taken("\(receiver.rawValue):\(method)", by: other.owner.name)
    }
    if session.handles.knows(method, receiver) {
      throw .taken("\(receiver.rawValue):\(method)", by: "Signalbox")
    }
    let entry = Entry(method, owner)
    let function = luaState.makeFunction(method, native(entry, isMethod: true, body))
    add(entry, .function(function), on: receiver)
  }

  /// Removes all globals, methods and list members of an owner. If scripts have retained the
  /// functions, calling them raises `takenBack`.
  ///
  /// - Parameter owner: The owner that ``makeOwner(_:)`` returned. An owner without definitions is
  ///   ignored.
  public func takeBack(_ owner: ScriptOwner) {
    guard (try? openSession()) != nil else { return }
    for name in remove(owner) { luaState.define(name, value: .nil) }
  }

  /// Creates a function for scripts that lives as long as it is referenced.
  ///
  /// - Parameters:
  ///   - name: The name of the function in errors and tracebacks. No global is defined.
  ///   - body: A closure that is called for each call from a script. An error that the closure
  ///     throws is raised in the script.
  public func makeFunction(_ name: String, _ body: @escaping ScriptBody) -> ScriptFunction {
    ScriptFunction(luaState.makeFunction(name, native(nil, isMethod: false, body)), link)
  }

  // MARK: - Checks

  @discardableResult
  private func checkGlobal(_ name: String) throws(ScriptError) -> ScriptSession {
    let session = try checkName(name)
    if let other = globals[name] { throw .taken(name, by: other.owner.name) }
    // A library is opened only after a script has referred to it.
    if LuaNames.globals.contains(name) || LuaNames.libraries[name] != nil {
      throw .taken(name, by: "Lua")
    }
    if luaState.defines(name) { throw .taken(name, by: "Signalbox") }
    return session
  }

  private func checkName(_ name: String) throws(ScriptError) -> ScriptSession {
    let session = try openSession()
    guard NavigationArguments.isBareName(name) else {
      throw .badArgument("\"\(name)\" is not a valid Lua name")
    }
    return session
  }

  private func native(
    _ entry: Entry?, isMethod: Bool, _ body: @escaping ScriptBody
  ) -> LuaNativeBody {
    { [link] frame throws(LuaError) in
      try entry?.check()
      return try link.session?.call(body, isMethod: isMethod, frame) ?? 0
    }
  }

  private func declaring(
    _ entry: Entry?, _ body: @escaping ScriptBody
  ) -> LuaNativeBody {
    { [link] frame throws(LuaError) in
      try entry?.check()
      guard let session = link.session else { return 0 }
      let arguments = [session.value(1, frame), session.value(2, frame)]
      let call = ScriptCall(
        session: session, receiver: .nil, arguments: arguments,
        location: frame.declarationLocation.map(ScriptLocation.init))
      return try session.call(body, call, frame)
    }
  }
}

extension ScriptSession {
  /// Calls a host function with the arguments in a frame, and pushes its results.
  func call(
    _ body: ScriptBody, isMethod: Bool, _ frame: LuaFrame
  ) throws(LuaError) -> Int {
    let call = ScriptCall(
      session: self, receiver: isMethod ? value(1, frame) : .nil,
      arguments: values(from: isMethod ? 2 : 1, frame), location: frame.place)
    return try self.call(body, call, frame)
  }

  fileprivate func call(
    _ body: ScriptBody, _ call: ScriptCall, _ frame: LuaFrame
  ) throws(LuaError) -> Int {
    let results = try raised { () throws(ScriptError) in try body(call) }
    try push(results, frame)
    return results.count
  }
}

extension LuaFrame {
  /// The line of the script or plugin that called this host function, or `nil` if it is unknown.
  var place: ScriptLocation? {
    location().map(ScriptLocation.init)
  }
}

extension ScriptError {
  /// The code of the error for a name that is already defined.
  static let nameTakenCode = "nameTaken"

  /// Returns the error for an invalid argument, which contains the actual value and the expected
  /// value.
  ///
  /// - Parameters:
  ///   - text: The actual value and the expected value, in lower case and without a period.
  ///   - hint: A suggested fix, which is appended after a semicolon, or `nil` if there is none.
  public static func badArgument(_ text: String, hint: String? = nil) -> ScriptError {
    let tail = hint.map { "; \($0)" } ?? ""
    return ScriptError(.runtime, code: "badArgument", "badArgument: \(text)\(tail)")
  }

  static func taken(_ name: String, by owner: String) -> ScriptError {
    ScriptError(.runtime, code: nameTakenCode, "nameTaken: \(name) is defined by \(owner)")
  }
}
