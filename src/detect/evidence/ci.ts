/** What CI runs, as evidence of what people run: lines in which a command stands. */
import type { Facts } from '../folder.ts';
import type { Place } from '../found.ts';
import { anyOf, pattern } from '../../plain/pattern.ts';
import { scriptLines } from './scripts.ts';

const files = pattern(
  '',
  /^/,
  anyOf(
    /\.github\/workflows\/[^/]+\.ya?ml/,
    /\.gitlab-ci\.ya?ml/,
    /\.circleci\/config\.yml/,
    /(?:\.travis|azure-pipelines|bitbucket-pipelines|\.drone|\.cirrus)\.yml/,
    /Jenkinsfile/,
  ),
  /$/,
);

export const isCi = (file: string): boolean => files.test(file);

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

type Run = { command: string; place: Place };

const known = new WeakMap<Facts['texts'], Run[]>();

/** All that CI runs, in the order of its files: looked for once. */
const runsIn = ({ texts }: Pick<Facts, 'texts'>): Run[] => {
  const seen = known.get(texts);
  if (seen) return seen;
  const found = [...texts].flatMap(([file, text]) =>
    isCi(file) ? scriptLines(file, text).map(({ command, line }) => ({ command, place: { file, line } })) : [],
  );
  known.set(texts, found);
  return found;
};

/** The first place where CI runs something that begins with these words. */
export const inCi = (facts: Pick<Facts, 'texts'>, words: string): Place | null => {
  const mark = new RegExp(`(?:^|[\\s;&|"'])${escaped(words)}(?=$|[\\s;&|"'])`);
  return runsIn(facts).find(({ command }) => mark.test(command))?.place ?? null;
};

/** Words of a command that tests, whichever the program. */
const testing = /(?:^|[\s/:_-])(?:\w*tests?|check|verify|spec|rspec|phpunit|tox|nox)(?=$|[\s:._-])/;

/** Control words, and what prepares a machine or reports: it tests nothing, whatever files it names. */
const aside = pattern(
  '',
  /^(?:sudo\s+)?/,
  anyOf(
    /(?:if|then|else|elif|fi|for|while|do|done|case|esac|function|echo|printf|cat|cd|ls|mkdir|cp|mv|rm|chmod|export)\b/,
    /(?:set|source|test|git|curl|wget|tar|unzip|docker|apt|apt-get|apk|brew|dnf|yum|choco|pacman)\b/,
    /(?:(?:python3?\s+-m\s+)?pip3?|gem|npm|pnpm|yarn|bun|composer|cargo|uv|poetry|rustup|go)\s+(?:i|ci|install|add)\b/,
    /(?:\[|\{|\}|\(|\)|\.\s|[A-Z_]+=\S*$|codecov)/,
    /(?:\.\/)?configure\b|autoreconf\b|cmake\s+(?!--build)/,
  ),
);

/** What an option is called says nothing of the command. */
const withoutOptions = (command: string): string => command.replaceAll(/\s--?[\w-]+(?:=\S+)?/g, '');

/** What a job of a matrix fills in is no command yet. */
const isWhole = (command: string): boolean =>
  command.length < 100 && !/\$\{\{|<<|[|&;({]$/.test(command) && !aside.test(command);

/** What CI runs that looks as though it tested: for a person to choose from, never taken by itself. */
export const testLines = (facts: Pick<Facts, 'texts'>): Run[] => {
  const found = runsIn(facts).filter(({ command }) => testing.test(withoutOptions(command)) && isWhole(command));
  return found.filter((each, index) => found.findIndex(({ command }) => command === each.command) === index);
};
