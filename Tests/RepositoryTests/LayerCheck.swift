/// Checks the layers: folders, table, manifest and imports must be consistent.
///
/// SwiftPM alone is not sufficient, because an undeclared import of a target of the same package
/// can compile.
struct LayerCheck {
  let table: LayerTable
  let manifest: PackageManifest
  /// The folders in `Sources`.
  let folders: [String]

  /// Modules that are included with the toolchain or the system. All other modules must be
  /// declared.
  private static let toolchain: Set<String> = [
    "CoreFoundation", "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc",
    "Musl", "Observation", "RegexBuilder", "Swift", "Synchronization", "Testing", "XCTest",
    "os",
  ]

  /// Platform modules, for the targets that show screens on the platform.
  private static let platform: [String: Set<String>] = [
    "SignalboxUI": ["AppKit", "SwiftUI", "UIKit"]
  ]

  func findings(in files: [SourceFile]) -> [Finding] {
    folderFindings() + rowFindings() + manifestFindings() + files.flatMap(importFindings)
  }

  private func folderFindings() -> [Finding] {
    folders.flatMap { folder in
      let path = "Sources/\(folder)"
      var findings: [Finding] = []
      if table.row(of: folder) == nil {
        findings.append(Finding(path, 0, "has no row in the table of \(table.path)"))
      }
      if manifest.target(folder) == nil {
        findings.append(Finding(path, 0, "is not a target of \(manifest.path)"))
      }
      return findings
    }
  }

  private func rowFindings() -> [Finding] {
    table.rows.flatMap { row in
      let unknown = row.allowed.filter { table.row(of: $0) == nil }.sorted()
      var findings = unknown.map {
        Finding(table.path, row.line, "\(row.target) may import \($0), which has no row")
      }
      if !folders.contains(row.target) {
        findings.append(Finding(table.path, row.line, "Sources/\(row.target) does not exist"))
      }
      return findings
    }
  }

  private func manifestFindings() -> [Finding] {
    manifest.targets.flatMap { target in
      target.dependencies.filter { !$0.isProduct }.compactMap { dependency in
        let (name, line) = (dependency.name, dependency.line)
        return rejection(of: name, in: target.name).map {
          Finding(manifest.path, line, "\(target.name) depends on \(name); \($0)")
        }
      }
    }
  }

  private func importFindings(in file: SourceFile) -> [Finding] {
    guard let target = file.target else { return [] }
    return Self.imports(in: file).compactMap { module, line in
      guard module != target, !Self.toolchain.contains(module),
        Self.platform[target]?.contains(module) != true
      else { return nil }
      if isOurs(module), let rejection = rejection(of: module, in: target) {
        return Finding(file.path, line, "imports \(module); \(rejection)")
      }
      let declared = manifest.target(target)?.dependencies ?? []
      guard !declared.contains(where: { $0.name == module }) else { return nil }
      let why = "which is not a dependency of \(target) in \(manifest.path)"
      return Finding(file.path, line, "imports \(module), \(why)")
    }
  }

  /// Returns the allowed modules if the table does not allow a target to use a module of the
  /// package.
  private func rejection(of module: String, in target: String) -> String? {
    guard let row = table.row(of: target), !row.allowed.contains(module) else { return nil }
    let allowed = row.allowed.sorted().joined(separator: ", ")
    return "\(table.path) allows \(target): \(allowed.isEmpty ? "none of ours" : allowed)"
  }

  private func isOurs(_ module: String) -> Bool {
    table.row(of: module) != nil || manifest.target(module) != nil || folders.contains(module)
  }

  /// Returns the modules that a file imports, with their lines.
  static func imports(in file: SourceFile) -> [(module: String, line: Int)] {
    let pattern =
      #/
      (?:^|;)\h*
      (?:@\w+(?:\([^)]*\))?\s+)*
      (?:(?:public|package|internal|fileprivate|private)\s+)?
      import\s+
      (?:(?:typealias|struct|class|enum|protocol|let|var|func|actor)\s+)?
      (\w+)
      /#.anchorsMatchLineEndings()
    return file.code.matches(of: pattern).map { match in
      (String(match.output.1), file.code.line(at: match.output.1.startIndex))
    }
  }
}
