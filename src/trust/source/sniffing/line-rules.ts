/** What the lists of shapes that a line shows are made of: files by their language, and rules by what they see. */
import type { LineRule } from '../fresh-lines.ts';

export const scripts = /\.[cm]?[jt]sx?$/;
export const python = /\.pyi?$/;
export const go = /\.go$/;
export const rust = /\.rs$/;
export const jvm = /\.(?:java|kts?|scala|groovy)$/;
export const ruby = /\.rb$/;
export const shells = /\.(?:sh|bash|zsh|ksh|bats)$/;
export const native = /\.(?:c|cc|cpp|cxx|h|hpp|m|mm)$/;

type Making = (files: RegExp | undefined, shape: RegExp) => LineRule;

const making =
  (rule: string, about: string): Making =>
  (files, shape) => ({ rule, ...(files !== undefined && { files }), pattern: shape, about });

export const sniff = making('test-detected', 'asks whether it runs under a test');
export const stack = making('stack-inspected', 'looks at the stack to learn who called it');
export const clock = making('clock-patched', 'replaces the clock for everybody');
export const builtin = making('builtin-patched', 'replaces what belongs to the language or to the tests');
