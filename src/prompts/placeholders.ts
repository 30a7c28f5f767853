/** `{{name}}` in a prompt: what is put in when it is used. */

const pattern = /\{\{([A-Za-z]{1,40})\}\}/g;

export const placeholdersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
];

/** In one pass: what is put in is not looked at again. What is not known stays as it is. */
export const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(pattern, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));
