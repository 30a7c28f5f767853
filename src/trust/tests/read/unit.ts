/** A unit with nothing in it yet. */
import type { Unit } from '../model.ts';

type Given = Pick<Unit, 'kind' | 'name' | 'parent' | 'file' | 'line' | 'endLine' | 'text'>;

export const newUnit = (given: Given): Unit => {
  const { parent, name } = given;
  return {
    ...given,
    path: parent === null || parent.kind === 'file' ? name : `${parent.path} › ${name}`,
    checks: [],
    skips: [],
    focuses: [],
    limits: [],
    retries: [],
    mocks: [],
    guards: [],
    called: [],
    answers: [],
    writes: [],
    returns: null,
    tester: null,
    calls: new Set(),
    names: new Map(),
  };
};
