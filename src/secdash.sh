#!/bin/sh
# The command of the package. By itself Node opens a debugger to every local user at a SIGUSR1, and gives
# young objects four times as much room once there is load: not quicker, but 35 MB more.
cli="$(dirname "$(readlink -f "$0")")/cli.js"
set -- "$cli" "$@"
if ! command -v node >/dev/null 2>&1; then
  echo "secdash: there is no node in PATH ($PATH); cron and systemd have a PATH of their own" >&2
  exit 1
fi
# An old Node knows no such option, and would tell of that instead of its age.
if node --disable-sigusr1 --version >/dev/null 2>&1; then
  set -- --disable-sigusr1 --max-semi-space-size=4 "$@"
fi
exec node "$@"
