/** pylint's JSON, in both of its versions: a list, or a list in a document. */
import { z } from 'zod';
import { own } from '../../../plain/shape.ts';
import { isListOf, jsonTool, listed } from '../shared/json-tool.ts';
import { toolSeverity } from '../shared/tool-severity.ts';
import { fromZero } from '../shared/told.ts';

export const pylint = jsonTool({
  name: 'pylint',
  title: 'pylint JSON (pylint -f json or json2)',
  reviewer: 'pylint',
  recognises: (value) =>
    isListOf(value, 'message-id', 'symbol') ||
    (Array.isArray(own(value, 'messages')) && own(value, 'statistics') !== undefined),
  entries: (value) => (Array.isArray(value) ? listed(value) : listed(own(value, 'messages'), 'messages')),
  shape: z.object({
    type: z.string().nullish(),
    path: z.string(),
    line: z.number().nullish(),
    endLine: z.number().nullish(),
    column: z.number().nullish(),
    endColumn: z.number().nullish(),
    symbol: z.string().nullish(),
    message: z.string(),
    'message-id': z.string().nullish(),
    messageId: z.string().nullish(),
  }),
  told: ({ type, column, endColumn, symbol, ...entry }) => ({
    ...entry,
    severity: toolSeverity(type),
    // The id is what its lines have too, so that a finding is recognised in either.
    rule: entry['message-id'] ?? entry.messageId ?? symbol,
    column: fromZero(column),
    endColumn: fromZero(endColumn),
    more: [symbol],
  }),
});
