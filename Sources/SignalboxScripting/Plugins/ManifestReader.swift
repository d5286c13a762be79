internal import Signalbox

/// Reads the table that a `plugin.lua` file returns. An invalid table is rejected.
struct ManifestReader {
  /// The name of the plugin's folder.
  let name: String
  /// The folder's path in messages.
  let path: String

  static let schema = ValueSchema<PluginManifest>(
    "PluginTable", "The table that `plugin.lua` returns.",
    [
      .init(
        "name", "string", "the plugin's name, which is the name of its folder",
        need: "such as name = \"todo\""
      ) {
        field, manifest throws(TableMistake) in manifest.name = try field.text()
      },
      .init(
        "version", "string", "the plugin's version: three numbers, such as `1.0.0`",
        need: "such as version = \"1.0.0\""
      ) { field, manifest throws(TableMistake) in
        manifest.version = try field.text()
        guard PluginManifest.isVersion(manifest.version) else {
          throw field.wrong(expected: "three numbers: \"1.0.0\"")
        }
      },
      .init(
        "api", "integer", "the version of the plugin interface that the plugin uses: 1",
        need: "such as api = 1"
      ) { field, manifest throws(TableMistake) in
        guard case .integer(let api) = field.value else {
          throw field.wrong(expected: "\(PluginManifest.api)")
        }
        manifest.api = api
      },
      .init(
        "summary", "string", "a description of the plugin in one sentence",
        need: "such as summary = \"Adds a list of notes\""
      ) { field, manifest throws(TableMistake) in manifest.summary = try field.text() },
      .text("license", { $0.license = $1 }, "the plugin's license"),
      .init("dependencies", "string[]?", "the plugins that are loaded before this plugin") {
        field, manifest throws(TableMistake) in
        manifest.dependencies = try field.list("the name of a plugin") {
          $0.text.flatMap { PluginManifest.isName($0) ? $0 : nil }
        }
      },
      .init(
        "permissions", "string[]?",
        "the permissions that the plugin requests: `env:CI`, `fs:read:DIR`, `run`"
      ) {
        field, manifest throws(TableMistake) in
        manifest.permissions = try field.list(Permission.spellings) {
          $0.text.flatMap { Permission($0) }
        }
      },
      .function(
        "setup", "fun(host: signalbox.Host, options: table)?", "registers what the plugin adds"
      ) { _, _ in },
      .function("teardown", "fun()?", "releases resources outside the session") { _, _ in },
    ])

  func manifest(_ value: ScriptValue) throws(PluginRejection) -> PluginManifest {
    let expected = PluginManifest.api
    // Another version of the interface may support different keys.
    if let api = value.table?["api"].integer, api != expected {
      throw rejection(
        .api, "its api is \(api), expected \(expected)",
        hint: "use a version of the plugin for api \(expected), or a version of Signalbox for "
          + "api \(api)")
    }
    var manifest = PluginManifest(name: "", version: "", summary: "")
    do throws(TableMistake) {
      try Self.schema.read(
        value, TableLocation("its manifest"), like: "return { name = \"\(name)\", … }",
        into: &manifest)
    } catch {
      throw rejection(.manifest, error.message, hint: error.hint ?? "change \(path)/plugin.lua")
    }
    guard manifest.name == name else {
      throw rejection(
        .manifest, "the name in its manifest is \(quotation(manifest.name)), expected \"\(name)\"",
        hint: "use the same name for the folder and the manifest")
    }
    return manifest
  }

  private func rejection(
    _ reason: PluginRejection.Reason, _ what: String, hint: String?
  ) -> PluginRejection {
    PluginRejection(name, at: path, reason, what, hint: hint)
  }
}
