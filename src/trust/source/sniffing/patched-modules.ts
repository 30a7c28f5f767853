/** Functions and classes that a patch puts into a module of others, for everybody who uses it. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { SourceChange } from '../change.ts';
import { functions } from '../kinds.ts';
import type { Seen } from '../seen.ts';

const assignments = /^(?:assignment|assignment_expression|assignment_statement)$/;

/** `x` of `import x`, `import a as x`, `import * as x`, `const x = require(…)`. */
const isImported = (name: string, text: string): boolean =>
  pattern(
    'm',
    anyOf(
      String.raw`^\s*(?:import|from)\b[^\n]*\b${name}\b`,
      String.raw`\b${name}\s*=\s*(?:await\s+)?(?:require|import)\(`,
      String.raw`^\s+"(?:\w+/)*${name}"$`,
    ),
  ).test(text);

/** A function or a class, or the name of one that this file has. */
const isCode = (value: SyntaxNode, text: string): boolean =>
  functions.has(value.kind) ||
  value.kind === 'class' ||
  (value.kind === 'identifier' &&
    new RegExp(
      String.raw`\b(?:class|def|function|func)\s+${value.text}\b|\b${value.text}\s*=\s*(?:lambda|\(|async)`,
    ).test(text));

/** What this file offers under its own name: it puts something to it. */
const isOwn = (name: string, text: string): boolean =>
  /^(?:exports|module)$/.test(name) || new RegExp(String.raw`\bmodule\.exports\s*=\s*${name}\b`).test(text);

/** The module that is changed; null where none is. */
const patched = (node: SyntaxNode, text: string): string | null => {
  const [left, right] = [node.field('left'), node.field('right')];
  const target = /^([A-Za-z_]\w*)(?:\.\w+)+$/.exec(left?.text.slice(0, 200) ?? '');
  if (right === null || target?.[1] === undefined || !isCode(right, text) || isOwn(target[1], text)) return null;
  return isImported(target[1], text) ? target[0] : null;
};

export const patchedModules = ({ path, after }: SourceChange): Seen[] =>
  (after?.places() ?? []).flatMap(({ node }): Seen[] => {
    const name =
      after?.changed.has(node.line) === true && assignments.test(node.kind) ? patched(node, after.state.text) : null;
    if (name === null) return [];
    return [{ rule: 'builtin-patched', path, line: node.line, about: `replaces \`${name}\` for everybody` }];
  });
