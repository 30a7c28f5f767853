/**
 * How files look in a fresh clone that the same user makes: by what they have set for all repositories. The checkout's
 * own configuration, attributes and patterns are in no clone.
 */
import type { Frozen } from '../control/frozen.ts';
import { type GitDirPlan, writeGitDir } from '../control/git-dir.ts';
import { given } from '../../../plain/given.ts';
import type { UserConfig } from '../user/user-config.ts';
import { factsOfFileSystem } from './file-system.ts';

export type CloneLooks = NonNullable<Frozen['clone']>;

/** Only what comes from outside of the repository. */
export const withoutRepository = ({ trusted }: UserConfig): Pick<UserConfig, 'get'> => ({ get: trusted });

/** Without comments: every repository has some of git's. */
const rules = (text: string | undefined): string => (text ?? '').replaceAll(/^[ \t]*(?:#.*)?(?:\r?\n|$)/gm, '');

const sameSettings = (a: CloneLooks['settings'], b: CloneLooks['settings']): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => a[key] === b[key]);

const sameInfo = (a: GitDirPlan['info'], b: GitDirPlan['info']): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => rules(a[name]) === rules(b[name]));

/** `core.precomposeunicode` too says something about the file system. */
const ofFileSystem = ({ settings }: GitDirPlan): Record<string, string> =>
  given({ 'core.precomposeunicode': settings['core.precomposeunicode'] });

/**
 * Null where the checkout looks the same, as most do. `plan`: of the control repository; `outside`: the same without
 * what the repository says; `own`: those of its settings that workspaces get.
 */
export const cloneLooks = (
  controlDir: string,
  {
    plan,
    outside,
    own,
  }: Record<'plan' | 'outside', GitDirPlan> & { own: (plan: GitDirPlan) => CloneLooks['settings'] },
): CloneLooks | null => {
  const facts = { ...ofFileSystem(plan), ...factsOfFileSystem(controlDir) };
  const settings = { ...own(outside), ...facts };
  const info = { ...outside.info, exclude: '', attributes: '' };
  const isSame = sameSettings(settings, { 'core.filemode': 'true', ...own(plan) }) && sameInfo(info, plan.info);
  return isSame ? null : { settings, info };
};

/** Inside of the control repository, whose seal covers it. */
export const cloneDirIn = (controlDir: string): string => `${controlDir}/clone`;

/** A git directory that lays out files like that; `place`: where the control repository comes to lie. */
export const clonePlan = (clone: CloneLooks, format: Frozen['format'], place: string): GitDirPlan => ({
  format,
  bare: true,
  head: 'ref: refs/heads/none',
  alternates: [`${place}/objects`],
  settings: {
    ...clone.settings,
    'core.attributesfile': `${cloneDirIn(place)}/info/global-attributes`,
    'gc.auto': '0',
    'protocol.allow': 'never',
  },
  shallow: '',
  info: clone.info,
});

export const writeCloneDir = (controlDir: string, { clone, format }: Frozen, place = controlDir): void => {
  if (clone !== null) writeGitDir(cloneDirIn(controlDir), clonePlan(clone, format, place));
};
