/** The API of the model that the scripted ACP agent asks: one JSON text for each turn. */
import type { Protocol } from '../support/model/protocol.ts';

export const acpAgentModel: Protocol = {
  matches: (method, path) => method === 'POST' && path === '/turn',
  isMain: () => true,
  side: () => ({}),
  tools: () => [],
  stream: (speech) => {
    const text = JSON.stringify(speech);
    return [text.slice(0, 10), text.slice(10)];
  },
  failure: (status, message) => ({ status, message }),
};
