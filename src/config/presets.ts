/** Presets: where the defaults come from. Each is a partial configuration that lies under the user's own. */
import type { ConfigInput } from './schema.ts';

type PresetName = NonNullable<ConfigInput['preset']>;

export const presets: Readonly<Record<PresetName, ConfigInput>> = {
  // The schema's own defaults.
  default: {},
  raven: {
    findings: { dedup: 'exact' },
    fix: { mode: 'batch', levels: ['blocking', 'warning', 'suggestion'] },
    verify: { baseline: false },
    commit: { per: 'none' },
    limits: { cycles: 3, attemptsPerFinding: null },
  },
};

export const isPreset = (name: unknown): name is PresetName => typeof name === 'string' && Object.hasOwn(presets, name);
