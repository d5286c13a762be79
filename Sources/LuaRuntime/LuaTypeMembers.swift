/// The members of a userdata type.
///
/// Every function receives the userdata as argument 1.
package struct LuaTypeMembers {
  var methods: [Member] = []
  var getters: [Member] = []
  var setters: [Member] = []

  /// A member that is created when a script first uses it.
  package enum Found {
    case method(LuaNativeBody)
    case getter(LuaNativeBody)
  }

  /// Creates the member for a name that was not added. The member is stored for later accesses.
  package var find: ((String) -> Found?)?
  /// Returns the value for a key that is neither a method nor a getter. The arguments are (self,
  /// key).
  package var index: LuaNativeBody?
  /// Handles an assignment to a key that has no setter. The arguments are (self, key, value).
  package var newIndex: LuaNativeBody?
  package var toString: LuaNativeBody?
  /// Makes the userdata callable. The arguments are (self, ...).
  package var call: LuaNativeBody?

  /// A member and its function. In a tuple, the function would be wrapped, because Swift stores
  /// functions in generic values differently.
  struct Member {
    let name: String
    let body: LuaNativeBody
  }

  package mutating func method(_ name: String, _ body: @escaping LuaNativeBody) {
    methods.append(Member(name: name, body: body))
  }

  /// Adds a property. Its function takes (self) and returns a value.
  package mutating func getter(_ name: String, _ body: @escaping LuaNativeBody) {
    getters.append(Member(name: name, body: body))
  }

  /// Adds a setter. Its function takes (self, value).
  package mutating func setter(_ name: String, _ body: @escaping LuaNativeBody) {
    setters.append(Member(name: name, body: body))
  }
}
