/// Every rule there is. A new one is one file in this folder and one line here.
enum LintCatalog {
  static let all: [any LintRule.Type] = [
    GlobalsRule.self,
    RoutesRule.self,
    DefinitionsRule.self,
    DuplicatesRule.self,
    NamesRule.self,
  ]
}
