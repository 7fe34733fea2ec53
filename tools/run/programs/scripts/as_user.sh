#!/bin/sh
# Runs a command as an ordinary user: as it is when we are one, as user 65534 when we are root.
[ "$(id -u)" -ne 0 ] || exec setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all "$@"
exec "$@"
