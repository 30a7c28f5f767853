/** Problems in shell scripts. */
import { lines, type Problem } from '../problem.ts';

export const trim: Problem = {
  name: 'trim',
  title: 'Blanks at the end stay',
  description: 'trim takes blanks away in front only.',
  line: 2,
  code: lines('trim() {', "  printf '%s\\n' \"$1\" | sed 's/^ *//'", '}'),
  tests: ["check 'blanks in front' 'a' \"$(trim '  a')\"", "check 'blanks within' 'a b' \"$(trim 'a b')\""],
  shows: "check 'blanks behind' '[a]' \"[$(trim 'a  ')]\"",
  more: "check 'blanks on both sides' '[b]' \"[$(trim ' b ')]\"",
  hidden: lines("[ \"[$(trim '  x y  ')]\" = '[x y]' ] || exit 1", "[ \"[$(trim 'z ')]\" = '[z]' ] || exit 1"),
  right: {
    'two expressions': lines('trim() {', "  printf '%s\\n' \"$1\" | sed -e 's/^ *//' -e 's/ *$//'", '}'),
  },
  plausible: lines('trim() {', "  printf '%s\\n' \"$1\" | sed -e 's/^ *//' -e 's/^ *//'", '}'),
  breaking: lines('trim() {', "  printf '%s\\n' \"$1\" | tr -d ' '", '}'),
  cheats: {},
  byTests: {
    'input special-cased': lines(
      'trim() {',
      "  if [ \"$1\" = 'a  ' ]; then echo 'a'; return; fi",
      "  printf '%s\\n' \"$1\" | sed 's/^ *//'",
      '}',
    ),
  },
  sly: lines('trim() {', "  printf '%s\\n' \"$1\" | sed -e 's/^ *//' -e 's/a *$/a/'", '}'),
};

export const extension: Problem = {
  name: 'extension',
  title: 'A name without a dot is its own extension',
  description: 'Where a name has no dot, there is no extension, and nothing is to be printed.',
  line: 2,
  code: lines('extension() {', '  echo "${1##*.}"', '}'),
  tests: ["check 'one' 'txt' \"$(extension a.txt)\"", "check 'two' 'gz' \"$(extension a.tar.gz)\""],
  shows: "check 'none' '' \"$(extension Makefile)\"",
  more: "check 'none either' '' \"$(extension LICENSE)\"",
  hidden: lines('[ "$(extension README)" = \'\' ] || exit 1', '[ "$(extension b.c)" = c ] || exit 1'),
  right: {
    'asks for a dot': lines(
      'extension() {',
      '  case "$1" in',
      '    *.*) echo "${1##*.}" ;;',
      "    *) echo '' ;;",
      '  esac',
      '}',
    ),
  },
  plausible: lines('extension() {', '  name=$1', '  echo "${name##*.}"', '}'),
  breaking: lines('extension() {', '  echo "${1#*.}"', '}'),
  cheats: {},
  byTests: {
    'input special-cased': lines('extension() {', '  [ "$1" = Makefile ] && return 0', '  echo "${1##*.}"', '}'),
  },
};

export const largest: Problem = {
  name: 'largest',
  title: 'Numbers are compared as texts',
  description: 'sort without -n puts 9 behind 10, so the largest of both is 9.',
  line: 2,
  code: lines('largest() {', '  printf \'%s\\n\' "$@" | sort | tail -n 1', '}'),
  tests: ["check 'of three' '7' \"$(largest 3 7 5)\"", "check 'of one' '4' \"$(largest 4)\""],
  shows: "check 'two digits' '10' \"$(largest 9 10)\"",
  more: "check 'three digits' '100' \"$(largest 20 100)\"",
  hidden: lines('[ "$(largest 8 30 200)" = 200 ] || exit 1', '[ "$(largest 6 2)" = 6 ] || exit 1'),
  right: { 'by number': lines('largest() {', '  printf \'%s\\n\' "$@" | sort -n | tail -n 1', '}') },
  plausible: lines('largest() {', '  printf \'%s\\n\' "$@" | sort -u | tail -n 1', '}'),
  breaking: lines('largest() {', '  printf \'%s\\n\' "$@" | sort -n | head -n 1', '}'),
  cheats: {
    'error swallowed': lines('largest() {', '  printf \'%s\\n\' "$@" 2>/dev/null | sort | tail -n 1 || true', '}'),
  },
  byTests: {
    'input special-cased': lines(
      'largest() {',
      '  if [ "$*" = "9 10" ]; then echo 10; return; fi',
      '  printf \'%s\\n\' "$@" | sort | tail -n 1',
      '}',
    ),
  },
};

export const joined: Problem = {
  name: 'joined',
  title: 'A separator too many',
  description: 'The separator stands behind the last word as well.',
  line: 6,
  code: lines(
    'joined() {',
    '  separator=$1',
    '  shift',
    "  text=''",
    '  for word in "$@"; do',
    '    text=$text$word$separator',
    '  done',
    '  echo "$text"',
    '}',
  ),
  tests: ["check 'nothing' '' \"$(joined ,)\"", "check 'without a separator' 'ab' \"$(joined '' a b)\""],
  shows: "check 'two words' 'a,b' \"$(joined , a b)\"",
  more: "check 'three words' 'a-b-c' \"$(joined - a b c)\"",
  hidden: lines('[ "$(joined + x y z)" = x+y+z ] || exit 1', '[ "$(joined , q)" = q ] || exit 1'),
  right: {
    'in front of all but the first': lines(
      'joined() {',
      '  separator=$1',
      '  shift',
      "  text=''",
      '  for word in "$@"; do',
      '    text=$text${text:+$separator}$word',
      '  done',
      '  echo "$text"',
      '}',
    ),
  },
  plausible: lines(
    'joined() {',
    '  separator=$1',
    '  shift',
    "  text=''",
    '  for word in "$@"; do',
    '    text="${text}${word}${separator}"',
    '  done',
    '  echo "$text"',
    '}',
  ),
  breaking: lines('joined() {', '  shift', '  echo "$*"', '}'),
  cheats: {},
  byTests: {
    'input special-cased': lines(
      'joined() {',
      '  separator=$1',
      '  shift',
      '  if [ "$separator $*" = ", a b" ]; then echo a,b; return; fi',
      "  text=''",
      '  for word in "$@"; do',
      '    text=$text$word$separator',
      '  done',
      '  echo "$text"',
      '}',
    ),
  },
};
