/** What the schema allows at a key, asked of its JSON form: for values given as text, and for suggestions. */
import { z } from 'zod';
import { type Path, type Plain, isPlain } from '../plain/plain-data.ts';
import { Config } from './schema.ts';

/** By section, and the whole without a name: making it takes long, and mostly one section is asked about. */
const made = new Map<string | undefined, Plain>();

const make = (section: string | undefined, schema: z.ZodType): Plain => {
  const json = made.get(section) ?? z.toJSONSchema(schema, { io: 'input' });
  made.set(section, json);
  return json;
};

const alternatives = (schema: unknown): Plain[] => {
  if (!isPlain(schema)) return [];
  const inner = [schema['anyOf'], schema['oneOf']].find(Array.isArray);
  return inner ? inner.flatMap(alternatives) : [schema];
};

const step = (schema: Plain, key: string | number): Plain[] => {
  if (typeof key === 'number') return alternatives(schema['items']);
  const properties = schema['properties'];
  const named =
    isPlain(properties) && Object.hasOwn(properties, key) ? properties[key] : schema['additionalProperties'];
  return alternatives(named);
};

const below = (schema: Plain, path: Path): Plain[] =>
  path.reduce<Plain[]>((schemas, key) => schemas.flatMap((each) => step(each, key)), alternatives(schema));

/** All forms that a value may have here; none for a key that is not known. */
export const schemasAt = (path: Path): Plain[] => {
  const [section, ...rest] = path;
  const own = Object.entries(Config.shape).find(([name]) => name === section)?.[1];
  return own ? below(make(String(section), own), rest) : below(make(undefined, Config), path);
};

const propertiesOf = (schema: Plain): Plain => (isPlain(schema['properties']) ? schema['properties'] : {});

/** Not so for the form that another kind has. */
const mayBe = (schema: Plain, value: unknown): boolean =>
  !isPlain(value) ||
  Object.entries(propertiesOf(schema)).every(
    ([key, inner]) =>
      !isPlain(inner) || !('const' in inner) || !Object.hasOwn(value, key) || inner['const'] === value[key],
  );

/** The names that are known below a key, in the forms that `value` may have. */
export const keysAt = (path: Path, value?: unknown): string[] => {
  const forms = schemasAt(path).filter((schema) => mayBe(schema, value));
  return [...new Set(forms.flatMap((schema) => Object.keys(propertiesOf(schema))))];
};

/** Whether people choose the names below this key. */
export const hasFreeNames = (path: Path): boolean =>
  schemasAt(path).some((schema) => isPlain(schema['additionalProperties']));

/** JSON types that are allowed here, `integer` counted as `number`. */
export const typesAt = (path: Path): Set<string> =>
  new Set(schemasAt(path).map((schema) => (schema['type'] === 'integer' ? 'number' : String(schema['type']))));

export const hasFixedValues = (path: Path): boolean => schemasAt(path).some((schema) => Array.isArray(schema['enum']));
