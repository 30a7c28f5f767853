/** Examples in documentation that are run as tests: doctest of Python, `// Output:` of Go. */
import type { Check, Unit } from '../../model.ts';
import { checksFrom } from '../checks.ts';

type Example = { code: string; output: string; line: number };

const promptLine = /^\s*>>>\s?(.*)$/;

/** `>>> code` and the lines below it that are what it shows. */
const pythonExamples = (lines: readonly string[]): Example[] => {
  const found: Example[] = [];
  for (const [place, line] of lines.entries()) {
    const code = promptLine.exec(line)?.[1];
    if (code === undefined) continue;
    const shown: string[] = [];
    for (let at = place + 1; at < lines.length && shown.length < 50; at += 1) {
      const next = (lines[at] ?? '').trim();
      if (next === '' || next.startsWith('>>>') || next.startsWith('...') || /^(?:"""|''')/.test(next)) break;
      shown.push(next);
    }
    found.push({ code, output: shown.join('\n'), line: place + 1 });
  }
  return found;
};

const isVague = (output: string): boolean => /(?:^|[^.])\.\.\.(?:[^.]|$)/.test(output);

const goOutput = /\/\/ (?:Unordered output|Output):[^\n]*\n?((?:\s*\/\/[^\n]*\n?){0,200})/i;

export const docChecks = (text: string, unit: Unit): Check[] =>
  pythonExamples(text.split('\n')).flatMap(({ code, output, line }) => {
    if (output === '') return [];
    const level = isVague(output) ? 3 : 5;
    return checksFrom([{ kind: 'exact', level, positive: true, subject: code, expected: output }], {
      line,
      guards: [],
      unit,
    });
  });

export const outputChecks = (unit: Unit): Check[] => {
  const found = unit.name.startsWith('Example') ? goOutput.exec(unit.text) : null;
  if (found === null) return [];
  const expected = JSON.stringify(found[0]);
  return checksFrom([{ kind: 'exact', level: 5, positive: true, subject: unit.name, expected }], {
    line: unit.line,
    guards: [],
    unit,
  });
};
