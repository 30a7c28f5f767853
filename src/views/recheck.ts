/** Who looks again at findings that came from a file, in words. */
import { type Command, showCommand } from '../config/values.ts';
import type { NotRechecked } from '../model/proof.ts';
import { shorten } from '../plain/printable.ts';
import { count } from './words/amounts.ts';

const most = 5;

/** `eslint (npx eslint -f json {files})` */
export const recheckerWords = ({ name, command }: { name: string; command: Command }): string =>
  `${name} (${shorten(showCommand(command), 160)})`;

/** `findings`: their codes. */
export const nobodyWords = ({ findings, reason }: NotRechecked): string => {
  const some = findings.slice(0, most).join(', ');
  const which = findings.length > most ? `${count(findings.length, 'finding')} (${some}, …)` : some;
  return `${which}: ${shorten(reason, 300)}`;
};
