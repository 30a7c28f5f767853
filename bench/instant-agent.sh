#!/bin/sh
# Fixes at once: reads the prompt, changes one line, answers. The reference uses it too. A program reads the prompt, since the
# shell itself reads a pipe letter by letter: that would measure how long a prompt is, in calls of the system.
set -- $(awk '/^## / { code = substr($0, 4) } /^place: / { file = substr($0, 8); sub(/:.*/, "", file) } END { print code, file }')
[ -z "$BENCH_SLEEP" ] || sleep "$BENCH_SLEEP"
echo fixed >>"$2"
echo "{\"outcomes\":[{\"id\":\"$1\",\"outcome\":\"fixed\",\"explanation\":\"done\"}]}"
