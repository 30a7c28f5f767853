/** Whether a file is stored as the bytes that it has in a work tree, as far as attributes and settings tell. */
import { nameOf } from '../door/bytes.ts';
import type { Control } from '../control/control.ts';
import { type Looks, looksOf } from '../looks/looks-of.ts';
import { readIfThere } from '../user/user-config.ts';
import type { Tree } from './tree-object.ts';

/** What says nothing about the bytes, except that line breaks become plain ones. */
const harmless: readonly RegExp[] = [
  /^[-!]?(?:text|diff|merge|binary|whitespace|export-ignore|export-subst|delta|conflict-marker-size)$/,
  /^(?:text=auto|eol=lf)$/,
  /^(?:diff|merge|whitespace|conflict-marker-size)=\S+$/,
  /^[-!]?linguist-[\w-]+(?:=\S+)?$/,
  /^[-!](?:filter|ident|eol|crlf|working-tree-encoding)$/,
];

const isHarmless = (word: string): boolean => harmless.some((form) => form.test(word));

const isAbout = (pattern: string, path: string): boolean => {
  const ending = /^\*(\.[\w.-]+)$/.exec(pattern)?.[1];
  return ending === undefined || nameOf(path).toLowerCase().endsWith(ending.toLowerCase());
};

/** Whether no line of an attributes file has this path stored in another form; by caution, what is unusual has. */
const keepsBytes = (attributes: string, path: string): boolean =>
  attributes.split(/\r?\n/).every((line) => {
    const [pattern = '', ...words] = line.trim().split(/[ \t]+/);
    if (pattern === '' || pattern.startsWith('#')) return true;
    if (pattern.startsWith('"') || pattern.startsWith('[attr]')) return false;
    return words.every(isHarmless) || !isAbout(pattern, path);
  });

const settingsConvert = ({ settings }: Looks): boolean =>
  !['', 'false'].includes(settings['core.autocrlf'] ?? '') || (settings['core.eol'] ?? 'lf') === 'crlf';

/** The attributes files that count for all files of a run. */
const outside = ({ gitDir }: Looks): string =>
  ['attributes', 'global-attributes'].map((name) => readIfThere(`${gitDir}/info/${name}`)).join('\n');

/** The attributes of every folder on the way to a path; null when they cannot be read. */
const onTheWay = async ({ trees, blob }: Control, root: string, path: string): Promise<string | null> => {
  const texts: string[] = [];
  let folder: string | undefined = root;
  for (const name of path.split('/')) {
    const tree: Tree | null = folder === undefined ? null : await trees.read(folder);
    if (tree === null) return null;
    const attributes = tree.get('.gitattributes');
    const text = attributes ? await blob(attributes.id) : Buffer.alloc(0);
    if (text === null) return null;
    texts.push(text.toString('latin1'));
    folder = tree.get(name)?.id;
  }
  return texts.join('\n');
};

/** All that is said about how a path is stored; null when that cannot be read, or settings say more. */
const attributesOf = async (control: Control, looks: Looks, root: string, path: string): Promise<string | null> => {
  const texts = settingsConvert(looks) ? null : await onTheWay(control, root, path);
  return texts === null ? null : `${outside(looks)}\n${texts}`;
};

/** Where agents work, and what is made for them. */
const forAgents = { isForProof: false } as const;

/** Where anything is said about files, line breaks of two characters may be stored as one. */
const isKeptBy = (attributes: string, path: string, content: Buffer): boolean =>
  content.includes('\r') ? attributes.trim() === '' : keepsBytes(attributes, path);

/** `place`: where it is to be laid out. */
export const isStoredAsIs = async (
  control: Control,
  root: string,
  { path, content, place = forAgents }: { path: string; content: Buffer; place?: { isForProof: boolean } },
): Promise<boolean> => {
  const attributes = await attributesOf(control, looksOf(control, place), root, path);
  return attributes !== null && isKeptBy(attributes, path, content);
};

/** The same, and nothing is said about how a difference is shown. */
export const isStoredAndShownAsIs = async (
  control: Control,
  root: string,
  path: string,
  content: Buffer,
): Promise<boolean> => {
  const attributes = await attributesOf(control, looksOf(control, forAgents), root, path);
  return attributes !== null && !/diff|binary/.test(attributes) && isKeptBy(attributes, path, content);
};
