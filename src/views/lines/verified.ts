/** What a verification came to, for a line about it. */
import type { Verification } from '../../model/verification.ts';
import { verdict } from '../words/judgements.ts';
import { duration } from '../words/amounts.ts';
import { said } from '../said.ts';

export const verified = (verification: Verification): string =>
  `${verdict(verification.verdict)}${said(verification.reason)} (${duration(verification.durationMs)})`;
