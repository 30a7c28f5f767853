import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { history } from '../../../test/cli/history.ts';
import { createProgress } from '../../views/progress/progress.ts';
import { missingText, openProgress } from './progress-file.ts';

let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'fixpoint-progress-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entries = history.flatMap(createProgress());
const whole = entries.join('');

const follow = async (file: string, seen: number, warn?: (message: string) => void): Promise<void> => {
  const progress = openProgress(file, history.slice(0, seen), warn);
  for (const event of history.slice(seen)) progress.see(event);
  await progress.end();
};

describe('PROGRESS.txt', () => {
  it('10.2 gets the entries of a run in order, behind what it held', async () => {
    const file = join(folder, 'PROGRESS.txt');
    expect(entries.length).toBeGreaterThan(2);
    await follow(file, 1);
    expect(readFileSync(file, 'utf8')).toBe(whole);
    await follow(file, 1);
    expect(readFileSync(file, 'utf8')).toBe(whole + whole);
  });

  it('11.1 holds every entry once, wherever a run was killed', async () => {
    for (let length = 0; length <= whole.length; length += 1) {
      const text = `# Progress\n\n${whole.slice(0, length)}`;
      expect(text + missingText(text, entries)).toBe(`# Progress\n\n${whole}`);
    }
  });

  it('11.1 adds what an interrupted run did not get to write', async () => {
    const file = join(folder, 'PROGRESS.txt');
    writeFileSync(file, entries[0] ?? '');
    await follow(file, history.length);
    expect(readFileSync(file, 'utf8')).toBe(whole);
  });

  it('10.2 begins on a line of its own', () => {
    expect(missingText('notes', ['[Review] x'])).toBe('\n\n[Review] x');
    expect(missingText('notes\n', ['[Review] x'])).toBe('[Review] x');
    expect(missingText('[Review] other', ['[Review] x'])).toBe('\n\n[Review] x');
  });

  it('10.2 is one warning and nothing else when it cannot be written', async () => {
    const said: string[] = [];
    await follow(folder, 1, (message) => void said.push(message));
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(folder);
  });

  it('8.1 is not written through a link, which could lead anywhere', async () => {
    const said: string[] = [];
    const [target, link] = [join(folder, 'target'), join(folder, 'link')];
    writeFileSync(target, 'mine');
    symlinkSync(target, link);
    await follow(link, 1, (message) => void said.push(message));
    expect(readFileSync(target, 'utf8')).toBe('mine');
    expect(said).toHaveLength(1);
  });
});
