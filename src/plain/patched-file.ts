/** Which file a part of a patch is about, from its first line: `diff --git a/NAME b/NAME`. */

/** Without renames that line holds the same name twice: `a/NAME b/NAME`, each in quotes where it needs them. */
export const patchedFile = (line: string): string => {
  const names = line.slice('diff --git '.length);
  const name = names.slice(0, Math.floor(names.length / 2));
  return (name.startsWith('"') ? unquote(name.slice(1, -1)) : name).slice('a/'.length);
};

const letters: Readonly<Record<string, string>> = { a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' };

/** Git quotes names as C does, byte by byte. */
const unquote = (quoted: string): string =>
  readable(
    Buffer.from(quoted, 'utf8')
      .toString('latin1')
      .replaceAll(/\\([0-7]{3}|.)/g, (_, escape: string) =>
        escape.length === 3 ? String.fromCharCode(Number.parseInt(escape, 8) & 0xff) : (letters[escape] ?? escape),
      ),
  );

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** As the repository's adapter names files: UTF-8 where it is that, with `\xNN` for the bytes that are not. */
const readable = (bytes: string): string => {
  try {
    return strict.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return bytes.replaceAll(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
  }
};
