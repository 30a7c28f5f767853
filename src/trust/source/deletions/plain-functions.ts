/** Functions of languages without a grammar, by their text: those that do none of their work any more. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SourceChange } from '../change.ts';
import type { Seen } from '../seen.ts';
import { shell } from '../shell.ts';

type PlainFunction = { name: string; body: string; line: number };

const head = pattern(
  '',
  anyOf(
    /^(\s*)(?:[\w:]+\s+)*(?:fun|func|function|def|sub)\s+(?:[\w<>]+\.)?(\w+[?!]?)/,
    /^(\s*)([\w:-]+)\s*\(\)\s*(?=[{(])/,
    pattern(
      '',
      /^(\s*)(?!(?:return|else|if|for|while|switch|new|throw|do|case|typedef|using|await)\b)/,
      /(?:[\w:<>,[\]?]+[\s*&]+)+([\w:~]+)\s*\([^;{}]*\)[^;{}=]*(?:\{.*|=>.*)?$/,
    ),
  ),
);

const most = 20_000;

const indentOf = (line: string): number => /^\s*/.exec(line)?.[0].length ?? 0;

/** Up to the line that stands as far to the left again, and ends it. */
const bodyFrom = (lines: readonly string[], at: number, indent: number): string => {
  const rest = lines.slice(at + 1, at + 400);
  const end = rest.findIndex((line) => line.trim() !== '' && indentOf(line) <= indent && !/^\s*\{\s*$/.test(line));
  const first = (lines[at] ?? '').replace(/^.*?\)[^={]*(?:=>?|\{)?/, '');
  return [first, ...rest.slice(0, end === -1 ? rest.length : end)].join('\n').slice(0, most);
};

const functionsIn = (lines: readonly string[]): PlainFunction[] =>
  lines.slice(0, most).flatMap((text, at) => {
    const [, ...groups] = head.exec(text.slice(0, 300)) ?? [];
    const name = groups[1] ?? groups[3] ?? groups[5];
    if (name === undefined) return [];
    const space = groups[0] ?? groups[2] ?? groups[4] ?? '';
    return [{ name, body: bodyFrom(lines, at, space.length), line: at + 1 }];
  });

const noise = pattern(
  'g',
  anyOf(
    /\/\/.*/,
    /(?<![$\w{])#.*/,
    /\b\d[\w.]*/,
    /\b\w+\s*\?/,
    /\/\*[\s\S]*?\*\//,
    /"(?:[^"\\\n]|\\.)*"/,
    /'(?:[^'\\\n]|\\.)*'/,
    /\(void\)\s*\w+;/,
    /\b(?:if|unless)\s*\((?:[^()]|\([^()]*\))*\)/,
    /\b(?:if|unless)\s+\w+[.\w?]*\s*$/,
  ),
);

const empty = pattern(
  '',
  String.raw`^(?:[\s{}();,:.?[\]\d-]|\b`,
  anyOf(
    /return|else|then|end|null|NULL|nil|nullptr|true|false|None|default|pass|TODO|throw|raise|new/,
    /\w*NotImplemented\w*|UnsupportedOperation\w*|fatalError|emptyList|listOf|emptyMap|mapOf|array/,
  ),
  String.raw`\b)*$`,
);

/** Of a shell: it says yes or no, or what it was given. */
const shellIdle = pattern(
  '',
  /^/,
  anyOf(/:|true|false|return(?:\s+\d+)?/, /(?:echo|printf\s+['"]?%s(?:\\n)?['"]?)(?:\s+"?\$\{?[1@*]\}?"?)?/, ''),
  /$/,
);

const isIdleScript = (body: string): boolean =>
  body
    .replaceAll(/(?<![$\w{])#.*/g, '')
    .split(/[;\n]/)
    .every((statement) =>
      shellIdle.test(
        statement
          .trim()
          .replace(/^\{\s*/, '')
          .replace(/\s*\}$/, ''),
      ),
    );

const isIdle = (body: string, isShell: boolean): boolean =>
  isShell ? isIdleScript(body) : empty.test(body.replaceAll(noise, ''));

const isWork = (body: string): boolean =>
  /\w\s*\(|\b(?:for|foreach|while|each|do)\b|\||\[\s|\s-[a-z]/.test(body.replaceAll(noise, ''));

/** Of one file without a grammar. */
const emptiedIn = ({ path, before, after }: SourceChange): Seen[] => {
  if (before === null || after === null || before.state.language !== null) return [];
  const were = new Map(functionsIn(before.state.lines).map(({ name, body }) => [name, body]));
  const isShell = shell.test(path);
  return functionsIn(after.state.lines).flatMap(({ name, body, line }) => {
    const old = were.get(name);
    if (old === undefined || old === body || !isIdle(body, isShell) || isIdle(old, isShell) || !isWork(old)) return [];
    return [{ rule: 'function-emptied', path, line, about: `leaves nothing of what \`${name}\` did` }];
  });
};

export const plainlyEmptied = (changes: readonly SourceChange[]): Seen[] => changes.flatMap(emptiedIn);
