/** 4.11 What a catalogue that others maintain finds beside our own patterns. */
import { describe, expect, it } from 'vitest';
import { createSecrets } from '../secrets.ts';
import { findMaintained } from './catalogue.ts';

/** In letters alone: our own patterns want a figure in it. */
const huggingFace = `hf_${'abcdefghijklm'.repeat(3).slice(0, 34)}`;
const github = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;

describe('4.11 the maintained catalogue', () => {
  it('says where a secret is', () => {
    expect(findMaintained(`the token is ${github}, as everybody knows`)).toEqual([{ start: 13, end: 53 }]);
    expect(findMaintained('there is no secret in this text, nor in any other')).toEqual([]);
  });

  it('is not switched off by what the text says', () => {
    expect(findMaintained(`// secretlint-disable\n${github}`)).toHaveLength(1);
  });

  it('leaves alone what was taken out before', () => {
    expect(findMaintained('postgres://user:hunter2hunter2@db.example.com/app')).toHaveLength(1);
    expect(findMaintained('postgres://user:[redacted]@db.example.com/app')).toEqual([]);
  });

  it('goes through all of a value where text may wait, after our own patterns', async () => {
    const { thorough, find } = createSecrets({ MY_TOKEN: 'hunter2-hunter2' });
    expect(find(`see ${huggingFace}`)).toEqual([]);
    const value = {
      title: `by hunter2-hunter2 and ${github}`,
      list: [{ [github]: `see ${huggingFace}` }],
    };
    expect(await thorough(value)).toEqual({
      title: 'by [redacted] and [redacted]',
      list: [{ '[redacted]': 'see [redacted]' }],
    });
    const harmless = { title: 'nothing to hide in here at all', edits: [{ text: `key = "${github}"` }] };
    expect(await thorough(harmless)).toBe(harmless);
  });
});
