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
  const message = 'Stop at how many dollars?';
  const answer: unknown = await io.stderr.draw(message, (_, output) => text({ message, validate, output }));
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
  const answer: unknown = await io.stderr.draw(proposal, (clean, output) =>
    select({ message: `${whoCosts(clean)}, and this run has no budget.`, options: choicesFor(clean), output }),
  );
  if (isCancel(answer) || answer === 'quit') return 'quit';
  if (answer === 'other') return askAmount(io);
  return answer === 'none' ? 'none' : proposal.usd;
};

const takenText = (proposal: BudgetProposal): string =>
  `Budget: $${proposal.usd} (--yes). ${whoCosts(proposal)}; --usd sets another limit.\n`;

const unlimitedText = (proposal: BudgetProposal): string =>
  `No budget: ${whoCosts(proposal)}, and nothing limits it. --usd ${proposal.usd} would.\n`;

export const budgetAt = (io: Io, flags: RunFlags & { yes?: boolean }): AskBudget => {
  const show = async (proposal: BudgetProposal, words: typeof takenText): Promise<void> => {
    if (flags.quiet !== true) await io.stderr.print(proposal, words);
  };
  return async (proposal) => {
    if (flags.yes === true) {
      await show(proposal, takenText);
      return proposal.usd;
    }
    if (process.stdin.isTTY && isLive(io.stderr, io.env)) return choose(proposal, io);
    await show(proposal, unlimitedText);
    return 'none';
  };
};
