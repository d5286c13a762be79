/// Files that several tests explore.
enum ExploredFiles {
  /// Properties of `app.lua`. Their exploration ends with an error after the first state, because no
  /// actions are known outside the screen `list`.
  static let raisingProperties = """
    require "app"
    explore { actions = function(app)
      if app.front.name ~= "list" then error "no luck" end
    end }
    """
}
