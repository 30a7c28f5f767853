/** The words of a result: its own text, or a template of its rule with arguments filled in. */
import { isObject, own } from '../../../plain/shape.ts';
import type { RuleRef, Template } from './run-context.ts';
import type { Message } from './schema.ts';
import { cutEnd } from '../../../plain/cut.ts';

/** `{0}` stands for an argument, `{{` and `}}` for braces. */
const takeApart = (template: string): Template => {
  const texts: string[] = [];
  const slots: { index: number; raw: string }[] = [];
  let text = '';
  let from = 0;
  for (const match of template.matchAll(/\{\{|\}\}|\{(\d{1,4})\}/g)) {
    text += template.slice(from, match.index);
    from = match.index + match[0].length;
    if (match[1] === undefined) text += match[0].slice(1);
    else {
      texts.push(text);
      slots.push({ index: Number(match[1]), raw: match[0] });
      text = '';
    }
  }
  texts.push(text + template.slice(from));
  return { texts, slots };
};

const fillIn = ({ texts, slots }: Template, values: readonly string[]): string => {
  let filled = texts[0] ?? '';
  for (const [n, { index, raw }] of slots.entries()) filled += (values[index] ?? raw) + (texts[n + 1] ?? '');
  return filled;
};

/** `[text](3)` points at a related location that is not shown here; links to the web stay. */
const withoutLinks = (text: string): string =>
  !text.includes('[') && !text.includes('\\')
    ? text
    : text.replaceAll(/(?<!\\)\[((?:[^[\]\\]|\\.){1,500})\]\(\d{1,9}\)/g, '$1').replaceAll(/\\([[\]\\])/g, '$1');

const templateOf = (id: string, { rule, component }: RuleRef): string | undefined => {
  const strings = rule?.messageStrings;
  const ofRule = strings && Object.hasOwn(strings, id) ? strings[id] : undefined;
  const found = ofRule ?? own(component.messages, id);
  if (!isObject(found)) return undefined;
  return [found['text'], found['markdown']].find((text) => typeof text === 'string');
};

/** Far more than is kept of a text; looking for links in a dump would take long. */
const longest = 20_000;
const none: readonly string[] = [];

/** Templates of rules are taken apart once, however many results use them. */
const apart = (template: string, templates: Map<string, Template>): Template => {
  const known = templates.get(template);
  if (known) return known;
  const taken = takeApart(template);
  templates.set(template, taken);
  return taken;
};

const filled = (message: Message, ref: RuleRef): string | undefined => {
  const values = message.arguments ?? none;
  const own = message.text;
  if (own) return own.includes('{') || own.includes('}') ? fillIn(takeApart(cutEnd(own, longest)), values) : own;
  const template = message.id ? templateOf(message.id, ref) : undefined;
  if (template) return fillIn(apart(cutEnd(template, longest), ref.component.templates), values);
  return message.markdown ? fillIn(takeApart(cutEnd(message.markdown, longest)), values) : undefined;
};

/** Undefined when the source says nothing. */
export const messageText = (message: Message | null | undefined, ref: RuleRef): string | undefined => {
  const text = message ? filled(message, ref) : undefined;
  if (!text) return undefined;
  return withoutLinks(cutEnd(text, longest));
};

/** For a result whose words are kept elsewhere: the little that is known still makes a finding. */
export const messageOfLastResort = (message: Message | null | undefined, { id, rule }: RuleRef): string => {
  const described = rule?.shortDescription?.text || rule?.fullDescription?.text || rule?.name || id || '';
  const details = (message?.arguments ?? none).join(', ');
  return described && details ? `${described} (${details})` : described;
};
