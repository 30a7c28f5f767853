import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { doubtsAbout } from './doubts.ts';
import { getIn } from '../plain/plain-data.ts';
import { Config } from './schema.ts';

const doubts = (text: string): string[] => {
  const given: unknown = parse(text);
  const config = Config.parse(given);
  return doubtsAbout({ config, dropped: new Set(), isSet: (path) => getIn(given, path) !== undefined }).map(
    ({ message }) => message,
  );
};

describe('doubtsAbout', () => {
  it.each([
    ['agents: { a: { kind: command, command: x, timeout: 1m, idle: 5m } }\nfix: { agent: a }', 'never takes effect'],
    ['commit: { per: none, branch: "x/{run}" }', 'no branch is made'],
    ['commit: { branch: fixes }', 'same branch'],
    ['verify: { junit: [out.xml] }', 'no verify.commands'],
    ['limits: { cycles: 2, attemptsPerFinding: 5 }', '2 attempts only'],
    ['fix: { agents: [a, b, c] }\nlimits: { attemptsPerFinding: 1 }', 'before the turn of b, c'],
    ['fix: { agents: [a, b, c] }\nlimits: { attemptsPerFinding: null, cycles: 2 }', 'before the turn of c'],
  ])('14 warns about %j', (text, warning) => {
    expect(doubts(text)).toEqual([expect.stringContaining(warning)]);
  });

  it('14 has none about the defaults, whatever the number of cycles', () => {
    expect(doubts('limits: { cycles: 1 }')).toEqual([]);
    expect(doubts('{}')).toEqual([]);
  });
});
