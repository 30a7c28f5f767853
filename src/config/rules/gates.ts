/** Names in gates.allow that nothing has. */
import { allowedNames } from '../../model/gates/gate-rules.ts';
import { nearest } from '../../plain/nearest.ts';
import type { Rule } from './rule.ts';

/** `path:GLOB` is judged with the other globs. */
export const allowed: Rule = ({ config: { gates } }) =>
  gates.allow.flatMap((entry, index) => {
    if (entry.startsWith('path:') || allowedNames.includes(entry)) return [];
    const guess = nearest(entry, allowedNames);
    return [
      {
        path: ['gates', 'allow', index],
        message: `there is no gate or rule ${JSON.stringify(entry)}`,
        suggestion: guess ? `did you mean ${guess}?` : `there are: ${allowedNames.join(', ')}, and path:GLOB`,
      },
    ];
  });
