# The extension module: cffi writes its C source from cdef.txt, the stable ABI makes one
# wheel serve every Python from 3.10 on.

find_package(Python 3.10 REQUIRED COMPONENTS Interpreter Development.SABIModule)

set(generated "${CMAKE_CURRENT_BINARY_DIR}/_taflcore.c")
add_custom_command(
  OUTPUT "${generated}"
  COMMAND "${Python_EXECUTABLE}" "${CMAKE_CURRENT_SOURCE_DIR}/build_cffi.py" "${generated}"
  DEPENDS build_cffi.py cdef.txt csrc.c
  VERBATIM)

Python_add_library(_taflcore MODULE WITH_SOABI USE_SABI 3.10 "${generated}")
# What cffi writes is not ours to keep free of warnings.
set_source_files_properties("${generated}" PROPERTIES COMPILE_OPTIONS "$<$<NOT:$<C_COMPILER_ID:MSVC>>:-w>")
target_link_libraries(_taflcore PRIVATE taflcore)
install(TARGETS _taflcore DESTINATION opentafl_engine)

# The named variants, checked and compiled into a module, so that nobody parses YAML at run time.
set(package "${CMAKE_CURRENT_SOURCE_DIR}/../opentafl_engine")
set(table "${CMAKE_CURRENT_BINARY_DIR}/_table.py")
file(GLOB variant_sources CONFIGURE_DEPENDS
  "${package}/*.py" "${package}/variants/*.py" "${package}/variants/*.yaml")
add_custom_command(
  OUTPUT "${table}"
  COMMAND "${Python_EXECUTABLE}" "${package}/variants/build_table.py" "${table}"
  DEPENDS ${variant_sources}
  VERBATIM)
add_custom_target(variants ALL DEPENDS "${table}")
install(FILES "${table}" DESTINATION opentafl_engine/variants)
