---@meta stinsen

---Coordinatables: roots, routes and tabs as Stinsen declares them.
---@class stinsen
---@field RouterStore stinsen.RouterStore
local stinsen = {}

---A route as `stinsen.root`, `push`, `modal`, `fullScreen` and `tab` declare it.
---@class stinsen.Route

---@class stinsen.NavigationTable: signalbox.CoordinatorTable
---@field stack string|{ route: string, args: table? }|fun(self: signalbox.Coordinator): string, table? The first root.
---@field customize? fun(self: signalbox.Coordinator, view: stinsen.View)
---@field routerStorable? string Another name to find its router by.
---@field [string] stinsen.Route|stinsen.RouterObject|function|any

---What coordinators of `stinsen.navigation` have in addition to the members of every coordinator.
---@class stinsen.Coordinator: signalbox.Coordinator
---@field currentRoute string? The route of the topmost item above the root; nil where there is none.
---@field hasParent boolean Whether there is a coordinator above it.
---@field canDismiss boolean Whether `dismissCoordinator` removes it.
local Coordinator = {}

---Whether a route has led to an item above the root.
---@param route string
---@return boolean
function Coordinator:isInStack(route) end

---@class stinsen.TabsTable: signalbox.TabsTable
---@field child string[]|{ active: string? } The tabs in order.
---@field customize? fun(self: signalbox.Coordinator, view: stinsen.View)
---@field routerStorable? string Another name to find its router by.
---@field [string] stinsen.Route|stinsen.RouterObject|function|any

---@class stinsen.TabTable: signalbox.Page
---@field coordinator? string|fun(self: signalbox.Coordinator): string
---@field args? table|fun(self: signalbox.Coordinator): table
---@field view? string|signalbox.RouteTable The view that the tab shows, instead of a coordinator.
---@field onTapped? fun(self: signalbox.Coordinator, isRepeat: boolean, coordinator: signalbox.Coordinator)

---@class stinsen.ModalTable: signalbox.RouteTable
---@field dismissible? boolean Whether the user may swipe it away (default true).

---@class stinsen.WrapperTable: signalbox.CoordinatorTable
---@field child string|fun(self: signalbox.Coordinator, args: table): any The coordinator that it shows.
---@field customize? fun(self: signalbox.Coordinator, view: stinsen.View)

---Defines a stack with an initial root, and routes.
---@param name string
---@return fun(spec: stinsen.NavigationTable): signalbox.Definition
function stinsen.navigation(name) end

---Defines tabs, each a coordinator.
---@param name string
---@return fun(spec: stinsen.TabsTable): signalbox.Definition
function stinsen.tabs(name) end

---Defines a coordinator that shows another one, decorated.
---@param name string
---@return fun(spec: stinsen.WrapperTable): signalbox.Definition
function stinsen.wrapper(name) end

---Declares a root of a coordinator.
---@param spec string|signalbox.RouteTable|fun(self: signalbox.Coordinator, args: table): any, string?
---@return stinsen.Route
function stinsen.root(spec) end

---Declares a route that is pushed.
---@param spec string|signalbox.RouteTable|fun(self: signalbox.Coordinator, args: table): any, string?
---@return stinsen.Route
function stinsen.push(spec) end

---Declares a route that is presented as a sheet.
---@param spec string|stinsen.ModalTable|fun(self: signalbox.Coordinator, args: table): any, string?
---@return stinsen.Route
function stinsen.modal(spec) end

---Declares a route that is presented over everything.
---@param spec string|signalbox.RouteTable|fun(self: signalbox.Coordinator, args: table): any, string?
---@return stinsen.Route
function stinsen.fullScreen(spec) end

---Declares a tab.
---@param spec stinsen.TabTable
---@return stinsen.Route
function stinsen.tab(spec) end

---A value that changes and its observers.
---@class stinsen.Subject
---@field value any The newest value.
local Subject = {}

---Makes a subject. With a value, new observers get that first.
---@param value? any
---@return stinsen.Subject
function stinsen.subject(value) end

---Sends a value to all observers; values that are sent meanwhile follow in their order.
---@param value any
function Subject:send(value) end

---Calls a function for each value, beginning with the newest there is.
---@param handler fun(value: any)
---@return fun() cancel
function Subject:sink(handler) end

---What `customize` gets. Everything that hangs on it ends with the coordinator.
---@class stinsen.View
---@field coordinator signalbox.Coordinator
local View = {}

---Calls a function with each value of a subject.
---@param subject stinsen.Subject
---@param handler fun(value: any)
---@return stinsen.View self
function View:onReceive(subject, handler) end

---Calls a function with each event of some kinds.
---@param filter string|string[]
---@param handler fun(event: signalbox.Event)
---@return stinsen.View self
function View:onEvent(filter, handler) end

---Calls a function when the coordinator's view appears: its root, its tabs or what it wraps.
---@param handler fun(screen: signalbox.Screen) Gets the screen by which the view is on screen.
---@return stinsen.View self
function View:onAppear(handler) end

---Calls a function when the coordinator's view disappears, also when the coordinator finishes.
---@param handler fun(screen: signalbox.Screen) Gets the screen by which the view was on screen.
---@return stinsen.View self
function View:onDisappear(handler) end

---@class stinsen.RouterStore
local RouterStore = {}

---The router of the newest living coordinator of a type; keeping it keeps nothing alive.
---@param type string|signalbox.Definition
---@return signalbox.Router? router
function RouterStore.retrieve(type) end

---Stores a router by hand, such as a mock of a test. The caller keeps it alive.
---@param name string
---@param router table
function RouterStore.store(name, router) end

---A property of a coordinator, or a field of a view model, that finds a router by its type.
---@class stinsen.RouterObject
---@field wrappedValue signalbox.Router? The router at present; nil where there is none.

---Declares the router of the nearest coordinator of a type above, else of the newest one elsewhere.
---@param type string|signalbox.Definition
---@return stinsen.RouterObject
function stinsen.RouterObject(type) end

---Declares the router of the nearest coordinator of a type above; reading it without one is an error.
---@param type string|signalbox.Definition
---@return stinsen.RouterObject
function stinsen.EnvironmentObject(type) end

---@class stinsen.ViewRouter: signalbox.Router
---@field coordinator signalbox.Coordinator
---@field view signalbox.Screen
---@field id integer The index of the item that the view is in, from 0; -1 is the root.
---@field canDismiss boolean Whether `dismissCoordinator` removes the coordinator.

---The router for one screen, or for a coordinator further up: its `pop` removes what the screen is in.
---@param screen signalbox.Screen
---@param type? string|signalbox.Definition
---@return stinsen.ViewRouter? router
function stinsen.router(screen, type) end

return stinsen
