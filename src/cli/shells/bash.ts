/** Completion for bash: words for each command, and files where a value or a file is wanted. */
import { allCommands, type CommandEntry } from './table.ts';

const wordsOf = ({ commands, flags }: CommandEntry): string =>
  [...commands.map(({ name }) => name.split(' ').at(-1) ?? ''), ...flags.flatMap(({ names }) => names)].join(' ');

const choiceLines = ({ name, flags }: CommandEntry): string[] =>
  flags
    .filter(({ choices }) => choices.length > 0)
    .flatMap(({ names, choices }) =>
      names.map(
        (flag) => `    '${name}/${flag}') COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$word")); return ;;`,
      ),
    );

const valueFlags = ({ name, flags }: CommandEntry): string[] =>
  flags.filter(({ value }) => value !== '').flatMap(({ names }) => names.map((flag) => `'${name}/${flag}'`));

export const bashCompletion = (program: CommandEntry): string => {
  const all = allCommands(program);
  const groups = program.commands.filter(({ commands }) => commands.length > 0).map(({ name }) => `|'${name}'`);
  const nested = all.filter(({ name }) => name.includes(' ')).map(({ name }) => name);
  return `# Completion of fixpoint for bash: source it, or put it where your bash looks for completions.
_fixpoint() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} name='' index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "$name/\${COMP_WORDS[index]}" in
${program.commands.map(({ name }) => `      '/${name}') name='${name}' ;;`).join('\n')}
${nested.map((name) => `      '${name.replace(' ', '/')}') name='${name}' ;;`).join('\n')}
    esac
  done
  case "$name/$before" in
${all.flatMap(choiceLines).join('\n')}
    ${all.flatMap(valueFlags).join('|\\\n    ')}) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  local words=''
  case "$name" in
${all.map((entry) => `    '${entry.name}') words='${wordsOf(entry)}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  case "$name" in ''${groups.join('')}) return ;; esac
  if [[ $word != -* ]]; then COMPREPLY+=($(compgen -f -- "$word")); fi
}
complete -o filenames -F _fixpoint fixpoint
`;
};
