import { describe, expect, it } from 'vitest';
import { parseConfig } from './parse.ts';

const parse = (text: string) => parseConfig({ name: 'fixpoint.yaml', path: '/repo/fixpoint.yaml', text });

const complaints = (text: string): string =>
  parse(text)
    .problems.map(({ place, message }) => `${place}: ${message}`)
    .join('\n');

describe('parseConfig', () => {
  it.each([
    ['fix: {\n  concurrency: 3', /^fixpoint\.yaml:2:\d+: broken YAML/],
    ['a: [1', /^fixpoint\.yaml:1:\d+: broken YAML/],
    ['fix:\n\tconcurrency: 3', /^fixpoint\.yaml:2:1: broken YAML.*[Tt]abs/],
    ['fix: 1\n---\nfix: 2', /multiple documents/],
    ['fix: !!js/function x', /broken YAML: Unresolved tag/],
    ['fix: *nowhere', /no anchor &nowhere/],
    ['fix: {}\nfix: {}', /^fixpoint\.yaml:2:1 fix: this key is there twice/],
    ['? [a]\n: b', /a key must be a plain word/],
    ['__proto__: { polluted: true }', /^fixpoint\.yaml:1:1 __proto__: this name is not allowed/],
    ['agents: { constructor: { kind: command, command: x } }', /agents\.constructor: this name is not allowed/],
    ['fix: &a { x: *a }', /nested too deeply/],
  ])('14 refuses %j', (text, complaint) => {
    expect(complaints(text)).toMatch(complaint);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('14 refuses deep nesting', () => {
    expect(complaints('['.repeat(20_000))).toContain('nested too deeply');
    expect(complaints(`fix: ${'['.repeat(30)}${']'.repeat(30)}`)).toContain('nested too deeply');
  });

  it('14 knows the place of every key and entry, also behind Windows line ends', () => {
    const { placeOf } = parse('a:\r\n  b: [1,\r\n    2]\r\n');
    expect(placeOf(['a', 'b'])).toBe('fixpoint.yaml:2:3');
    expect(placeOf(['a', 'b', 1])).toBe('fixpoint.yaml:3:5');
    expect(placeOf(['a', 'c'])).toBeUndefined();
  });
});
