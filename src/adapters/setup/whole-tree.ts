/** Manifests whose text makes a package manager read other files as well: then every file of the repository counts. */
import { posix } from 'node:path';
import type { Managed } from './managers.ts';
import { isManifest, isRequirements } from './manifests.ts';
import { whyPackageReads } from './package-json.ts';

type Reader = { name: RegExp; why: (text: string, path: string, managed: Managed) => string | null };

const folder = 'installs from a folder of the repository';
const others = 'reads other files';

/** What a pattern finds that is no manifest itself. */
const namesOthers = (text: string, pattern: RegExp): boolean =>
  [...text.matchAll(pattern)].some(([, name = '']) => !isManifest(posix.normalize(name.replaceAll(/["',]/g, ''))));

const whenFound =
  (pattern: RegExp, why: string): Reader['why'] =>
  (text) =>
    pattern.test(text) ? why : null;

/** A line of requirements that names the project itself, a folder, or a file. */
const localRequirement = /^[ \t]*(?:(?:-e|--editable)\b|\.|\/|file:|[\w.-]+\/)|@[ \t]*file:/m;

/** Files with requirements may name each other; one that is not known as such is not looked at. */
const whyRequirements: Reader['why'] = (text, path, { files }) => {
  const included = text.matchAll(/^[ \t]*(?:-[rc]|--(?:requirement|constraint))[ \t=]*(\S+)/gm);
  const isOther = (name: string): boolean => !isRequirements(posix.join(posix.dirname(path), name), files);
  return localRequirement.test(text) || [...included].some(([, name = '']) => isOther(name)) ? others : null;
};

/** It is a program. Which Ruby it wants stands in a file that counts anyway. */
const whyGemfile: Reader['why'] = (text) => {
  const own = text.replaceAll(/File\.read\(["']\.(?:ruby-version|tool-versions)["']\)/g, '');
  const loads = /\b(?:path|eval_gemfile|gemspec|instance_eval|eval|File|IO|Dir|Pathname|YAML)\b/;
  return loads.test(own) || /\b(?:require|require_relative|load)[ (]*["'_]/.test(own) || /`|%x/.test(own)
    ? others
    : null;
};

const whyComposer: Reader['why'] = (text) => {
  if (/"(?:post|pre)-/.test(text)) return 'has scripts that run on installation';
  if (/"type"\s*:\s*"path"/.test(text)) return folder;
  if (/"classmap"\s*:\s*\[\s*"|"(?:optimize-autoloader|classmap-authoritative)"\s*:\s*true/.test(text))
    return 'has classes that a map is made of';
  return /"patches(?:-file)?"\s*:/.test(text) ? others : null;
};

/** YAML: overrides, catalogs, patches. */
const whyPnpm: Reader['why'] = (text) => {
  if (/:\s*["']?(?:file|link|portal|exec):|inject\w*\s*:\s*true/i.test(text)) return folder;
  return /^\s*(?:pnpmfile|globalPnpmfile|scriptShell|nodeOptions)\s*:/m.test(text) ||
    namesOthers(text, /:\s*(["']?[\w./-]+\.(?:patch|diff)["']?)\s*$/gm)
    ? others
    : null;
};

const whyYarn: Reader['why'] = (text) =>
  namesOthers(text, /^\s*(?:yarnPath:|yarn-path|- path:|path:|-\s+(?=[./]))\s*(\S+)/gm) ? others : null;

const readers: readonly Reader[] = [
  { name: /(?:^|\/)package\.json$/, why: (text, _, managed) => whyPackageReads(text, managed) },
  { name: /(?:^|\/)package\.(?:json5|yaml)$/, why: () => others },
  { name: /(?:^|\/)binding\.gyp$/, why: (_text, _path, { runsScripts }) => (runsScripts ? 'is compiled' : null) },
  { name: /(?:^|\/)composer\.json$/, why: whyComposer },
  { name: /(?:^|\/)(?:Gemfile|gems\.rb)$/, why: whyGemfile },
  { name: /(?:^|\/)pnpm-workspace\.yaml$/, why: whyPnpm },
  { name: /(?:^|\/)\.pnpmfile\.[cm]js$/, why: whenFound(/\brequire\b|\bimport\b|\bprocess\b/, others) },
  { name: /(?:^|\/)\.yarnrc(?:\.yml)?$/, why: whyYarn },
  {
    name: /(?:^|\/)\.npmrc$/,
    why: whenFound(/^\s*(?:node-options|script-shell|(?:global-)?pnpmfile|inject-workspace-packages)\s*=/m, others),
  },
];

const readerOf = (path: string, { files }: Managed): Reader['why'] | null =>
  isRequirements(path, files) ? whyRequirements : (readers.find(({ name }) => name.test(path))?.why ?? null);

/** Whether its text decides if other files count as well. */
export const needsReading = (path: string, managed: Managed): boolean => readerOf(path, managed) !== null;

/**
 * Why every file of the repository counts in spite of a known manager: what a manifest asks for may read any of them.
 */
export const whyWholeTree = (path: string, text: string, managed: Managed): string | null => {
  const why = readerOf(path, managed)?.(text, path, managed) ?? null;
  return why === null ? null : `${path} ${why}`;
};
