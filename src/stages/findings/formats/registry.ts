/** The formats that are known, in the order in which they are tried. */
import type { FormatName } from '../../../config/schema.ts';
import { accountability } from './accountability.ts';
import { eslint } from './eslint.ts';
import type { Format } from './format.ts';
import { sarif } from './sarif.ts';
import { turbowrap } from './turbowrap.ts';
import { unified } from './unified.ts';

const byName: Readonly<Record<FormatName, Format>> = { sarif, eslint, turbowrap, unified, accountability };

export const formats: readonly Format[] = Object.values(byName);

export const formatNamed = (name: FormatName): Format => byName[name];

export const detectFormat = (value: unknown): Format | null => formats.find((format) => format.recognises(value)) ?? null;
