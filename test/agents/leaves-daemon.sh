#!/usr/bin/env bash
# Leaves a process that left its session: what an agent gets that starts a server "properly". Prints the daemon's pid.
setsid bash -c 'echo $$; exec sleep 60 </dev/null >/dev/null 2>&1' &
sleep 0.2
