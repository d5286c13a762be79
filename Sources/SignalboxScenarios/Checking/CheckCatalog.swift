/// Every rule there is. A new one is one file in this folder and one line here.
enum CheckCatalog {
  static let all: [any CheckRule.Type] = [
    GlobalsCheck.self,
    RoutesCheck.self,
    DefinitionsCheck.self,
    DoublesCheck.self,
    NamesCheck.self,
  ]
}
