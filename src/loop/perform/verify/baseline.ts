/** Verifies the untouched start, and makes sure that what verifies it would notice a wrong fix. */
import type { RunEvent } from '../../../model/event.ts';
import type { Verification } from '../../../model/verification.ts';
import { missingNeed } from '../../../stages/verify/missing-need.ts';
import type { Performing } from '../../engine.ts';
import { failedStart } from './failed-start.ts';
import { isOpen } from '../../state/state.ts';
import { proveTree } from './prove-tree.ts';

export const performBaseline = async (performing: Performing): Promise<RunEvent[]> => {
  const { start } = performing.engine.custody;
  await performing.emit({ type: 'baseline.started' });
  const verification = await explained(performing, await proveTree(performing, start.tree, { asBaseline: true }));
  if (verification.verdict === 'cancelled') return [];
  if (verification.verdict !== 'passed') return failedStart(performing, verification);
  const doubt = await doubtOf(performing, verification);
  if (doubt === 'cancelled') return [];
  return [{ type: 'baseline.finished', verification, ...(doubt !== null && { doubt }) }];
};

/**
 * A start that fails in the sandbox and passes outside lacks something there: it cannot be verified until that is
 * configured.
 */
const explained = async (performing: Performing, inside: Verification): Promise<Verification> => {
  const mayTry = inside.caged === true && performing.state.config.sandbox === 'auto';
  if (!mayTry || inside.verdict === 'passed' || inside.verdict === 'cancelled') return inside;
  const { tree } = performing.engine.custody.start;
  const outside = await proveTree(performing, tree, { asBaseline: true, outside: true });
  if (outside.verdict === 'cancelled') return outside;
  if (outside.verdict !== 'passed') return inside;
  const failed = inside.commands.find(({ status }) => status !== 'passed');
  const what = failed === undefined ? 'Set-up' : `\`${failed.command}\``;
  const why = inside.reason === undefined ? '' : `: ${inside.reason}`;
  const reason = `${what} passes outside the sandbox and fails inside it${why}`;
  return {
    ...inside,
    verdict: 'crashed',
    reason,
    remedy: missingNeed([inside.reason, failed?.stdout, failed?.stderr].join('\n')),
  };
};

/** No language reads this. */
const broken = ')}]> this file was broken on purpose, to see whether anything notices <[{( "\'`\n';

const mostFiles = 50;

const isTest = (path: string): boolean => /(?:^|[/._-])(?:tests?|specs?|__tests__)(?:[/._-]|$)/i.test(path);

/**
 * Outside the cage, an installation may lead past the room, into the user's checkout: then a wrong fix would pass as
 * well.
 * So the files that findings are about are broken once; what passes all the same proves nothing about them.
 */
const doubtOf = async (performing: Performing, verification: Verification): Promise<string | null> => {
  const { engine, state } = performing;
  if (verification.caged === true || verification.commands.length === 0) return null;
  const named = [...state.findings.values()].filter(isOpen).flatMap(({ finding }) => finding.file ?? []);
  const existing = await engine.custody.existing(engine.custody.start.commit, [...new Set(named)]);
  const files = [...existing].filter((path) => !isTest(path)).slice(0, mostFiles);
  if (files.length === 0) return null;
  const shown = await proveTree(performing, engine.custody.start.tree, { broken: { files, text: broken } });
  if (shown.verdict === 'cancelled') return 'cancelled';
  if (shown.verdict !== 'passed') return null;
  const more = files.length > 3 ? ` and ${files.length - 3} more are` : ' is';
  return (
    `Verification passes even while ${files.slice(0, 3).join(', ')}${more} broken. ` +
    'Either it tests other files, such as those of your checkout through an editable install or a path in the ' +
    'environment, or no test reaches them. So passing proves nothing about these fixes. ' +
    'With the sandbox (docs/sandbox.md) only the fix itself can be tested.'
  );
};
