/** Writes the table of gates and rules into docs/gates.md, from the list itself. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gateRules } from '../src/model/gates/gate-rules.ts';

const file = join(import.meta.dirname, '../docs/gates.md');
const marks = { begin: '<!-- rules: begin -->', end: '<!-- rules: end -->' };

/** Every rule with its gate, and what a patch does that it is about. */
export const rulesTable = (): string => {
  const rows = Object.entries(gateRules).flatMap(([gate, rules]) =>
    Object.entries(rules).map(
      ([rule, about]) => `| \`${gate}\` | \`${rule}\` | ${about.replaceAll('|', String.raw`\|`)} |`,
    ),
  );
  return ['| gate | rule | what the patch does |', '|---|---|---|', ...rows].join('\n');
};

const withTable = (text: string): string => {
  const [before = '', rest = ''] = text.split(marks.begin);
  const [, after = ''] = rest.split(marks.end);
  return `${before}${marks.begin}\n${rulesTable()}\n${marks.end}${after}`;
};

if (import.meta.main) await writeFile(file, withTable(await readFile(file, 'utf8')));
