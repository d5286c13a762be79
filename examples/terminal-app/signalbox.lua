-- A project of its own: its scenarios need the modules of ../shop, so they are run there.
return {}
