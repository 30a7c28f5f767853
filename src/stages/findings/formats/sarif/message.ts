/** The words of a result: its own text, or a template of its rule with arguments filled in. */
import { isObject, own } from '../shape.ts';
import type { RuleRef } from './rule.ts';
import type { Message } from './schema.ts';

/** `{0}` stands for an argument, `{{` and `}}` for braces. */
const fillIn = (template: string, values: readonly string[]): string =>
  template.replaceAll(/\{\{|\}\}|\{(\d{1,4})\}/g, (match, index: string | undefined) => {
    if (index === undefined) return match.slice(1);
    return values[Number(index)] ?? match;
  });

/** `[text](3)` points at a related location that is not shown here; links to the web stay. */
const withoutLinks = (text: string): string =>
  text.replaceAll(/(?<!\\)\[((?:[^\]\\]|\\.){1,500})\]\(\d{1,9}\)/g, '$1').replaceAll(/\\([[\]\\])/g, '$1');

const templateOf = (id: string, { rule, component }: RuleRef): string | undefined => {
  const strings = rule?.messageStrings;
  const ofRule = strings && Object.hasOwn(strings, id) ? strings[id] : undefined;
  const found = ofRule ?? own(component.messages, id);
  if (!isObject(found)) return undefined;
  return typeof found['text'] === 'string' ? found['text'] : typeof found['markdown'] === 'string' ? found['markdown'] : undefined;
};

/** Far more than is kept of a text; looking for links in a dump would take long. */
const longest = 20_000;

/** Undefined when the source says nothing. */
export const messageText = (message: Message | null | undefined, ref: RuleRef): string | undefined => {
  const template = message?.text || (message?.id ? templateOf(message.id, ref) : undefined) || message?.markdown;
  return template ? withoutLinks(fillIn(template.slice(0, longest), message?.arguments ?? []).slice(0, longest)) : undefined;
};

/** For a result whose words are kept elsewhere: the little that is known still makes a finding. */
export const messageOfLastResort = (message: Message | null | undefined, { id, rule }: RuleRef): string => {
  const described = rule?.shortDescription?.text || rule?.fullDescription?.text || rule?.name || id || '';
  const details = (message?.arguments ?? []).join(', ');
  return described && details ? `${described} (${details})` : described;
};

const maxHelp = 400;

/** What is known about the rule, where it is short and says more than the message does. */
export const ruleHelp = ({ rule }: RuleRef, message: string): string => {
  const help = rule?.help?.text ?? rule?.fullDescription?.text ?? rule?.shortDescription?.text ?? '';
  return help.length > 0 && help.length <= maxHelp && !message.includes(help.trim()) ? help.trim() : '';
};
