/** What our tools are called, by those who offer them and by those who allow them. */

export const toolNames = {
  listFindings: 'list_findings',
  getFinding: 'get_finding',
  reportOutcome: 'report_outcome',
} as const;
