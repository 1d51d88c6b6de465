import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import type { WorkflowDocument } from '#document/document.js';
import { renameBlocks } from '#document/parse/rename-blocks.js';
import { aBlock, aDocument, edges } from '../../../test/support/engine/documents.js';
import { runDocument } from '../../../test/support/engine/run-document.js';
import { stepBlocks } from '../../../test/support/engine/step-blocks.js';
import { compile } from '../graph/compile.js';
import { RunState } from '../schedule/run-state.js';
import { BlockMatches } from './block-matches.js';
import { fittingFacts } from './fitting-facts.js';
import { replayedFacts } from './replayed-facts.js';

const at = '2026-02-01T00:00:00.000Z';
const childId = '00000000-0000-7000-8000-000000000001';
const row = aDocument(
  [aBlock('s', 'start_trigger'), aBlock('a', 'echo'), aBlock('b', 'echo'), aBlock('c', 'echo')],
  edges('s > a', 'a > b', 'b > c'),
);
const inside = { data: { parentId: 'L' } };
const aLoop = (settings: JsonObject, ...steps: readonly string[]): WorkflowDocument =>
  aDocument(
    [
      aBlock('s', 'start_trigger'),
      aBlock('L', 'loop', {}, { data: settings }),
      ...steps.map((id) => aBlock(id, 'echo', {}, inside)),
      aBlock('z', 'echo'),
    ],
    edges(
      's > L',
      `L:loop-start-source > ${steps[0]}`,
      ...steps.slice(1).map((id, index) => `${steps[index]} > ${id}`),
      'L:loop-end-source > z',
    ),
  );
const twice = { loopType: 'for', count: 2 };

interface Taken {
  readonly nodes: readonly string[];
  readonly dropped: readonly string[];
  /** Ids of the blocks that the replay runs. */
  readonly begun: readonly string[];
}

/** A run of one document, replayed from a block in another document. */
async function replayed(original: WorkflowDocument, from: string, changed: WorkflowDocument): Promise<Taken> {
  const options = { blocks: stepBlocks, workflows: { [childId]: row } };
  const { events } = await runDocument(original, options);
  const state = new RunState(compile(changed, 'api'), () => compile(row, 'workflow'));
  const { facts, dropped } = fittingFacts(replayedFacts(events, from, at) ?? [], new BlockMatches(original, changed), state);
  const { begun } = await runDocument(changed, { ...options, after: facts });
  return { nodes: facts.flatMap(({ payload }) => ('node' in payload ? [payload.node] : [])), dropped, begun };
}

describe('what a replay in another version takes over', () => {
  it('is all of it when the blocks before are the same', async () => {
    const repaired = aDocument(
      [aBlock('s', 'start_trigger'), aBlock('a', 'echo'), aBlock('b', 'echo'), aBlock('c', 'echo', { value: 'repaired' })],
      edges('s > a', 'a > b', 'b > c'),
    );
    expect(await replayed(row, 'c', repaired)).toEqual({ nodes: ['s', 'a', 'b'], dropped: [], begun: ['c'] });
  });

  it('follows blocks whose ids have changed by their names, branches included', async () => {
    const conditions = JSON.stringify([
      { id: 'q-yes', title: 'if', value: 'true' },
      { id: 'q-no', title: 'else', value: '' },
    ]);
    const original = aDocument(
      [aBlock('s', 'start_trigger'), aBlock('q', 'condition', { conditions }), aBlock('y', 'echo'), aBlock('n', 'echo')],
      edges('s > q', 'q:condition-q-yes > y', 'q:condition-q-no > n'),
    );
    const renamed = renameBlocks(original, new Map([['q', 'other']]));
    const { facts } = fittingFacts(
      replayedFacts((await runDocument(original, { blocks: stepBlocks })).events, 'y', at) ?? [],
      new BlockMatches(original, renamed),
      new RunState(compile(renamed, 'api')),
    );
    expect(facts.map(({ payload }) => ('handle' in payload ? payload.handle : null))).toEqual(['source', 'condition-other-yes']);
  });

  it('ends where a block was added, and names what runs again', async () => {
    const longer = aDocument(
      [aBlock('s', 'start_trigger'), aBlock('a', 'echo'), aBlock('new', 'echo'), aBlock('b', 'echo'), aBlock('c', 'echo')],
      edges('s > a', 'a > new', 'new > b', 'b > c'),
    );
    expect(await replayed(row, 'c', longer)).toEqual({ nodes: ['s', 'a'], dropped: ['b'], begun: ['new', 'b', 'c'] });
  });

  it('leaves out blocks that were removed', async () => {
    const shorter = aDocument([aBlock('s', 'start_trigger'), aBlock('b', 'echo'), aBlock('c', 'echo')], edges('s > b', 'b > c'));
    expect(await replayed(row, 'c', shorter)).toEqual({ nodes: ['s', 'b'], dropped: ['a'], begun: ['c'] });
  });

  it('leaves out a block that has another type now', async () => {
    const changed = aDocument(
      [aBlock('s', 'start_trigger'), aBlock('a', 'echo'), aBlock('b', 'slow echo'), aBlock('c', 'echo')],
      edges('s > a', 'a > b', 'b > c'),
    );
    expect(await replayed(row, 'c', changed)).toMatchObject({ nodes: ['s', 'a'], dropped: ['b'] });
  });

  it('holds the passes of a loop', async () => {
    expect(await replayed(aLoop(twice, 'e'), 'z', aLoop(twice, 'e'))).toEqual({
      nodes: ['s', 'L', 'L[0]/e', 'L[1]/e', 'L'],
      dropped: [],
      begun: ['z'],
    });
  });

  it('does not end a loop whose body has a block that did not run', async () => {
    const { nodes, dropped, begun } = await replayed(aLoop(twice, 'e'), 'z', aLoop(twice, 'e', 'new'));
    expect(nodes).toEqual(['s', 'L', 'L[0]/e']);
    expect(dropped).toEqual(['L']);
    expect(begun).toEqual(['new', 'e', 'new', 'z']);
  });

  it('leaves out a loop of another kind', async () => {
    const whileLoop = aLoop({ loopType: 'while', whileCondition: '<loop.index> < 1' }, 'e');
    expect(await replayed(aLoop(twice, 'e'), 'z', whileLoop)).toEqual({ nodes: ['s'], dropped: ['L'], begun: ['e', 'z'] });
  });

  it('holds a called workflow, which continues in its version', async () => {
    const calling = (last: string): WorkflowDocument =>
      aDocument(
        [aBlock('k', 'start_trigger'), aBlock('w', 'workflow', { workflowId: childId }), aBlock(last, 'echo')],
        edges('k > w', `w > ${last}`),
      );
    expect(await replayed(calling('x'), 'x', calling('y'))).toMatchObject({
      nodes: ['k', 'w', 'w()/s', 'w()/a', 'w()/b', 'w()/c', 'w'],
      dropped: [],
    });
  });
});
