/** Marks text of others as data, in a way that the text cannot end by itself. */

/** Every `</data` inside is broken up, so that nothing in the text can close the block or open another. */
export const asData = (source: string, text: string): string => {
  const inside = text.replaceAll(/<(\/?)data/gi, '<$1 data');
  return `<data source=${JSON.stringify(source)}>\n${inside.endsWith('\n') ? inside : `${inside}\n`}</data>`;
};
