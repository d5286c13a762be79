---@meta stinsen

---Coordinatables: roots, routes and tabs, as declared in Stinsen.
---@class stinsen
---@field RouterStore stinsen.RouterStore
local stinsen = {}

---A route, as declared with `stinsen.root`, `push`, `modal`, `fullScreen` and `tab`.
---@class stinsen.Route

---@class stinsen.NavigationTable: signalbox.CoordinatorTable
---@field stack string|{ route: string, args: table? }|fun(self: signalbox.Coordinator): string, table? The first root.
---@field customize? fun(self: signalbox.Coordinator, view: stinsen.View)
---@field routerStorable? string Another name by which its router can be found.
---@field [string] stinsen.Route|stinsen.RouterObject|function|any

---The members that coordinators of `stinsen.navigation` have in addition to the members of every
--- coordinator.
---@class stinsen.Coordinator: signalbox.Coordinator
---@field currentRoute string? The route of the topmost item above the root, or nil if there is none.
---@field hasParent boolean Whether there is a parent coordinator.
---@field canDismiss boolean Whether `dismissCoordinator` removes the coordinator.
local Coordinator = {}

---Whether an item above the root was created by a route.
---@param route string
---@return boolean
function Coordinator:isInStack(route) end

---@class stinsen.TabsTable: signalbox.TabsTable
---@field child string[]|{ active: string? } The tabs, in order.
---@field customize? fun(self: signalbox.Coordinator, view: stinsen.View)
---@field routerStorable? string Another name by which its router can be found.
---@field [string] stinsen.Route|stinsen.RouterObject|function|any

---@class stinsen.TabTable: signalbox.Page
---@field coordinator? string|fun(self: signalbox.Coordinator): string
---@field args? table|fun(self: signalbox.Coordinator): table
---@field view? string|signalbox.RouteTable The view that the tab shows instead of a coordinator.
---@field onTapped? fun(self: signalbox.Coordinator, isRepeat: boolean, coordinator: signalbox.Coordinator)

---@class stinsen.ModalTable: signalbox.RouteTable
---@field dismissible? boolean Whether the user may swipe the layer away (default: true).

---@class stinsen.WrapperTable: signalbox.CoordinatorTable
---@field child string|fun(self: signalbox.Coordinator, args: table): any The coordinator to show.
---@field customize? fun(self: signalbox.Coordinator, view: stinsen.View)

---Defines a stack with an initial root, and routes.
---@param name string
---@return fun(spec: stinsen.NavigationTable): signalbox.Definition
function stinsen.navigation(name) end

---Defines tabs, each of which is a coordinator.
---@param name string
---@return fun(spec: stinsen.TabsTable): signalbox.Definition
function stinsen.tabs(name) end

---Defines a coordinator that shows and decorates another coordinator.
---@param name string
---@return fun(spec: stinsen.WrapperTable): signalbox.Definition
function stinsen.wrapper(name) end

---Declares a root of a coordinator.
---@param spec string|signalbox.RouteTable|fun(self: signalbox.Coordinator, args: table): any, string?
---@return stinsen.Route
function stinsen.root(spec) end

---Declares a route whose destination is pushed.
---@param spec string|signalbox.RouteTable|fun(self: signalbox.Coordinator, args: table): any, string?
---@return stinsen.Route
function stinsen.push(spec) end

---Declares a route whose destination is presented as a sheet.
---@param spec string|stinsen.ModalTable|fun(self: signalbox.Coordinator, args: table): any, string?
---@return stinsen.Route
function stinsen.modal(spec) end

---Declares a route whose destination is presented in full screen.
---@param spec string|signalbox.RouteTable|fun(self: signalbox.Coordinator, args: table): any, string?
---@return stinsen.Route
function stinsen.fullScreen(spec) end

---Declares a tab.
---@param spec stinsen.TabTable
---@return stinsen.Route
function stinsen.tab(spec) end

---A value that changes, and its observers.
---@class stinsen.Subject
---@field value any The newest value.
local Subject = {}

---Creates a subject. If it has a value, new observers receive that value first.
---@param value? any
---@return stinsen.Subject
function stinsen.subject(value) end

---Sends a value to all observers. Values that are sent in the meantime follow in order.
---@param value any
function Subject:send(value) end

---Calls a function for each value, starting with the newest value, if any.
---@param handler fun(value: any)
---@return fun() cancel
function Subject:sink(handler) end

---The argument of `customize`. All reactions that are attached to it end with the coordinator.
---@class stinsen.View
---@field coordinator signalbox.Coordinator
local View = {}

---Calls a function with each value of a subject.
---@param subject stinsen.Subject
---@param handler fun(value: any)
---@return stinsen.View self
function View:onReceive(subject, handler) end

---Calls a function with each event of the given kinds.
---@param filter string|string[]
---@param handler fun(event: signalbox.Event)
---@return stinsen.View self
function View:onEvent(filter, handler) end

---Calls a function when the coordinator's view appears, which is its root, its tabs or the
---coordinator that it wraps.
---@param handler fun(screen: signalbox.Screen) Receives the screen that makes the view visible.
---@return stinsen.View self
function View:onAppear(handler) end

---Calls a function when the coordinator's view disappears, including when the coordinator finishes.
---@param handler fun(screen: signalbox.Screen) Receives the screen that made the view visible.
---@return stinsen.View self
function View:onDisappear(handler) end

---@class stinsen.RouterStore
local RouterStore = {}

---Returns the router of the newest coordinator of a type that has not finished. Retaining the
---router does not retain the coordinator.
---@param type string|signalbox.Definition
---@return signalbox.Router? router
function RouterStore.retrieve(type) end

---Stores a router explicitly, such as a mock in a test. The caller must retain it.
---@param name string
---@param router table
function RouterStore.store(name, router) end

---A property of a coordinator, or a field of a view model, that finds a router by its type.
---@class stinsen.RouterObject
---@field wrappedValue signalbox.Router? The current router, or nil if there is none.

---Declares the router of the nearest ancestor of a type or, if there is none, of the newest
---coordinator of that type elsewhere.
---@param type string|signalbox.Definition
---@return stinsen.RouterObject
function stinsen.RouterObject(type) end

---Declares the router of the nearest ancestor of a type. Reading it is an error if there is no such
---ancestor.
---@param type string|signalbox.Definition
---@return stinsen.RouterObject
function stinsen.EnvironmentObject(type) end

---@class stinsen.ViewRouter: signalbox.Router
---@field coordinator signalbox.Coordinator
---@field view signalbox.Screen
---@field id integer The index of the item that contains the view, counted from 0, where -1 is the root.
---@field canDismiss boolean Whether `dismissCoordinator` removes the coordinator.

---Returns the router for a screen, or for an ancestor. Its `pop` removes the item that contains the
---screen.
---@param screen signalbox.Screen
---@param type? string|signalbox.Definition
---@return stinsen.ViewRouter? router
function stinsen.router(screen, type) end

return stinsen
