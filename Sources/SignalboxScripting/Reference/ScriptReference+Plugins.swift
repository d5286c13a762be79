extension ScriptReference {
  /// The tables of a plugin.
  static let pluginTables =
    [ManifestReader.schema.description] + HostBinding.methods.compactMap(\.table)

  /// The libraries that only the code of plugins can use.
  static let pluginLibraries: [(name: String, summary: String, functions: [Entry])] = [
    (
      "fs", "Access to files, for plugins with the permission `fs:read:DIR` or `fs:write:DIR`.",
      [
        .function("read", [Parameter("path", "string")], returns: "string", "the text of a file"),
        .function(
          "list", [Parameter("path", "string")], returns: "string[]",
          "the names in a folder, sorted"),
        .function(
          "write", [Parameter("path", "string"), Parameter("text", "string")],
          "replaces a file"),
      ]
    )
  ]

  /// The functions that only the code of plugins can use.
  static let pluginFunctions: [Entry] = [
    .function(
      "run", [Parameter("command", "string"), Parameter("...", "string|{ timeout: string }")],
      returns: "string, integer, string",
      "runs a program without a shell, with the permission `run`; returns its output, its exit "
        + "code and its standard error; the last argument may be `{ timeout = \"5s\" }`")
  ]
}
