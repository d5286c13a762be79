/// The catalog of the rules that check a scenario file and its modules. To add a rule, add a file
/// to this folder and a line to this list.
enum LintCatalog {
  static let all: [any LintRule.Type] = [
    GlobalsRule.self,
    RoutesRule.self,
    MembersRule.self,
    TableKeysRule.self,
    DefinitionsRule.self,
    DuplicatesRule.self,
    NamesRule.self,
  ]
}
