/** What the page has shown already: findings that one call was about share a change and its verification. */
import { html, type Html } from './markup.ts';

/** Where it was shown before; undefined for what is shown now. */
export type Seen = (what: string, anchor: string) => string | undefined;

export const createSeen = (): Seen => {
  const places = new Map<string, string>();
  return (what, anchor) => {
    const earlier = places.get(what);
    if (earlier === undefined) places.set(what, anchor);
    return earlier;
  };
};

/** Which finding it was is in the anchor, and the page leads there. */
export const sameAs = (what: string, anchor: string): Html =>
  html`<p class="cut">The same ${what} as in <a href="#${anchor}">another finding</a>, where it is shown.</p>`;
