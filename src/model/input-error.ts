/** Something that was given cannot be used: says what, and what to do. */
export class InputError extends Error {
  override name = 'InputError';
}
