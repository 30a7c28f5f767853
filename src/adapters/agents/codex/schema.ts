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
  if (!isRecord(properties)) return rest['type'] === 'object' ? { ...inner, ...closed({}) } : inner;
  const needed = new Set(Array.isArray(rest['required']) ? rest['required'] : []);
  const parts = Object.entries(properties).map(([key, value]) => {
    const part = strictSchema(value);
    return [
      key,
      needed.has(key) || (isRecord(value) && 'default' in value) ? part : { anyOf: [part, { type: 'null' }] },
    ];
  });
  return { ...inner, ...closed(Object.fromEntries(parts)) };
};

const isLiteral = (key: string): boolean => key === 'enum' || key === 'const' || key === 'required';

const closed = (properties: Record<string, unknown>): Record<string, unknown> => ({
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
