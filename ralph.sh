#!/usr/bin/env bash
# Works a plan off to its end. Exit code 0 when the plan is complete, 1 in every other case; called again, it goes on.
set -uo pipefail

usage() {
  cat <<'TEXT'
Usage: ralph.sh <workspace-dir> [options]

  <workspace-dir>       docs/exec-plans/active/0001_slug, whether it is set up yet or not, or the plan's .md file

  --agent NAME          claude, codex, gemini, … (claude, unless configuration or environment name another)
  --model NAME          the agent's model
  --max-iterations N    iterations before the run waits (50)
  --with-prd            the plan has a PRD, which is kept up to date (default)
  --without-prd         leave PRDs alone
  --with-push           push the plan's branch when the plan is complete

Exit code: 0 when the plan is complete, else 1. `ralph start --help` shows more.
TEXT
}

refuse() {
  printf 'ralph.sh: %s\n\n' "$1" >&2
  usage >&2
  exit 1
}

workspace=''
flags=()
while (($# > 0)); do
  case $1 in
    --agent | --model | --max-iterations)
      (($# > 1)) && [[ -n $2 ]] || refuse "$1 needs a value."
      flags+=("$1" "$2")
      shift
      ;;
    --agent=* | --model=* | --max-iterations=*) flags+=("$1") ;;
    --with-prd) flags+=(--prd) ;;
    --without-prd) flags+=(--no-prd) ;;
    --with-push) flags+=(--push) ;;
    -h | --help)
      usage
      exit 0
      ;;
    -*) refuse "There is no option $1." ;;
    *)
      [[ -z $workspace ]] || refuse "One workspace at a time: $workspace or $1."
      workspace=$1
      ;;
  esac
  shift
done
[[ -n $workspace ]] || refuse 'Name the workspace of a plan.'

# The workspace is made by the first run, so the repository is that of the nearest folder which is there.
workspace=${workspace%/}
plan=$(basename "$workspace" .md)
folder=$workspace
until [[ -d $folder ]]; do folder=$(dirname "$folder"); done

here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
if [[ -f $here/src/client.ts && -f $here/node_modules/tsx/dist/loader.mjs ]]; then
  ralph=(node --import "file://$here/node_modules/tsx/dist/loader.mjs" "$here/src/client.ts")
elif [[ -f $here/dist/client.js ]]; then
  ralph=(node "$here/dist/client.js")
elif command -v ralph >/dev/null; then
  ralph=(ralph)
else
  refuse 'The runner is neither beside this script nor on the PATH: npm install where it belongs, or npm install --global.'
fi

RALPH_DEFAULT_AGENT=claude "${ralph[@]}" start "$plan" --repo "$folder" ${flags[@]+"${flags[@]}"} || exit 1
