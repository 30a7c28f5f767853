import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { compileAhead } from '../scripts/build/compile-ahead.ts';

const code = `const first=(a)=>a.map((each)=>each+'…'),count=3,second=async()=>first(['ä']);
export const third=x=>({x});
function fourth(){return third}
export{second as fifth,fourth};`;

/** What a module says about itself. */
const print = (text: string, expression: string): string => {
  const module = `data:text/javascript,${encodeURIComponent(text)}`;
  const script = `const all = await import(${JSON.stringify(module)}); console.log(${expression});`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.trim();
};

describe('compiling ahead', () => {
  it('puts what is declared at the top level in parentheses, and nothing else', () => {
    expect(compileAhead(code)).toBe(`const first=((a)=>a.map((each)=>each+'…')),count=3,second=(async()=>first(['ä']));
export const third=(x=>({x}));
function fourth(){return third}
export{second as fifth,fourth};`);
  });

  it('keeps what a module does, and the names of its functions', () => {
    const told = 'all.fifth.name, await all.fifth(), all.third.name, all.third(1).x, all.fourth() === all.third';
    expect(print(compileAhead(code), told)).toBe(print(code, told));
    expect(print(compileAhead(code), told)).toContain("second [ 'ä…' ] third 1 true");
  });
});
