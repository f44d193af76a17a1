#!/usr/bin/env bash
# Prints once and then hangs: an agent that waits for an answer that never comes.
echo "one word"
sleep 60
