/** As much of TOML as manifests need: sections, and keys in them. Values are looked at as text. */

const header = (name: string): RegExp => new RegExp(`^[ \\t]*\\[\\[?\\s*${name}\\s*\\]\\]?\\s*(?:#.*)?$`);

const anyHeader = /^[ \t]*\[\[?[^\]"',]+\]\]?\s*(?:#.*)?$/;

/** The lines of a section, without its heading; `name` is a pattern. Empty where there is none. */
export const sectionOf = (text: string, name: string): string => {
  const wanted = header(name);
  const lines: string[] = [];
  let isInside = false;
  for (const raw of text.split('\n')) {
    const line = raw.replace(/\r$/, '');
    if (anyHeader.test(line)) isInside = wanted.test(line);
    else if (isInside) lines.push(line);
  }
  return lines.join('\n');
};

export const hasSection = (text: string, name: string): boolean =>
  text.split('\n').some((line) => header(name).test(line.replace(/\r$/, '')));

export const keysIn = (section: string): string[] =>
  [...section.matchAll(/^[ \t]*["']?([\w.-]+)["']?[ \t]*=/gm)].map(([, key = '']) => key);

/** Whether a list under this key has entries. */
export const isFilled = (section: string, key: string): boolean =>
  new RegExp(`^[ \\t]*${key}[ \\t]*=[ \\t]*\\[\\s*(?:#[^\\n]*\\n\\s*)*["'{]`, 'm').test(section);
