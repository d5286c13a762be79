import Signalbox
import Testing
import UIKit

@testable import SignalboxUIOnStandIns

@MainActor
@Suite(.serialized)
struct UIKitTests {
  /// The state of the UIKit stand-ins is global, so suites that use them are parts of one
  /// serialized suite.
  @MainActor
  struct InterfaceTests {
    private let application: SampleApplication
    private let loop = TestLoop()
    private let window = UIWindow()
    private let interface: UIKitInterface
    private let user: UIKitUser

    private var engine: NavigationEngine { application.engine }
    private var main: AnyRouter { application.main }

    init() throws {
      Platform.reset()
      let loop = loop
      Platform.schedule = { loop.schedule(after: .milliseconds($0), $1) }
      application = try SampleApplication()
      interface = UIKitInterface(
        application.engine, in: window, mainLoop: { loop.schedule(after: $0, $1) }
      ) { _ in UIViewController() }
      user = UIKitUser(window: window)
    }

    private func expectSettled(_ location: SourceLocation = #_sourceLocation) {
      #expect(loop.run(), sourceLocation: location)
      #expect(interface.shown == engine.interface, sourceLocation: location)
      #expect(interface.reconciler?.isSettled == true, sourceLocation: location)
      #expect(engine.waitingCount == 0, sourceLocation: location)
      #expect(application.takeProblems() == [], sourceLocation: location)
      #expect(Platform.log == [], sourceLocation: location)
    }

    private func launch(_ type: String = "Main") {
      engine.launch(type)
      expectSettled()
    }

    @Test func `screens are pushed and popped one transition at a time`() {
      launch()
      main.navigate(to: "b")
      main.navigate(to: "c")
      #expect(engine.waitingCount == 2)
      #expect(user.titles == ["a", "b"])
      expectSettled()
      #expect(user.titles == ["a", "b", "c"])
      main.popToRoot()
      expectSettled()
      #expect(user.titles == ["a"])
      #expect(user.stack?.isNavigationBarHidden == false)
    }

    @Test(arguments: [true, false])
    func `the user can complete or cancel a swipe back`(isCancelled: Bool) throws {
      launch()
      main.navigate(to: "b")
      expectSettled()
      let swipe = try #require(user.stack?.userBeginsSwipe())
      #expect(engine.swipeProgress == 0)
      main.navigate(to: "c")
      user.stack?.userEndsSwipe(swipe, isCancelled: isCancelled)
      expectSettled()
      #expect(user.titles == (isCancelled ? ["a", "b", "c"] : ["a", "c"]))
      let reasons = engine.events().filter { $0.kind == .entryPopped }.map(\.explanation)
      #expect(reasons == (isCancelled ? [] : ["userSwipe"]))
    }

    @Test(arguments: [true, false])
    func `a swipe does not begin if the engine does not allow it`(inContent: Bool) {
      launch()
      main.navigate(to: "fixed")
      #expect(user.stack?.userBeginsSwipe(inContent: inContent) == nil)
      expectSettled()
      #expect(user.stack?.userBeginsSwipe(inContent: inContent) == nil)
      main.pop()
      expectSettled()
      #expect(user.stack?.userBeginsSwipe(inContent: inContent) == nil)
    }

    @Test func `the back button calls the coordinator's onBack first`() {
      launch()
      main.navigate(to: "b")
      expectSettled()
      application.interceptsBack = true
      user.stack?.userTapsBack()
      expectSettled()
      #expect(user.titles == ["a", "b"])
      application.interceptsBack = false
      user.stack?.userTapsBack()
      expectSettled()
      #expect(user.titles == ["a"])
    }

    @Test func `the menu of the back button pops several screens, and the engine follows`() {
      launch()
      for screen in ["b", "c", "d"] { main.navigate(to: screen) }
      expectSettled()
      user.stack?.userPops(to: 1)
      expectSettled()
      #expect(user.titles == ["a", "b"])
      #expect(application.screens == [["a", "b"]])
    }

    @Test
    func `the back button and a swipe remove a view controller that the application has pushed`()
      throws
    {
      launch()
      let stack = try #require(user.stack)
      stack.pushViewController(UIViewController(), animated: true)
      expectSettled()
      stack.userTapsBack()
      expectSettled()
      #expect(user.titles == ["a"])
      stack.pushViewController(UIViewController(), animated: true)
      expectSettled()
      let swipe = try #require(stack.userBeginsSwipe())
      #expect(engine.swipeProgress == nil)
      stack.userEndsSwipe(swipe, isCancelled: false)
      expectSettled()
      #expect(user.titles == ["a"])
      #expect(engine.events().filter { $0.kind == .operationBegan }.count == 1)
      stack.pushViewController(UIViewController(), animated: true)
      expectSettled()
      main.navigate(to: "b")
      expectSettled()
      #expect(user.titles == ["a", "b"])
    }

    @Test func `an operation during the pop of the back button's menu does not revert the pop`() {
      launch()
      for screen in ["b", "c"] { main.navigate(to: screen) }
      expectSettled()
      user.stack?.userPops(to: 0)
      loop.run(for: 10)
      main.navigate(to: "d")
      loop.run(for: 10)
      #expect(user.titles == ["a"])
      expectSettled()
      #expect(user.titles == ["a", "d"])
    }

    @Test(arguments: [true, false])
    func `the user can complete or cancel pulling down a sheet`(isCancelled: Bool) throws {
      launch()
      main.navigate(to: "flow")
      expectSettled()
      let sheet = try #require(user.top)
      #expect(sheet.modalPresentationStyle == .pageSheet)
      let pull = try #require(sheet.userBeginsPull())
      sheet.userEndsPull(pull, isCancelled: isCancelled)
      expectSettled()
      #expect(application.screens.count == (isCancelled ? 2 : 1))
      #expect(user.presented.count == (isCancelled ? 2 : 1))
    }

    @Test func `a sheet whose removal is vetoed is shown again and accepts further changes`() throws
    {
      launch()
      main.navigate(to: "flow")
      expectSettled()
      let veto = engine.addGuard { $0.operation == "swipeDown" ? .veto("not now") : .allow }
      for _ in 0..<2 {
        let sheet = try #require(user.top)
        sheet.userEndsPull(try #require(sheet.userBeginsPull()), isCancelled: false)
        expectSettled()
        #expect(user.top !== sheet)
      }
      engine.router(of: try #require(engine.topCoordinator)).navigate(to: "locked")
      expectSettled()
      #expect(user.top?.isModalInPresentation == true)
      main.navigate(to: "cover")
      expectSettled()
      main.dismiss()
      expectSettled()
      #expect(user.presented.count == 2)
      engine.removeGuard(veto)
      main.dismiss()
      expectSettled()
      #expect(user.presented.count == 1)
    }

    @Test func `the view controller of a screen receives its new arguments`() throws {
      launch()
      let screen = try #require(engine.front)
      var updates: [NavigationArguments] = []
      interface.didUpdate = { [interface] controller, screen in
        #expect(controller === interface.viewController(of: screen.id))
        updates.append(screen.arguments)
      }
      main.update(screen, to: ["id": 7])
      main.update(screen, to: ["id": 8])
      engine.undo()
      expectSettled()
      #expect(updates == [["id": 7], ["id": 8], ["id": 7]])
    }

    @Test
    func
      `a finger can rest during a swipe or on a sheet, and operations wait until the gesture ends`()
      throws
    {
      launch()
      main.navigate(to: "b")
      expectSettled()
      let swipe = try #require(user.stack?.userBeginsSwipe())
      swipe.percentComplete = 0.4
      main.navigate(to: "flow")
      loop.run(for: 20_000)
      #expect(engine.swipeProgress == 0.4)
      user.stack?.userEndsSwipe(swipe, isCancelled: false)
      expectSettled()
      #expect(application.screens == [["a"], ["a"]])
      let sheet = try #require(user.top)
      let pull = try #require(sheet.userBeginsPull())
      pull.percentComplete = 0.7
      main.navigate(to: "c")
      loop.run(for: 20_000)
      #expect(engine.swipeProgress == 0.7)
      sheet.userEndsPull(pull, isCancelled: true)
      expectSettled()
      #expect(application.screens.count == 2)
      #expect(application.screens[0] == ["a", "c"])
    }

    @Test func `a locked sheet remains, and the attempt to pull it down is reported to the engine`()
      throws
    {
      launch()
      main.navigate(to: "flow")
      engine.router(of: try #require(engine.topCoordinator)).navigate(to: "locked")
      expectSettled()
      #expect(user.top?.isModalInPresentation == true)
      #expect(user.top?.userBeginsPull() == nil)
      expectSettled()
      #expect(engine.events().contains { $0.kind == .layerDismissAttempted })
      engine.router(of: try #require(engine.topCoordinator)).pop()
      expectSettled()
      #expect(user.top?.isModalInPresentation == false)
      application.allowsDismissal = false
      #expect(user.top?.userBeginsPull() == nil)
    }

    @Test func `a sheet has the detents of its layer, and a popover has an anchor`() throws {
      launch()
      var options = OperationOptions()
      options.layerTraits = LayerTraits(detents: [.medium, .fraction(0.5), .height(240)])
      main.navigate(to: "bare", [:], options)
      expectSettled()
      #expect(
        user.top?.sheetPresentationController?.detents.map(\.name) == ["medium", "400.0", "240.0"])
      #expect(user.visible.count == 1 && user.stack == nil)
      main.navigate(to: "popover")
      expectSettled()
      #expect(user.top?.popoverPresentationController?.sourceView === user.presented[1].view)
    }

    @Test func `an application can set up a view controller before it is presented`() {
      launch()
      var styles: [String] = []
      interface.willPresent = { controller, layer in
        styles.append(layer.style)
        controller.modalPresentationStyle = .formSheet
      }
      main.navigate(to: "flow")
      expectSettled()
      #expect(styles == ["sheet"])
      #expect(user.top?.modalPresentationStyle == .formSheet)
      #expect(user.top?.presentationController?.delegate === interface)
    }

    @Test func `a popover keeps the anchor that the application sets`() {
      launch()
      let button = UIBarButtonItem()
      interface.willPresent = { controller, _ in
        controller.popoverPresentationController?.barButtonItem = button
      }
      main.navigate(to: "popover")
      expectSettled()
      let popover = user.top?.popoverPresentationController
      #expect(popover?.barButtonItem === button)
      #expect(popover?.sourceView == nil && popover?.permittedArrowDirections == .any)
    }

    @Test func `a style that the application registers is shown as a custom presentation`() throws {
      launch()
      let card = try engine.register(PresentationStyle(name: "card"))
      var options = OperationOptions()
      options.style = card
      interface.willPresent = { controller, _ in controller.transitioningDelegate = controller }
      main.navigate(to: "flow", [:], options)
      expectSettled()
      #expect(engine.interface.top?.style == "card")
      #expect(user.top?.modalPresentationStyle == .custom)
      #expect(user.top?.presentationController?.delegate === interface)
    }

    @Test func `an alert has a title, a message and buttons, and tapping a button runs its action`()
      throws
    {
      launch()
      var answer = ""
      var options = OperationOptions()
      options.buttons = [AlertButton("Yes") { answer = "yes" }, AlertButton("No")]
      main.navigate(to: "question", ["message": "Really?"], options)
      expectSettled()
      let alert = try #require(user.top as? UIAlertController)
      #expect(alert.title == "question")
      #expect(alert.message == "Really?")
      #expect(alert.actions.map(\.title) == ["Yes", "No"])
      alert.userTaps("Yes")
      expectSettled()
      #expect(answer == "yes")
      #expect(user.presented.count == 1)
    }

    @Test func `an alert has fields and roles, and tapping a button sends the texts`() throws {
      launch()
      var texts: [String: String] = [:]
      var options = OperationOptions()
      options.layerTraits = LayerTraits(
        message: "Choose a name.",
        fields: [
          AlertField("name", placeholder: "Name", text: "Milk"),
          AlertField("code", kind: .password),
        ])
      options.buttons = [
        AlertButton("Save") { texts = $0 }, AlertButton("Delete", role: .destructive),
        AlertButton("Cancel", role: .cancel),
      ]
      main.navigate(to: "question", [:], options)
      expectSettled()
      let alert = try #require(user.top as? UIAlertController)
      #expect(alert.message == "Choose a name.")
      #expect(alert.actions.map(\.style) == [.default, .destructive, .cancel])
      let fields = try #require(alert.textFields)
      #expect(fields.map(\.placeholder) == ["Name", ""])
      #expect(fields.map(\.isSecureTextEntry) == [false, true])
      #expect(fields.map(\.text) == ["Milk", ""])
      fields[0].userEnters("Oat milk")
      expectSettled()
      #expect(engine.interface.top?.fields.map(\.text) == ["Oat milk", ""])
      fields[1].userEnters("12")
      alert.userTaps("Save")
      expectSettled()
      #expect(texts == ["name": "Oat milk", "code": "12"])
    }

    @Test func `text that the engine changes is shown in the field`() throws {
      launch()
      main.navigate(to: "question")
      expectSettled()
      let field = try #require((user.top as? UIAlertController)?.textFields?.first)
      engine.perform("enterText") { call in
        call.name = engine.symbols.intern("name")
        call.text = "Milk"
      }
      expectSettled()
      #expect(field.text == "Milk")
      engine.undo()
      expectSettled()
      #expect(field.text == "")
    }

    @Test func `a second button with the role cancel is shown as an ordinary button`() throws {
      launch()
      application.actions = [("No", .cancel), ("Never", .cancel)]
      main.navigate(to: "choice")
      expectSettled()
      let alert = try #require(user.top as? UIAlertController)
      #expect(alert.actions.map(\.style) == [.cancel, .default])
    }

    @Test func `a push and its pop use the animation of their transition, but a swipe does not`()
      throws
    {
      launch()
      var asked: [String] = []
      interface.animationController = { name, operation in
        asked.append("\(operation) \(name)")
        return Animation()
      }
      main.navigate(to: "zoomed")
      expectSettled()
      main.navigate(to: "b")
      expectSettled()
      main.pop()
      expectSettled()
      main.pop()
      expectSettled()
      #expect(asked == ["push zoom", "pop zoom"])
      main.navigate(to: "zoomed")
      expectSettled()
      asked = []
      let stack = try #require(user.stack)
      let swipe = try #require(stack.userBeginsSwipe())
      #expect(swipe.animation == nil)
      stack.userEndsSwipe(swipe, isCancelled: false)
      expectSettled()
      #expect(asked == [])
      #expect(user.titles == ["a"])
    }

    @Test
    func
      `a push can follow a gesture of the application, and is reverted if the gesture is cancelled`()
      throws
    {
      _ = try engine.register(PresentationStyle.push("zoom", isInteractive: true))
      launch()
      var driver = UIPercentDrivenInteractiveTransition()
      interface.animationController = { _, _ in Animation() }
      interface.interactionController = { _ in
        driver = UIPercentDrivenInteractiveTransition()
        return driver
      }
      main.navigate(to: "zoomed")
      // The user can pause a gesture for longer than the time limit of a command.
      loop.run(for: 9_000)
      #expect(engine.waitingCount == 1)
      driver.finish()
      expectSettled()
      #expect(user.titles == ["a", "zoomed"])
      main.pop()
      expectSettled()
      main.navigate(to: "zoomed")
      loop.run(for: 50)
      driver.cancel()
      expectSettled()
      #expect(user.titles == ["a"])
      #expect(application.screens == [["a"]])
    }

    @Test func `an action sheet that a tap outside closes is removed from the engine`() throws {
      launch()
      var options = OperationOptions()
      options.buttons = [AlertButton("Yes")]
      main.navigate(to: "choice", [:], options)
      expectSettled()
      try #require(user.top as? UIAlertController).userTapsOutside()
      expectSettled()
      #expect(application.screens == [["a"]])
      #expect(user.presented.count == 1)
    }

    @Test func `an alert that the application dismisses is removed from the engine`() {
      launch()
      main.navigate(to: "question")
      expectSettled()
      user.top?.dismiss(animated: true)
      expectSettled()
      #expect(application.screens == [["a"]])
    }

    @Test func `tabs have titles and badges, and the engine decides about the effect of a tap`()
      throws
    {
      launch("Tabs")
      let tabs = try #require(user.tabs.first)
      #expect(tabs.viewControllers?.map { $0.tabBarItem.title ?? "" } == ["Home", "two", "three"])
      #expect(tabs.viewControllers?.first?.tabBarItem.image?.name == "house")
      main.setBadge(of: "two", to: "3")
      expectSettled()
      #expect(tabs.viewControllers?[1].tabBarItem.badgeValue == "3")
      tabs.userTaps(1)
      expectSettled()
      #expect(user.tabs.count == 2)
      #expect(tabs.viewControllers?.first?.tabBarItem.title == "One")
      user.tabs[1].userTaps(1)
      expectSettled()
      #expect(
        engine.tree.coordinators.contains { $0.pages.contains { $0.id == "y" && $0.isSelected } })
      _ = engine.addGuard { $0.operation == "tapTab" ? .veto("not now") : .allow }
      tabs.userTaps(0)
      expectSettled()
      #expect(tabs.selectedViewController === tabs.viewControllers?[1])
    }

    @Test func `a page that the user selects in the More list is selected in the engine`() throws {
      launch("Tabs")
      let tabs = try #require(user.tabs.first)
      #expect(tabs.customizableViewControllers?.isEmpty == true)
      tabs.userTapsMore()
      main.setBadge(of: "two", to: "3")
      expectSettled()
      #expect(tabs.selectedViewController === tabs.moreNavigationController)
      tabs.userTapsRow(2)
      expectSettled()
      #expect(engine.interface.top?.contents?.tabBars.first?.selected == "three")
      #expect(tabs.selectedViewController === tabs.viewControllers?[2])
    }

    @Test func `tapping the selected tab pops to its root`() throws {
      launch("Tabs")
      engine.router(of: try #require(engine.topCoordinator)).navigate(to: "b")
      expectSettled()
      user.tabs[0].userTaps(0)
      expectSettled()
      #expect(user.titles == ["a"])
    }

    @Test func `screens can be pushed above tabs, and the navigation bar is hidden at the tabs`()
      throws
    {
      launch("Root")
      let stack = try #require(user.visible.first as? UINavigationController)
      #expect(stack.viewControllers.count == 1)
      #expect(user.tabs.count == 1)
      main.navigate(to: "b")
      expectSettled()
      #expect(user.titles == ["-", "b"])
      #expect(stack.isNavigationBarHidden == false)
      #expect(user.tabs.count == 0)
      main.pop()
      expectSettled()
      #expect(stack.isNavigationBarHidden)
      main.root("a")
      expectSettled()
      #expect(user.titles == ["a"])
    }

    @Test func `several layers are dismissed together, and the view controllers below remain`()
      throws
    {
      launch()
      let home = user.stack?.viewControllers.first
      main.navigate(to: "flow")
      main.navigate(to: "full")
      expectSettled()
      #expect(user.presented.count == 3)
      var options = OperationOptions()
      options.switches = .all
      main.dismiss(options)
      expectSettled()
      #expect(user.presented.count == 1)
      #expect(user.stack?.viewControllers.first === home)
    }

    @Test func `undoing a dismissal presents the layer again`() {
      launch()
      main.navigate(to: "cover")
      main.dismiss()
      expectSettled()
      engine.undo()
      expectSettled()
      #expect(user.presented.count == 2)
    }

    @Test func `launching another root replaces the content of the window`() {
      launch()
      main.navigate(to: "flow")
      expectSettled()
      launch("Tabs")
      #expect(user.presented.count == 1)
      #expect(user.tabs.count == 1)
    }

    @Test func `a view controller that dismisses itself removes its layer from the engine`() {
      launch()
      main.navigate(to: "cover")
      expectSettled()
      user.top?.dismiss(animated: true)
      expectSettled()
      #expect(application.screens == [["a"]])
    }

    @Test func `a presentation that UIKit rejects is retried, then reported`() {
      launch()
      var count = 0
      Platform.rejects = {
        count += 1
        return count == 1
      }
      main.navigate(to: "flow")
      loop.run()
      Platform.log = []
      expectSettled()
      #expect(user.presented.count == 2)
      Platform.rejects = { true }
      main.navigate(to: "full")
      loop.run()
      Platform.log = []
      #expect(
        application.takeProblems() == [
          "navigate: the stage did not show transition 3: the interface repeatedly "
            + "rejected the command present L3 fullScreen: UIKit did not present fullScreen L3"
        ])
      expectSettled()
      #expect(application.screens.count == 2)
    }

    @Test func `a dismissal that UIKit ignores is attempted again`() {
      launch()
      main.navigate(to: "flow")
      expectSettled()
      var count = 0
      Platform.ignores = {
        count += 1
        return count == 1
      }
      main.dismiss()
      loop.run()
      #expect(
        application.takeProblems() == [
          "the interface did not complete the command dismiss L2 within 3.35 seconds"
        ])
      expectSettled()
      #expect(user.presented.count == 1)
      main.navigate(to: "flow")
      expectSettled()
      #expect(user.presented.count == 2)
    }

    @Test func `a command whose completion UIKit does not call ends at the time limit`() {
      launch()
      Platform.forgets = { true }
      main.navigate(to: "b")
      main.navigate(to: "flow")
      loop.run(for: 3_000)
      #expect(engine.waitingCount == 2)
      loop.run()
      #expect(
        application.takeProblems() == [
          "the interface did not complete the command setScreens n1 s1 s2 within 3.35 seconds",
          "the interface did not complete the command present L2 sheet within 3.35 seconds",
        ])
      Platform.forgets = { false }
      expectSettled()
    }

    @Test func `view controllers are created once, updated and released`() throws {
      launch()
      let screen = try #require(engine.front)
      weak let first = interface.viewController(of: screen)
      #expect(first != nil && first === user.stack?.viewControllers.first)
      main.update(screen, to: ["title": "New"])
      expectSettled()
      #expect(first?.navigationItem.title == "New")
      main.root("b")
      expectSettled()
      #expect(first == nil)
    }

    @Test func `a title that changes without new arguments is shown after an update`() throws {
      launch()
      let screen = try #require(engine.interface.top?.contents?.front)
      let item = try #require(interface.viewController(of: screen)).navigationItem
      application.titles[screen] = "New"
      main.update(screen, to: [:])
      expectSettled()
      #expect(item.title == "New")
      application.titles[screen] = "Newer"
      main.navigate(to: "b")
      expectSettled()
      #expect(item.title == "Newer")
    }

    @Test func `an update keeps a title that the view controller has set`() throws {
      launch()
      let screen = try #require(engine.front)
      let item = try #require(user.stack?.viewControllers.first?.navigationItem)
      main.update(screen, to: ["title": "New"])
      expectSettled()
      #expect(item.title == "New")
      item.title = "Own"
      main.update(screen, to: ["title": "Newer"])
      expectSettled()
      #expect(item.title == "Own")
    }

    @Test func `view controllers that the user swipes or pulls away are released`() throws {
      launch()
      main.navigate(to: "b")
      expectSettled()
      weak var screen: UIViewController?
      do {
        screen = user.stack?.viewControllers.last
        let swipe = try #require(user.stack?.userBeginsSwipe())
        user.stack?.userEndsSwipe(swipe, isCancelled: false)
      }
      expectSettled()
      #expect(screen == nil)
      main.navigate(to: "flow")
      expectSettled()
      weak var sheet: UIViewController?
      weak var content: UIViewController?
      do {
        let top = try #require(user.top)
        (sheet, content) = (top, user.stack?.viewControllers.first)
        let pull = try #require(top.userBeginsPull())
        top.userEndsPull(pull, isCancelled: false)
      }
      expectSettled()
      #expect(sheet == nil && content == nil)
    }

    // MARK: - Split views

    @Test func `an expanded split view shows the root next to the screens above it`() throws {
      var configured: [StackID] = []
      interface.willShowSplitView = { _, stack in configured.append(stack) }
      launch("Split")
      #expect(user.columns == [["a"], []])
      #expect(configured == engine.interface.top?.contents?.stacks.map(\.id))
      main.navigate(to: "b")
      main.navigate(to: "c")
      expectSettled()
      #expect(user.columns == [["a"], ["b", "c"]])
      user.stack?.userTapsBack()
      expectSettled()
      #expect(user.columns == [["a"], ["b"]])
      user.stack?.userTapsBack()
      expectSettled()
      #expect(user.columns == [["a"], ["b"]])
      main.setStack([.route("a"), .route("d")])
      expectSettled()
      #expect(user.columns == [["a"], ["d"]])
      main.popToRoot()
      expectSettled()
      #expect(user.columns == [["a"], []])
    }

    @Test func `a split view collapses to one stack and expands again without a gesture`() {
      launch("Split")
      main.navigate(to: "b")
      main.navigate(to: "c")
      expectSettled()
      let events = engine.eventCount
      window.userResizes(isCompact: true)
      expectSettled()
      #expect(user.columns == [["a", "b", "c"]])
      #expect(engine.eventCount == events)
      user.stack?.userTapsBack()
      user.stack?.userTapsBack()
      expectSettled()
      #expect(user.columns == [["a", "b"]])
      user.stack?.userTapsBack()
      expectSettled()
      #expect(user.columns == [["a"]])
      main.navigate(to: "d")
      expectSettled()
      window.userResizes(isCompact: false)
      expectSettled()
      #expect(user.columns == [["a"], ["d"]])
    }

    @Test func `a split view that collapses during a push moves its screens after the push`() {
      launch("Split")
      main.navigate(to: "b")
      main.navigate(to: "c")
      loop.run(for: 10)
      window.userResizes(isCompact: true)
      expectSettled()
      #expect(user.columns == [["a", "b", "c"]])
      main.pop()
      loop.run(for: 10)
      window.userResizes(isCompact: false)
      window.userResizes(isCompact: true)
      window.userResizes(isCompact: false)
      expectSettled()
      #expect(user.columns == [["a"], ["b"]])
    }

    @Test func `the user cannot swipe back from the first screen of an expanded detail column`()
      throws
    {
      launch("Split")
      main.navigate(to: "b")
      expectSettled()
      let stack = try #require(engine.interface.top?.contents?.frontStack?.id)
      #expect(interface.isExpanded(stack))
      #expect(interface.reconciler?.mayBegin(.swipeBack(stack)) == false)
      window.userResizes(isCompact: true)
      expectSettled()
      #expect(!interface.isExpanded(stack))
      let swipe = try #require(user.stack?.userBeginsSwipe())
      user.stack?.userEndsSwipe(swipe, isCancelled: false)
      expectSettled()
      #expect(user.columns == [["a"]])
    }

    @Test func `a split view becomes a stack when its type no longer declares one`() throws {
      launch("Split")
      main.navigate(to: "b")
      expectSettled()
      var type = try #require(engine.coordinatorType(named: "Split"))
      type.isSplit = false
      try engine.register(type)
      main.navigate(to: "c")
      expectSettled()
      #expect(user.split == nil)
      #expect(user.titles == ["a", "b", "c"])
    }

    @Test func `tabs at the root of a split view are shown as a stack`() {
      launch("Split")
      main.root("tabs")
      expectSettled()
      #expect(user.split == nil)
      #expect(user.tabs.count == 1)
      main.root("a")
      expectSettled()
      #expect(user.columns == [["a"], []])
    }

    @Test func `a gesture drives only pushes whose style is interactive`() {
      launch()
      interface.animationController = { _, _ in Animation() }
      var count = 0
      interface.interactionController = { _ in
        count += 1
        return nil
      }
      main.navigate(to: "zoomed")
      expectSettled()
      #expect(count == 0)
    }

    @Test func `engine and interface are released together`() throws {
      weak var engine: NavigationEngine?
      weak var released: UIKitInterface?
      let window = UIWindow()
      do {
        let application = try SampleApplication()
        let interface = UIKitInterface(application.engine, in: window) { _ in UIViewController() }
        application.engine.launch("Tabs")
        (engine, released) = (application.engine, interface)
      }
      #expect(engine == nil && released == nil)
      UIKitUser(window: window).tabs.first?.userTaps(1)
    }
  }
}

/// An application's animation.
@MainActor
private final class Animation: UIViewControllerAnimatedTransitioning {
  func transitionDuration(
    using transitionContext: (any UIViewControllerContextTransitioning)?
  ) -> TimeInterval {
    0.2
  }
  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {}
}
