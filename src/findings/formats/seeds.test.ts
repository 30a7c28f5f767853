import { describe, expect, it } from 'vitest';
import { type ReadOptions, readFindings } from '../read/read.ts';

const read = (value: unknown, options: Partial<ReadOptions> = {}) =>
  readFindings({ name: 'in.json', text: JSON.stringify(value) }, { root: '/repo', ...options });

const unified = (...findings: unknown[]) => ({ groups: [{ description: 'Independent fixes - batch 1', findings }] });

describe('unified (U)', () => {
  const item = {
    id: 'F001',
    file: 'src/foo.py',
    line: '45-67',
    issue: 'Uses raw subprocess. Bad.',
    severity: 'major',
    category: 'library_standards',
    fix_hint: 'Use CommandRunner',
  };

  it('1.2 reads the example of the seed', async () => {
    expect(await read(unified(item))).toEqual({
      format: 'unified',
      problems: [],
      findings: [
        {
          code: 'F001',
          file: 'src/foo.py',
          line: 45,
          endLine: 67,
          title: 'Uses raw subprocess',
          description: 'Uses raw subprocess. Bad.',
          severity: 'high',
          category: 'library_standards',
          suggestion: 'Use CommandRunner',
          group: 'Independent fixes - batch 1',
        },
      ],
    });
  });

  it('1.2 keeps groups apart that are described alike', async () => {
    const groups = [
      { description: 'a', findings: [item] },
      { description: 'a', findings: [item] },
      { findings: [item] },
    ];
    expect((await read({ groups })).findings.map(({ group }) => group)).toEqual(['a', 'a (2)', 'group 3']);
  });

  it('1.2 makes what cannot be read a problem with its place', async () => {
    const { findings, problems } = await read({
      groups: [
        { findings: [item, 7, { severity: 'major' }, { issue: 'out', file: '../x' }] },
        'no group',
        { findings: {} },
      ],
    });
    expect(findings).toHaveLength(1);
    expect(problems.map(({ place }) => place)).toEqual([
      'groups[0].findings[1]',
      'groups[0].findings[2]',
      'groups[0].findings[3]',
      'groups[1]',
      'groups[2]',
    ]);
  });

  it.each([
    ['42', { line: 42 }],
    [42, { line: 42 }],
    ['`src/foo.py`', {}],
    [null, {}],
  ])('1.2 keeps a finding whose line is %j', async (line, expected) => {
    const { findings } = await read(unified({ ...item, line }));
    expect(findings).toEqual([expect.objectContaining({ file: 'src/foo.py', ...expected })]);
  });
});

describe('what reviewers put into the fields of a finding', () => {
  const readItem = async (more: object) =>
    (await read({ findings: [{ title: 't', description: 'd', ...more }] })).findings[0];

  it.each([
    [{ file: 'a.py:42-50' }, { file: 'a.py', line: 42, endLine: 50 }],
    [{ file: 'a.py:42:7' }, { file: 'a.py', line: 42, column: 7 }],
    [{ file: '`src/a.py:42`' }, { file: 'src/a.py', line: 42 }],
    [{ file: 'src\\a.py#L42' }, { file: 'src/a.py', line: 42 }],
    [
      { file: 'a.py:42', line: 7 },
      { file: 'a.py', line: 7 },
    ],
    [
      { file: 'a.py:42', line: null },
      { file: 'a.py', line: 42 },
    ],
    [
      { file: 'a.py', line: 3, column: 9 },
      { file: 'a.py', line: 3, column: 9 },
    ],
    [
      { file: 'a.py', line: 3, column: 'x' },
      { file: 'a.py', line: 3 },
    ],
    [{ file: 'a.py', column: 9 }, { file: 'a.py' }],
    [{ file: 'my notes about it.md' }, { file: 'my notes about it.md' }],
    [{ file: 'a, b.py' }, { file: 'a, b.py' }],
    [{ file: 'Makefile' }, { file: 'Makefile' }],
  ])('1.2 reads the place of %j', async (more, expected) => {
    expect(await readItem(more)).toEqual({
      title: 't',
      description: 'd',
      severity: 'medium',
      category: 'general',
      ...expected,
    });
  });

  it('1.2 keeps a second place in the description', async () => {
    expect(await readItem({ file: 'a.py:42, b.py:7' })).toMatchObject({
      file: 'a.py',
      line: 42,
      description: 'd\n\nReported at: a.py:42, b.py:7',
    });
    expect(await readItem({ file: 'a.py, b.py' })).toMatchObject({
      file: 'a.py',
      description: 'd\n\nReported at: a.py, b.py',
    });
  });

  it.each(['quote', 'code_snippet', 'snippet', 'evidence'])('1.6 takes code from "%s"', async (key) => {
    expect(await readItem({ [key]: 'if (x) {' })).toMatchObject({ quote: 'if (x) {', description: 'd' });
    expect(await readItem({ [key]: '```py\nif x():\n    y\n```' })).toMatchObject({ quote: 'if x():\n    y' });
    expect(await readItem({ [key]: ['a()', 'b()'] })).toMatchObject({ quote: 'a()\nb()' });
    expect(await readItem({ [key]: { not: 'text' } })).not.toHaveProperty('quote');
  });

  it('1.6 takes no sentence for code', async () => {
    const finding = await readItem({ evidence: 'The test fails when it is run twice.' });
    expect(finding).not.toHaveProperty('quote');
    expect(finding?.description).toBe('d\n\nEvidence: The test fails when it is run twice.');
  });
});

describe('accountability (A)', () => {
  const item = {
    severity: 'critical',
    category: 'security',
    title: 'SQL injection in user search',
    description: 'The query is built from input.',
    file_path: 'src/api/users.py',
    line_start: 87,
    line_end: 92,
    suggested_fix: 'Use parameterized queries',
  };

  it('1.2 reads the example of the seed', async () => {
    expect(await read({ findings: [item], summary: 'Found 1' })).toEqual({
      format: 'accountability',
      problems: [],
      findings: [
        {
          severity: 'critical',
          category: 'security',
          title: 'SQL injection in user search',
          description: 'The query is built from input.',
          file: 'src/api/users.py',
          line: 87,
          endLine: 92,
          suggestion: 'Use parameterized queries',
        },
      ],
    });
  });

  it('1.2 keeps a finding with a severity or a line that is not understood, and says so', async () => {
    const { findings, problems } = await read({ findings: [{ ...item, severity: 'blocker', line_start: 'top' }] });
    expect(findings).toEqual([expect.objectContaining({ severity: 'medium', title: item.title })]);
    expect(findings[0]).not.toHaveProperty('line');
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('blocker'),
      expect.stringContaining('top'),
    ]);
  });

  it('1.2 leaves out what a report says is done, and says so', async () => {
    const statuses = ['open', 'fixed', 'blocked', 'deferred', 'dismissed'];
    const { findings, problems } = await read({
      findings: statuses.map((status) => ({ ...item, title: status, status })),
    });
    expect(findings.map(({ title }) => title)).toEqual(['open', 'blocked', 'deferred']);
    expect(problems.map(({ place }) => place)).toEqual(['findings[1]', 'findings[4]']);
  });

  it('1.2 reads a report of Fixpoint itself', async () => {
    const own = {
      id: 'fabc',
      code: 'BE-001',
      title: 'T',
      description: 'D',
      severity: 'low',
      category: 'c',
      file: 'a.ts',
      line: 3,
      endLine: 4,
      reviewer: 'r',
      rule: 'no-x',
    };
    expect((await read({ run: 'x', findings: [own] })).findings).toEqual([
      {
        code: 'BE-001',
        title: 'T',
        description: 'D',
        severity: 'low',
        category: 'c',
        file: 'a.ts',
        line: 3,
        endLine: 4,
        reviewer: 'r',
        rule: 'no-x',
      },
    ]);
  });
});

const todo = (code: string) => ({
  issue_code: code,
  issue_id: 'uuid',
  file: 'src/api/routes.py',
  line: 42,
  title: 'Missing null check causes crash',
  clarifications: [{ question_id: 'q1', question: 'How should null be handled?', answer: 'Return 404' }],
  context: {
    file_content_snippet: 'def x()',
    related_files: [{ path: 'src/models/user.py', reason: 'User model' }],
    existing_patterns: ['Others return 404'],
  },
  plan: {
    approach: 'patch',
    steps: ['Add null check'],
    estimated_lines_changed: 5,
    risks: [],
    verification: 'Call it, expect 404',
  },
});

const step = (...codes: string[]) => ({
  issues: codes.map((code) => ({
    code,
    todo_file: `/tmp/fix_session_abc/fix_todo_${code}.json`,
    agent_type: 'fixer-single',
  })),
});

describe('turbowrap (T)', () => {
  const master = {
    session_id: 'abc',
    branch_name: 'fix/abc',
    execution_steps: [step('BE-001', 'BE-002'), step('BE-003')],
  };
  const files = (...codes: string[]) => {
    const known = new Map(codes.map((code) => [`fix_todo_${code}.json`, JSON.stringify(todo(code))]));
    return async (path: string) => known.get(path) ?? Promise.reject(new Error('ENOENT'));
  };

  it('1.2 reads a fix_todo, with its plan and its answers', async () => {
    const { format, findings } = await read(todo('BE-001'));
    expect(format).toBe('turbowrap');
    expect(findings).toEqual([
      expect.objectContaining({
        code: 'BE-001',
        file: 'src/api/routes.py',
        line: 42,
        severity: 'medium',
        category: 'general',
      }),
    ]);
    expect(findings[0]?.description).toContain('How should null be handled? Return 404');
    expect(findings[0]?.description).toContain('src/models/user.py: User model');
    expect(findings[0]?.suggestion).toContain('Add null check');
    expect(findings[0]?.suggestion).toContain('expect 404');
  });

  it('T09 3.2 keeps the issue_id of others, and takes its own id for none', async () => {
    const idIn = async (more: object) => (await read({ ...todo('BE-001'), ...more })).findings[0]?.sourceId;
    expect(await idIn({ issue_id: ' 7b1f-42 ' })).toBe('7b1f-42');
    expect(await idIn({ issue_id: 42 })).toBe('42');
    expect(await idIn({ issue_id: 'f-1', finding: { id: 'f-1' } })).toBeUndefined();
    expect(await idIn({ issue_id: null })).toBeUndefined();
    expect(await idIn({ issue_id: {} })).toBeUndefined();
  });

  it('1.2 reads a list of them', async () => {
    expect((await read([todo('A-1'), todo('A-2')])).findings.map(({ code }) => code)).toEqual(['A-1', 'A-2']);
  });

  it('1.2 reads a master_todo with the files beside it', async () => {
    const { findings, problems } = await read(master, { readFile: files('BE-001', 'BE-002', 'BE-003') });
    expect(problems).toEqual([]);
    // Steps are no groups: the issues of one do not depend on each other.
    expect(findings.map(({ code, group }) => [code, group])).toEqual([
      ['BE-001', undefined],
      ['BE-002', undefined],
      ['BE-003', undefined],
    ]);
  });

  it('1.2 says which files of a master_todo cannot be read, without quoting them', async () => {
    const good = files('BE-001');
    const readFile = async (path: string) => (path.endsWith('BE-002.json') ? 'password=hunter2' : good(path));
    const { findings, problems } = await read(master, { readFile });
    expect(findings).toHaveLength(1);
    expect(problems.map(({ place }) => place)).toEqual([
      'execution_steps[0].issues[1]',
      'execution_steps[1].issues[0]',
    ]);
    expect(problems[0]?.message).toContain('not JSON');
    expect(problems[1]?.message).toContain('not there');
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });

  it('1.2 reads no file that is not a todo by its name', async () => {
    const asked: string[] = [];
    const readFile = async (path: string) => {
      asked.push(path);
      return '{}';
    };
    const { problems } = await read(
      { execution_steps: [{ issues: [{ todo_file: '/etc/passwd' }, 5] }, 'x'] },
      { readFile },
    );
    expect(asked).toEqual([]);
    expect(problems).toHaveLength(3);
  });
});
