/** Settings in formats of lines: INI and its kin, lists of names, blocks in braces. */
import type { Leaf } from './leaf.ts';

const unquoted = (text: string): string => text.trim().replace(/^(["'])(.*)\1[,;]?$/, '$2');

const section = /^\s*\[([^\]]{1,200})\]\s*$/;
const pair = /^([^\s=:#;[][^=:]{0,200}?)\s*[=:]\s*(.*)$/;

/** Lines that are indented belong to the key above them: a list. */
export const iniLeaves = (text: string): Leaf[] => {
  const leaves: Leaf[] = [];
  let [head, key] = ['', ''];
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    if (trimmed === '' || /^[#;]/.test(trimmed)) continue;
    const found = section.exec(line);
    const own = found === null && !/^\s/.test(line) ? pair.exec(trimmed) : null;
    if (found !== null) [head, key] = [found[1] ?? '', ''];
    else if (own !== null) {
      key = own[1] ?? '';
      for (const value of valuesOf(key, own[2] ?? ''))
        leaves.push({ path: [head, key, ...value.path], value: value.value });
    } else leaves.push({ path: [head, key, '[]'], value: unquoted(trimmed) });
  }
  return leaves;
};

/** A list in one line, as far as a key is called like one. */
const lists = /ignore|exclude|omit|select|disable|enable|skip|paths|files|packages|plugins|rules/i;

const valuesOf = (key: string, text: string): Leaf[] => {
  if (text.trim() === '') return [];
  if (!lists.test(key) || /^["'[{]/.test(text)) return [{ path: [], value: unquoted(text) }];
  return text.split(/[,\s]+/).map((value) => ({ path: ['[]'], value: unquoted(value) }));
};

/** One entry in each line. */
export const listLeaves = (text: string): Leaf[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:#|\/\/|;)/.test(line))
    .map((value) => ({ path: ['entries', '[]'], value }));

const opening = /^([\w.$:'"@/-]+)?[^{}]*\{$/;
const setting =
  /^(?:(?:val|var|let|set|def|final)\s+)?([\w.$'"-]+(?:\([^)]{0,120}\))?)\s*(?:\+?=|:|\(|\s)\s*(.+?)[,;)]*$/;

/** Gradle, and what else nests in braces; a guess where a real parser is missing. */
export const blockLeaves = (text: string): Leaf[] => {
  const leaves: Leaf[] = [];
  const open: string[] = [];
  for (const part of text.split(/\n|(?<=\{)|(?=\})|;/)) {
    const line = part.replace(/\s*(?:\/\/|#).*$/, '').trim();
    if (line === '') continue;
    if (line.startsWith('}')) open.pop();
    const begin = opening.exec(line);
    const own = begin === null ? setting.exec(line) : null;
    if (begin !== null) open.push(unquoted(line.slice(0, -1)).slice(0, 120));
    else if (own !== null) leaves.push({ path: [...open, unquoted(own[1] ?? '')], value: unquoted(own[2] ?? '') });
    else if (!line.startsWith('}')) leaves.push({ path: [...open, '[]'], value: unquoted(line) });
  }
  return leaves;
};
