/** bandit's JSON. */
import { z } from 'zod';
import { own } from '../../../plain/shape.ts';
import { jsonTool, listed } from '../shared/json-tool.ts';
import { toolSeverity } from '../shared/tool-severity.ts';
import { fromZero } from '../shared/told.ts';

export const bandit = jsonTool({
  name: 'bandit',
  title: 'bandit JSON (bandit -f json)',
  reviewer: 'bandit',
  recognises: (value) => Array.isArray(own(value, 'results')) && own(value, 'metrics') !== undefined,
  entries: (value) => listed(own(value, 'results'), 'results'),
  shape: z.object({
    filename: z.string(),
    issue_text: z.string(),
    issue_severity: z.string().nullish(),
    issue_confidence: z.string().nullish(),
    test_id: z.string().nullish(),
    test_name: z.string().nullish(),
    line_number: z.number().nullish(),
    col_offset: z.number().nullish(),
    more_info: z.string().nullish(),
  }),
  told: (entry) => ({
    message: entry.issue_text,
    path: entry.filename,
    severity: toolSeverity(entry.issue_severity),
    rule: entry.test_id ?? entry.test_name,
    line: entry.line_number,
    column: fromZero(entry.col_offset),
    more: [entry.issue_confidence && `Confidence: ${entry.issue_confidence.toLowerCase()}`, entry.more_info],
  }),
});
