-- A separate project. Its scenarios need the modules of ../shop, so they are run there.
return {}
