#!/bin/sh
# hook.sh NODE PROGRAM TOOL EVENT [HOME]: the hook that the settings of tools call on systems with a POSIX shell. `anima connect` copies it
# to connect/hook.sh below ANIMA_HOME, so that it stays when the folder of Anima is moved or removed. It always ends with 0: tools take
# other codes as an order to send nothing to their model. A hook that cannot run leaves one line in logs/hooks.log.
home=${5:-${ANIMA_HOME:-${HOME:-}/.anima}}

# What each tool reads if the hook has nothing to say.
case "$3" in
  copilot | gemini-cli | cursor) nothing='{}' ;;
  cline) nothing='{"cancel":false}' ;;
  *) nothing= ;;
esac

# Ends the hook without the program. Standard input is read to its end, however long it is and whenever it ends.
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

# Node takes longer to start than a hook may take to give up. If the last hook found no memory service at its address (noted in
# connect/away), the script checks that itself, for events whose content can be read later: of tools that write a transcript, and the start
# of a session. A test compares the list with dialects.ts.
away=$home/connect/away
case "$3 $4" in
  claude-code\ * | copilot\ * | codex\ SessionStart | gemini-cli\ SessionStart | cursor\ sessionStart | cline\ TaskStart) ;;
  *) away= ;;
esac
# The note is of another address if the environment names one, or if the settings were changed since.
if [ -f "$away" ] && [ -z "${MEMORY_URL:-}${MEMORY_PORT:-}" ] &&
  ! [ "$home/connect/settings.json" -nt "$away" ] && command -v curl > /dev/null; then
  IFS= read -r url < "$away"
  curl -q --silent --noproxy '*' --connect-timeout 0.05 --max-time 0.1 --output /dev/null --url "$url/health"
  # 7: the connection was refused. A slow service is not away.
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
if [ ! -f "$2" ]; then
  log 'the folder of Anima was moved or removed, or is not built. Run npm start and anima connect in it again' "$3" "$4"
  finish
fi
"$node" "$2" "$3" "$4" ${5:+"$5"} 2> /dev/null
status=$?
[ $status -eq 0 ] || log "the hook ended with code $status" "$3" "$4"
exit 0
