/** The findings that are to be fixed, with the code that they are about. */
import { textOf } from '../../../model/finding/file-facts.ts';
import type { Finding } from '../../../model/finding.ts';
import { excerptOf, snippetOf } from '../../../stages/fix/excerpt.ts';
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
  const textFor = await textsOf({ engine, state }, findings);
  return findings.map((finding) => {
    const text = textFor(finding);
    return { finding, excerpt: text === null ? null : excerptOf(text, finding.line, finding.endLine, engine.clean) };
  });
};

/** By id: the code that they are about, for the files of a plan. */
export const snippetsOf = async (
  { engine, state }: Performing,
  findings: readonly Finding[],
): Promise<Map<string, string>> => {
  const textFor = await textsOf({ engine, state }, findings);
  return new Map(
    findings.flatMap((finding): [string, string][] => {
      const text = textFor(finding);
      return text === null ? [] : [[finding.id, snippetOf(text, finding.line, finding.endLine, engine.clean)]];
    }),
  );
};

const textsOf = async (
  { engine, state }: Pick<Performing, 'engine' | 'state'>,
  findings: readonly Finding[],
): Promise<(finding: Finding) => string | null> => {
  const files = [...new Set(findings.flatMap(({ file }) => file ?? []))];
  const facts = await engine.custody.facts(state.code.head.commit, files);
  return ({ file }) => textOf(facts.get(file ?? ''));
};
