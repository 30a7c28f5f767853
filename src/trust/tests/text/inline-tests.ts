/** Tests that stand in the file of the code that they test, as those of Rust do. */

const start = /^[ \t]*#\[cfg\((?:test|all\(test\b[^\]]*)\)\][^\n]*\n\s*(?:pub\s+)?mod\s+\w+\s*\{/m;

const placeIn = (text: string, path: string): number => (path.endsWith('.rs') ? text.search(start) : -1);

/** The code without its tests. */
export const codePart = (text: string, path: string): string => {
  const place = placeIn(text, path);
  return place === -1 ? text : text.slice(0, place);
};

/** The tests without the code; empty where there are none. */
export const testPart = (text: string, path: string): string => {
  const place = placeIn(text, path);
  return place === -1 ? '' : text.slice(place);
};
