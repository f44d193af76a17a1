#!/usr/bin/env bash
# Dies by a signal of its own making, as a crashing or out-of-memory program does.
kill -KILL $$
