/** Every text that an agent is given, cleaned of secrets. The text of an edit is left alone: it is code that is put back as it is. */
export const redactAll = <T>(value: T, redact: (text: string) => string): T =>
  JSON.parse(JSON.stringify(value), (key, inner: unknown) => (typeof inner === 'string' && key !== 'text' ? redact(inner) : inner));
