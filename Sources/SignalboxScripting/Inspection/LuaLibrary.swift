/// Descriptions of Lua's own functions and values that are available in sessions (Lua manual, §6).
enum LuaLibrary {
  /// The functions and values, grouped by library. Those without a library have the key `""`.
  static let functions: [String: [ScriptReference.Entry]] = [
    "": [
      function("assert", "(value, message?)", "raises an error if a value is false or nil"),
      function("collectgarbage", "(option?)", "collects garbage, or reports the memory in use"),
      function("error", "(message, level?)", "raises an error"),
      function("getmetatable", "(value)", "returns the metatable of a value"),
      function("ipairs", "(list)", "iterates over the elements of a list"),
      function("load", "(chunk, name?, mode?, env?)", "compiles text into a function"),
      function("next", "(table, key?)", "returns the pair that follows a key in a table"),
      function("pairs", "(table)", "iterates over all pairs of a table"),
      function("pcall", "(f, ...)", "calls a function and returns an error instead of raising it"),
      function("print", "(...)", "prints values on one line"),
      function("rawequal", "(a, b)", "compares two values without calling metamethods"),
      function("rawget", "(table, key)", "reads a field without calling metamethods"),
      function(
        "rawlen", "(value)",
        "returns the length of a string or table without calling metamethods"),
      function("rawset", "(table, key, value)", "sets a field without calling metamethods"),
      function(
        "select", "(n, ...)",
        "returns the arguments from position n on, or the number of "
          + "arguments"),
      function("setmetatable", "(table, metatable)", "sets the metatable of a table"),
      function("tonumber", "(value, base?)", "converts a value to a number"),
      function("tostring", "(value)", "converts a value to a string"),
      function("type", "(value)", "returns the name of a value's type"),
      function("xpcall", "(f, handler, ...)", "calls a function and passes errors to a handler"),
      value("_VERSION", "the version of Lua"),
    ],
    "coroutine": [
      function("close", "(thread)", "closes a coroutine"),
      function("create", "(f)", "creates a coroutine"),
      function("isyieldable", "()", "returns whether the running coroutine can yield"),
      function("resume", "(thread, ...)", "resumes a coroutine"),
      function("running", "()", "returns the running coroutine"),
      function("status", "(thread)", "returns the status of a coroutine"),
      function("wrap", "(f)", "creates a coroutine that is called as a function"),
      function("yield", "(...)", "suspends the running coroutine"),
    ],
    "debug": [function("traceback", "(message?, level?)", "returns a traceback of the call stack")],
    "math": [
      function("abs", "(x)", "returns the absolute value"),
      function("acos", "(x)", "returns the arc cosine in radians"),
      function("asin", "(x)", "returns the arc sine in radians"),
      function("atan", "(y, x?)", "returns the arc tangent in radians"),
      function("ceil", "(x)", "rounds up"),
      function("cos", "(x)", "returns the cosine"),
      function("deg", "(x)", "converts radians to degrees"),
      function("exp", "(x)", "returns e to the power of x"),
      function("floor", "(x)", "rounds down"),
      function("fmod", "(x, y)", "returns the remainder of a division that rounds toward zero"),
      value("huge", "positive infinity"),
      function("log", "(x, base?)", "returns the logarithm (default base: e)"),
      function("max", "(x, ...)", "returns the largest argument"),
      value("maxinteger", "the largest integer"),
      function("min", "(x, ...)", "returns the smallest argument"),
      value("mininteger", "the smallest integer"),
      function("modf", "(x)", "returns the integral and fractional parts"),
      value("pi", "the number π"),
      function("rad", "(x)", "converts degrees to radians"),
      function("random", "(m?, n?)", "returns a random number"),
      function("randomseed", "(x?, y?)", "sets the seed for random numbers"),
      function("sin", "(x)", "returns the sine"),
      function("sqrt", "(x)", "returns the square root"),
      function("tan", "(x)", "returns the tangent"),
      function("tointeger", "(x)", "converts a float with an integral value to an integer"),
      function("type", "(x)", "returns the type of a number: \"integer\" or \"float\""),
      function("ult", "(m, n)", "compares two integers as unsigned"),
    ],
    "os": [
      function("clock", "()", "returns the processor time in seconds"),
      function("date", "(format?, time?)", "returns a date as a string or a table"),
      function("difftime", "(a, b)", "returns the seconds between two times"),
      function("time", "(table?)", "returns a timestamp"),
    ],
    "string": [
      function("byte", "(s, i?, j?)", "returns bytes as integers"),
      function("char", "(...)", "creates a string from bytes"),
      function("find", "(s, pattern, init?, plain?)", "finds a pattern"),
      function("format", "(format, ...)", "formats values"),
      function("gmatch", "(s, pattern, init?)", "iterates over all matches of a pattern"),
      function("gsub", "(s, pattern, replacement, n?)", "replaces the matches of a pattern"),
      function("len", "(s)", "returns the length in bytes"),
      function("lower", "(s)", "converts to lower case"),
      function(
        "match", "(s, pattern, init?)", "returns the first match of a pattern, or its captures"),
      function("pack", "(format, ...)", "packs values into a binary string"),
      function("packsize", "(format)", "returns the size of packed values"),
      function("rep", "(s, n, separator?)", "repeats a string"),
      function("reverse", "(s)", "reverses the bytes"),
      function("sub", "(s, i, j?)", "returns a substring"),
      function("unpack", "(format, s, position?)", "unpacks values from a binary string"),
      function("upper", "(s)", "converts to upper case"),
    ],
    "table": [
      function("concat", "(list, separator?, i?, j?)", "joins the elements of a list"),
      function("insert", "(list, position?, value)", "inserts a value into a list"),
      function("move", "(from, i, j, to, target?)", "copies elements"),
      function("pack", "(...)", "returns a list of the arguments, with their count in the field n"),
      function("remove", "(list, position?)", "removes an element from a list"),
      function("sort", "(list, less?)", "sorts a list in place"),
      function("unpack", "(list, i?, j?)", "returns the elements of a list"),
    ],
    "utf8": [
      function("char", "(...)", "creates a string from code points"),
      value("charpattern", "the pattern that matches one character"),
      function("codepoint", "(s, i?, j?)", "returns code points as integers"),
      function("codes", "(s)", "iterates over the characters"),
      function("len", "(s, i?, j?)", "counts the characters"),
      function("offset", "(s, n, i?)", "returns the byte position of a character"),
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
  /// Lua's own functions and values that do not belong to a library.
  package static var describedBase: [Entry] { LuaLibrary.functions[""] ?? [] }

  /// The names of Lua's own libraries, sorted. Most libraries are opened only after a script has
  /// referred to them.
  package static var luaLibraries: [String] {
    LuaLibrary.functions.keys.filter { !$0.isEmpty }.sorted()
  }
}

/// The names that Lua itself defines in scripts, for completion, hints and help.
package enum LuaNames {
  /// The names of functions and values that do not belong to a library.
  package static let globals = ["_G"] + (LuaLibrary.functions[""] ?? []).map(\.name)

  /// The sorted names in each library, keyed by the library's name.
  package static let libraries = LuaLibrary.functions.filter { !$0.key.isEmpty }
    .mapValues { $0.map(\.name).sorted() }
}
