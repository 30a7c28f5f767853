/** What people call the findings and units of a run: learnt from its events. */
import type { StoredEvent } from '../../model/event.ts';
import type { Finding } from '../../model/finding.ts';
import { printable } from '../../stages/report/printable.ts';
import { place } from '../../stages/report/words.ts';

export type Names = {
  learn: (event: StoredEvent) => void;
  /** Code of a finding; its id when it is not known yet. */
  code: (id: string) => string;
  codes: (ids: readonly string[]) => string;
  /** Codes of a unit's findings. */
  unit: (key: string) => string;
  /** The same, with the place where there is only one. */
  label: (key: string) => string;
};

export const createNames = (): Names => {
  const findings = new Map<string, Finding>();
  const units = new Map<string, readonly string[]>();
  const code = (id: string): string => printable(findings.get(id)?.code ?? id);
  const codes = (ids: readonly string[]): string => ids.map(code).join(', ');
  const unit = (key: string): string => codes(units.get(key) ?? [key]);
  return {
    learn: (event) => {
      if (event.type === 'findings.admitted') for (const finding of event.findings) findings.set(finding.id, finding);
      if (event.type === 'step.started') for (const { unit, findings: ids } of event.units) units.set(unit, ids);
    },
    code,
    codes,
    unit,
    label: (key) => {
      const [only, ...others] = units.get(key) ?? [];
      const finding = only === undefined || others.length > 0 ? undefined : findings.get(only);
      return finding?.file === undefined ? unit(key) : `${unit(key)} ${printable(place(finding))}`;
    },
  };
};
