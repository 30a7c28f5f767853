/**
 * What secrets look like, for those whose value is not known. Each pattern starts at the border of a word and repeats a
 * bounded number of times, so that no text makes matching slow.
 */

/** Formats that say what they are by themselves. */
const tokens = [
  String.raw`(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])`,
  String.raw`gh[pousr]_[A-Za-z0-9]{36,255}`,
  String.raw`github_pat_\w{22,255}`,
  String.raw`gl(?:pat|ptt|rt|dt|cbt|ft|soat|agent)-[\w-]{20,255}`,
  String.raw`xox[abeoprs]-[\w-]{10,255}`,
  String.raw`xapp-\d-[\w-]{10,255}`,
  String.raw`npm_[A-Za-z0-9]{36,255}`,
  String.raw`sk-(?=[\w-]{0,60}\d)[\w-]{20,255}`,
  String.raw`AIza[\w-]{35}`,
  String.raw`ya29\.[\w-]{20,500}`,
  String.raw`GOCSPX-[\w-]{20,60}`,
  String.raw`(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,255}`,
  String.raw`whsec_[A-Za-z0-9+/=]{20,255}`,
  String.raw`SG\.[\w-]{16,32}\.[\w-]{16,64}`,
  String.raw`pypi-[\w-]{50,255}`,
  String.raw`dckr_pat_[\w-]{20,255}`,
  String.raw`hf_[A-Za-z0-9]{30,255}`,
  String.raw`do[opr]_v1_[a-f0-9]{64}`,
  String.raw`shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}`,
  String.raw`lin_api_[A-Za-z0-9]{32,64}`,
  String.raw`AGE-SECRET-KEY-1[A-Z0-9]{58}`,
  String.raw`eyJ[\w-]{10,4000}\.eyJ[\w-]{10,8000}\.[\w-]{0,2000}`,
];

/** Cut off or not; single dashes occur in the headers of encrypted keys. */
const privateKey = String.raw`-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){0,20000}(?:-----END [A-Z0-9 ]{0,60}-----)?`;

const selfEvident = new RegExp(`()(?<![A-Za-z0-9_])(?:${tokens.join('|')})|${privateKey}`, 'g');

/** scheme://user:password@host */
const inAddress = /(:\/\/[^\s:/@"'<>]{0,100}:)(?![$%{<[])[^\s/@"'<>]{3,300}(?=@)/g;

const inHeader = /(\b(?:Bearer|Basic)\s{1,3})[\w.~+/=-]{16,4000}/gi;

const secretName = '(?:passw(?:or)?d|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?key|credentials?)';

/** `password = "…"`, `'apiKey': '…'`: a literal that nobody would write as prose, and no reference to something else. */
const quoted = new RegExp(
  String.raw`(${secretName}["']?\s{0,5}(?:=>|:=|[:=])\s{0,5}(["'\x60]))(?![$%{<[])(?:(?=[^"'\x60\s]{0,60}\d)[^"'\x60\s]{8,500}|[^"'\x60\s]{20,500})(?=\2)`,
  'gi',
);

/** `API_KEY=…`, as in the files that programs read their environment from. */
const unquoted =
  /((?:TOKEN|SECRET|PASSW(?:OR)?D|PASSPHRASE|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIALS?)=)(?![$%{<[])[^\s"'`$(){}<>;,]{8,500}/g;

/** The first group of each is what is kept before the value. */
export const secretPatterns: readonly RegExp[] = [selfEvident, inAddress, inHeader, quoted, unquoted];
