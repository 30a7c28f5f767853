/** The commands of a file of CI: what its steps run, as lines of a shell; names, conditions and artifacts are none. */
import { isPair, isScalar, isSeq, parseDocument, visit } from 'yaml';

/** A line of a shell, and where it begins, from 1. */
export type ScriptLine = { command: string; line: number };

/** Keys of GitHub, GitLab, CircleCI, Travis, Azure, Bitbucket, Drone, Cirrus. */
const runs = /^(?:run|script|before_script|after_script|commands?|bash|sh|pwsh|powershell|install|[a-z]\w*_script)$/;

/** Lines that a backslash joins are one. */
const joined = (lines: readonly string[], first: number): ScriptLine[] => {
  const found: ScriptLine[] = [];
  let open: ScriptLine | undefined;
  for (const [index, raw] of lines.entries()) {
    const isOpen = /\\\s*$/.test(raw);
    const text = raw.replace(/\\\s*$/, '').trim();
    open = open ? { ...open, command: `${open.command} ${text}`.trim() } : { command: text, line: first + index };
    if (isOpen) continue;
    found.push(open);
    open = undefined;
  }
  return [...found, ...(open ? [open] : [])];
};

/** Each line of it stands on a line of its own in the file, whatever its style, but for folded ones. */
const linesOf = (value: string, source: string, first: number): ScriptLine[] => {
  const written = source.split('\n');
  let from = 0;
  return joined(value.split('\n'), 0).map(({ command, line }) => {
    const begin = value.split('\n')[line]?.trim() ?? '';
    const at = written.findIndex((each, index) => index >= from && each.includes(begin));
    if (at >= 0) from = at;
    return { command, line: first + Math.max(at, 0) };
  });
};

const linesIn = (node: unknown, text: string): ScriptLine[] => {
  if (isSeq(node)) return node.items.flatMap((item) => linesIn(item, text));
  if (!isScalar(node) || typeof node.value !== 'string' || !node.range) return [];
  const [start, end] = node.range;
  return linesOf(node.value, text.slice(start, end), text.slice(0, start).split('\n').length);
};

const inYaml = (text: string): ScriptLine[] => {
  const found: ScriptLine[] = [];
  visit(parseDocument(text, { uniqueKeys: false, logLevel: 'silent' }), {
    Pair: (_, pair) => {
      if (isPair(pair) && isScalar(pair.key) && runs.test(String(pair.key.value)))
        found.push(...linesIn(pair.value, text));
    },
  });
  return found;
};

/** `sh 'make check'`, with one or three quotes. */
const inJenkinsfile = (text: string): ScriptLine[] =>
  [...text.matchAll(/\b(?:sh|bat)\b[\s(]*(?:script:\s*)?('''|"""|'|")([\s\S]*?)\1/g)].flatMap(
    ({ 0: whole, 2: script = '', index }) => linesOf(script, whole, text.slice(0, index).split('\n').length),
  );

export const scriptLines = (file: string, text: string): ScriptLine[] => {
  const lines = /\.ya?ml$/.test(file) ? inYaml(text) : inJenkinsfile(text);
  return lines.filter(({ command }) => command !== '' && !command.startsWith('#'));
};
