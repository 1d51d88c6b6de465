import { describe, expect, it } from '@jest/globals';
import { freeToolName, toolNameOf } from './tool-name.js';

describe('the name of a tool', () => {
  it.each([
    ['Fee gate', 'fee_gate'],
    ['  Überweisung – prüfen!  ', 'berweisung_pr_fen'],
    ['test_simple_text', 'test_simple_text'],
    ['__A__B__', 'a_b'],
    ['日本', 'workflow_tool'],
    ['', 'workflow_tool'],
  ])('of %j is %j', (text, name) => {
    expect(toolNameOf(text)).toBe(name);
  });

  it('has at most 64 characters, also with the number that makes it unique', () => {
    const name = toolNameOf('x'.repeat(100));
    expect(name).toHaveLength(64);
    expect(freeToolName(name, new Set([name]))).toBe(`${'x'.repeat(62)}_2`);
    expect(freeToolName('fee', new Set(['fee', 'fee_2']))).toBe('fee_3');
  });
});
