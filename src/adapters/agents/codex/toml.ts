/** Settings for codex as it takes them on its command line: `-c key=value`, the value in TOML. */

export type TomlValue = string | number | boolean | readonly TomlValue[] | { readonly [key: string]: TomlValue };

/** JSON's escapes are TOML's, but for one character that JSON lets through. */
const quote = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007f');

const isTable = (value: TomlValue): value is { readonly [key: string]: TomlValue } =>
  typeof value === 'object' && !Array.isArray(value);

const toToml = (value: TomlValue): string => {
  if (typeof value === 'string') return quote(value);
  if (isTable(value)) {
    const entries = Object.entries(value).map(([key, each]) => `${quote(key)}=${toToml(each)}`);
    return `{${entries.join(',')}}`;
  }
  return typeof value === 'object' ? `[${value.map(toToml).join(',')}]` : String(value);
};

export const settingArgs = (settings: Readonly<Record<string, TomlValue>>): string[] =>
  Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${toToml(value)}`]);
