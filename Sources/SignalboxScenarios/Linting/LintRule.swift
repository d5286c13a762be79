/// A rule that checks loaded files.
protocol LintRule: SendableMetatype {
  static func findings(in context: LintContext) -> [LintFinding]
}
