#!/usr/bin/env bash
# Prints what is no text: zero bytes, broken UTF-8, escape sequences.
printf 'before\0\377\376\033[31mred\033[0m\302'
printf '\nafter\n'
