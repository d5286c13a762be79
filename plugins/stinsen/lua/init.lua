---Coordinatables: roots, routes and tabs, as declared in Stinsen.
local Subject <const> = require "stinsen.subject"
local coordinatable <const> = require "stinsen.coordinatable"
local route <const> = require "stinsen.route"
local store <const> = require "stinsen.store"
local tabs <const> = require "stinsen.tabs"

local stinsen <const> = {
  navigation = coordinatable.navigation,
  tabs = tabs.define,
  wrapper = coordinatable.wrapper,
  root = route.declarator "root",
  push = route.declarator "push",
  modal = route.declarator "modal",
  fullScreen = route.declarator "fullScreen",
  tab = route.declarator "tab",
  subject = Subject.new,
  router = store.router,
  RouterObject = store.RouterObject,
  EnvironmentObject = store.EnvironmentObject,
  RouterStore = { retrieve = store.retrieve, store = store.store },
}

return stinsen
