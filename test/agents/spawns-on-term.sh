#!/usr/bin/env bash
# Answers TERM by starting another process in a new group before it ends: a supervisor that restarts its server.
trap 'set -m; sleep 60 & echo "again $!"; exit 0' TERM
echo ready
while :; do sleep 0.05; done
