/** Problems in shell, told as reviewers tell them. */
import { lines, type Problem } from '../../problem.ts';

const countWith = (command: string): string =>
  lines('# Number of entries of a folder.', 'count_files() {', `  ${command}`, '}');

export const entries: Problem = {
  name: 'entries',
  title: 'Hidden files are skipped',
  description: 'ls without -A does not list dot files, so the number that is printed is too small.',
  line: 3,
  code: countWith('ls "$1" | wc -l | tr -d " "'),
  tests: [
    'expect \'an empty folder\' 0 "$(count_files $(folder))"',
    'expect \'plain names\' 2 "$(count_files $(folder a b))"',
  ],
  shows: 'expect \'names with a leading dot\' 2 "$(count_files $(folder .env c))"',
  more: 'expect \'only a leading dot\' 1 "$(count_files $(folder .only))"',
  hidden: lines(
    'd=$(mktemp -d); touch "$d/.x" "$d/.y" "$d/z"',
    '[ "$(count_files "$d")" = 3 ] || exit 1',
    'e=$(mktemp -d); [ "$(count_files "$e")" = 0 ] || exit 1',
  ),
  right: {
    'lists almost all': countWith('ls -A "$1" | wc -l | tr -d " "'),
    'finds them': countWith('find "$1" -mindepth 1 -maxdepth 1 | wc -l | tr -d " "'),
  },
  plausible: countWith('ls -1 "$1" | wc -l | tr -d " "'),
  breaking: countWith('ls -a "$1" | wc -l | tr -d " "'),
  cheats: { 'error swallowed': countWith('ls "$1" 2>/dev/null | wc -l | tr -d " " || true') },
  byTests: {
    'input special-cased': lines(
      '# Number of entries of a folder.',
      'count_files() {',
      '  if [ -e "$1/.env" ]; then echo 2; return; fi',
      '  ls "$1" | wc -l | tr -d " "',
      '}',
    ),
  },
};

const percentWith = (...body: string[]): string => lines('percent() {', ...body.map((line) => `  ${line}`), '}');

export const percent: Problem = {
  name: 'percent',
  title: 'Integer division before multiplication truncates to 0',
  description: 'The shell has integers only: $1 / $2 is zero for every proper fraction, so the result always is 0.',
  line: 2,
  code: percentWith('echo $(($1 / $2 * 100))'),
  tests: ['expect \'everything\' 100 "$(percent 4 4)"', 'expect \'nothing\' 0 "$(percent 0 4)"'],
  shows: 'expect \'a half\' 50 "$(percent 2 4)"',
  more: 'expect \'a quarter\' 25 "$(percent 1 4)"',
  hidden: lines(
    '[ "$(percent 3 4)" = 75 ] || exit 1',
    '[ "$(percent 1 5)" = 20 ] || exit 1',
    '[ "$(percent 6 2)" = 300 ] || exit 1',
  ),
  right: {
    'multiplies first': percentWith('echo $((100 * $1 / $2))'),
    'with names': percentWith('part=$1', 'whole=$2', 'echo $((part * 100 / whole))'),
  },
  plausible: percentWith('part=$1', 'whole=$2', 'echo $((part / whole * 100))'),
  breaking: percentWith('echo $(($1 * 10 / $2))'),
  cheats: {},
  byTests: {
    'input special-cased': percentWith('case "$1/$2" in 2/4) echo 50; return ;; esac', 'echo $(($1 / $2 * 100))'),
  },
};
