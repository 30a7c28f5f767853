/** What a browser may do on the page: nothing but its own style and its own script. */
import { createHash } from 'node:crypto';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Said by hashes, so that nothing which got into the page by mistake would run. */
export const contentPolicy = (style: string, script: string): string =>
  [
    `default-src 'none'`,
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
