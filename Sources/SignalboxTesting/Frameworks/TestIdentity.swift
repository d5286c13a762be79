/// The name of a test, which identifies the test's snapshots.
package struct TestName: Sendable {
  /// The path of the test's source file, without the extension.
  package let file: String
  package let function: String
}

/// The test that creates a fixture, with its name, location and project.
package struct TestIdentity {
  package let project: TestProject
  package let location: TestLocation
  package let name: TestName

  package init(
    _ function: StaticString, _ fileID: StaticString, _ filePath: StaticString, _ line: UInt,
    _ column: UInt
  ) {
    self.init(
      TestProject(testFile: "\(filePath)"), "\(filePath)", "\(function)",
      TestLocation(fileID, filePath, line, column))
  }

  /// Creates the identity of a scenario that does not run as a separate test.
  package init(scenarioIn project: TestProject) {
    self.init(project, "", "", TestLocation("", "", 0, 0))
  }

  private init(
    _ project: TestProject, _ path: String, _ function: String, _ location: TestLocation
  ) {
    self.project = project
    self.location = location
    var file = project.name(of: path)
    if file.hasSuffix(".swift") { file.removeLast(6) }
    name = TestName(file: file, function: function)
  }
}
