/// Lua's own functions in sessions, with short descriptions (manual §6).
enum LuaLibrary {
  /// The functions by library; those without a library under the empty name.
  static let functions: [String: [ScriptReference.Entry]] = [
    "": [
      function("assert", "(value, message?)", "raises an error where the value is false or nil"),
      function("collectgarbage", "(option?)", "collects garbage, or reports the memory in use"),
      function("error", "(message, level?)", "raises an error"),
      function("getmetatable", "(value)", "returns the metatable of a value"),
      function("ipairs", "(list)", "goes through the elements of a list"),
      function("load", "(chunk, name?, mode?, env?)", "compiles text into a function"),
      function("next", "(table, key?)", "returns the pair that follows a key"),
      function("pairs", "(table)", "goes through all pairs of a table"),
      function("pcall", "(f, ...)", "calls a function and returns its error as a value"),
      function("print", "(...)", "writes values on a line"),
      function("rawequal", "(a, b)", "compares two values without metamethods"),
      function("rawget", "(table, key)", "reads a field without metamethods"),
      function("rawlen", "(value)", "returns the length without metamethods"),
      function("rawset", "(table, key, value)", "sets a field without metamethods"),
      function("select", "(n, ...)", "returns the arguments from the nth on, or their number"),
      function("setmetatable", "(table, metatable)", "sets the metatable of a table"),
      function("tonumber", "(value, base?)", "returns a value as a number"),
      function("tostring", "(value)", "returns a value as text"),
      function("type", "(value)", "returns the name of a value's type"),
      function("xpcall", "(f, handler, ...)", "calls a function; errors go to a handler"),
      value("_VERSION", "the release of Lua"),
    ],
    "coroutine": [
      function("close", "(thread)", "ends a coroutine"),
      function("create", "(f)", "makes a coroutine"),
      function("isyieldable", "()", "returns whether the running coroutine can yield"),
      function("resume", "(thread, ...)", "goes on with a coroutine"),
      function("running", "()", "returns the running coroutine"),
      function("status", "(thread)", "returns the state of a coroutine"),
      function("wrap", "(f)", "makes a coroutine that is called like a function"),
      function("yield", "(...)", "pauses the running coroutine"),
    ],
    "debug": [function("traceback", "(message?, level?)", "returns the calls that led here")],
    "math": [
      function("abs", "(x)", "returns the absolute value"),
      function("acos", "(x)", "returns the arc cosine in radians"),
      function("asin", "(x)", "returns the arc sine in radians"),
      function("atan", "(y, x?)", "returns the arc tangent in radians"),
      function("ceil", "(x)", "rounds up"),
      function("cos", "(x)", "returns the cosine"),
      function("deg", "(x)", "turns radians into degrees"),
      function("exp", "(x)", "returns e to the power of x"),
      function("floor", "(x)", "rounds down"),
      function("fmod", "(x, y)", "returns the remainder of a division, rounded to zero"),
      value("huge", "the largest float"),
      function("log", "(x, base?)", "returns the logarithm, to base e by default"),
      function("max", "(x, ...)", "returns the largest argument"),
      value("maxinteger", "the largest integer"),
      function("min", "(x, ...)", "returns the smallest argument"),
      value("mininteger", "the smallest integer"),
      function("modf", "(x)", "returns the integral part and the fraction"),
      value("pi", "the number π"),
      function("rad", "(x)", "turns degrees into radians"),
      function("random", "(m?, n?)", "returns a random number"),
      function("randomseed", "(x?, y?)", "seeds the random numbers again"),
      function("sin", "(x)", "returns the sine"),
      function("sqrt", "(x)", "returns the square root"),
      function("tan", "(x)", "returns the tangent"),
      function("tointeger", "(x)", "returns a number as an integer, where it is one"),
      function("type", "(x)", "returns whether a number is an integer or a float"),
      function("ult", "(m, n)", "compares integers as unsigned ones"),
    ],
    "os": [
      function("clock", "()", "returns the processor time in seconds"),
      function("date", "(format?, time?)", "returns a date as text or as a table"),
      function("difftime", "(a, b)", "returns the seconds between two times"),
      function("time", "(table?)", "returns a time as a number"),
    ],
    "string": [
      function("byte", "(s, i?, j?)", "returns bytes as numbers"),
      function("char", "(...)", "makes a string of bytes"),
      function("find", "(s, pattern, init?, plain?)", "finds a pattern"),
      function("format", "(format, ...)", "fills values into a format"),
      function("gmatch", "(s, pattern, init?)", "goes through all matches of a pattern"),
      function("gsub", "(s, pattern, replacement, n?)", "replaces the matches of a pattern"),
      function("len", "(s)", "returns the length in bytes"),
      function("lower", "(s)", "returns it in lower case"),
      function("match", "(s, pattern, init?)", "returns what a pattern captures"),
      function("pack", "(format, ...)", "writes values as bytes"),
      function("packsize", "(format)", "returns the size of packed values"),
      function("rep", "(s, n, separator?)", "repeats a string"),
      function("reverse", "(s)", "turns the bytes round"),
      function("sub", "(s, i, j?)", "returns a part of a string"),
      function("unpack", "(format, s, position?)", "reads packed values"),
      function("upper", "(s)", "returns it in upper case"),
    ],
    "table": [
      function("concat", "(list, separator?, i?, j?)", "joins the elements of a list"),
      function("insert", "(list, position?, value)", "puts a value into a list"),
      function("move", "(from, i, j, to, target?)", "copies elements"),
      function("pack", "(...)", "makes a list of its arguments, with their number in n"),
      function("remove", "(list, position?)", "takes an element out of a list"),
      function("sort", "(list, less?)", "sorts a list in place"),
      function("unpack", "(list, i?, j?)", "returns the elements of a list"),
    ],
    "utf8": [
      function("char", "(...)", "makes a string of code points"),
      value("charpattern", "the pattern of one character"),
      function("codepoint", "(s, i?, j?)", "returns code points as numbers"),
      function("codes", "(s)", "goes through the characters"),
      function("len", "(s, i?, j?)", "counts the characters"),
      function("offset", "(s, n, i?)", "returns where a character begins"),
    ],
  ]

  private static func function(
    _ name: String, _ signature: String, _ summary: String
  ) -> ScriptReference.Entry {
    let names = signature.dropFirst().dropLast().split(separator: ", ")
    return .function(
      name,
      names.map { name in
        let isOptional = name.hasSuffix("?")
        return ScriptReference.Parameter(
          String(isOptional ? name.dropLast() : name), "any", optional: isOptional)
      }, summary)
  }

  private static func value(_ name: String, _ summary: String) -> ScriptReference.Entry {
    .value(name, "", summary)
  }
}

extension ScriptReference {
  /// Lua's own functions without a library.
  package static var describedBase: [Entry] { LuaLibrary.functions[""] ?? [] }

  /// The names of Lua's own libraries, sorted; most exist only after a script has named them.
  package static var luaLibraries: [String] {
    LuaLibrary.functions.keys.filter { !$0.isEmpty }.sorted()
  }
}

/// The built-in names of Lua in scripts: for completion, hints and help.
package enum LuaNames {
  /// Functions and values without a library.
  package static let globals = ["_G"] + (LuaLibrary.functions[""] ?? []).map(\.name)

  /// The contents of each library.
  package static let libraries = LuaLibrary.functions.filter { !$0.key.isEmpty }
    .mapValues { $0.map(\.name).sorted() }
}
