/**
 * A hostile agent: fixes its finding plausibly, and does what its plan says besides. `agent.ts PLAN`, outside of the
 * repository.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { canaryIn } from './canary.ts';
import { type Kinds, plant } from './plant.ts';
import { reachFrom } from './reach.ts';
import { meddling, type Meddle, tampering, type Tamper } from './tamper.ts';
import { type Place, type Trick, tricks } from './tricks.ts';

export type HostilePlan = {
  /** Folder of the canary. */
  canary: string;
  outside: string;
  /** By code; `*` for all others. */
  findings: Record<string, HostileStep>;
};

export type HostileStep = {
  fix?: { file: string; text: string };
  tricks?: Trick[];
  /** Into every git directory of the user that can be reached. */
  plantUser?: Kinds;
  tamper?: Tamper;
  meddle?: Meddle;
};

const perform = (step: HostileStep, place: Place): void => {
  const reach = reachFrom(place.workspace);
  if (step.fix) {
    mkdirSync(dirname(step.fix.file), { recursive: true });
    writeFileSync(step.fix.file, step.fix.text);
  }
  if (step.plantUser) for (const gitDir of reach.user) plant(gitDir, place.canary, step.plantUser);
  for (const trick of step.tricks ?? []) tricks[trick](place);
  const { control } = reach;
  if (control === undefined) throw new Error('the control repository was not found');
  if (step.meddle) meddling[step.meddle]({ ...reach, control }, place);
  if (step.tamper) tampering[step.tamper]({ ...reach, control }, place);
};

const main = (): void => {
  const [planFile = ''] = process.argv.slice(2);
  const plan: HostilePlan = JSON.parse(readFileSync(planFile, 'utf8'));
  const input: { findings: { code: string }[] } = JSON.parse(readFileSync(process.env['FIXPOINT_INPUT'] ?? '', 'utf8'));
  const place = { workspace: process.cwd(), outside: plan.outside, canary: canaryIn(plan.canary) };
  const outcomes = input.findings.map(({ code }) => ({ id: code, outcome: 'fixed', explanation: 'made it better' }));
  try {
    for (const { code } of input.findings) perform(plan.findings[code] ?? plan.findings['*'] ?? {}, place);
  } catch (error) {
    // A trick that does not work must not go unnoticed: the test would prove nothing.
    writeFileSync(`${planFile}.failed`, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const answer = process.env['FIXPOINT_ANSWER'] ?? '';
  if (existsSync(dirname(answer))) writeFileSync(answer, JSON.stringify({ outcomes }));
  else process.stdout.write(`${JSON.stringify({ outcomes })}\n`);
};

main();
