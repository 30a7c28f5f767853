/** Marks text of others as data, in a way that the text cannot end by itself. */

/**
 * Every `</data` inside is broken up, in the name of the source too, so that nothing can close the block or open
 * another.
 */
export const asData = (source: string, text: string): string => {
  const inside = harmless(text);
  return `<data source=${JSON.stringify(harmless(source))}>\n${inside.endsWith('\n') ? inside : `${inside}\n`}</data>`;
};

const harmless = (text: string): string => text.replaceAll(/<(\/?)data/gi, '<$1 data');
