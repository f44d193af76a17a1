#!/usr/bin/env bash
# Prints a byte now and then for a second: slow, but alive.
for _ in 1 2 3 4 5 6 7 8 9 10; do printf .; sleep 0.1; done
