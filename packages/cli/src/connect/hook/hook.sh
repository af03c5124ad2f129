#!/bin/sh
# hook.sh NODE PROGRAM TOOL EVENT [HOME]: what the settings of tools call where there is a shell. It runs PROGRAM, but for one case: Node
# alone takes longer to start than a hook may take to give up, so where the last one found nobody at the memory service's address (noted in
# connect/away), it asks for itself whether that is still so. It gives up only on what can be told again later: of tools that write a
# transcript, and at the start of a session. A test holds the list to dialects.ts.
home=${5:-${ANIMA_HOME:-${HOME:-}/.anima}}
away=$home/connect/away
nothing=
case "$3 $4" in
  claude-code\ * | codex\ SessionStart) ;;
  copilot\ * | gemini-cli\ SessionStart | cursor\ sessionStart) nothing='{}' ;;
  cline\ TaskStart) nothing='{"cancel":false}' ;;
  *) away= ;;
esac
# An address in the environment, or settings that were changed since: the note is of another one.
if [ -f "$away" ] && [ -z "${MEMORY_URL:-}${MEMORY_PORT:-}" ] &&
  ! [ "$home/connect/settings.json" -nt "$away" ] && command -v curl > /dev/null; then
  IFS= read -r url < "$away"
  curl -q --silent --noproxy '*' --connect-timeout 0.05 --max-time 0.1 --output /dev/null --url "$url/health"
  # 7: nobody listens. Whoever is slow is there.
  if [ $? -eq 7 ]; then
    # What the tool says is taken, however long it is and whenever it ends. In the background 0 is nothing.
    { cat <&3 > /dev/null 2>&1 & } 3<&0
    [ -z "$nothing" ] || printf '%s\n' "$nothing"
    exit 0
  fi
fi
exec "$1" "$2" "$3" "$4" ${5:+"$5"}
