-- Properties of every state: signalbox explore stinsen.properties.lua
require "app"

never "a layer before the login" (function(app)
  return app:coordinator "Unauthenticated" ~= nil and #app:layers() > 1
end)
reachable "the profile" (function(app)
  local child = app:coordinator("Main").child
  return child.type == "Authenticated" and child.currentPage == "profile"
end)
-- errors: a coordinator that is covered by one that it pushed cannot push another one.
-- determinism: the service of the login is a local that survives a logout.
explore { maxDepth = 5, ignore = { "errors", "determinism" } }
