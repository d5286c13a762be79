---Coordinatables: roots, routes and tabs in the words of Stinsen.
local Subject <const> = require "stinsen.subject"
local coordinatable <const> = require "stinsen.coordinatable"
local route <const> = require "stinsen.route"
local store <const> = require "stinsen.store"
local tabs <const> = require "stinsen.tabs"

local stinsen <const> = {
  navigation = coordinatable.navigation,
  tabs = tabs.define,
  wrapper = coordinatable.wrapper,
  root = route.word "root",
  push = route.word "push",
  modal = route.word "modal",
  fullScreen = route.word "fullScreen",
  tab = route.word "tab",
  subject = Subject.new,
  router = store.router,
  RouterObject = store.RouterObject,
  EnvironmentObject = store.EnvironmentObject,
  RouterStore = { retrieve = store.retrieve, store = store.store },
}

return stinsen
