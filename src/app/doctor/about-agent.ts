/** What `doctor` says about one agent. */
import type { FoundAgent } from '../../ports/installed-agents.ts';
import { type DoctorItem, ok, warning } from './item.ts';

export const area = 'agents';

/** Whether it matters is told by who fixes. */
export const about = (agent: FoundAgent): DoctorItem => {
  const { name, program, version, problem, untried, install } = agent;
  if (program === null) return { area, verdict: 'aside', message: `${name}: not installed`, remedy: install };
  if (untried !== undefined)
    return {
      area,
      verdict: 'aside',
      message: `${name}: ${program}, ${untried}: not started here, a run would start it`,
    };
  if (version === null) return warning(area, `${name}: ${problem ?? 'does not start'}`, install);
  return aboutSignIn(agent, `${name} ${version}`);
};

const aboutSignIn = ({ signedIn, how, remark, signIn, install }: FoundAgent, head: string): DoctorItem => {
  if (signedIn === 'no') return warning(area, `${head}: not signed in (${how})`, signIn);
  const sign = signedIn === 'yes' ? `signed in (${how})` : `may be signed in (${how})`;
  return remark === undefined ? ok(area, `${head}: ${sign}`) : warning(area, `${head}: ${sign}; ${remark}`, install);
};
