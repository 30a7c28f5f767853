/** A text as one word of a shell command, to be copied. */
export const shellWord = (text: string): string =>
  /^[\w./@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
