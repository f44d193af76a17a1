#!/usr/bin/env bash
# Writes to /dev/stdout by name, which cuts a file that stands behind it.
echo "a first line, lost"
echo second > /dev/stdout
echo third
