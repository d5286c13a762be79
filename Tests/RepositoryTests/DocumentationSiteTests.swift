import Testing

/// Tests which libraries `scripts/docs` documents.
@Suite struct DocumentationSiteTests {
  @Test func `the site documents every library of the package, each after those that it uses`()
    throws
  {
    let file = try Repository.file("Package.swift")
    let products = file.text.matches(of: /\.library\(name: "(\w+)", targets: \["(\w+)"\]\)/)
    let manifest = PackageManifest(file)
    // DocC documents only Swift.
    let libraries = products.map { String($0.output.2) }.filter { !$0.hasPrefix("C") }
    #expect(libraries.count > 10)
    let script = try Repository.file("scripts/docs").text
    let list = try #require(script.firstMatch(of: /libraries=\(([^)]*)\)/)?.1)
    let documented = list.split(whereSeparator: \.isWhitespace).map(String.init)
    #expect(documented.sorted() == libraries.sorted())
    for (index, library) in documented.enumerated() {
      let used = Set(try #require(manifest.target(library)).dependencies.map(\.name))
      #expect(documented[index...].filter(used.contains) == [], "\(library)")
    }
  }
}
