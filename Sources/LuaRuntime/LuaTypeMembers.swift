/// What a type of userdata can do.
///
/// Every body gets the userdata as argument 1.
package struct LuaTypeMembers {
  var methods: [Member] = []
  var getters: [Member] = []
  var setters: [Member] = []

  /// A member that is made when a script first asks for it.
  package enum Found {
    case method(LuaNativeBody)
    case getter(LuaNativeBody)
  }

  /// Makes the member of a name that was not added; it is kept from then on.
  package var find: ((String) -> Found?)?
  /// Answers every key that is no method and no getter: (self, key) to a value.
  package var index: LuaNativeBody?
  /// Takes every assignment that no setter takes: (self, key, value).
  package var newIndex: LuaNativeBody?
  package var toString: LuaNativeBody?
  /// Makes the userdata callable: (self, ...).
  package var call: LuaNativeBody?

  /// A pair would wrap the function: Swift stores functions inside of generic values another way.
  struct Member {
    let name: String
    let body: LuaNativeBody
  }

  package mutating func method(_ name: String, _ body: @escaping LuaNativeBody) {
    methods.append(Member(name: name, body: body))
  }

  /// Adds a property: (self) to a value.
  package mutating func getter(_ name: String, _ body: @escaping LuaNativeBody) {
    getters.append(Member(name: name, body: body))
  }

  /// Adds an assignment: (self, value).
  package mutating func setter(_ name: String, _ body: @escaping LuaNativeBody) {
    setters.append(Member(name: name, body: body))
  }
}
