# What every target of this project shares: warnings, sanitizers, and how a room declares its tests.

find_program(IPVSIM_CCACHE ccache)
if(IPVSIM_CCACHE AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${IPVSIM_CCACHE})
endif()

add_library(ipvsim_build INTERFACE)
add_library(ipvsim::build ALIAS ipvsim_build)
target_include_directories(ipvsim_build INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/sim/include)
# Another project has its own opinion of warnings. That they are errors is a matter of the presets, and of those for
# developers only: compilers of other versions, or at other levels of optimisation, warn of things that are not there.
if(PROJECT_IS_TOP_LEVEL)
  target_compile_options(ipvsim_build INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                                                -Wnon-virtual-dtor -Woverloaded-virtual)
endif()
set(sanitizers_address address,undefined)
set(sanitizers_thread thread)
if(IPVSIM_SANITIZE)
  if(NOT DEFINED sanitizers_${IPVSIM_SANITIZE})
    message(FATAL_ERROR "IPVSIM_SANITIZE is '${IPVSIM_SANITIZE}'; it may be address, thread or empty")
  endif()
  target_compile_options(ipvsim_build INTERFACE -fsanitize=${sanitizers_${IPVSIM_SANITIZE}} -fno-sanitize-recover=all
                                                -fno-omit-frame-pointer)
  target_link_options(ipvsim_build INTERFACE -fsanitize=${sanitizers_${IPVSIM_SANITIZE}})
endif()

# ipvsim_tests(NAME SOURCES... LINK targets...): one GoogleTest program of a room, each TEST a ctest of its own. None
# inside another project.
function(ipvsim_tests name)
  if(NOT PROJECT_IS_TOP_LEVEL)
    return()
  endif()
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LINK} ipvsim::build GTest::gtest_main)
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60)
endfunction()
