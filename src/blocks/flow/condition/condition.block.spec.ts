import { describe, expect, it } from '@jest/globals';
import { SandboxFailure } from '#world/sandbox/sandbox.js';
import type { Json } from '#kernel/json.js';
import { aBlock, edges } from '../../../../test/support/engine/documents.js';
import { FailingSandbox, InProcessSandbox } from '../../../../test/support/engine/in-process-sandbox.js';
import { runBlock } from '../../../../test/support/engine/run-block.js';
import type { RunOptions } from '../../../../test/support/engine/run-document.js';
import { conditionBlock } from './condition.block.js';

const entry = (title: string, value = '', id = title) => ({ id, title, value });

const decide = (conditions: Json, options: RunOptions = {}) =>
  runBlock('condition', { conditions }, { input: { n: 7, text: 'abc' }, ...options, links: edges('b:condition-if > n') });

describe('a condition', () => {
  it('takes the first branch that holds', async () => {
    const { output, handle } = await decide([entry('a', '<start.n> > 10'), entry('if', '<start.n> > 5'), entry('c', 'true')]);
    expect(handle).toBe('condition-if');
    expect(output).toEqual({
      n: 7,
      text: 'abc',
      conditionResult: true,
      selectedPath: { blockId: 'n', blockType: 'response', blockTitle: 'Next One' },
      selectedOption: 'if',
    });
  });

  it.each(['else', 'Else', ' ELSE '])('falls back to %j', async (title) => {
    const { handle, output } = await decide([entry('if', 'false'), entry(title, 'ignored(', 'last')]);
    expect(handle).toBe('condition-last');
    expect(output).toMatchObject({ conditionResult: true, selectedPath: null, selectedOption: 'last' });
  });

  it('chooses no branch when no expression is true', async () => {
    const { handle, output } = await decide([entry('if', '<start.n> > 10'), entry('empty', '  ')]);
    expect(handle).toBeNull();
    expect(output).toEqual({ n: 7, text: 'abc', conditionResult: false, selectedPath: null, selectedOption: null });
  });

  it('reads its entries from text as well', async () => {
    expect(await decide(JSON.stringify([entry('if', '1')]))).toMatchObject({ handle: 'condition-if' });
    expect(await decide('')).toMatchObject({ handle: null });
  });

  it('does not evaluate branches behind the chosen one', async () => {
    expect(await decide([entry('if', 'true'), entry('b', '<start.missing>.x.y')])).toMatchObject({ handle: 'condition-if' });
  });

  it('can read the whole output of the block before', async () => {
    expect(await decide([entry('if', 'context.n === 7 && context.text.includes("b")')])).toMatchObject({ handle: 'condition-if' });
  });

  it('shows in traces what it looked up', async () => {
    expect(await decide([entry('if', '<start.n> > 5')])).toMatchObject({ input: { '<start.n>': 7 } });
  });

  it('treats data as values, never as code', async () => {
    const input = { text: '" || true || "' };
    expect(await decide([entry('if', '<start.text> === "x"'), entry('b', '"<start.text>" === "x"')], { input })).toMatchObject({
      handle: null,
    });
  });
});

describe('an expression beyond the interpreter', () => {
  it('is answered by the sandbox, within five seconds', async () => {
    const sandbox = new InProcessSandbox();
    const { handle } = await decide(
      [entry('no', '[<start.n>].map(x => x)[0] > 10'), entry('if', '[<start.n>].map(x => x) // seven'), entry('c', 'true')],
      { sandbox },
    );
    expect(handle).toBe('condition-if');
    expect(sandbox.requests.map(({ program, timeoutMs, bindings }) => ({ program, timeoutMs, bindings }))).toEqual([
      { program: 'workflow@1:b#0', timeoutMs: 5000, bindings: { __ref0: 7 } },
      { program: 'workflow@1:b#1', timeoutMs: 5000, bindings: { __ref0: 7 } },
    ]);
    expect(sandbox.requests.every(({ fetch }) => fetch === undefined)).toBe(true);
  });
});

describe('an expression that fails', () => {
  it.each([
    ['<start.nothing>.x', `Condition "my branch": Cannot read properties of null (reading 'x')`],
    ['unknownName', 'Condition "my branch": ReferenceError: unknownName is not defined'],
    ['{{NONE}} > 1', 'Condition "my branch": Secret NONE is not set in this workspace'],
  ])('names its entry: %s', async (value, error) => {
    expect(await decide([entry('my branch', value)])).toMatchObject({ error });
  });

  it('does so after the sandbox ended it, too', async () => {
    const sandbox = new FailingSandbox(new SandboxFailure('timeout', 'took longer than 5 s'));
    expect(await decide([entry('my branch', 'Math.max()')], { sandbox })).toMatchObject({
      error: 'Condition "my branch": took longer than 5 s',
    });
  });
});

describe('a branch behind else', () => {
  it('is never reached, and the author reads it', () => {
    const conditions = [entry('if', 'true'), entry('Else'), entry('more', 'true')];
    expect(conditionBlock.advise?.(aBlock('b', 'condition', { conditions }))).toMatchObject([
      { blockId: 'b', field: 'conditions.2.title', code: 'unreachable_branch', isRefusedInNew: false },
    ]);
    expect(conditionBlock.advise?.(aBlock('b', 'condition', { conditions: conditions.slice(0, 2) }))).toEqual([]);
  });
});

describe('entries that cannot be read', () => {
  it.each<Json>(['{"a":', '{}', { a: 1 }, [1], [{ title: 'no id' }]])('are refused before any run, and in one: %j', async (conditions) => {
    expect(conditionBlock.check(aBlock('b', 'condition', { conditions }))).toMatchObject([
      { blockId: 'b', field: 'conditions', code: 'invalid_conditions' },
    ]);
    expect(await decide(conditions)).toMatchObject({ error: 'conditions must be a JSON list of entries with id, title and value' });
  });

  it('are not asked for', () => {
    expect(conditionBlock.check(aBlock('b', 'condition'))).toEqual([]);
  });
});
