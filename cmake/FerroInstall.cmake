# cmake --install: headers ferro/..., the rooms' libraries and FerroConfig.cmake.
