/** Validates requests by the OpenAPI document that GitHub publishes. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv, type ValidateFunction } from 'ajv';
import { z } from 'zod';
import type { Asked } from './http.ts';

const Parameter = z.looseObject({ name: z.string(), in: z.string(), schema: z.unknown() });
const Operation = z.looseObject({
  parameters: z.array(z.union([z.object({ $ref: z.string() }), Parameter])).default([]),
  requestBody: z.unknown().optional(),
});
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({ parameters: z.record(z.string(), Parameter) }),
});

/** Ajv knows `nullable` only beside a type. */
const withoutBareNullable = (_: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || !('nullable' in value) || 'type' in value) return value;
  const { nullable: _nullable, ...rest } = value;
  return rest;
};

const read = (): z.infer<typeof Document> => {
  const file = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json');
  return Document.parse(JSON.parse(readFileSync(file, 'utf8'), withoutBareNullable));
};

const escape = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);

/** Templates with fewer placeholders are more exact. */
const placeholders = (template: string): number => template.split('{').length;

export type Validator = (asked: Pick<Asked, 'method' | 'path' | 'query' | 'body'>) => void;

/** Throws for a request that the document does not allow. */
export const githubValidator = (): Validator => {
  const document = read();
  const ajv = new Ajv({ strict: false, coerceTypes: false, validateFormats: false });
  ajv.addSchema(document, 'github');
  const templates = Object.keys(document.paths)
    .map((template) => ({ template, pattern: patternOf(template) }))
    .toSorted((a, b) => placeholders(a.template) - placeholders(b.template));
  const compiled = new Map<string, ValidateFunction>();
  const validate = (pointer: string, value: unknown, what: string): void => {
    const check = compiled.get(pointer) ?? ajv.compile({ $ref: `github#${pointer}` });
    compiled.set(pointer, check);
    if (!check(value)) throw new Error(`${what}: ${ajv.errorsText(check.errors)}`);
  };
  const checkQuery = (pointer: string, operation: z.infer<typeof Operation>, query: URLSearchParams): void => {
    const known = new Map(
      operation.parameters.map((parameter, index) => {
        const name = '$ref' in parameter ? (String(parameter.$ref).split('/').at(-1) ?? '') : '';
        const resolved =
          name === '' ? Parameter.parse(parameter) : Parameter.parse(document.components.parameters[name]);
        const at =
          name === '' ? `${pointer}/parameters/${index}/schema` : `/components/parameters/${escape(name)}/schema`;
        return [resolved.name, at] as const;
      }),
    );
    for (const [name, value] of query) {
      const at = known.get(name);
      if (at === undefined) throw new Error(`${name} is no parameter of ${pointer}`);
      validate(at, /^\d+$/.test(value) ? Number(value) : value, name);
    }
  };
  return ({ method, path, query, body }) => {
    const found = templates.find(
      ({ template, pattern }) => pattern.test(path) && document.paths[template]?.[method.toLowerCase()] !== undefined,
    );
    if (!found) throw new Error(`GitHub has no ${method} ${path}`);
    const pointer = `/paths/${escape(found.template)}/${method.toLowerCase()}`;
    const operation = Operation.parse(document.paths[found.template]?.[method.toLowerCase()]);
    checkQuery(pointer, operation, query);
    if (body !== undefined && operation.requestBody !== undefined)
      validate(`${pointer}/requestBody/content/application~1json/schema`, body, `${method} ${path}`);
  };
};
