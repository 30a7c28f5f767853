/** The findings that are to be fixed, with the code that they are about. */
import { textOf } from '../../../model/finding/file-facts.ts';
import type { Finding } from '../../../model/finding.ts';
import { excerptOf } from '../../../stages/fix/excerpt.ts';
import type { Performing } from '../../engine.ts';
import { isOpen, type RunState } from '../../state/state.ts';
import { isSelected } from '../../decide/turns.ts';

export const toBeFixed = (state: RunState): Finding[] =>
  [...state.findings.values()]
    .filter((finding) => isOpen(finding) && isSelected(finding, state.config))
    .map(({ finding }) => finding);

export const excerptsOf = async (
  { engine, state }: Performing,
  findings: readonly Finding[],
): Promise<{ finding: Finding; excerpt: string | null }[]> => {
  const head = state.code.head.commit;
  const files = [...new Set(findings.flatMap(({ file }) => file ?? []))];
  const facts = await engine.custody.facts(head, files);
  return findings.map((finding) => {
    const text = textOf(facts.get(finding.file ?? ''));
    return { finding, excerpt: text === null ? null : excerptOf(text, finding.line, finding.endLine, engine.clean) };
  });
};
