/**
 * The proxy of sandbox-runtime with a list of its own for each call; it goes on through the proxy that this machine
 * needs, if any.
 */
import type { Server } from 'node:net';
import { matchesDomainPatternWithPort } from '@anthropic-ai/sandbox-runtime/dist/sandbox/domain-pattern.js';
import { createHttpProxyServer } from '@anthropic-ai/sandbox-runtime/dist/sandbox/http-proxy.js';
import {
  canonicalizeHost,
  isValidHost,
  resolveParentProxy,
} from '@anthropic-ai/sandbox-runtime/dist/sandbox/parent-proxy.js';

export const proxyServer = (allowed: readonly string[]): Server => {
  const parentProxy = resolveParentProxy();
  return createHttpProxyServer({
    filter: (port, host) => {
      // As it will be dialled: addresses can be written in many ways.
      const real = isValidHost(host) ? canonicalizeHost(host) : undefined;
      return real !== undefined && allowed.some((pattern) => matchesDomainPatternWithPort(real, port, pattern));
    },
    ...(parentProxy === undefined ? {} : { parentProxy }),
  });
};
