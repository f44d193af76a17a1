#!/usr/bin/env bash
# Prints as many MiB as it is told, in short lines.
yes 'a line of some length, as build tools print them by the thousand' | head -c "${1}M"
