#!/usr/bin/env bash
# Starts a server that keeps standard output open: a pipe reader would wait for it as long as it lives.
sleep 60 &
echo "server $!"
