/** Locks that a patch makes where it takes them: nobody else ever waits for them. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import { nodesOf, type SyntaxNode } from '../../syntax/node.ts';
import type { SourceChange } from '../change.ts';
import { functions } from '../kinds.ts';
import type { Seen } from '../seen.ts';

const declarations = pattern(
  '',
  /^/,
  anyOf(
    /var_declaration|short_var_declaration|let_declaration|lexical_declaration|assignment/,
    /local_variable_declaration/,
  ),
  /$/,
);

const madeGo = /^(?:var\s+)?(\w+)\s*(?::?=)?\s*&?sync\.(?:RW)?Mutex\b/;

const lockTypes = anyOf(/(?:RW)?Mutex|R?Lock|RwLock|Reentrant(?:ReadWrite)?Lock|StampedLock|Semaphore|Object/);

const made = pattern('', /\b(\w+)\s*(?::[^=]+)?=\s*(?:new\s+)?(?:[\w.:]+(?:\.|::))?/, lockTypes, /(?:::new)?\s*\(/);

const nameOf = ({ text }: SyntaxNode): string | null => {
  const short = text.slice(0, 200);
  return madeGo.exec(short)?.[1] ?? made.exec(short)?.[1] ?? null;
};

const outerOf = (node: SyntaxNode): SyntaxNode | null => {
  let at = node.parent;
  while (at !== null && !functions.has(at.kind)) at = at.parent;
  return at;
};

const taking = (name: string): RegExp =>
  pattern(
    '',
    anyOf(
      String.raw`\b${name}\.(?:[rR]?[lL]ock|acquire|runExclusive|write|read)\(`,
      String.raw`synchronized\s*\(\s*${name}\b`,
      String.raw`with\s+${name}\s*:`,
    ),
  );

/** Given to nobody: no function in it uses it, and it is neither kept nor handed out. */
const isOwn = (name: string, outer: SyntaxNode): boolean => {
  const word = new RegExp(String.raw`\b${name}\b`);
  for (const node of nodesOf(outer))
    if (node !== outer && functions.has(node.kind) && word.test(node.text.replace(/\.runExclusive\(/, '')))
      return false;
  const text = outer.text.slice(0, 20_000);
  const handed = new RegExp(String.raw`return\s+&?${name}\b|[(,]\s*&?${name}\s*[,)]|[:=]\s*&?${name}\s*[,;}\n]`);
  return taking(name).test(text) && !handed.test(text.replaceAll(/synchronized\s*\([^)]*\)/g, ''));
};

/** `synchronized (new Object())`, `with threading.Lock():` */
const anonymous = /synchronized\s*\(\s*new\s|\bwith\s+(?:[\w.]+\.)?R?Lock\(\)\s*:|\bMutex::new\([^()]*\)\.lock\(/;

const isUseless = (node: SyntaxNode): boolean => {
  if (/^(?:synchronized_statement|with_statement)$/.test(node.kind)) return anonymous.test(node.text.slice(0, 100));
  const name = declarations.test(node.kind) ? nameOf(node) : null;
  const outer = name === null ? null : outerOf(node);
  return name !== null && outer !== null && isOwn(name, outer);
};

export const ownLocks = ({ path, after }: SourceChange): Seen[] =>
  (after?.places() ?? [])
    .filter(({ node }) => after?.changed.has(node.line) === true && isUseless(node))
    .map(({ node }) => ({
      rule: 'only-touched',
      path,
      line: node.line,
      about: 'takes a lock that it makes itself, for which nobody else waits',
    }));
