/**
 * Every text that an agent is given, cleaned of secrets. The text of an edit is left alone: it is code that is put back
 * as it is.
 */
export const redactAll = <T>(value: T, redact: (text: string) => string): T => {
  const edits = new Set<unknown>();
  const text = JSON.stringify(value, function clean(this: unknown, key, inner: unknown) {
    if (key === 'edits' && Array.isArray(inner)) for (const edit of inner) edits.add(edit);
    return typeof inner === 'string' && !(key === 'text' && edits.has(this)) ? redact(inner) : inner;
  });
  return JSON.parse(text);
};
