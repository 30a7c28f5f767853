/** The shape of one result, checked by hand and not by a schema: there are hundreds of thousands of them. */
import { isObject } from '../../../plain/shape.ts';
import type { ArtifactLocation, Message, Region } from './schema.ts';

export class Misshapen extends Error {}

type Shape = Readonly<Record<string, unknown>>;

const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'text' : typeof value;
};

const wrong = (path: string, wanted: string, value: unknown): never => {
  throw new Misshapen(`${path}: expected ${wanted}, not ${kindOf(value)}`);
};

/** Producers write null where they mean nothing. */
const isNothing = (value: unknown): value is null | undefined => value === undefined || value === null;

const text = (value: unknown, path: string): string | undefined => {
  if (isNothing(value)) return undefined;
  return typeof value === 'string' ? value : wrong(path, 'text', value);
};

const number = (value: unknown, path: string): number | undefined => {
  if (isNothing(value)) return undefined;
  return typeof value === 'number' ? value : wrong(path, 'a number', value);
};

const object = (value: unknown, path: string): Shape | undefined => {
  if (isNothing(value)) return undefined;
  return isObject(value) ? value : wrong(path, 'an object', value);
};

const list = (value: unknown, path: string): readonly unknown[] | undefined => {
  if (isNothing(value)) return undefined;
  return Array.isArray(value) ? value : wrong(path, 'a list', value);
};

const element = (value: unknown, path: string): Shape => (isObject(value) ? value : wrong(path, 'an object', value));

const argumentsOf = (value: unknown): string[] | undefined =>
  list(value, 'message.arguments')?.map((each, index) =>
    typeof each === 'string' ? each : wrong(`message.arguments.${index}`, 'text', each),
  );

export const messageIn = (value: unknown): Message | undefined => {
  const message = object(value, 'message');
  return (
    message && {
      text: text(message['text'], 'message.text'),
      markdown: text(message['markdown'], 'message.markdown'),
      id: text(message['id'], 'message.id'),
      arguments: argumentsOf(message['arguments']),
    }
  );
};

export const artifactIn = (value: unknown, path: string): ArtifactLocation | undefined => {
  const location = object(value, path);
  return (
    location && {
      uri: text(location['uri'], `${path}.uri`),
      uriBaseId: text(location['uriBaseId'], `${path}.uriBaseId`),
      index: number(location['index'], `${path}.index`),
    }
  );
};

const regionIn = (value: unknown, path: string): (Region & { snippet: unknown }) | undefined => {
  const region = object(value, path);
  return (
    region && {
      startLine: number(region['startLine'], `${path}.startLine`),
      startColumn: number(region['startColumn'], `${path}.startColumn`),
      endLine: number(region['endLine'], `${path}.endLine`),
      endColumn: number(region['endColumn'], `${path}.endColumn`),
      charOffset: number(region['charOffset'], `${path}.charOffset`),
      charLength: number(region['charLength'], `${path}.charLength`),
      byteOffset: number(region['byteOffset'], `${path}.byteOffset`),
      snippet: region['snippet'],
    }
  );
};

export type Place = { artifact: ArtifactLocation | undefined; region: ReturnType<typeof regionIn> };

export const placeIn = (value: unknown, path: string): Place => {
  const physical = object(element(value, path)['physicalLocation'], `${path}.physicalLocation`);
  return {
    artifact: artifactIn(physical?.['artifactLocation'], `${path}.physicalLocation.artifactLocation`),
    region: regionIn(physical?.['region'], `${path}.physicalLocation.region`),
  };
};

const ruleIn = (value: unknown) => {
  const rule = object(value, 'rule');
  const component = object(rule?.['toolComponent'], 'rule.toolComponent');
  return (
    rule && {
      id: text(rule['id'], 'rule.id'),
      index: number(rule['index'], 'rule.index'),
      component: component && {
        index: number(component['index'], 'rule.toolComponent.index'),
        name: text(component['name'], 'rule.toolComponent.name'),
        guid: text(component['guid'], 'rule.toolComponent.guid'),
      },
    }
  );
};

/** Throws Misshapen for what cannot be a result. What only adds to one is passed on as it is. */
export const resultIn = (value: unknown) => {
  const result = isObject(value) ? value : wrong('result', 'an object', value);
  const properties = result['properties'];
  return {
    ruleId: text(result['ruleId'], 'ruleId'),
    ruleIndex: number(result['ruleIndex'], 'ruleIndex'),
    rule: ruleIn(result['rule']),
    kind: text(result['kind'], 'kind'),
    level: text(result['level'], 'level'),
    message: messageIn(result['message']),
    places: list(result['locations'], 'locations')?.map((each, index) => placeIn(each, `locations.${index}`)) ?? [],
    analysisTarget: artifactIn(result['analysisTarget'], 'analysisTarget'),
    suppressions: list(result['suppressions'], 'suppressions')?.map((each, index) =>
      text(element(each, `suppressions.${index}`)['status'], `suppressions.${index}.status`),
    ),
    baselineState: text(result['baselineState'], 'baselineState'),
    fixes: list(result['fixes'], 'fixes'),
    properties: isObject(properties) ? properties : undefined,
    provenance: result['provenance'],
    partialFingerprints: result['partialFingerprints'],
    fingerprints: result['fingerprints'],
    relatedLocations: result['relatedLocations'],
    codeFlows: result['codeFlows'],
    occurrenceCount: result['occurrenceCount'],
  };
};
export type Result = ReturnType<typeof resultIn>;
