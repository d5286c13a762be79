-- This folder is a separate project, but its scenarios need the modules of ../shop and run there.
return {}
