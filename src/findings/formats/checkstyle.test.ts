import { describe, expect, it } from 'vitest';
import { FindingsError } from '../read/error.ts';
import { readFindings } from '../read/read.ts';

const read = (text: string, more: object = {}) => readFindings({ name: 'x.xml', text }, { root: '/repo', ...more });
const file = (inner: string, name = 'name="src/A.java"') =>
  `<checkstyle version="8.0"><file ${name}>${inner}</file></checkstyle>`;
const error = (attributes: string) => file(`<error ${attributes}/>`);

const real = `<?xml version="1.0" encoding="UTF-8"?>
<checkstyle version="10.3">
<file name="/repo/src/A.java">
<error line="5" column="13" severity="error" message="Missing a Javadoc comment." source="com.puppycrawl.tools.checkstyle.checks.javadoc.MissingJavadocMethodCheck"/>
<error line="7" severity="warning" message="&apos;{&apos; is not &lt;preceded&gt; with &#119;hitespace &#x1F642; &amp;lt;" source="WhitespaceAround"/>
<error severity="info" message="No package-info."/>
<error line="0" column="0" severity="ignore" message="Whole file." source="eslint.rules.@typescript-eslint/no-x"/>
</file>
<file name="src\\b.css">
</file>
</checkstyle>
`;

describe('Checkstyle', () => {
  it('1.2 reads errors with place, severity and rule', async () => {
    const { format, findings, problems } = await read(real);
    expect({ format, problems }).toEqual({ format: 'checkstyle', problems: [] });
    expect(findings).toEqual([
      {
        severity: 'high',
        category: 'MissingJavadocMethodCheck',
        title: 'Missing a Javadoc comment',
        description: 'Missing a Javadoc comment.',
        file: 'src/A.java',
        line: 5,
        column: 13,
        rule: 'com.puppycrawl.tools.checkstyle.checks.javadoc.MissingJavadocMethodCheck',
        reviewer: 'checkstyle',
      },
      expect.objectContaining({
        severity: 'medium',
        line: 7,
        description: "'{' is not <preceded> with whitespace 🙂 &lt;",
      }),
      expect.objectContaining({ severity: 'info', category: 'general', title: 'No package-info' }),
      expect.objectContaining({ severity: 'info', category: '@typescript-eslint/no-x', file: 'src/A.java' }),
    ]);
    for (const one of findings.slice(2)) expect(one).not.toHaveProperty('line');
    expect(findings[1]).not.toHaveProperty('column');
  });

  it('1.2 leaves the name of the reviewer to the tool', async () => {
    expect((await read(real, { fromTool: true })).findings[0]).not.toHaveProperty('reviewer');
  });

  it('1.2 takes a document without errors for no findings', async () => {
    expect(await read('<checkstyle version="1"/>')).toEqual({ format: 'checkstyle', findings: [], problems: [] });
  });

  it('1.2 makes every bad element a problem with its place', async () => {
    const { findings, problems } = await read(
      `<checkstyle><file name="a"><error line="1"/><error line="x" message="odd line"/><exception>boom</exception></file>
       <file name="/etc/passwd"><error message="out"/></file><file><error message="no name" line="3"/></file>
       <error message="outside"/><file name="b"><error message="loud" severity="LOUD"/></file></checkstyle>`,
    );
    expect(findings.map(({ title, file: of, line }) => [title, of, line])).toEqual([
      ['odd line', 'a', undefined],
      ['no name', undefined, undefined],
      ['loud', 'b', undefined],
    ]);
    expect(problems.map(({ place, message }) => `${place}: ${message}`)).toEqual([
      'file[0].error[0]: not an error of Checkstyle: it has no "message"',
      'file[0].error[1]: "x" is not a line; taken as one without',
      'file[0].exception[2]: not an error of Checkstyle',
      'file[1].error[0]: left out: "/etc/passwd" is outside the repository',
      'file[2]: it has no "name"; its errors are taken for the repository as a whole',
      'error[3]: not a file of Checkstyle',
      'file[4].error[0]: unknown severity "LOUD"; taken as medium',
    ]);
  });

  it.each([
    [
      'cut off in a tag',
      '<checkstyle>\n<file name="a">\n <error line="1"',
      ':3:17: this XML cannot be read: it ends in the middle',
    ],
    ['cut off between tags', '<checkstyle>\n<file name="a">\n', ':3:1: this XML cannot be read: it ends in the middle'],
    ['closed by another tag', '<checkstyle>\n<file name="a"></checkstyle>', ':2:16: '],
    ['with an attribute given twice', '<checkstyle>\n<file name="a" name="b"/></checkstyle>', ':2:16: '],
  ])('1.2 refuses what is %s, with line and column', async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(FindingsError);
    await expect(read(text)).rejects.toThrow(message);
  });

  it('1.2 expands no entity that a document declares', async () => {
    const bomb = Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('');
    const text = `<?xml version="1.0"?><!DOCTYPE c [<!ENTITY e0 "ha">${bomb}]>${error('message="&e20;"')}`;
    await expect(read(text)).rejects.toThrow('declares entities of its own');
    await expect(
      read(`<!DOCTYPE c [<!ENTITY x SYSTEM "file:///etc/passwd">]>${error('message="&x;"')}`),
    ).rejects.toThrow('entities');
    const { findings } = await read(
      `<!DOCTYPE checkstyle SYSTEM "http://example.com/x.dtd">${error('message="&e20; stays"')}`,
    );
    expect(findings[0]?.description).toBe('&e20; stays');
  });

  it('1.2 is not taken in by names that reach for the prototype, nor by depth', async () => {
    const names = ['__proto__', 'constructor'].map((name) => error(`message="m" ${name}="x"`));
    for (const text of [...names, file('<a>'.repeat(9_999) + '</a>'.repeat(9_999))]) {
      await expect(read(text)).rejects.toThrow(
        'x.xml:1:1: this XML cannot be read: it is nested or named beyond reason',
      );
    }
  });

  it('1.2 leaves other XML alone', async () => {
    await expect(read('<coverage/>')).rejects.toThrow('no format that is known');
    await expect(read('<!-- <checkstyle> --><coverage/>')).rejects.toThrow('x.xml:1:1');
    await expect(read('<testsuite/>', { format: 'checkstyle' })).rejects.toThrow(
      'this is not Checkstyle XML (format checkstyle)',
    );
  });
});
