/**
 * Plants everything in a git directory that makes git run a program. Written by hand: git itself might already run it.
 */
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Canary } from './canary.ts';

/**
 * `attributes`: every file goes through a planted filter. `signing`: every commit is to be signed by a planted program.
 */
export type Kinds = { attributes: boolean; signing: boolean };

const hooks =
  `applypatch-msg commit-msg fsmonitor-watchman post-applypatch post-checkout post-commit post-index-change post-merge
  post-receive post-rewrite post-update pre-applypatch pre-auto-gc pre-commit pre-merge-commit pre-push pre-rebase pre-receive
  prepare-commit-msg proc-receive push-to-checkout reference-transaction sendemail-validate update`.split(/\s+/);

const quoted = (value: string): string => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

const programs = ({ command }: Canary): string => `
[core]
	fsmonitor = ${command('core.fsmonitor')}
	sshCommand = ${command('core.sshCommand')}
	gitProxy = ${command('core.gitProxy')}
	editor = ${command('core.editor')}
	pager = ${command('core.pager')}
	askPass = ${command('core.askPass')}
	alternateRefsCommand = ${command('core.alternateRefsCommand')}
[sequence]
	editor = ${command('sequence.editor')}
[pager]
	status = ${command('pager.status')}
[interactive]
	diffFilter = ${command('interactive.diffFilter')}
[credential]
	helper = ${quoted(`!${command('credential.helper')}`)}
[alias]
	st = ${quoted(`!${command('alias')}`)}
[diff]
	external = ${command('diff.external')}
[diff "planted"]
	textconv = ${command('diff.textconv')}
	command = ${command('diff.command')}
[merge "planted"]
	driver = ${command('merge.driver')} %A
[filter "planted"]
	clean = ${command('filter.clean')}
	smudge = ${command('filter.smudge')}
[filter "server"]
	process = ${command('filter.process')}
[gpg]
	program = ${command('gpg.program')}
[gpg "ssh"]
	program = ${command('gpg.ssh.program')}
	defaultKeyCommand = ${command('gpg.ssh.defaultKeyCommand')}
[log]
	showSignature = true
[protocol]
	allow = always
[protocol "ext"]
	allow = always
[url ${quoted(`ext::${command('url.insteadOf')} `)}]
	insteadOf = https://
	pushInsteadOf = https://
[remote "origin"]
	url = https://example.invalid/repo.git
	fetch = +refs/heads/*:refs/remotes/origin/*
	uploadpack = ${command('remote.uploadpack')}
	receivepack = ${command('remote.receivepack')}
	promisor = true
	partialclonefilter = blob:none
[branch "main"]
	remote = origin
	merge = refs/heads/main
[uploadpack]
	packObjectsHook = ${command('uploadpack.packObjectsHook')}
[submodule "sub"]
	active = true
	update = ${quoted(`!${command('submodule.update')}`)}
	url = ${quoted(`ext::${command('submodule.url')}`)}
[submodule]
	recurse = true
[trailer "planted"]
	command = ${command('trailer.command')}
[tar "tgz"]
	command = ${command('tar.command')}
[gc]
	auto = 1
`;

const included = ({ command }: Canary): string => `[core]\n\tfsmonitor = ${command('include.path')}\n`;

const plantHooks = (gitDir: string, { command }: Canary): void => {
  for (const folder of [join(gitDir, 'hooks'), join(gitDir, 'planted-hooks')]) {
    mkdirSync(folder, { recursive: true });
    for (const name of hooks) {
      writeFileSync(join(folder, name), `#!/bin/sh\n${command(`hook.${name}`)}\n`);
      chmodSync(join(folder, name), 0o755);
    }
  }
};

export const everyFile = '* filter=planted diff=planted merge=planted\n*.bin filter=server\n';

export const plant = (gitDir: string, canary: Canary, kinds: Kinds = { attributes: true, signing: true }): void => {
  plantHooks(gitDir, canary);
  mkdirSync(join(gitDir, 'info'), { recursive: true });
  appendFileSync(join(gitDir, 'info/exclude'), '\nignored-by-plan\n');
  writeFileSync(join(gitDir, 'planted-include'), included(canary));
  appendFileSync(join(gitDir, 'config'), `${programs(canary)}[core]\n\thooksPath = ${join(gitDir, 'planted-hooks')}\n`);
  if (kinds.attributes) {
    writeFileSync(join(gitDir, 'info/attributes'), everyFile);
    writeFileSync(join(gitDir, 'planted-attributes'), everyFile);
    appendFileSync(join(gitDir, 'config'), `[core]\n\tattributesFile = ${join(gitDir, 'planted-attributes')}\n`);
  }
  if (kinds.signing)
    appendFileSync(
      join(gitDir, 'config'),
      '[commit]\n\tgpgSign = true\n[tag]\n\tgpgSign = true\n[user]\n\tsigningKey = ABCDEF\n',
    );
  // Last, so that what it includes wins.
  appendFileSync(join(gitDir, 'config'), '[include]\n\tpath = planted-include\n');
};
