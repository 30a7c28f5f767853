#!/bin/sh
# What Fixpoint is measured against: the same agent for each finding, then add and commit. Lines of "code file" on standard input.
agent=$1
while read -r code file; do
  printf '## %s\nplace: %s:1\n' "$code" "$file" | "$agent" >/dev/null
  git add -A
  git commit -q -m "fix(review): bench - $code - problem"
done
