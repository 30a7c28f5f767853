/**
 * A finding that quotes code which is nowhere in its file is dismissed; one that quotes loosely what is there is not.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inSandbox } from '../support/bad-agent.ts';

const result = (ruleId: string, text: string): unknown => ({
  ruleId,
  message: { text: `about ${ruleId}` },
  locations: [
    { physicalLocation: { artifactLocation: { uri: 'src/a.ts' }, region: { startLine: 1, snippet: { text } } } },
  ],
});

it('1.6 nothing is spent on a finding that quotes code which is not there', () =>
  inSandbox(
    async (box) => {
      const results = [
        result('invented', 'return launch(target);'),
        result('there', 'one( );'),
        result('loose', '1: one();\n...\n3: three();'),
      ];
      const from = join(box.scratch, 'in.sarif');
      writeFileSync(
        from,
        JSON.stringify({ version: '2.1.0', runs: [{ tool: { driver: { name: 'tool' } }, results }] }),
      );
      const { report } = await box.report([
        'fix',
        '--from',
        from,
        '--set',
        'limits.cycles=0',
        '--set',
        'findings.dedup=off',
      ]);
      expect(
        Object.fromEntries(report.findings.map(({ rule, status, reason }) => [rule, `${status}: ${reason}`])),
      ).toEqual({
        invented: 'dismissed: no evidence: the code that it quotes is nowhere in src/a.ts',
        there: expect.stringMatching(/^blocked: /),
        loose: expect.stringMatching(/^blocked: /),
      });
      expect((await box.run(['report'])).stdout).toContain('the code that it quotes is nowhere in src/a.ts');
    },
    { 'src/a.ts': 'one();\ntwo();\nthree();\n' },
  ));
