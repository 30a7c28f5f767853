/**
 * Checks JUnit XML by what the two schemas in use demand: Ant's (windyroad/JUnit-Schema) and Jenkins's (xunit-plugin,
 * junit-10).
 */
import { XMLParser, XMLValidator } from 'fast-xml-parser';

type Rule = { required: readonly string[]; optional?: readonly string[]; children: RegExp };

/** What both allow. `children` describes the names of the elements inside, each followed by a comma. */
const rules: Readonly<Record<string, Rule>> = {
  testsuites: { required: [], children: /^(?:testsuite,)*$/ },
  testsuite: {
    required: ['name', 'package', 'id', 'timestamp', 'hostname', 'tests', 'failures', 'errors', 'time'],
    optional: ['skipped'],
    children: /^properties,(?:testcase,)*system-out,system-err,$/,
  },
  properties: { required: [], children: /^(?:property,)*$/ },
  property: { required: ['name', 'value'], children: /^$/ },
  testcase: { required: ['name', 'classname', 'time'], children: /^(?:(?:skipped|error|failure),)?$/ },
  failure: { required: ['type'], optional: ['message'], children: /^$/ },
  error: { required: ['type'], optional: ['message'], children: /^$/ },
  skipped: { required: [], optional: ['message'], children: /^$/ },
  'system-out': { required: [], children: /^$/ },
  'system-err': { required: [], children: /^$/ },
};

const formats: Readonly<Record<string, RegExp>> = {
  time: /^\d+\.\d+$/,
  timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
  id: /^\d+$/,
  tests: /^\d+$/,
  failures: /^\d+$/,
  errors: /^\d+$/,
  skipped: /^\d+$/,
  hostname: /./,
  name: /./,
};

export type Element = { tag: string; attributes: Record<string, string>; children: Element[]; text: string };

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  parseTagValue: false,
});

const toElement = (value: Record<string, unknown>): Element => {
  const [tag = ''] = Object.keys(value).filter((key) => key !== ':@');
  const inside = Array.isArray(value[tag]) ? value[tag] : [];
  return {
    tag,
    attributes: Object.fromEntries(Object.entries(value[':@'] ?? {}).map(([key, text]) => [key, String(text)])),
    children: inside.filter((each) => !('#text' in each)).map(toElement),
    text: inside.flatMap((each) => ('#text' in each ? [String(each['#text'])] : [])).join(''),
  };
};

export const parseXml = (xml: string): Element => {
  const [first] = parser.parse(xml).filter((each: object) => !('?xml' in each));
  return toElement(first);
};

const check = ({ tag, attributes, children }: Element): string[] => {
  const rule = rules[tag];
  if (!rule) return [`${tag} is unknown`];
  const names = Object.keys(attributes);
  const order = children.map((child) => `${child.tag},`).join('');
  return [
    ...rule.required.filter((name) => !names.includes(name)).map((name) => `${tag} lacks ${name}`),
    ...names
      .filter((name) => ![...rule.required, ...(rule.optional ?? [])].includes(name))
      .map((name) => `${tag} may not have ${name}`),
    ...names
      .filter((name) => formats[name]?.test(attributes[name] ?? '') === false)
      .map((name) => `${tag} has a bad ${name}`),
    ...(rule.children.test(order) ? [] : [`${tag} holds ${order}`]),
    ...children.flatMap(check),
  ];
};

const miscounted = (suite: Element): string[] => {
  const cases = suite.children.filter(({ tag }) => tag === 'testcase');
  const holding = (name: string): number =>
    cases.filter(({ children }) => children.some(({ tag }) => tag === name)).length;
  const counts = {
    tests: cases.length,
    failures: holding('failure'),
    errors: holding('error'),
    skipped: holding('skipped'),
  };
  return Object.entries(counts).flatMap(([name, count]) =>
    suite.attributes[name] === String(count) ? [] : [`${name} is not ${count}`],
  );
};

/** XML 1.0 has no way to say them, not even by number. */
const isForbidden = (character: string): boolean => {
  const code = character.codePointAt(0) ?? 0;
  return (
    (code < 0x20 && !['\t', '\n', '\r'].includes(character)) ||
    (code >= 0xd800 && code <= 0xdfff) ||
    code === 0xfffe ||
    code === 0xffff
  );
};

const holdsForbidden = (xml: string): boolean => /&#/.test(xml) || Array.from(xml).some(isForbidden);

/** What speaks against a text being JUnit XML. */
export const junitErrors = (xml: string): string[] => {
  const valid = XMLValidator.validate(xml);
  if (valid !== true) return [valid.err.msg];
  const root = parseXml(xml);
  return [
    ...check(root),
    ...root.children.flatMap(miscounted),
    ...(holdsForbidden(xml) ? ['a forbidden character'] : []),
  ];
};
