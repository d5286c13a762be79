// Names and focus that the theme's markup lacks. Tests/Site checks the pages with axe.
document$.subscribe(() => {
  document.querySelector(".md-search")?.setAttribute("aria-label", "Search")
  // The theme wraps tables when it has handled the same event.
  setTimeout(() => {
    for (const element of document.querySelectorAll(".md-typeset__scrollwrap")) element.tabIndex = 0
  })
})
