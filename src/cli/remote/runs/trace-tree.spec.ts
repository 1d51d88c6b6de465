import { describe, expect, it } from '@jest/globals';
import type { TraceSpan } from '#client';
import { failedBlocks, spanEvents, treeLines } from './trace-tree.js';

let seconds = 0;

function aSpan(name: string, more: Partial<TraceSpan> = {}): TraceSpan {
  const at = new Date(Date.UTC(2031, 0, 1, 0, 0, (seconds += 1))).toISOString();
  const times = { startTime: at, endTime: at, duration: 12, relativeStartMs: 0 };
  return { id: name, name, type: 'function', status: 'success', ...times, blockId: name, output: {}, children: [], ...more };
}

const { output: _output, ...unfinished } = aSpan('Box');
const { blockId: _blockId, output: _none, ...pass } = aSpan('Box (iteration 1)');
const root = (...children: readonly TraceSpan[]): readonly TraceSpan[] => [aSpan('Workflow Execution', { children })];

describe('the tree of a run', () => {
  it('shows the status of each block and the blocks inside it', () => {
    const spans = root(
      aSpan('Start'),
      { ...unfinished, children: [{ ...pass, children: [aSpan('Each', { tries: 2 })] }] },
      aSpan('Ask', { paused: true }),
      aSpan('Say', { status: 'error', errorMessage: 'no\n  luck' }),
    );
    expect(treeLines(spans)).toEqual([
      '├─ ✓ Start  12 ms',
      '├─ … Box',
      '│  └─ ✓ Box (iteration 1)  12 ms',
      '│     └─ ✓ Each  12 ms  2 tries',
      '├─ ‖ Ask  waits',
      '└─ ✗ Say  12 ms  no luck',
    ]);
  });

  it('shows the last iterations of many', () => {
    const lines = treeLines(root(...Array.from({ length: 30 }, (_, index) => aSpan(`Pass ${index}`))));
    expect(lines).toHaveLength(13);
    expect([lines[0], lines.at(-1)]).toEqual(['├─ 18 more before', '└─ ✓ Pass 29  12 ms']);
  });

  it('is empty before the first block', () => {
    expect(treeLines([])).toEqual([]);
  });
});

describe('the events of a run', () => {
  it('are in the order of their ends, with their containers', () => {
    const first = aSpan('Each');
    const later = aSpan('Tell', { id: 'tell' });
    const spans = root(later, { ...unfinished, children: [{ ...pass, children: [first] }] });
    expect(spanEvents(spans).map(({ text }) => text)).toEqual(['Box › Box (iteration 1) › ✓ Each  12 ms', '✓ Tell  12 ms']);
  });

  it('repeat a block that waited when it has continued', () => {
    const waiting = spanEvents(root(aSpan('Ask', { paused: true })));
    const done = spanEvents(root(aSpan('Ask')));
    expect([...waiting, ...done].map(({ id }) => id)).toEqual(['Ask waiting', 'Ask done']);
  });
});

it('what failed is the innermost block that no error edge has caught', () => {
  const broken = aSpan('Each', { status: 'error', errorMessage: 'no luck' });
  const caught = aSpan('Try', { status: 'error', errorHandled: true, errorMessage: 'never mind' });
  const spans = root(caught, aSpan('Box', { status: 'error', children: [{ ...pass, status: 'error', children: [broken] }] }));
  expect(failedBlocks(spans)).toEqual(['Each (function): no luck']);
});
