/** Whether a file's change goes beyond comments, documentation and spacing. */
import { anyOf, pattern } from '../../../plain/pattern.ts';
import type { SyntaxNode } from '../../syntax/node.ts';
import type { Side, SourceChange } from '../change.ts';
import { comments, strings } from '../kinds.ts';
import { isTests } from '../places.ts';

const isDocumentation = ({ kind, children }: SyntaxNode): boolean =>
  kind === 'expression_statement' && children.length === 1 && children[0]?.kind === 'string';

const isProse = (node: SyntaxNode): boolean => comments.has(node.kind) || isDocumentation(node);

/** Punctuation that may be there or not. */
const optional = /^[,;]$/;

/** Of the parts that the patch touches. */
const tokensOf = (side: Side): string[] => {
  const prose = new Set<SyntaxNode>();
  return side.places().flatMap(({ node }) => {
    if (isProse(node) || (node.parent !== null && prose.has(node.parent))) prose.add(node);
    if (strings.has(node.kind) && !prose.has(node)) return [node.text];
    return node.children.length > 0 || prose.has(node) || optional.test(node.text) ? [] : [node.text];
  });
};

const lineComment = pattern(
  'gm',
  anyOf(/^\s*(?:\/\/|#(?!\s*(?:if|else|elif|endif|define|include))|--\s|;|\*|\/\*).*$/, /(?<!\s)\s+(?:\/\/|# ).*$/),
);

/** Without a grammar: the text without lines that look like comments. */
const bareText = (text: string): string => text.replaceAll(lineComment, '').replaceAll(/\s+/g, ' ').trim();

const isSame = (before: Side, after: Side): boolean => {
  const [old, now] = [before.state.tree(), after.state.tree()];
  if (old === null || now === null) return bareText(before.state.text) === bareText(after.state.text);
  if (old.hasErrors || now.hasErrors) return false;
  if ([...old.root.children, ...now.root.children].some(isTests)) return false;
  return tokensOf(before).join('\n') === tokensOf(after).join('\n');
};

/** Comments that a tool obeys. */
const obeyed = pattern(
  '',
  anyOf(
    /@(?:param|type|returns?|typedef|template|satisfies)\s*\{/,
    /eslint/,
    /@ts-/,
    /noqa|nolint/,
    /type: ?ignore/,
    /pylint|biome|istanbul/,
    /c8 ignore/,
    /#nosec/,
    /NOSONAR/,
    /go:/,
    /@SuppressWarnings/,
    /pragma|shellcheck|rubocop|phpcs|phpstan|prettier-ignore/,
  ),
);

export const hasObeyed = (side: Side): boolean =>
  [...side.changed].some((line) => obeyed.test((side.state.lines[line - 1] ?? '').slice(0, 2_000)));

export const changesCode = ({ before, after }: SourceChange): boolean =>
  before === null ||
  after === null ||
  before.state.path !== after.state.path ||
  hasObeyed(before) ||
  hasObeyed(after) ||
  !isSame(before, after);
