import { expect, it } from 'vitest';
import { about } from './words.ts';

const check = (subject: string) => ({
  kind: 'exact' as const,
  level: 5,
  positive: true,
  subject,
  expected: '1',
  text: '',
  line: 1,
  guards: [],
  isConstant: false,
});

it.each([
  ['new Money ( 5 ) . amount ( )', '“new Money(5).amount()”'],
  ['t value , Buffer', '“t value, Buffer”'],
  ['find ( [ 3 , 5 ] , " a . b ( " )', '“find([3, 5], " a . b ( ")”'],
  ['store :: open ( path ) . len ( ) >=', '“store::open(path).len() >=”'],
])('7.1 a check is named as people write it: %s', (subject, words) => {
  expect(about(check(subject))).toBe(words);
});
