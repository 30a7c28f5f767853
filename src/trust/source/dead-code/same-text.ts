/** Texts that are put together of the same pieces as before, in another way: what they do is the same. */
import type { Asking } from '../../../model/patch.ts';
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Side, SourceChange } from '../change.ts';
import { calleeOf } from '../errors/inert.ts';
import { calls, comments, returns, strings } from '../kinds.ts';
import type { Seen } from '../seen.ts';
import { mentions } from '../words.ts';

const aboutStyle = pattern(
  'i',
  anyOf(
    /template|f-string|concatenat|interpolat|prefer|readab|idiom|style|perform|slow|builder|consisten|modern|UP03/,
    /prettier|gofmt|rustfmt/,
  ),
);

/** Whoever says this speaks of what the text does, not of how it is written. */
const aboutHarm = pattern(
  'i',
  anyOf(
    /inject|untrusted|sanitis|sanitiz|taint|attack|unsafe|escap|malicious|XSS|travers|CWE-\d|CVE-\d/,
    /comes? from|user input|crafted/,
  ),
);

/** What puts texts together, or makes a text of a value. */
const puttingTogether = pattern(
  'i',
  /(?:^|[.:])/,
  anyOf(
    /\w*s?printf|errorf|format\w*|join|concat|append\w*|push_?str|push|write_?string|plus|add|collect|insert_str/,
    /str|string|to_?string|to_owned|into|from|valueOf|error|message|new|clone|as_str|build|StringBuilder|Buffer/,
    /StringBuffer|StringIO|getvalue|text|with_capacity|of|iter|vec|copied|write!?|raw|reduce|stripIndent|strip/,
  ),
  /!?$/,
);

const formatting = /printf|errorf|format|write|print|panic|bail|anyhow/i;

const isFormatted = ({ parent }: SyntaxNode): boolean => {
  if (parent === null) return false;
  if (parent.kind === 'binary_operator') return parent.children.some(({ text }) => text === '%');
  const call = parent.kind.startsWith('macro_') ? parent : parent.parent;
  return call !== null && calls.has(call.kind) && formatting.test(calleeOf(call));
};

const verbs = /%[svd]|\{\w*\}/g;

const specOf = (children: readonly SyntaxNode[]): string =>
  children.find(({ kind }) => kind === 'format_specifier')?.text ?? '';

/** Of a text with values in it, what stands between them. */
const contentOf = (node: SyntaxNode): string => {
  const inner = node.children.filter(({ kind }) => /interpolation|substitution/.test(kind));
  const whole = inner.reduceRight(
    (text, { start, end, children }) =>
      text.slice(0, start - node.start) + specOf(children) + text.slice(end - node.start),
    node.text,
  );
  const bare = whole.replace(/^[a-zA-Z]{0,2}(["'`]{1,3})([\s\S]*)\1$/, '$2');
  return isFormatted(node) ? bare.replaceAll(verbs, '') : bare;
};

const isInner = ({ parent }: SyntaxNode): boolean =>
  parent !== null && (strings.has(parent.kind) || /^import|^use_|interpolation|substitution/.test(parent.kind));

type Written = {
  text: string;
  pieces: string;
  isGlued: boolean;
  tokens: Set<string>;
  returns: number;
  builders: Set<string>;
};

const isBound = ({ parent }: SyntaxNode): boolean =>
  parent !== null && /^import|^use_|_import$|import_spec|^dotted_name$|^package_/.test(parent.kind);

const ownNodes = (side: Side | null): SyntaxNode[] =>
  (side?.places() ?? [])
    .map(({ node }) => node)
    .filter((node) => side?.changed.has(node.line) === true && !isBound(node) && !comments.has(node.kind));

/** It stands beside a value that becomes a part of the same text. */
const isGlued = (node: SyntaxNode): boolean => {
  const { parent, children } = node;
  if (parent === null) return false;
  if (isFormatted(node) || children.some(({ kind }) => /interpolation|substitution/.test(kind))) return true;
  if (parent.kind.startsWith('binary_')) return parent.children.some(({ text }) => text === '+');
  const call = [parent.parent, parent.parent?.parent, parent.parent?.parent?.parent].find(
    (outer) => outer !== null && outer !== undefined && calls.has(outer.kind),
  );
  return call !== null && call !== undefined && /join|concat|append|push|write/i.test(lastOf(calleeOf(call)));
};

/** What stands on the changed lines: texts, and all that is no text. */
const writtenOn = (changes: readonly SourceChange[], which: 'before' | 'after'): Written => {
  const nodes = changes.flatMap((change) => ownNodes(change[which]));
  const texts = nodes.filter((node) => strings.has(node.kind) && !isInner(node));
  const leaves = nodes.filter((node) => node.children.length === 0 && !texts.includes(node) && !isContent(node));
  const builders = nodes.filter(({ kind }) => calls.has(kind)).map(calleeOf);
  return {
    text: texts.map(contentOf).join(''),
    pieces: texts.map((node) => node.text).join('\n'),
    isGlued: texts.some(isGlued),
    tokens: new Set(leaves.map(({ text }) => text)),
    returns: nodes.filter(({ kind }) => returns.has(kind)).length - nodes.filter(({ kind }) => named.test(kind)).length,
    builders: new Set(
      builders.filter((callee) => puttingTogether.test(callee)).flatMap((callee) => callee.split(/\W+/)),
    ),
  };
};

const named = /^(?:function_(?:declaration|definition|item)|method_(?:declaration|definition)|arrow_function)$/;

const isContent = ({ kind, parent }: SyntaxNode): boolean =>
  /string|escape|fragment|content/.test(kind) || (parent !== null && strings.has(parent.kind));

const lastOf = (callee: string): string => /\w+!?$/.exec(callee)?.[0] ?? callee;

const glue = pattern(
  '',
  /^/,
  anyOf(
    /[^\w<>=/*-]|:?=|\+=|->|=>|::|\$\{/,
    /const|let|mut|var|val|final|static|private|pub|func|fn|def|function|return|string|String|str/,
  ),
  /$/,
);

/** A name that comes with the patch. */
const isOwn = (token: string, before: string): boolean =>
  /^[A-Za-z_]\w*$/.test(token) && !new RegExp(String.raw`\b${token}\b`).test(before);

/** A statement of a database that holds the text all the same. */
const running = /^(?:prepare\w*|PreparedStatement|Statement|createStatement|execute\w*)$/;

/** How a text is put together, rather than what it is made of. */
const isHow = (token: string, { builders }: Written): boolean =>
  glue.test(token) || builders.has(token) || puttingTogether.test(token) || running.test(token);

const textIn = (changes: readonly SourceChange[], which: 'before' | 'after'): string =>
  changes.map((change) => change[which]?.state.text ?? '').join('\n');

/** It is defined by the patch, or a variable; not a function of others that could make a difference. */
const isHarmless = (token: string, before: string, after: string): boolean =>
  isOwn(token, before) &&
  (!new RegExp(String.raw`(?<!(?:func|fn|def|function)\s+)\b${token}!?\(`).test(after) ||
    new RegExp(String.raw`\b(?:func|fn|def|function|String)\s+${token}\b|\b${token}\s*=`).test(after));

const isSame = (changes: readonly SourceChange[], isHarm: boolean): boolean => {
  const [was, is] = [writtenOn(changes, 'before'), writtenOn(changes, 'after')];
  if (!was.isGlued || !is.isGlued || was.text !== is.text || was.returns < is.returns) return false;
  if (was.pieces === is.pieces && !isHarm) return false;
  const [before, after] = [textIn(changes, 'before'), textIn(changes, 'after')];
  return (
    [...was.tokens].every((token) => is.tokens.has(token) || isHow(token, was)) &&
    [...is.tokens].every((token) => was.tokens.has(token) || isHow(token, is) || isHarmless(token, before, after))
  );
};

export const sameText = (changes: readonly SourceChange[], findings: readonly Asking[]): Seen[] => {
  const [first] = changes;
  const isHarm = mentions(findings, aboutHarm);
  if (first === undefined || (mentions(findings, aboutStyle) && !isHarm) || !isSame(changes, isHarm)) return [];
  const line = Math.min(...(first.after?.changed ?? []), first.after?.state.lines.length ?? 1);
  const about = 'puts the same text together of the same pieces, in another way';
  return [{ rule: 'words-only', path: first.path, line, about }];
};
