/** Starts of earlier versions are read in the form of today. */
import { describe, expect, it } from 'vitest';
import { upcastStart } from './earlier-start.ts';

const rest = { type: 'run.started', command: 'fix', root: '/repo', dirty: true, sources: ['a.sarif'] };
const fields = { only: ['F001'], answers: { q1: 'yes' }, progress: 'P.txt', record: 'rec', replay: 'old' };

describe('run.started of an earlier version', () => {
  it('11.1 gets the request that its fields were made from', () => {
    expect(upcastStart({ ...rest, ...fields, includesDirty: true })).toEqual({
      ...rest,
      request: { includeDirty: true, ...fields },
    });
    expect(upcastStart({ ...rest, includesDirty: false })).toEqual({ ...rest, request: {} });
  });

  it('11.1 keeps the request that stood beside its fields, whose paths are those to go by', () => {
    const request = { from: ['a.sarif'], progress: '../P.txt', only: ['F001'] };
    expect(upcastStart({ ...rest, ...fields, includesDirty: false, request })).toEqual({
      ...rest,
      request: { ...request, ...fields },
    });
  });

  it('leaves everything else as it is', () => {
    for (const event of [{ ...rest, request: { only: ['F001'] } }, { type: 'warning', includesDirty: true }, null, 'x'])
      expect(upcastStart(event)).toBe(event);
  });
});
