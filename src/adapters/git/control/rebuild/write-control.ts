/** Writes the control repository of a run anew, without its commits. */
import { writeFileSync } from 'node:fs';
import { completeStart } from '../../user/partial.ts';
import { writeCloneDir } from '../../looks/clone-looks.ts';
import { configSetting, writeGitDir } from '../git-dir.ts';
import { type Facts, planHere } from './frozen-here.ts';

/** `control`: where it is while it is made; its settings name the place where it comes to lie. */
export const writeControl = async (facts: Facts, control: string): Promise<void> => {
  const { at, portable, config, paths } = facts;
  writeGitDir(control, planHere(facts));
  const info = `${paths.control}/info`;
  const place = [
    configSetting('core.excludesfile', `${info}/global-exclude`),
    configSetting('core.attributesfile', `${info}/global-attributes`),
  ];
  writeFileSync(`${control}/config`, [portable.config, ...place].join(''), 'latin1');
  writeCloneDir(control, portable.frozen, paths.control);
  await completeStart(control, at, config, portable.frozen.head);
};
