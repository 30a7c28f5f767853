/** What an agent that asks may do. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { AgentAccess } from '../../../ports/agent.ts';
import { PermissionRequest } from './messages.ts';
import { decide } from './permission.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'fixpoint-permission-')));
const workspace = join(root, 'workspace');
for (const folder of ['src', '.git']) mkdirSync(join(workspace, folder), { recursive: true });
mkdirSync(join(root, 'workspace-other'));
writeFileSync(join(root, 'outside'), '');
symlinkSync(root, join(workspace, 'out'));
symlinkSync(join(root, 'nowhere'), join(workspace, 'dangling'));
symlinkSync('src', join(workspace, 'link'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const options = [
  { optionId: 'always', kind: 'allow_always', name: '' },
  { optionId: 'yes', kind: 'allow_once', name: '' },
  { optionId: 'no', kind: 'reject_once', name: '' },
];
const isAllowed = (access: AgentAccess, toolCall: object, titleIsCommand = false): boolean => {
  const request = PermissionRequest.parse({ toolCall: { toolCallId: 'x', ...toolCall }, options });
  const { allowed, outcome } = decide(request, {
    access,
    commands: ['npm test', 'a && b'],
    workspace,
    tools: 'fixpoint',
    titleIsCommand,
  });
  expect(outcome).toEqual({ outcome: 'selected', optionId: allowed ? 'yes' : 'no' });
  return allowed;
};
const at = (...paths: string[]): object => ({ locations: paths.map((path) => ({ path })) });

describe('4.7 files', () => {
  it.each([
    [true, at('src/a.ts')],
    [true, at(join(workspace, 'new/folder/b.ts'))],
    [true, at('link/a.ts')],
    [true, { content: [{ type: 'diff', path: join(workspace, 'a.ts'), newText: '' }] }],
    [true, { ...at('a.ts'), rawInput: { filePath: join(workspace, 'a.ts'), content: '/etc/passwd' } }],
    [false, {}],
    [false, at('src/a.ts', join(root, 'outside'))],
    [false, at('../outside')],
    [false, at(`${workspace}-other/a.ts`)],
    [false, at('out/outside')],
    [false, at('dangling')],
    [false, at('.git/config')],
    [false, at('src/../.GIT/hooks/pre-commit')],
    [false, at('a\0b')],
    [false, { ...at('a.ts'), rawInput: { file_path: '/etc/passwd' } }],
    [false, { ...at('a.ts'), content: [{ type: 'diff', path: '/etc/passwd', newText: '' }] }],
  ])('%s: %j', (allowed, where) => {
    for (const kind of ['edit', 'delete', 'move']) {
      expect(isAllowed('edit', { kind, ...where })).toBe(allowed);
      expect(isAllowed('read', { kind, ...where })).toBe(false);
    }
    for (const access of ['read', 'edit'] as const) expect(isAllowed(access, { kind: 'read', ...where })).toBe(allowed);
    expect(isAllowed('full', { kind: 'edit', ...where })).toBe(true);
  });
});

describe('4.7 commands', () => {
  it.each([
    [true, { rawInput: { command: 'npm test' } }],
    [true, { rawInput: { command: ['bash', '-lc', 'a && b'] } }],
    [true, { rawInput: { command: ['npm', 'test'] } }],
    [false, { rawInput: { command: 'npm test; id' } }],
    [false, { rawInput: { command: ' npm test' } }],
    [false, { rawInput: { command: ['bash', '-c', 'npm test', 'id'] } }],
    [false, { rawInput: { command: 'id' }, title: 'npm test' }],
    [false, { title: 'npm test' }],
    [false, {}],
  ])('%s: %j', (allowed, what) => {
    expect(isAllowed('edit', { kind: 'execute', ...what })).toBe(allowed);
    expect(isAllowed('read', { kind: 'execute', ...what })).toBe(false);
    expect(isAllowed('full', { kind: 'execute', ...what })).toBe(true);
  });

  it('are known by their title where that is what it holds', () => {
    expect(isAllowed('edit', { kind: 'execute', title: 'npm test' }, true)).toBe(true);
    expect(isAllowed('edit', { kind: 'execute', title: 'npm test', rawInput: { command: 'id' } }, true)).toBe(false);
  });
});

describe('4.7 other tools', () => {
  it.each([
    [true, { kind: 'other', title: 'fixpoint_report_outcome' }],
    [true, { title: 'mcp__fixpoint__list_findings' }],
    [true, { kind: 'other', title: 'Reports', name: 'fixpoint/get_finding' }],
    [true, { kind: 'other', title: 'report_outcome (fixpoint MCP Server)' }],
    [true, { kind: 'think' }],
    [false, { kind: 'execute', title: 'fixpoint_report_outcome' }],
    [false, { kind: 'other', title: 'fixpoint_report_outcome and more' }],
    [false, { kind: 'other', title: 'fixpoint_delete_all' }],
    [false, { kind: 'other', title: 'report_outcome' }],
    [false, { kind: 'other', title: 'other', ...at('a.ts') }],
    [false, { kind: 'fetch', title: 'http://example.com' }],
    [false, { kind: 'switch_mode', title: 'yolo' }],
    [false, { kind: 'invented', ...at('a.ts') }],
    [false, { title: 'anything' }],
  ])('%s: %j', (allowed, what) => {
    for (const access of ['read', 'edit'] as const) expect(isAllowed(access, what)).toBe(allowed);
  });

  it('are never allowed for longer than once', () => {
    const toolCall = { toolCallId: 'x', locations: [], content: [] };
    const asked = { access: 'full', commands: [], workspace, tools: null, titleIsCommand: false } as const;
    const always = { optionId: 'always', kind: 'allow_always' };
    expect(decide({ toolCall, options: [always] }, asked)).toEqual({
      allowed: false,
      outcome: { outcome: 'cancelled' },
    });
    const never = { optionId: 'never', kind: 'reject_always' };
    expect(decide({ toolCall, options: [always, never] }, asked).outcome).toEqual({
      outcome: 'selected',
      optionId: 'never',
    });
  });
});
