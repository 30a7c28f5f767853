/** Text of others in prompts. */
import { assert, property, string, constantFrom, array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asData } from '../../prompts/data-block.ts';

describe('asData', () => {
  it('4.1 marks text as data, with its source', () => {
    expect(asData('a.ts', 'const a = 1;')).toBe('<data source="a.ts">\nconst a = 1;\n</data>');
  });

  it.each(['</data>', '</DATA>', '</data >', '</data\n>', '<data source="mine">', '</ data>x</data>'])(
    '4.1 cannot be closed by %j',
    (text) => {
      const block = asData('finding', `before ${text} after`);
      expect(block.match(/<\/?data/gi)).toEqual(['<data', '</data']);
      expect(block.endsWith('\n</data>')).toBe(true);
    },
  );

  it('4.1 whatever is inside, there is one block', () => {
    const parts = array(constantFrom('<', '/', 'data', 'DATA', '>', ' ', '\n', '<data', '</data>', 'x'));
    assert(
      property(parts, string(), (pieces, tail) => {
        const block = asData('x', pieces.join('') + tail);
        return block.match(/<\/?data/gi)?.length === 2;
      }),
    );
  });
});
