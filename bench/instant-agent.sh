#!/bin/sh
# Fixes at once: reads the prompt with the shell alone, changes one line, answers. The reference uses it too.
file= code=
while IFS= read -r line; do
  case $line in
    '## '*) code=${line#'## '} ;;
    'place: '*) file=${line#'place: '}; file=${file%%:*} ;;
  esac
done
[ -z "$BENCH_SLEEP" ] || sleep "$BENCH_SLEEP"
echo fixed >>"$file"
echo "{\"outcomes\":[{\"id\":\"$code\",\"outcome\":\"fixed\",\"explanation\":\"done\"}]}"
