/** Takes the values of secrets out of a patch. */

/** Text as UTF-8 where it is that, so that secrets with any character are found; byte by byte otherwise. */
const encodingOf = (bytes: Buffer): 'utf8' | 'latin1' => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf8';
  } catch {
    return 'latin1';
  }
};

/** Where the changes of one file begin. Lines of text always have a sign before them. */
const perFile = /(?<=\n)(?=diff --git )/;
const binary = '\nGIT binary patch\n';

/** A binary change is compressed: no secret can be seen in it, and a chance hit would only break it. */
const cleanFile = (file: string, clean: (text: string) => string): string => {
  const at = file.indexOf(binary);
  return at === -1 ? clean(file) : clean(file.slice(0, at)) + file.slice(at);
};

export const cleanPatch = (
  patch: Uint8Array,
  clean: (text: string) => string,
): { bytes: Buffer; redacted: boolean } => {
  const bytes = Buffer.from(patch.buffer, patch.byteOffset, patch.byteLength);
  const encoding = encodingOf(bytes);
  const text = bytes.toString(encoding);
  const cleaned = text
    .split(perFile)
    .map((file) => cleanFile(file, clean))
    .join('');
  return cleaned === text ? { bytes, redacted: false } : { bytes: Buffer.from(cleaned, encoding), redacted: true };
};
