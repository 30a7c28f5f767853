/** Where in a text secrets are: as they are, behind escapes, and in base64, also one in the other. */
import { hiddenIn } from './base64.ts';
import { withoutEscapes } from './escapes.ts';
import { namedIn } from './names.ts';
import { patternsIn } from './patterns.ts';
import { merged, type Scanned, scanned, type Span } from './span.ts';
import { tokensIn } from './tokens.ts';

/** How often a text is decoded, at most: a secret in base64 inside of JSON inside of JSON is three. */
const deepest = 3;

export const findByLooks = (all: Scanned): Span[] => [...tokensIn(all), ...patternsIn(all.text), ...namedIn(all.text)];

/** `known`: where secrets are that are known by value. */
export const findSecrets = (text: string, known: (all: Scanned) => Span[], depth = deepest): Span[] => {
  const find = (inner: string): Span[] => findSecrets(inner, known, depth - 1);
  const all = scanned(text);
  if (depth === 0) return merged([known(all), findByLooks(all)].flat());
  const view = withoutEscapes(text);
  const behindEscapes = view ? find(view.text).map(view.toSource) : [];
  const encoded = hiddenIn(all).filter(({ texts }) => texts.some((inner) => find(inner).length > 0));
  return merged([known(all), findByLooks(all), behindEscapes, encoded].flat());
};
