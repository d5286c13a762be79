/// The members of a type of userdata.
///
/// Every body receives the userdata as argument 1.
package struct LuaTypeMembers {
  var methods: [Member] = []
  var getters: [Member] = []
  var setters: [Member] = []

  /// Creates a member when a script first uses it.
  package enum Found {
    case method(LuaNativeBody)
    case getter(LuaNativeBody)
  }

  /// Creates the member for a name that was not added; it is stored from then on.
  package var find: ((String) -> Found?)?
  /// Returns a value for every key that is neither a method nor a getter: (self, key).
  package var index: LuaNativeBody?
  /// Handles every assignment without a setter: (self, key, value).
  package var newIndex: LuaNativeBody?
  package var toString: LuaNativeBody?
  /// Makes the userdata callable: (self, ...).
  package var call: LuaNativeBody?

  /// A tuple would wrap the function, because Swift stores functions in generic values differently.
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
