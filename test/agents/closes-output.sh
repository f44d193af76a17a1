#!/usr/bin/env bash
# Closes all its streams and lives on: a pipe reader would take that for the end.
echo "$$"
exec <&- >&- 2>&-
sleep 0.5
exit 6
