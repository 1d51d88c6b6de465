import type { JsonObject } from '#kernel/json.js';

function block(id: string, type: string, name: string, details: JsonObject): JsonObject {
  return { id, type, name, enabled: true, outputs: {}, ...details };
}

const start = block('start', 'start_trigger', 'Start', {
  position: { x: 0, y: 0 },
  subBlocks: {
    inputFormat: {
      id: 'inputFormat',
      type: 'input-format',
      value: [
        { id: 'amount', name: 'amount', type: 'number', value: '10', description: 'What is to be paid' },
        { id: 'customer', name: 'customer', type: 'string', description: 'Who pays' },
      ],
    },
  },
});

const fee = block('fee', 'function', 'Work Out Fee', {
  position: { x: 300, y: 0 },
  subBlocks: {
    language: { id: 'language', type: 'dropdown', value: 'javascript' },
    code: { id: 'code', type: 'code', value: 'return { fee: Math.round(<start.amount> * 0.02 * 100) / 100 }' },
  },
});

const check = block('check', 'condition', 'Fee Check', {
  position: { x: 600, y: 0 },
  subBlocks: {
    conditions: {
      id: 'conditions',
      type: 'condition-input',
      value: JSON.stringify([
        { id: 'check-if', title: 'if', value: '<workoutfee.result.fee> >= 5' },
        { id: 'check-else', title: 'else', value: '' },
      ]),
    },
  },
});

const review = block('review', 'response', 'Needs Review', {
  position: { x: 900, y: -120 },
  subBlocks: {
    dataMode: { id: 'dataMode', type: 'dropdown', value: 'structured' },
    builderData: {
      id: 'builderData',
      type: 'response-format',
      value: [
        { id: 'customer', name: 'customer', type: 'string', value: '<start.customer>' },
        { id: 'fee', name: 'fee', type: 'number', value: '<workoutfee.result.fee>' },
      ],
    },
    status: { id: 'status', type: 'short-input', value: '202' },
  },
});

const accept = block('accept', 'response', 'Accepted', {
  position: { x: 900, y: 120 },
  subBlocks: {
    dataMode: { id: 'dataMode', type: 'dropdown', value: 'json' },
    data: { id: 'data', type: 'code', value: '{"ok": true}' },
  },
});

/** An example workflow: start, function, condition and two responses. It can be deployed as it is. */
export const feeGateExample: JsonObject = {
  version: '1.0',
  exportedAt: '2026-01-05T10:00:00.000Z',
  state: {
    blocks: { start, fee, check, review, accept },
    edges: [
      { id: 'start-fee', source: 'start', target: 'fee', sourceHandle: 'source', targetHandle: 'target' },
      { id: 'fee-check', source: 'fee', target: 'check', sourceHandle: 'source', targetHandle: 'target' },
      { id: 'check-review', source: 'check', target: 'review', sourceHandle: 'condition-check-if', targetHandle: 'target' },
      { id: 'check-accept', source: 'check', target: 'accept', sourceHandle: 'condition-check-else', targetHandle: 'target' },
    ],
    loops: {},
    parallels: {},
    variables: {},
    metadata: { strictInput: true, name: 'Fee gate', description: 'Works out a fee of 2 % and asks for a review when it is 5 or more' },
  },
};
