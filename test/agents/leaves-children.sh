#!/usr/bin/env bash
# Exits while two children run on, one of them with job control's own process group. Prints their pids.
sleep 60 &
echo $!
set -m
sleep 60 &
echo $!
exit 4
