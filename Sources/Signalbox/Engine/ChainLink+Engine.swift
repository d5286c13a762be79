extension ChainLink {
  /// Returns the link's coordinator. If the chain is broken, throws `chainBroken` with the name of
  /// the failed link.
  package func coordinator(
    in engine: NavigationEngine
  ) throws(NavigationError) -> CoordinatorID { try coordinator(in: engine.state) }
}
