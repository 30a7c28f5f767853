/** The form in which OpenAI's models can be held to a JSON schema: every property required, none besides. */

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What may be left out can be null instead; what has a default is simply asked for. */
export const strictSchema = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(strictSchema);
  if (!isRecord(schema)) return schema;
  const { $schema: _, default: __, properties, ...rest } = schema;
  const inner = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, isLiteral(key) ? value : strictSchema(value)]),
  );
  if (isRecord(properties)) return { ...inner, ...closed(strictProperties(properties, rest['required'])) };
  return rest['type'] === 'object' ? { ...inner, ...closed({}) } : inner;
};

const strictProperties = (properties: Record<string, unknown>, required: unknown): Record<string, unknown> => {
  const needed = new Set(Array.isArray(required) ? required : []);
  const isAskedFor = (key: string, value: unknown): boolean =>
    needed.has(key) || (isRecord(value) && 'default' in value);
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => {
      const part = strictSchema(value);
      return [key, isAskedFor(key, value) ? part : { anyOf: [part, { type: 'null' }] }];
    }),
  );
};

const isLiteral = (key: string): boolean => key === 'enum' || key === 'const' || key === 'required';

const closed = (properties: Record<string, unknown>): Record<string, unknown> => ({
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
