/// A kind of mistake that can be seen in what is loaded.
protocol LintRule: SendableMetatype {
  static func findings(in scene: LintContext) -> [LintFinding]
}
