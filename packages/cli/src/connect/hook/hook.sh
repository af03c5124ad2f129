#!/bin/sh
# hook.sh NODE PROGRAM TOOL EVENT [HOME]: the hook that the settings of tools call on systems with a POSIX shell.
# `anima connect` copies it to connect/hook.sh below ANIMA_HOME, and the program to connect/hook.mjs, so that hooks work if the
# folder of Anima is moved or removed. The script always exits with 0: tools interpret other codes as an order to send nothing
# to their model. A hook that cannot run adds one line to logs/hooks.log.
home=${5:-${ANIMA_HOME:-${HOME:-}/.anima}}

# The response that each tool reads if the hook injects nothing.
case "$3" in
  copilot | gemini-cli | cursor) nothing='{}' ;;
  cline) nothing='{"cancel":false}' ;;
  *) nothing= ;;
esac

# Exits without the program. A child process reads standard input to its end, so that the tool can write all of it.
finish() {
  { cat <&3 > /dev/null 2>&1 & } 3<&0
  [ -z "$nothing" ] || printf '%s\n' "$nothing"
  exit 0
}

log() {
  mkdir -p "$home/logs"
  printf '{"id":"%08x","at":"%s","tool":"%s","event":"%s","project":"","session":"","stored":[],"injected":[],"tokens":0,"ms":0,"problem":"%s"}\n' \
    "$$" "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$2" "$3" "$1" >> "$home/logs/hooks.log"
} 2> /dev/null

# Node starts slower than a hook may take. If the last hook could not connect to the memory service (connect/away has the
# address), the script checks the address itself, for events whose content a later hook can read: all events of tools that
# write a transcript, and the start of a session. A test compares the list with dialects.ts.
away=$home/connect/away
case "$3 $4" in
  claude-code\ * | copilot\ * | codex\ SessionStart | gemini-cli\ SessionStart | cursor\ sessionStart | cline\ TaskStart) ;;
  *) away= ;;
esac
# The address in connect/away does not apply if the environment names another, or if the settings are newer.
if [ -f "$away" ] && [ -z "${MEMORY_URL:-}${MEMORY_PORT:-}" ] &&
  ! [ "$home/connect/settings.json" -nt "$away" ] && command -v curl > /dev/null; then
  IFS= read -r url < "$away"
  curl -q --silent --noproxy '*' --connect-timeout 0.05 --max-time 0.1 --output /dev/null --url "$url/health"
  # 7: connection refused. A slow service is not unreachable.
  [ $? -ne 7 ] || finish
fi

node=$1
if ! command -v "$node" > /dev/null 2>&1; then
  node=$(command -v node 2> /dev/null)
  if [ -z "$node" ]; then
    log 'Node is missing. Install it, then run anima connect again' "$3" "$4"
    finish
  fi
fi
program=$2
# The folder of Anima was moved or removed, or is not built: a copy of the program remains.
[ -f "$program" ] || program=$home/connect/hook.mjs
if [ ! -f "$program" ]; then
  log 'the folder of Anima was moved or removed. Run npm start and anima connect in it again' "$3" "$4"
  finish
fi
"$node" "$program" "$3" "$4" ${5:+"$5"} 2> /dev/null
status=$?
[ $status -eq 0 ] || log "the hook ended with code $status" "$3" "$4"
exit 0
