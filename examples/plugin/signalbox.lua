-- The shop is small: three screens are the most.
return {
  plugins = { crumbs = { options = { deepest = 3 } } },
}
