# What every target of this project shares: warnings, sanitizers, and how a room declares its tests.

find_program(IPVSIM_CCACHE ccache)
if(IPVSIM_CCACHE AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${IPVSIM_CCACHE})
endif()

add_library(ipvsim_build INTERFACE)
add_library(ipvsim::build ALIAS ipvsim_build)
target_include_directories(ipvsim_build INTERFACE ${PROJECT_SOURCE_DIR})
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

# ipvsim_library(ipvsim_NAME [USES targets...]): a library that others link, as ipvsim::NAME; they see its include/ folder
# and nothing else of this repository. Our own tests and tools, which look into its rooms, link ipvsim::NAME_rooms. USES:
# libraries of headers that the rooms are written with, and that whoever links the library does not need.
function(ipvsim_library target)
  cmake_parse_arguments(arg "" "" "USES" ${ARGN})
  string(REPLACE ipvsim_ ipvsim:: public ${target})
  add_library(${public} ALIAS ${target})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
                                              $<BUILD_INTERFACE:${CMAKE_CURRENT_BINARY_DIR}/include>)
  # Between $<BUILD_INTERFACE:...>: needed to compile the library, unknown to an installed one.
  foreach(used IN ITEMS ipvsim::uapi ipvsim::build LISTS arg_USES)
    target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:${used}>)
  endforeach()
  add_library(${target}_rooms INTERFACE)
  add_library(${public}_rooms ALIAS ${target}_rooms)
  target_link_libraries(${target}_rooms INTERFACE ${target} ipvsim::uapi ${arg_USES})
endfunction()

# ipvsim_install_library(ipvsim_NAME DESCRIPTION TEXT [REQUIRES pkg-config packages...]): `cmake --install` puts the library, its
# public headers, its target and ipvsim-NAME.pc in place, as the component NAME. Only what is the top project installs.
function(ipvsim_install_library target)
  if(NOT PROJECT_IS_TOP_LEVEL)
    return()
  endif()
  cmake_parse_arguments(arg "" "DESCRIPTION" "REQUIRES" ${ARGN})
  string(REPLACE ipvsim_ "" component ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${component})
  target_include_directories(${target} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  install(TARGETS ${target} EXPORT ipvsim-${component} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${component})
  if(IS_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/include)
    install(DIRECTORY include/ ${CMAKE_CURRENT_BINARY_DIR}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT ${component}
            FILES_MATCHING PATTERN "*.h")
  endif()
  install(EXPORT ipvsim-${component} NAMESPACE ipvsim:: FILE ipvsim-${component}.cmake
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/ipvsim COMPONENT ${component})
  list(JOIN arg_REQUIRES ", " requires)
  set(description ${arg_DESCRIPTION})
  file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR} /)
  configure_file(${PROJECT_SOURCE_DIR}/tools/cmake/ipvsim.pc.in ipvsim-${component}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ipvsim-${component}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
          COMPONENT ${component})
endfunction()

# ipvsim_tests(NAME SOURCES... LINK targets...): one GoogleTest program of a room, each TEST a ctest of its own. None
# inside another project.
function(ipvsim_tests name)
  if(NOT PROJECT_IS_TOP_LEVEL)
    return()
  endif()
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LINK} ipvsim::build GTest::gtest_main)
  # The sanitizers make a test slow to compile; what is optimised is what it tests.
  if(IPVSIM_SANITIZE)
    target_compile_options(${name} PRIVATE -O0)
  endif()
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60)
endfunction()
