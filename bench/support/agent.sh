#!/usr/bin/env bash
# An agent that does its edit at once: agent.sh <log> [more]
# Begins and ends each of its lives with a line in the log, `begin 03 <s.µs>`, without starting a program for it.
# `more` is bash that it runs before its edit.
printf 'begin %s %s\n' "$RALPH_INCREMENT" "$EPOCHREALTIME" >>"$1"
eval "${2:-:}"
printf '%s\n' "$RALPH_INCREMENT" >>"work/${RALPH_INCREMENT: -1}.txt"
printf 'end %s %s\n' "$RALPH_INCREMENT" "$EPOCHREALTIME" >>"$1"
