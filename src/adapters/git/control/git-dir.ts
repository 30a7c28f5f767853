/** Writes git directories by hand: a dozen small files, no process, and nothing in them that we did not choose. */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { ObjectFormat } from '../user/locate.ts';

export type GitDirPlan = {
  format: ObjectFormat;
  bare: boolean;
  /** A commit id, or `ref: …`. */
  head: string;
  /** The text of a `packed-refs` file. */
  refs?: string;
  /** Object folders to borrow from. */
  alternates: readonly string[];
  settings: Readonly<Record<string, string>>;
  /** The text of a `shallow` file, empty for a repository with all its history. */
  shallow: string;
  /** Files of `info/`, by name. */
  info: Readonly<Record<string, string>>;
};

const quoted = (value: string): string =>
  `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}"`;

/** `a.b` becomes `[a] b`, and `a.x.y.b` becomes `[a "x.y"] b`. */
export const configSetting = (key: string, value: string): string => {
  const first = key.indexOf('.');
  const last = key.lastIndexOf('.');
  const section = first === last ? key.slice(0, first) : `${key.slice(0, first)} ${quoted(key.slice(first + 1, last))}`;
  return `[${section}]\n\t${key.slice(last + 1)} = ${quoted(value)}\n`;
};

export const configText = (plan: Pick<GitDirPlan, 'format' | 'bare' | 'settings'>): string => {
  const own: Record<string, string> = {
    'core.repositoryformatversion': plan.format === 'sha256' ? '1' : '0',
    'core.bare': String(plan.bare),
    ...(plan.format === 'sha256' ? { 'extensions.objectformat': 'sha256' } : {}),
  };
  return Object.entries({ ...own, ...plan.settings })
    .map(([key, value]) => configSetting(key, value))
    .join('');
};

/** Lines of an alternates file are paths, or C-quoted when a path holds what would break the line. */
const alternateLine = (path: string): string => (/^["#]|\n/.test(path) ? `${quoted(path)}\n` : `${path}\n`);

/** Every file of the git directory with its text; `latin1`, since parts of it are bytes of the user. */
export const gitDirFiles = (plan: GitDirPlan): Map<string, Buffer> => {
  const { refs, shallow } = plan;
  const info = Object.entries(plan.info).map(([name, text]): [string, string] => [`info/${name}`, text]);
  const usersBytes: [string, string | undefined][] = [
    ['packed-refs', refs],
    ['shallow', shallow === '' ? undefined : shallow],
    ...info,
  ];
  return new Map([
    ['HEAD', Buffer.from(`${plan.head}\n`)],
    ['config', Buffer.from(configText(plan))],
    ['objects/info/alternates', Buffer.from(plan.alternates.map(alternateLine).join(''))],
    ...usersBytes.flatMap(([name, text]): [string, Buffer][] =>
      text === undefined ? [] : [[name, Buffer.from(text, 'latin1')]],
    ),
  ]);
};

export const gitDirFolders = ['objects/info', 'refs', 'info'] as const;

export const writeGitDir = (path: string, plan: GitDirPlan): void => {
  for (const folder of gitDirFolders) mkdirSync(`${path}/${folder}`, { recursive: true });
  for (const [name, bytes] of gitDirFiles(plan)) writeFileSync(`${path}/${name}`, bytes);
};
