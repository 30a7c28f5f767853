/** Step four: what the schema allows but cannot work, each with the key it is about. */
import { posix } from 'node:path';
import picomatch from 'picomatch';
import type { Path } from '../../plain/plain-data.ts';
import { agentKinds, challengers, fallbacks, fixAgent, judges, ladder, namesOfAgents } from './agents.ts';
import { openPaths } from '../../model/gates/gate-rules.ts';
import { branchProblem } from '../branch.ts';
import { allowed } from './gates.ts';
import { targetPlaceholder } from '../sections/targets.ts';
import { type Breach, isName, notAName, type Rule, type RuleInput } from './rule.ts';
import { targets } from './targets.ts';

const specFolder: Rule = ({ config }) => {
  const { spec } = config.review;
  return spec !== undefined && (spec.startsWith('/') || spec.split(/[\\/]/).includes('..'))
    ? [
        {
          path: ['review', 'spec'],
          message: 'this is outside the repository',
          suggestion: 'name a folder below its root, such as specs',
        },
      ]
    : [];
};

const toolFolders: Rule = ({ config }) =>
  config.reviewers.flatMap((reviewer, index) =>
    reviewer.kind === 'tool' && reviewer.cwd !== undefined && leadsOut(reviewer.cwd)
      ? [
          {
            path: ['reviewers', index, 'cwd'],
            message: 'this is outside the repository',
            suggestion: 'name a folder below its root, such as packages/cli',
          },
        ]
      : [],
  );

const progressFile: Rule = ({ config: { progress } }) =>
  progress !== undefined && leadsOut(progress)
    ? [
        {
          path: ['progress'],
          message: 'this is outside the repository',
          suggestion: 'name a file below its root, such as PROGRESS.txt, or one elsewhere with --progress FILE',
        },
      ]
    : [];

const leadsOut = (folder: string): boolean => {
  const path = posix.normalize(folder.replaceAll('\\', '/'));
  return path.startsWith('/') || path === '..' || path.startsWith('../') || path.split('/').includes('.git');
};

const reviewerNames: Rule = ({ config }) => {
  const seen = new Set<string>();
  return config.reviewers.flatMap((reviewer, index) => {
    const path = ['reviewers', index, 'name'];
    if (!isName(reviewer.name)) return [notAName(path)];
    if (seen.has(reviewer.name))
      return [
        {
          path,
          message: `there are two reviewers named ${JSON.stringify(reviewer.name)}`,
          suggestion: 'give each its own name',
        },
      ];
    seen.add(reviewer.name);
    return [];
  });
};

const globProblem = (glob: string): string | null => {
  if (glob.startsWith('/') || /^[A-Za-z]:/.test(glob) || glob.split(/[\\/]/).includes('..'))
    return 'it is outside the repository';
  try {
    picomatch.makeRe(glob);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

const globs: Rule = ({ config }) => {
  const all: { path: Path; glob: string }[] = [
    ...config.reviewers.flatMap((reviewer, index) =>
      reviewer.paths.map((glob, n) => ({ path: ['reviewers', index, 'paths', n], glob })),
    ),
    ...(config.gates.protectedPaths || []).map((glob, n) => ({ path: ['gates', 'protectedPaths', n], glob })),
    ...config.verify.junit.map((glob, n) => ({ path: ['verify', 'junit', n], glob })),
    ...config.gates.allow.flatMap((entry, n) =>
      openPaths([entry]).map((glob) => ({ path: ['gates', 'allow', n], glob })),
    ),
    ...config.verify.targets.map(({ files }, n) => ({
      path: ['verify', 'targets', n, 'files'],
      glob: files.replaceAll(targetPlaceholder, '*'),
    })),
  ];
  return all.flatMap(({ path, glob }) => {
    const problem = globProblem(glob);
    return problem === null
      ? []
      : [
          {
            path,
            message: `this can match nothing: ${problem}`,
            suggestion: 'write it relative to the root of the repository',
          },
        ];
  });
};

const branch: Rule = ({ config }) => {
  const problem = branchProblem(config.commit.branch);
  return problem === null
    ? []
    : [{ path: ['commit', 'branch'], message: problem, suggestion: 'such as fixpoint/{run}' }];
};

/** A proof that nothing can bring would refuse every fix. */
const requiredProof: Rule = ({ config: { verify, review }, dropped }) => {
  const at = (kind: string): Path => ['verify', 'requireProof', verify.requireProof.findIndex((each) => each === kind)];
  const breaches: Breach[] = [];
  if (verify.requireProof.includes('tests') && verify.commands.length === 0 && !dropped.has('verify'))
    breaches.push({
      path: at('tests'),
      message: 'there are no tests that could prove a fix',
      suggestion: 'name them under verify.commands, or with --verify',
    });
  if (verify.requireProof.includes('target') && verify.targets.length === 0 && !dropped.has('verify'))
    breaches.push({
      path: at('target'),
      message: 'there are no checks of single files that could prove a fix',
      suggestion: 'name them under verify.targets',
    });
  if (
    verify.requireProof.includes('review') &&
    (review.again === 'never' || review.rounds < 2) &&
    !dropped.has('review')
  )
    breaches.push({
      path: at('review'),
      message: 'nothing is reviewed again',
      suggestion: 'set review.again to final, and review.rounds to 2 or more',
    });
  return breaches;
};

/** Of nothing there is no share. */
const shares: Rule = ({ config: { limits }, dropped }) =>
  Object.keys(limits.stages ?? {}).length > 0 &&
  limits.usd === undefined &&
  limits.tokens === undefined &&
  !dropped.has('limits')
    ? [
        {
          path: ['limits', 'stages'],
          message: 'these are shares of limits.usd and limits.tokens, and neither is set',
          suggestion: 'set one of them',
        },
      ]
    : [];

const impossible: readonly Rule[] = [
  namesOfAgents,
  agentKinds,
  fixAgent,
  ladder,
  judges,
  challengers,
  specFolder,
  toolFolders,
  progressFile,
  fallbacks,
  reviewerNames,
  globs,
  branch,
  targets,
  allowed,
  requiredProof,
  shares,
];

export const brokenRules = (input: RuleInput): Breach[] => impossible.flatMap((rule) => rule(input));
