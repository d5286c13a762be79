internal import ArgumentParser

/// A CI service that `signalbox init --ci` supports.
///
/// Every workflow installs the release that generated it, using the install script `get`, and runs
/// the scenarios. `docs/how-to/run-in-ci.md` shows all workflows.
enum CIService: String, CaseIterable, ExpressibleByArgument {
  case github, gitlab, circleci, buildkite, jenkins

  /// The path at which the service expects the workflow.
  var path: String {
    switch self {
    case .github: ".github/workflows/scenarios.yml"
    case .gitlab: ".gitlab-ci.yml"
    case .circleci: ".circleci/config.yml"
    case .buildkite: ".buildkite/pipeline.yml"
    case .jenkins: "Jenkinsfile"
    }
  }

  /// The workflow for the release of this program.
  var workflow: String { workflow(repository: Version.repository, version: Version.number) }

  /// - Parameters:
  ///   - repository: The owner and name of the repository that contains the releases.
  ///   - version: The version of the release.
  func workflow(repository: String, version: String) -> String {
    let release = "https://github.com/\(repository)/releases/download/v\(version)"
    switch self {
    case .github: return Self.github(repository, version)
    case .gitlab: return Self.gitlab(repository, version, release)
    case .circleci: return Self.circleci(version, release)
    case .buildkite: return Self.buildkite(version, release)
    case .jenkins: return Self.jenkins(version, release)
    }
  }

  private static func github(_ repository: String, _ version: String) -> String {
    """
    name: scenarios
    on: [push, pull_request]
    permissions:
      contents: read
    jobs:
      scenarios:
        runs-on: ubuntu-latest
        steps:
          - uses: actions/checkout@v4
          - uses: \(repository)/ci/setup-signalbox@v\(version)
            with:
              version: \(version)
          - run: signalbox test --reporter github --reporter junit=report.xml
          - if: failure()
            uses: actions/upload-artifact@v4
            with:
              name: recordings
              path: .signalbox/out
              include-hidden-files: true

    """
  }

  private static func gitlab(_ repository: String, _ version: String, _ release: String) -> String {
    """
    include:
      - remote: https://raw.githubusercontent.com/\(repository)/v\(version)/ci/gitlab.yml
    scenarios:
      extends: .signalbox
      variables:
        SIGNALBOX_VERSION: "\(version)"
        SIGNALBOX_DOWNLOAD_BASE: \(release)
      parallel: 2
      script:
        - signalbox test --seed 1 --shard auto --reporter pretty --reporter junit=report.xml
      artifacts:
        when: always
        paths: [.signalbox/out]
        reports:
          junit: report.xml

    """
  }

  private static func circleci(_ version: String, _ release: String) -> String {
    """
    version: 2.1
    jobs:
      scenarios:
        docker: [{ image: "cimg/base:stable" }]
        parallelism: 2
        environment:
          SIGNALBOX_DOWNLOAD_BASE: \(release)
        steps:
          - checkout
          - run: \(download) | sh -s -- --version \(version) --prefix .signalbox/release
          - run: .signalbox/release/bin/signalbox test --seed 1 --shard auto --reporter junit=results/report.xml
          - store_test_results: { path: results }
          - store_artifacts: { path: .signalbox/out }
    workflows:
      scenarios:
        jobs: [scenarios]

    """
  }

  private static func buildkite(_ version: String, _ release: String) -> String {
    """
    env:
      SIGNALBOX_DOWNLOAD_BASE: \(release)
    steps:
      - label: scenarios
        commands:
          - \(download.replacing("$", with: "$$")) | sh -s -- --version \(version) --prefix .signalbox/release
          - .signalbox/release/bin/signalbox test --seed 1 --shard auto --reporter junit=report.xml
        parallelism: 2
        artifact_paths: [report.xml, .signalbox/out/*]

    """
  }

  private static func jenkins(_ version: String, _ release: String) -> String {
    """
    pipeline {
      agent { label 'linux' }
      environment { SIGNALBOX_DOWNLOAD_BASE = '\(release)' }
      stages {
        stage('Install') {
          steps { sh '\(download) | sh -s -- --version \(version) --prefix .signalbox/release' }
        }
        stage('Scenarios') {
          steps { sh '.signalbox/release/bin/signalbox test --reporter junit=report.xml' }
        }
      }
      post { always { junit 'report.xml' } }
    }

    """
  }

  /// The command that prints the release's install script.
  private static let download = #"curl -fsSL "$SIGNALBOX_DOWNLOAD_BASE/get""#
}
