/** Patches that give variables other names, and change nothing else. */
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Side, SourceChange } from '../change.ts';
import { comments, strings } from '../kinds.ts';

const holders =
  /^(?:variable_declarator|let_declaration|short_var_declaration|assignment|parameters?|formal_parameters?)$/;
const declared = /^(?:expression_list|formal_parameter|local_variable_declaration|required_parameter|var_spec)$/;

/** It gets its name there. */
const isDeclared = ({ kind, parent }: SyntaxNode): boolean =>
  kind === 'identifier' && parent !== null && (holders.test(parent.kind) || declared.test(parent.kind));

type Words = { tokens: string[]; declared: Set<string> };

const isPlainText = ({ kind, text }: SyntaxNode): boolean => strings.has(kind) && !text.includes('${');

/** Of a comment or of a text, which are told as wholes or not at all. */
const isInner = ({ kind, parent }: SyntaxNode): boolean =>
  comments.has(kind) || (parent !== null && isPlainText(parent));

const wordsOf = (side: Side): Words => {
  const nodes = side
    .places()
    .map(({ node }) => node)
    .filter((node) => !isInner(node));
  const tokens = nodes.filter((node) => node.children.length === 0 || isPlainText(node)).map(({ text }) => text);
  return {
    tokens: tokens.filter((text) => !/^[,;]$/.test(text)),
    declared: new Set(nodes.filter(isDeclared).map(({ text }) => text)),
  };
};

/** The names that changed, each always to the same other one; null where anything else did. */
const renamesBetween = (old: readonly string[], now: readonly string[]): Map<string, string> | null => {
  const names = new Map<string, string>();
  if (old.length !== now.length) return null;
  for (const [at, text] of old.entries()) {
    const other = now[at] ?? '';
    if ((names.get(text) ?? other) !== other) return null;
    names.set(text, other);
  }
  return new Map([...names].filter(([was, is]) => was !== is));
};

const isFresh = (was: string, is: string, old: Words, now: Words): boolean =>
  old.declared.has(was) && now.declared.has(is) && !old.tokens.includes(is) && !now.tokens.includes(was);

/** Names of its own that were not there, for names of its own that are not there any more. */
export const isRenamedOnly = ({ before, after }: SourceChange): boolean => {
  if (before === null || after === null || before.state.tree()?.hasErrors !== false) return false;
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const names = renamesBetween(old.tokens, now.tokens) ?? new Map<string, string>();
  if (names.size === 0 || new Set(names.values()).size < names.size) return false;
  return [...names].every(([was, is]) => isFresh(was, is, old, now));
};
