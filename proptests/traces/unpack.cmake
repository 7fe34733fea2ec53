# Unpacks ARCHIVE into FOLDER, which holds nothing else afterwards, and touches STAMP. Run by CMakeLists.txt beside it.
file(REMOVE_RECURSE ${FOLDER})
file(ARCHIVE_EXTRACT INPUT ${ARCHIVE} DESTINATION ${FOLDER})
file(TOUCH ${STAMP})
