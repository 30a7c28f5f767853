/** What an agent is asked about, and how it is called. */
import { isMachineMade } from '../../../../model/run/machine-made.ts';
import type { Custody, Workspace } from '../../../../ports/repo.ts';
import type { Furnished } from '../../../../ports/room.ts';
import type { Performing } from '../../../engine.ts';
import { pendingOf } from '../../../state/unit.ts';
import { sessionFor } from '../../../decide/calls/session.ts';
import type { Asked, Asking, FixQuestion } from '../ask.ts';
import type { Call } from '../call.ts';
import { reportedText } from '../reported-text.ts';
import type { Place } from './place.ts';

export const askingIn = (performing: Performing, { workspace, base }: Place): Asking => {
  const { state, engine } = performing;
  const source = { start: engine.custody.start, readText: textSource(performing, workspace, base) };
  return { state, source, versions: engine.custody, clean: engine.clean };
};

export const aboutOf = ({ agent, unit, base, refused }: Place): Asked => ({
  ids: unit.plan.findings,
  base,
  agent,
  fromRefused: refused !== null,
});

export const callOf = (
  performing: Performing,
  place: Place,
  question: FixQuestion,
  { layer }: Extract<Furnished, { ok: true }>,
): Call => {
  const { engine, state } = performing;
  const { agent, unit, workspace } = place;
  const key = unit.plan.unit;
  return {
    key,
    agent,
    question,
    workspace,
    pending: () => pendingOf(state.fixing.units.get(key)),
    session: sessionFor(state, unit),
    layer,
    findings: unit.plan.findings,
    startText: isMachineMade(place) ? reportedText(engine.custody, state, unit.plan.findings) : undefined,
  };
};

/** A fresh workspace holds the files of the base: reading them there saves a git process for each. */
const textSource =
  ({ engine }: Performing, workspace: Workspace, base: string): Custody['readText'] =>
  async (revision, file) =>
    revision === base
      ? engine.readText(workspace.path, await engine.custody.realName(base, file))
      : engine.custody.readText(revision, file);
