#!/usr/bin/env bash
# The least that does an iteration's steps, and survives nothing: bash-loop.sh <plan> <agent command>
# First pending increment, agent, gate, mark, log, commit; until none is pending.
set -euo pipefail
plan=$1 agent=$2

next() {
  sed -n '/^### Increment /{s/^### Increment \([^:]*\):.*/\1/;h}; /^\*\*Status:\*\* pending/{x;p;q}' "$plan"
}

gate_of() {
  awk -v id="$1" '
    $0 ~ "^### Increment " id ":" { inside = 1 }
    inside && /^Test gate:/ { gates = 1 }
    gates && match($0, /`[^`]*`/) { print substr($0, RSTART + 1, RLENGTH - 2); exit }
  ' "$plan"
}

id=$(next)
while [ -n "$id" ]; do
  RALPH_INCREMENT=$id bash -c "$agent" <<<"Implement increment $id of $plan."
  bash -c "$(gate_of "$id")"
  sed -i "/^### Increment $id:/,/^\*\*Status:\*\*/s/^\(\*\*Status:\*\*\) pending/\1 done/" "$plan"
  echo "$id done" >>progress.txt
  git add --all
  git commit --quiet --message "feat: increment $id"
  id=$(next)
done
