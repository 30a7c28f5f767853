/** A value as the one document that a command prints with --json. */

export const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
