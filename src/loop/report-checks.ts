/** What was verified, and who could look again at findings, for the report. */
import { provesTogether } from '../config/trust.ts';
import type { Rechecker } from '../model/proof.ts';
import type { Report } from '../model/report.ts';
import { given } from '../plain/given.ts';
import { lastShown } from './report-cycles.ts';
import type { RunState } from './state/state.ts';

export const verificationIn = (state: RunState): Report['verification'] => ({
  configured: state.config.verify.commands.length > 0,
  baseline: state.checks.baseline ?? null,
  final:
    state.code.commits.length > 0
      ? (state.checks.verified.get(state.code.verifiedHead.tree) ?? null)
      : lastShown(state),
  ...given({ doubt: state.checks.doubt, groups: groupsIn(state) }),
});

/** By itself, every fix that came so far takes a run, a bad one another to make sure, and the start takes one. */
const groupsIn = ({ config, fixing, checks }: RunState): Report['verification']['groups'] => {
  if (!provesTogether(config) || config.verify.commands.length === 0 || fixing.groups === 0) return undefined;
  const rates = [...fixing.rates.values()];
  const proven = rates.reduce((sum, rate) => sum + rate.proven, 0);
  const bad = rates.reduce((sum, rate) => sum + rate.bad, 0);
  return {
    groups: fixing.groups,
    proven,
    runs: checks.commandRuns,
    alone: (checks.baseline ? 1 : 0) + proven + 2 * bad,
  };
};

const askedOf = ({
  name,
  command,
  by,
  problem,
}: Rechecker): Pick<Rechecker, 'name' | 'command' | 'by' | 'problem'> => ({
  name,
  command,
  by,
  ...given({ problem }),
});

export const recheckOf = ({ checks: { recheck }, findings }: RunState): Report['recheck'] => {
  if (!recheck) return null;
  const codes = (ids: readonly string[]): string[] => ids.map((id) => findings.get(id)?.finding.code ?? id);
  return {
    tools: recheck.tools.map((tool) => ({ ...askedOf(tool), findings: codes(Object.keys(tool.watches)) })),
    nobody: recheck.nobody.map((each) => ({ ...each, findings: codes(each.findings) })),
  };
};
