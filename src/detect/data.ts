/** Manifests as plain data. One that cannot be read says nothing: its own tools will complain about it. */
import { parseDocument } from 'yaml';
import { getIn, isPlain, type Path } from '../plain/plain-data.ts';

export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
};

/** Anchors are not followed: a manifest that needs them says too little to be worth the risk. */
export const yamlIn = (text: string): unknown => {
  try {
    return parseDocument(text, { uniqueKeys: false, logLevel: 'silent' }).toJS({ maxAliasCount: 100 });
  } catch {
    return undefined;
  }
};

/** The texts of a section, by key. */
export const textsAt = (value: unknown, path: Path): Map<string, string> => {
  const section = getIn(value, path);
  if (!isPlain(section)) return new Map();
  return new Map(Object.entries(section).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])));
};

export const keysAt = (value: unknown, path: Path): string[] => {
  const section = getIn(value, path);
  return isPlain(section) ? Object.keys(section) : [];
};

export const listAt = (value: unknown, path: Path): string[] => {
  const list = getIn(value, path);
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
};
