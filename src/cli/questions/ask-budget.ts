/** Asks for a budget, takes the proposed one, or says that there is none. */
import type { AskBudget, BudgetProposal } from '../../app/index.ts';
import type { RunFlags } from '../flags/options.ts';
import { type Io, isLive } from '../io.ts';

const whoCosts = ({ agents }: BudgetProposal): string =>
  `${agents.join(', ')} ${agents.length === 1 ? 'costs' : 'cost'} money`;

const validate = (value: string | undefined): string | undefined =>
  Number(value) > 0 ? undefined : 'An amount in dollars, such as 2.50';

const askAmount = async (io: Io): Promise<number | 'quit'> => {
  const { isCancel, text } = await import('@clack/prompts');
  const answer: unknown = await text({ message: 'Stop at how many dollars?', validate, output: io.stderr });
  return isCancel(answer) ? 'quit' : Number(answer);
};

const choicesFor = ({ usd }: BudgetProposal): { value: string; label: string }[] => [
  { value: 'proposed', label: `Stop at $${usd}` },
  { value: 'other', label: 'Stop at another amount' },
  { value: 'none', label: 'No limit' },
  { value: 'quit', label: 'Quit' },
];

const choose = async (proposal: BudgetProposal, io: Io): Promise<number | 'none' | 'quit'> => {
  const { isCancel, select } = await import('@clack/prompts');
  const message = `${whoCosts(proposal)}, and this run has no budget.`;
  const answer: unknown = await select({ message, options: choicesFor(proposal), output: io.stderr });
  if (isCancel(answer) || answer === 'quit') return 'quit';
  if (answer === 'other') return askAmount(io);
  return answer === 'none' ? 'none' : proposal.usd;
};

export const budgetAt = (io: Io, flags: RunFlags & { yes?: boolean }): AskBudget => {
  const say = (text: string): void => {
    if (flags.quiet !== true) io.stderr.write(`${text}\n`);
  };
  return async (proposal) => {
    if (flags.yes === true) {
      say(`Budget: $${proposal.usd} (--yes). ${whoCosts(proposal)}; --usd sets another limit.`);
      return proposal.usd;
    }
    if (process.stdin.isTTY && isLive(io.stderr, io.env)) return choose(proposal, io);
    say(`No budget: ${whoCosts(proposal)}, and nothing limits it. --usd ${proposal.usd} would.`);
    return 'none';
  };
};
