-- The shop is small, so at most three screens are allowed.
return {
  plugins = { crumbs = { options = { deepest = 3 } } },
}
