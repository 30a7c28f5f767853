import { expect, it } from 'vitest';
import { stateChanges } from './state.ts';

const changes = (gone: string, fresh: string, rest: string): string[] => {
  const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
  return stateChanges({
    gone: lines(gone),
    fresh: lines(fresh),
    before: `${gone}\n${rest}`,
    after: `${fresh}\n${rest}`,
  });
};

it.each([
  ['a field that code reads is set', '', 'this.active = false;', 'play() { this.active = true; }\nreturn this.active;'],
  ['a field of Ruby', '', '@open = false', '@open = true\nreturn @open'],
  ['one known name for another', 'return fallback;', 'return locale;', 'const fallback = 1; f(fallback, locale);'],
  ['the order of a division', 'return r.height / r.width;', 'return r.width / r.height;', ''],
  ['who is compared with whom', 'a.rank.cmp(&b.rank)', 'b.rank.cmp(&a.rank)', ''],
  ['a field that was not looked at', 'a.rank.cmp(&b.rank)', 'a.place.cmp(&b.rank)', 'struct E { place: u32 }'],
])('7.1 means something else: %s', (_, gone, fresh, rest) => {
  expect(changes(gone, fresh, rest)).not.toEqual([]);
});

it.each([
  ['a field is set to itself', '', 'this.active = this.active;', 'this.active = true;\nreturn this.active;'],
  ['a field that nobody has', '', 'this.checked = true;', 'return this.active;'],
  ['a new name', 'const a = f();', 'const total = f();', ''],
  ['the order of a sum', 'return a + b;', 'return b + a;', ''],
])('7.1 means the same: %s', (_, gone, fresh, rest) => {
  expect(changes(gone, fresh, rest)).toEqual([]);
});
