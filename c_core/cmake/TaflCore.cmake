# The core as one object library. src/core.c is a template: it is compiled once for every
# board width, for plain and for full piece sets, and for every instruction level.

include(CheckCSourceCompiles)

add_library(tafl_flags INTERFACE)
target_include_directories(tafl_flags INTERFACE
  "${CMAKE_CURRENT_SOURCE_DIR}/include" "${CMAKE_CURRENT_SOURCE_DIR}/src")
if(MSVC)
  target_compile_options(tafl_flags INTERFACE /W4 /experimental:c11atomics $<$<BOOL:${TAFL_WERROR}>:/WX>)
else()
  target_compile_options(tafl_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion $<$<BOOL:${TAFL_WERROR}>:-Werror>
    -fno-math-errno)
endif()
if(TAFL_SANITIZE)
  set(sanitize -fsanitize=${TAFL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g -O1)
  target_compile_options(tafl_flags INTERFACE ${sanitize})
  target_link_options(tafl_flags INTERFACE ${sanitize})
endif()

# A position is written word by word and read again at once; vector loads that span such stores
# wait for them, which halves the speed of wide boards. So loops over words stay scalar.
if(NOT MSVC)
  set(TAFL_TEMPLATE_OPTIONS -fno-tree-vectorize -fno-tree-slp-vectorize)
endif()

set(TAFL_WIDTHS 1 2 3 4 6)
set(TAFL_LEVELS base)
set(TAFL_LEVEL_OPTIONS_base "")
set(TAFL_LEVEL_OPTIONS_v3 -mavx2 -mbmi -mbmi2 -mlzcnt -mpopcnt)
check_c_source_compiles("
  #if !defined(__x86_64__) || !(defined(__GNUC__) || defined(__clang__))
  #error no second instruction level here
  #endif
  int main(void) { return !__builtin_cpu_supports(\"avx2\"); }" TAFL_HAVE_V3)
if(TAFL_HAVE_V3)
  list(APPEND TAFL_LEVELS v3)
endif()

set(template "${CMAKE_CURRENT_SOURCE_DIR}/src/core.c")
file(GLOB tafl_sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/src/*.c")
list(REMOVE_ITEM tafl_sources "${template}")

add_library(taflcore STATIC ${tafl_sources})
target_link_libraries(taflcore PUBLIC tafl_flags)
target_compile_definitions(taflcore PRIVATE $<$<BOOL:${TAFL_HAVE_V3}>:TAFL_HAVE_V3>)

function(tafl_add_template words plain level)
  set(name tafl_w${words}_${plain}_${level})
  add_library(${name} OBJECT "${template}")
  target_link_libraries(${name} PRIVATE tafl_flags)
  target_compile_options(${name} PRIVATE ${TAFL_TEMPLATE_OPTIONS} ${TAFL_LEVEL_OPTIONS_${level}})
  target_compile_definitions(${name} PRIVATE
    TAFL_WORDS=${words} TAFL_PLAIN=${plain} TAFL_LEVEL=${level})
  target_sources(taflcore PRIVATE $<TARGET_OBJECTS:${name}>)
endfunction()

foreach(level IN LISTS TAFL_LEVELS)
  foreach(words IN LISTS TAFL_WIDTHS)
    foreach(plain 0 1)
      tafl_add_template(${words} ${plain} ${level})
    endforeach()
  endforeach()
endforeach()
