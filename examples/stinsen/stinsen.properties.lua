-- Properties of every state: signalbox explore stinsen.properties.lua
require "app"

never "a layer before the login" (function(app)
  return app:coordinator "Unauthenticated" ~= nil and #app:layers() > 1
end)
reachable "the profile" (function(app)
  local child = app:coordinator("Main").child
  return child.type == "Authenticated" and child.currentPage == "profile"
end)
-- errors: a coordinator that is covered by a coordinator that it pushed cannot push
-- again. determinism: the login service is a local variable that survives a logout.
explore { maxDepth = 5, ignore = { "errors", "determinism" } }
