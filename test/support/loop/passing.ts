/** Events that come in passing and mean nothing to decisions. */
import type { RunEvent } from '../../../src/model/event.ts';

export const passing: readonly RunEvent[] = [
  { type: 'process.started', pid: 1, startTime: '1', what: 'agent' },
  { type: 'warning', message: 'by the way' },
  { type: 'run.moved', root: '/elsewhere', seal: 's' },
  { type: 'commits.kept', artifact: 'commits/c.bundle', digest: 'd', tips: ['c'], prerequisites: [] },
];
