#!/usr/bin/env bash
# Leaves a server that was given an empty environment, so that no marker tells whose it is. Prints its pid.
env -i sleep 60 &
echo $!
