#!/usr/bin/env bash
# Prints as many MiB as it is told without a single line end: minified code, base64.
head -c "${1}M" /dev/zero | tr '\0' 'x'
