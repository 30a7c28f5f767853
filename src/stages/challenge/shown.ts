/** What a challenger is shown beside a fix: others to compare it with, and what gates noticed. */
import type { Shown } from '../../model/challenge.ts';
import { headAndTail } from '../../plain/text.ts';
import { asData } from '../../prompts/data-block.ts';

const mostNoticed = 20;
const longestNotice = 500;

type MaybeShown = { [Key in keyof Shown]?: Shown[Key] | undefined };

/** As much as there is room for; notices come first. */
export const shownSections = ({ beside = [], noticed = [] }: MaybeShown, room: number): string => {
  const notices = noticedSection(noticed);
  const others = besideSection(beside);
  return [...notices, ...(others.join('').length <= room - notices.join('').length ? others : [])].join('\n');
};

const noticedSection = (noticed: readonly string[]): string[] =>
  noticed.length === 0
    ? []
    : [
        '# What was noticed\n',
        'By code, in the change. It was no reason to refuse it; you may find that it is:\n',
        asData(
          'noticed',
          noticed
            .slice(0, mostNoticed)
            .map((each) => `- ${headAndTail(each, longestNotice)}`)
            .join('\n'),
        ),
        '',
      ];

const besideSection = (beside: Shown['beside']): string[] =>
  beside.length === 0
    ? []
    : [
        '# Other fixes of this run\n',
        'They were accepted, and are here to compare with. Where the problem is alike and the change is of another ' +
          'kind, ask why; that they were accepted says nothing about this one.\n',
        ...beside.map((each) => asData(`fix of ${each.codes.join(', ')}`, `${titleOf(each)}\n${each.diff}`)),
        '',
      ];

const titleOf = ({ title, file, rule }: Shown['beside'][number]): string =>
  `${title} (${[file ?? 'no file', ...(rule === undefined ? [] : [rule])].join(', ')})`;
