/** What was found in a repository, as lines for a person: each with where it comes from. */
import type { Proposal } from '../../app/project/proposal.ts';
import { showCommand } from '../../config/values.ts';
import { type Place, showPlaces } from '../../detect/found.ts';
import { printable } from '../../plain/printable.ts';

const line = (what: string, text: string, places: readonly Place[]): string =>
  `  ${what.padEnd(10)} ${printable(text)}${places.length === 0 ? '' : `   [${printable(showPlaces(places))}]`}\n`;

const lines = ({ needs, setup, verify, reviewers }: Proposal): string[] => [
  ...(needs.setup ? setup.map(({ command, places }) => line('set-up', showCommand(command), places)) : []),
  ...(needs.verify ? verify.map(({ command, places }) => line('verify', showCommand(command), places)) : []),
  ...(needs.reviewers
    ? reviewers.map(({ name, command, places }) => line('review', `${name}: ${showCommand(command)}`, places))
    : []),
];

const byAgent = ({ needs, agentReview, base }: Proposal): string =>
  needs.reviewers && 'by' in agentReview
    ? line('review', `agent ${agentReview.by}: what changed since ${base ?? ''}`, [])
    : '';

const notUsed = ({ needs, leftOut, agentReview }: Proposal): string[] => [
  ...leftOut
    .filter(({ isAboutTests }) => needs.verify || isAboutTests !== true)
    .map(({ message, remedy, places, isAboutTests }) =>
      line(
        isAboutTests === true ? 'tests' : 'not used',
        `${message}${remedy === undefined ? '' : ` → ${remedy}`}`,
        places,
      ),
    ),
  ...(needs.reviewers && 'why' in agentReview ? [line('not used', `review by an agent: ${agentReview.why}`, [])] : []),
];

/** Empty where nothing was found that could be used. An agent reviews in any case, where one works. */
export const usableText = (proposal: Proposal): string => lines(proposal).join('');

const headOf = (kinds: string, isUsable: boolean): string => {
  if (isUsable) return `Found in this repository${kinds}`;
  if (kinds === '') return 'Nothing was found that could be used';
  return `Found in this repository${kinds}; nothing of it can be used yet`;
};

export const projectText = (proposal: Proposal): string => {
  const kinds = proposal.kinds.length === 0 ? '' : `: ${printable(proposal.kinds.join(', '))}`;
  const usable = usableText(proposal);
  return `${headOf(kinds, usable !== '')}\n${usable}${byAgent(proposal)}${notUsed(proposal).join('')}`;
};
