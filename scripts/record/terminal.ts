/** A shell in a real pseudo-terminal, which somebody types into, watched ten times a second. */
import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { type Frame, rowsOf, type Size, textOf } from './screen.ts';

const everyMs = 100;
/** How fast a person types. */
const keyMs = 55;

export type Terminal = {
  type: (text: string) => Promise<void>;
  press: (key: string) => void;
  /** Resolves when the screen shows it below what was there before; its last line alone with `atEnd`. */
  waitFor: (pattern: RegExp, limitMs: number) => Promise<void>;
  /** Ends it; the frames are those that differ from the one before. */
  close: () => Promise<Frame[]>;
};

const tmux = (...words: readonly string[]): string => {
  const server = ['-L', `fixpoint-record-${process.pid}`, '-f', '/dev/null'];
  const { status, stdout, stderr } = spawnSync('tmux', [...server, ...words], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tmux ${words.join(' ')} failed: ${stderr}`);
  return stdout;
};

const cursorIn = (words: string): Frame['cursor'] => {
  const [x, y, isShown] = words.trim().split(' ').map(Number);
  return isShown === 1 && x !== undefined && y !== undefined ? { x, y } : null;
};

const captured = ({ height }: Size): Omit<Frame, 'at'> => {
  const cursor = '#{cursor_x} #{cursor_y} #{cursor_flag}';
  const lines = tmux('capture-pane', '-e', '-p', ';', 'display-message', '-p', cursor).trimEnd().split('\n');
  return { cursor: cursorIn(lines.at(-1) ?? ''), rows: rowsOf(lines.slice(0, -1).join('\n'), height) };
};

const looksLike = (frame: Omit<Frame, 'at'>): string => JSON.stringify([frame.rows, frame.cursor]);

const shownText = (frame: Omit<Frame, 'at'>): string => frame.rows.map(textOf).join('\n').trimEnd();

/** Takes a frame whenever the screen has changed, until it is told to stop. */
const watch = (size: Size): { frames: Frame[]; stop: () => Promise<void> } => {
  const frames: Frame[] = [];
  const began = Date.now();
  const over = new AbortController();
  const loop = async (): Promise<void> => {
    for (let last = ''; !over.signal.aborted; await delay(everyMs)) {
      const frame = captured(size);
      if (looksLike(frame) !== last) frames.push({ at: (Date.now() - began) / 1_000, ...frame });
      last = looksLike(frame);
    }
  };
  const ended = loop();
  return {
    frames,
    stop: async () => {
      over.abort();
      await ended;
    },
  };
};

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

export const openTerminal = async (
  cwd: string,
  env: Readonly<Record<string, string>>,
  size: Size,
): Promise<Terminal> => {
  const variables = Object.entries(env).map(([name, value]) => quoted(`${name}=${value}`));
  const shell = ['exec env -i', ...variables, 'bash --norc --noprofile -i'].join(' ');
  tmux('new-session', '-d', '-x', String(size.columns), '-y', String(size.height), '-c', cwd, shell);
  tmux('set-option', '-g', 'status', 'off');
  await delay(500);
  const { frames, stop } = watch(size);
  return {
    type: async (text) => {
      for (const letter of text) {
        tmux('send-keys', '-l', letter);
        await delay(keyMs);
      }
    },
    press: (key) => void tmux('send-keys', key),
    waitFor: async (pattern, limitMs) => {
      const until = Date.now() + limitMs;
      while (!pattern.test(shownText(captured(size)))) {
        if (Date.now() > until) throw new Error(`did not see ${pattern}:\n${shownText(captured(size))}`);
        await delay(everyMs);
      }
    },
    close: async () => {
      await stop();
      tmux('kill-server');
      return frames;
    },
  };
};
