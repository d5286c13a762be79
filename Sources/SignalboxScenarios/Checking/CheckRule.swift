/// A kind of mistake that can be seen in what is loaded.
protocol CheckRule: SendableMetatype {
  static func findings(in scene: CheckScene) -> [CheckFinding]
}
