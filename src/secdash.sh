#!/bin/sh
# The command of the package. By itself Node opens a debugger to every local user at a SIGUSR1, and gives
# young objects four times as much room once there is load: not quicker, but 35 MB more.
exec node --disable-sigusr1 --max-semi-space-size=4 "$(dirname "$(readlink -f "$0")")/cli.js" "$@"
