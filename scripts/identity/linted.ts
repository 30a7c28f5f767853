/** What ESLint, with every rule that it has, says about the source files of a folder. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Linter } from 'eslint';
import { builtinRules } from 'eslint/use-at-your-own-risk';
import { anchorIn } from '../../src/findings/identity/anchor.ts';
import { type Source, toSource } from '../../src/findings/identity/source.ts';
import type { Seen } from './matchers.ts';

export type Linted = Seen & { file: string; line: number; column: number; endColumn?: number };
export type Version = { files: ReadonlyMap<string, readonly string[]>; findings: Linted[] };

/** Built files say nothing about how people change code. */
const built = /(?:^|\/)(?:node_modules|dist|build|coverage)\/|\.min\.|(?:^|\/)mocha(?:-es2018)?\.js$/;

const rules = Object.fromEntries(
  [...builtinRules].flatMap(([name, { meta }]) => (meta?.deprecated ? [] : [[name, 'error' as const]])),
);

const verify = (text: string): Linter.LintMessage[] => {
  const linter = new Linter();
  const lint = (sourceType: 'commonjs' | 'module'): Linter.LintMessage[] =>
    linter.verify(text, {
      languageOptions: { ecmaVersion: 'latest', sourceType },
      linterOptions: { noInlineConfig: true },
      rules,
    });
  const messages = lint('commonjs');
  return messages.some(({ fatal }) => fatal) ? lint('module') : messages;
};

const toFinding = (file: string, source: Source, message: Linter.LintMessage): Linted[] => {
  const { ruleId, line, column, endLine, endColumn } = message;
  if (ruleId === null || line < 1) return [];
  const end = {
    ...(endLine !== undefined && endLine > line && { endLine }),
    ...(endColumn !== undefined && { endColumn }),
  };
  const finding = { rule: ruleId, category: 'lint', title: message.message, file, line, column, ...end };
  const anchor = anchorIn({ ...finding, ...(endLine !== undefined && { endLine }) }, source);
  return [{ ...finding, code: source.lines[line - 1] ?? '', ...(anchor !== undefined && { anchor }) }];
};

export const lintVersion = (folder: string): Version => {
  const paths = globSync('**/*.{js,mjs,cjs}', { cwd: folder })
    .filter((path) => !built.test(path))
    .toSorted();
  const files = new Map<string, readonly string[]>();
  const findings: Linted[] = [];
  for (const path of paths) {
    const text = readFileSync(join(folder, path), 'utf8');
    const source = toSource(text);
    files.set(path, source.lines);
    for (const message of verify(text)) findings.push(...toFinding(path, source, message));
  }
  return { files, findings };
};
