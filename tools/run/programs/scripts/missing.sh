#!/bin/sh
# Stands in for a program that is not installed: the test fails and says what it needs.
echo "this test needs the Debian package $1" >&2
exit 1
