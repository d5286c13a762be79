---Coordinatables: roots, routes and tabs in the words of Stinsen.
local Subject <const> = require "stinsen.subject"
local coordinatable <const> = require "stinsen.coordinatable"
local store <const> = require "stinsen.store"

local stinsen <const> = {
  navigation = coordinatable.navigation,
  tabs = coordinatable.tabs,
  wrapper = coordinatable.wrapper,
  root = coordinatable.word "root",
  push = coordinatable.word "push",
  modal = coordinatable.word "modal",
  fullScreen = coordinatable.word "fullScreen",
  tab = coordinatable.word "tab",
  subject = Subject.new,
  router = store.router,
  RouterStore = { retrieve = store.retrieve },
}

return stinsen
