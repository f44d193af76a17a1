#!/usr/bin/env bash
# Ignores TERM, and so does its child: agents that "finish their thought" do that. Prints both pids.
trap '' TERM
sleep 60 &
echo "$$ $!"
while :; do wait || true; done
