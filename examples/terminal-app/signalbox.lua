-- This folder is a separate project. Its scenarios run in ../shop, because they need its modules.
return {}
