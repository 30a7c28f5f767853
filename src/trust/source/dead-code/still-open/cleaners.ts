/** Cleaning that lets through what it should hold off: dots taken out once, tags by name, quotes by hand. */
import type { Asking } from '../../../../model/patch.ts';
import { anyOf, pattern } from '../../../../plain/pattern.ts';
import type { CodeLine } from '../../code-lines.ts';
import { mentions } from '../../words.ts';

type Cleaner = {
  /** What findings say that complain of it. */
  harm: RegExp;
  one: RegExp;
  /** What does hold it off, wherever it stands in the new code. */
  cure: RegExp;
  about: string;
};

const leadsOut = /travers|\.\.\/|outside|CWE-22\b|G304|zip ?slip/i;

/** Looks where a path leads, takes only its last part, or leaves it to somebody who does. */
const heldInside = pattern(
  '',
  anyOf(
    /\b(?:starts?_?[wW]ith|HasPrefix|is_relative_to|commonpa\w+|[iI]sLocal|relative|Rel|[cC]ontains|includes)\b/,
    /\b(?:if|unless|throw|raise|basename|Base|getFileName|DirFS|secure_filename|safe_join)\b|\bErr\(/,
    /\b\w*(?:[iI]nside|[wW]ithin|[sS]afe|[eE]nsure|[aA]ssert|[vV]alid)\w*\b/,
  ),
);

const replacing = /\b(?:[rR]eplace(?:All|_all)?|str_replace|gsub!?|sub!?)\b\s*\(?[^\n]{0,60}?/;

const cleaners: readonly Cleaner[] = [
  {
    harm: leadsOut,
    one: pattern('', anyOf(pattern('', replacing, /["'`/](?:\\?\.){2}/), /\$\{\w+\/\/?(?:\\?\.){2}/)),
    cure: heldInside,
    about: 'takes dots out of a path, of which others are left together',
  },
  {
    harm: leadsOut,
    one: /\b(?:file)?path\.(?:Clean|normalize)\(|\bos\.path\.normpath\(/,
    cure: pattern('', anyOf(heldInside, /\.\./)),
    about: 'tidies a path up, and lets it lead where it likes',
  },
  {
    harm: /XSS|cross-site|script|html|escap|sanitiz/i,
    one: pattern('i', replacing, /["'`/(]<\\?\/?script/),
    cure: /&lt;|escape|sanitize|textContent/i,
    about: 'takes single tags out of a text, of which others do the same',
  },
  {
    harm: /inject|SQL/i,
    one: pattern('', anyOf(/\baddslashes\(/, pattern('', replacing, /\(\s*(?:"'"|'"'|'\\''|\/'\/g?),\s*(?:''|"")/))),
    cure: /\b(?:prepare\w*|bind\w*|quote\w*|escape\w*)\b|\?/,
    about: 'takes quotes out of a text that is put into a query',
  },
  {
    harm: /inject|escap|XSS|sanitiz|encod/i,
    one: pattern(
      '',
      anyOf(
        /\bunescape\(\s*(?:html\.)?escape\(|\bdecodeURI\w*\(\s*encodeURI\w*\(/,
        /\bhtml_entity_decode\(\s*html\w+\(|\bb64decode\(\s*(?:\w+\.)?b64encode\(/,
      ),
    ),
    cure: /(?!)/,
    about: 'turns a text into another one and back',
  },
];

export const cleanedInVain = (
  fresh: readonly CodeLine[],
  findings: readonly Asking[],
): (CodeLine & { about: string })[] =>
  cleaners
    .filter(({ harm, cure }) => mentions(findings, harm) && !fresh.some(({ text }) => cure.test(text)))
    .flatMap(({ one, about }) =>
      fresh.filter(({ text }) => one.test(text.slice(0, 500))).map((line) => ({ ...line, about })),
    )
    .slice(0, 1);
