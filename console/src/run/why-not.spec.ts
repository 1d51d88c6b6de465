import { describe, expect, it } from '@jest/globals';
import type { ShownEvent } from '@sluice/client';
import type { WorkflowDocument } from '../../../src/document/document.js';
import { feeGateExample } from '../../../src/document/fee-gate-example.js';
import { parseDocument } from '../../../src/document/parse/parse-document.js';
import type { JsonObject } from '../../../src/kernel/json.js';
import { factsOf } from './block-ends.js';
import { whyNot } from './why-not.js';

function readDocument(raw: unknown): WorkflowDocument {
  const { document, problems } = parseDocument(raw);
  if (document === undefined) throw new Error(`The document cannot be read: ${JSON.stringify(problems)}`);
  return document;
}

const state = feeGateExample['state'] as JsonObject & { readonly blocks: Readonly<Record<string, JsonObject>> };
const feeGate = readDocument(state);

function events(...list: readonly (readonly [type: string, node?: string, payload?: object])[]): readonly ShownEvent[] {
  return list.map(([type, node, payload = {}], index) => ({
    position: index + 1,
    at: '2031-03-04T05:06:07.000Z',
    type: `execution.${type}`,
    payload: payload as ShownEvent['payload'],
    ...(node !== undefined && { node, blockId: node.slice(node.lastIndexOf('/') + 1) }),
  }));
}

const texts = (document: WorkflowDocument, happened: readonly ShownEvent[], blockId: string): readonly string[] =>
  whyNot(document, factsOf(happened), blockId).map(({ text, at }) => (at === undefined ? text : `${text} (${at})`));

const cheap = [
  ['started'],
  ['block-completed', 'start', { output: { amount: 10 }, handle: 'source' }],
  ['block-completed', 'fee', { output: { result: { fee: 0.2 } }, handle: 'source' }],
  ['block-completed', 'check', { output: {}, handle: 'condition-check-else' }],
  ['block-completed', 'accept', { output: {}, handle: null, response: {} }],
  ['completed'],
] as const;

describe('why a block did not run', () => {
  it('names the branch that was taken, the condition, and the value that it saw', () => {
    expect(texts(feeGate, events(...cheap), 'review')).toEqual([
      'Fee Check took “else” and not “if”: <workoutfee.result.fee> >= 5, and <workoutfee.result.fee> was 0.2. (4)',
    ]);
  });

  it('follows the ways back to the first one that was not taken', () => {
    const failed = events(
      ['started'],
      ['block-completed', 'start', { output: {} }],
      ['block-failed', 'fee', { error: 'No rate\nat line 1' }],
      ['failed'],
    );
    expect(texts(feeGate, failed, 'review')).toEqual([
      'Fee Check leads here, and did not run either.',
      'Work Out Fee failed, so nothing after it ran: No rate (3)',
    ]);
  });

  it('says what an active run waits for', () => {
    const active = events(['started'], ['block-completed', 'start', { output: {} }], ['effect-intended', 'fee']);
    expect(texts(feeGate, active, 'check')).toEqual(['Fee Check waits for Work Out Fee, which has not ended. (3)']);
    expect(texts(feeGate, events(['started'], ['block-completed', 'start', { output: {} }]), 'fee')).toEqual([
      'Work Out Fee has not had its turn yet.',
    ]);
  });

  it('names the end of the run when the way was open', () => {
    const cancelled = events(['started'], ['block-completed', 'start', { output: {} }], ['cancelled', undefined, { reason: 'By Ada' }]);
    expect(texts(feeGate, cancelled, 'fee')).toEqual(['The run ended before Work Out Fee had its turn: Run cancelled: By Ada (3)']);
  });

  it('says that a block is disabled, or that no wire leads to it', () => {
    const changed = readDocument({
      ...state,
      blocks: {
        ...state.blocks,
        review: { ...state.blocks['review'], enabled: false },
        alone: { ...state.blocks['accept'], id: 'alone', name: 'Alone' },
      },
    });
    expect(texts(changed, events(...cheap), 'review')).toEqual(['Needs Review is disabled, so runs skip it.']);
    expect(texts(changed, events(...cheap), 'alone')).toEqual(['No wire leads to Alone.']);
  });

  const looped = readDocument({
    blocks: {
      start: state.blocks['start'],
      each: { id: 'each', type: 'loop', name: 'Each order', position: { x: 1, y: 0 }, data: { loopType: 'forEach' } },
      pack: { ...state.blocks['fee'], id: 'pack', name: 'Pack', data: { parentId: 'each', extent: 'parent' } },
    },
    edges: [
      { id: 'a', source: 'start', target: 'each', sourceHandle: 'source', targetHandle: 'target' },
      { id: 'b', source: 'each', target: 'pack', sourceHandle: 'loop-start-source', targetHandle: 'target' },
    ],
  });

  it('says that a container had nothing to go through', () => {
    const empty = events(
      ['started'],
      ['block-completed', 'start', { output: {} }],
      ['container-entered', 'each', { count: 0 }],
      ['completed'],
    );
    expect(texts(looped, empty, 'pack')).toEqual(['Each order had nothing to go through, so no pass began. (3)']);
  });

  it('explains a block inside of a container by the container that did not run', () => {
    const failed = events(['started'], ['block-failed', 'start', { error: 'Bad input' }], ['failed']);
    expect(texts(looped, failed, 'pack')).toEqual([
      'Pack is inside Each order, which did not run.',
      'Start failed, so nothing after it ran: Bad input (2)',
    ]);
  });

  it('leaves blocks of called workflows out', () => {
    const called = events(['started'], ['block-completed', 'call()/fee', { output: {} }], ['completed']);
    expect(factsOf(called).ends.size).toBe(0);
  });
});
