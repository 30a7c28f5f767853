/** Finds out how a repository is set up, verified and linted, from its files alone. Starts nothing, guesses nothing. */
import { type Detector, foldersFor } from './detector.ts';
import { testLines } from './evidence/ci.ts';
import { type Facts, type Folder, openFolder } from './folder.ts';
import { type Finds, finds, type FoundReviewer, type LeftOut, together } from './found.ts';
import { lintersIn } from './linters/linters.ts';
import { autotools } from './native/autotools.ts';
import { cmake } from './native/cmake.ts';
import { meson } from './native/meson.ts';
import { aroundTests } from './node/more.ts';
import { node } from './node/node.ts';
import { dotnet } from './others/dotnet.ts';
import { go } from './others/go.ts';
import { gradle, maven } from './others/java.ts';
import { php } from './others/php.ts';
import { ruby } from './others/ruby.ts';
import { rust } from './others/rust.ts';
import { shell } from './others/shell.ts';
import { tasks } from './others/tasks.ts';
import { python } from './python/python.ts';
import { choose, withEvidence } from './tasks-instead.ts';

const languages: readonly Detector[] = [
  node,
  python,
  go,
  rust,
  maven,
  gradle,
  cmake,
  meson,
  autotools,
  ruby,
  php,
  dotnet,
];

/** A repository of more projects of a kind needs somebody who knows which of them count. */
const mostFolders = 8;

type Project = { folder: Folder; found: Finds };

const projectsOf = (detector: Detector, facts: Facts): { projects: Project[]; leftOut: LeftOut[] } => {
  const folders = foldersFor(detector, facts);
  const beyond = folders.slice(mostFolders);
  return {
    projects: folders.slice(0, mostFolders).map((folder) => ({ folder, found: detector.detect(folder) })),
    leftOut:
      beyond.length === 0
        ? []
        : [
            {
              message: `${beyond.length} more projects were not looked at, beginning with ${beyond[0]?.path ?? ''}`,
              remedy: 'name what verifies them in fixpoint.yaml',
              places: [],
            },
          ],
  };
};

export const detect = (facts: Facts): Finds => {
  const all = languages.map((detector) => projectsOf(detector, facts));
  const projects = all.flatMap((each) => each.projects).filter(({ found }) => found.kinds.length > 0);
  const paths = [
    ...new Set(['', ...projects.map(({ folder }) => folder.path), ...foldersFor(tasks, facts).map(({ path }) => path)]),
  ];
  const found = together([
    ...paths.map((path) => inFolder(path, projects, facts)),
    finds({ leftOut: all.flatMap(({ leftOut }) => leftOut) }),
  ]);
  return complete(found, facts);
};

/** All of one folder, whatever languages it holds. */
const inFolder = (path: string, projects: readonly Project[], facts: Facts): Finds => {
  const folder = openFolder(facts, path);
  const here = projects.filter((project) => project.folder.path === path).map(({ found }) => found);
  const linters = lintersIn(folder, facts);
  const own = together(here);
  const hasTasks = foldersFor(tasks, facts).some((each) => each.path === path);
  const tested = hasTasks ? choose(own, tasks.detect(folder), facts) : own;
  const leftOut = tested.leftOut.filter(({ isAboutTests }) => isAboutTests !== true || tested.verify.length === 0);
  return together([{ ...tested, verify: aroundTests(folder, tested, linters, facts), leftOut }, linters]);
};

const complete = (found: Finds, facts: Facts): Finds => {
  // A script needs the language as well.
  const isStopped = found.leftOut.some(({ isLanguage }) => isLanguage === true);
  const whole =
    found.verify.length > 0 || isStopped ? found : together([found, ...foldersFor(shell, facts).map(shell.detect)]);
  return {
    ...whole,
    kinds: [...new Set(whole.kinds)],
    verify: whole.verify.map((each) => withEvidence(each, facts)),
    reviewers: named(whole.reviewers),
    leftOut: whole.verify.length > 0 ? whole.leftOut : [...whole.leftOut, ...nothingVerifies(facts, whole.leftOut)],
  };
};

/** A name is used once. */
const named = (reviewers: readonly FoundReviewer[]): FoundReviewer[] =>
  reviewers.map((each, index) =>
    reviewers.findIndex(({ name }) => name === each.name) === index
      ? each
      : { ...each, name: `${each.name} ${each.cwd ?? ''}` },
  );

/** Said once: whoever tells where tests are missing tells what to do as well. */
const nothingVerifies = (facts: Facts, told: readonly LeftOut[]): LeftOut[] => {
  const lines = testLines(facts).slice(0, 3);
  if (lines.length === 0 && told.some(({ isAboutTests }) => isAboutTests === true)) return [];
  const seen = lines.map(({ command }) => `\`${command}\``).join(', ');
  const nothing = {
    message: `nothing was found that verifies fixes${seen === '' ? '' : `; CI runs ${seen}`}`,
    remedy: 'name a command that has to pass with --verify CMD, or in fixpoint.yaml (verify.commands)',
    places: lines.map(({ place }) => place),
    isAboutTests: true,
  };
  return [nothing];
};
