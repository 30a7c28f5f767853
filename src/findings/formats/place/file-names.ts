/** What looks like the name of a file. */
import { anyOf, pattern } from '../../../plain/pattern.ts';

const extension = /[\w)\]}~+@-]\.[A-Za-z_][\w+-]{0,15}$/;
const nameWithoutExtension = pattern(
  'i',
  /(?:^|[\\/])/,
  anyOf(
    /Makefile|GNUmakefile|Dockerfile|Containerfile|Jenkinsfile|Vagrantfile|Gemfile|Rakefile|Procfile|Brewfile/,
    /Justfile|LICENSE|LICENCE|README|CHANGELOG|NOTICE|CODEOWNERS|BUILD|WORKSPACE|\.[A-Za-z][\w.-]{1,40}/,
  ),
  /$/,
);
export const notAFile = pattern(
  'i',
  /^/,
  anyOf(
    /[a-z][a-z0-9+.-]{1,20}:\/\//,
    /(?:node|vue|next|nuxt|express|three|d3|react|asp|vb|e\.g|i\.e|a\.k\.a|etc)\.(?:js|net|g|e|a)?$/,
    /(?:i\.e|e\.g|a\.k)\b/,
  ),
);

/** It has an extension, or a name that is known to go without one. */
export const looksLikeFile = (path: string): boolean =>
  path.length <= 1_024 && !notAFile.test(path) && (extension.test(path) || nameWithoutExtension.test(path));

const noFile = pattern(
  'i',
  /^[\s(*_`]{0,5}/,
  /(?:n\/?a|none|null|unknown|general|multiple|various|several|all|entire|whole|global|project|repository)\b/,
  /[^./\\]{0,60}$|^-$/,
);

/** Where a field for a path says that there is none. */
export const isNoFile = (text: string): boolean => noFile.test(text);
