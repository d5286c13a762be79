import Foundation
import Testing

@testable import SignalboxCLI

/// Tests the workflows that `signalbox init --ci` writes. The tests run the commands of the
/// workflows with a local copy of a release.
struct WorkflowTests {
  /// A value in a YAML file.
  private enum Value: Decodable {
    case text(String)
    case list([Value])
    case table([String: Value])

    init(from decoder: any Decoder) throws {
      let box = try decoder.singleValueContainer()
      if let text = try? box.decode(String.self) {
        self = .text(text)
      } else if let list = try? box.decode([Value].self) {
        self = .list(list)
      } else {
        self = .table(try box.decode([String: Value].self))
      }
    }

    subscript(key: String) -> Value? {
      guard case .table(let fields) = self else { return nil }
      return fields[key]
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var list: [Value] { if case .list(let list) = self { list } else { [] } }
    var table: [String: Value] { if case .table(let fields) = self { fields } else { [:] } }
  }

  /// Parses YAML with another parser. Every scalar is text.
  private func read(_ text: String, _ release: Release) throws -> Value {
    let python = Release.root.appending(path: ".build/python/readers/bin/python")
    try #require(
      FileManager.default.isExecutableFile(atPath: python.path), "scripts/setup --tests installs it"
    )
    let program =
      "import json, sys, yaml; json.dump(yaml.load(sys.stdin, yaml.BaseLoader), sys.stdout)"
    let result = try release.tool.run(["-c", program], input: text, program: python)
    #expect(result.code == 0 && result.errors.isEmpty, "\(result)")
    return try JSONDecoder().decode(Value.self, from: Data(result.output.utf8))
  }

  /// Creates a project with the workflow of a service, in the folder of a release.
  private func project(_ service: CIService, _ release: Release) throws -> Value? {
    let made = try release.tool.run("init", "project", "--ci", service.rawValue)
    #expect(made.code == 0, "\(made)")
    let text = try Tool.text(of: release.tool.folder.appending(path: "project/\(service.path)"))
    return service == .jenkins ? nil : try read(text, release)
  }

  // MARK: - GitHub

  /// The outputs of steps, which subsequent steps can read.
  private struct Context {
    var values: [String: String]
    var path = ["/usr/local/bin", "/usr/bin", "/bin"]
    var output = ""
    var skipped: [String] = []

    /// Returns a copy of a string in which each `${{ name }}` is replaced.
    func expanded(_ text: String) throws -> String {
      try text.replacing(/\$\{\{ ([^}]*) \}\}/) { match in
        try #require(values[String(match.1)], "\(match.1) is not known")
      }
    }
  }

  /// Runs the steps of a workflow or action, one after the other.
  private func run(_ steps: [Value], _ context: inout Context, _ release: Release) throws {
    for step in steps {
      if let action = step["uses"]?.text {
        guard action == "\(Version.repository)/ci/setup-signalbox@v\(Version.number)" else {
          context.skipped.append(action)
          continue
        }
        let file = Release.root.appending(path: "ci/setup-signalbox/action.yml")
        let description = try read(try String(contentsOf: file, encoding: .utf8), release)
        for (name, input) in description["inputs"]?.table ?? [:] {
          let given = step["with"]?[name]?.text
          #expect(given != nil || input["required"]?.text != "true", "\(name) is required")
          context.values["inputs.\(name)"] = given ?? input["default"]?.text ?? ""
        }
        try run(description["runs"]?["steps"]?.list ?? [], &context, release)
        continue
      }
      if step["if"]?.text == "failure()" { continue }
      var environment = [
        "PATH": context.path.joined(separator: ":"), "GITHUB_OUTPUT": "output",
        "GITHUB_PATH": "path", "RUNNER_TOOL_CACHE": "\(release.tool.folder.path)/tools",
        "GITHUB_ACTION_PATH": Release.root.appending(path: "ci/setup-signalbox").path,
        "GITHUB_ACTIONS": "true", "CI": "true", "SIGNALBOX_DOWNLOAD_BASE": release.base,
      ]
      for name in ["output", "path"] {
        environment["GITHUB_\(name.uppercased())"] = "\(release.tool.folder.path)/\(name)"
        try Data().write(to: release.tool.folder.appending(path: name))
      }
      for (name, value) in step["env"]?.table ?? [:] {
        environment[name] = try context.expanded(value.text ?? "")
      }
      if environment["SIGNALBOX_DOWNLOAD_BASE"] == "" {
        environment["SIGNALBOX_DOWNLOAD_BASE"] = release.base
      }
      let script = try context.expanded(try #require(step["run"]?.text))
      let result = try release.run(script, in: "project", environment: environment)
      #expect(result.code == 0, "\(script): \(result)")
      context.output += result.output
      context.path.insert(
        contentsOf: try Tool.text(of: release.tool.folder.appending(path: "path"))
          .split(separator: "\n").map(String.init), at: 0)
      let outputs = try Tool.text(of: release.tool.folder.appending(path: "output"))
      for line in outputs.split(separator: "\n") {
        let sides = line.split(separator: "=", maxSplits: 1).map(String.init)
        context.values["steps.\(step["id"]?.text ?? "").outputs.\(sides[0])"] = sides[1]
      }
    }
  }

  @Test func `the GitHub workflow installs the release and runs the scenarios`() throws {
    let release = try Release()
    defer { release.remove() }
    let workflow = try #require(try project(.github, release))
    #expect(workflow["on"]?.list.compactMap(\.text) == ["push", "pull_request"])
    let steps = workflow["jobs"]?["scenarios"]?["steps"]?.list ?? []
    var context = Context(values: ["github.action_repository": Version.repository])
    try run(steps, &context, release)
    #expect(
      context.skipped == ["actions/checkout@v4", "actions/cache@v4", "actions/upload-artifact@v4"])
    let home = "\(release.tool.folder.path)/tools/signalbox/\(Version.number)"
    #expect(
      context.output.hasPrefix(
        "installed \(home)/bin/signalbox\nadd \(home)/bin to your PATH\n\(Version.text)\n"),
      "\(context.output)")
    let report = try Tool.text(of: release.tool.folder.appending(path: "project/report.xml"))
    #expect(report.contains("tests=\"2\" failures=\"0\""), "\(report)")
  }

  // MARK: - Other services

  private static let download = [
    "PATH": "/usr/local/bin:/usr/bin:/bin", "CI": "true", "CI_NODE_INDEX": "1",
    "CI_NODE_TOTAL": "1",
    "CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "1", "BUILDKITE_PARALLEL_JOB": "0",
    "BUILDKITE_PARALLEL_JOB_COUNT": "1",
  ]

  /// Runs commands in one shell, and expects a report of two passed scenarios.
  private func check(
    _ commands: [String], _ release: Release, report: String = "report.xml",
    variables: [String: String] = [:]
  ) throws {
    var environment = Self.download.merging(variables) { _, own in own }
    environment["SIGNALBOX_DOWNLOAD_BASE"] = release.base
    #expect(!commands.isEmpty)
    let result = try release.run(
      commands.joined(separator: "\n"), in: "project", environment: environment)
    #expect(result.code == 0, "\(result)")
    let text = try Tool.text(of: release.tool.folder.appending(path: "project/\(report)"))
    #expect(text.contains("tests=\"2\" failures=\"0\""), "\(text)")
  }

  @Test func `the GitLab job installs the release and runs the scenarios`() throws {
    let release = try Release()
    defer { release.remove() }
    let job = try #require(try project(.gitlab, release)?["scenarios"])
    let file = Release.root.appending(path: "ci/gitlab.yml")
    let template = try #require(
      try read(try String(contentsOf: file, encoding: .utf8), release)[job["extends"]?.text ?? ""])
    let variables = (job["variables"]?.table ?? [:]).compactMapValues(\.text)
    #expect(variables["SIGNALBOX_DOWNLOAD_BASE"]?.hasSuffix("/v\(Version.number)") == true)
    let commands = [template["before_script"], job["script"]].flatMap { $0?.list ?? [] }
    try check(commands.compactMap(\.text), release, variables: variables)
  }

  @Test func `the CircleCI job installs the release and runs the scenarios`() throws {
    let release = try Release()
    defer { release.remove() }
    let job = try #require(try project(.circleci, release)?["jobs"]?["scenarios"])
    let commands = (job["steps"]?.list ?? []).compactMap { $0["run"]?.text }
    try check(commands, release, report: "results/report.xml")
  }

  @Test func `the Buildkite step installs the release and runs the scenarios`() throws {
    let release = try Release()
    defer { release.remove() }
    let step = try #require(try project(.buildkite, release)?["steps"]?.list.first)
    // Buildkite interprets `$$` as a dollar sign that is passed to its agents.
    let commands = (step["commands"]?.list ?? []).compactMap { $0.text?.replacing("$$", with: "$") }
    try check(commands, release)
  }

  @Test func `the Jenkins pipeline installs the release and runs the scenarios`() throws {
    let release = try Release()
    defer { release.remove() }
    _ = try project(.jenkins, release)
    let text = try Tool.text(of: release.tool.folder.appending(path: "project/Jenkinsfile"))
    try check(text.matches(of: /sh '([^']*)'/).map { String($0.1) }, release)
  }

  @Test(arguments: CIService.allCases)
  func `the page about CI shows the workflow that init writes`(service: CIService) throws {
    let page = try String(
      contentsOf: Release.root.appending(path: "docs/how-to/run-in-ci.md"), encoding: .utf8)
    let workflow = service.workflow(repository: "OWNER/signalbox", version: Version.sources)
    #expect(page.contains("title=\"\(service.path)\"\n\(workflow)```\n"), "\(service.path)")
  }
}
