import type { Json } from '#kernel/json.js';
import type { Block, Edge, Variable, WorkflowDocument } from '#document/document.js';

type BlockOptions = Partial<Pick<Block, 'enabled' | 'outputs' | 'data' | 'retry'>> & { readonly name?: string };

/** A healed block. `fields` are the values of its sub-blocks. */
export function aBlock(id: string, type: string, fields: Readonly<Record<string, Json>> = {}, options: BlockOptions = {}): Block {
  const subBlocks = Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, { id: field, type: 'short-input', value }]));
  return { id, type, name: id, position: { x: 0, y: 0 }, subBlocks, outputs: {}, enabled: true, data: {}, ...options };
}

/** Edges written as `a > b`, or `a:handle > b`. */
export function edges(...arrows: readonly string[]): readonly Edge[] {
  return arrows.map((arrow) => {
    const [from = '', target = ''] = arrow.split(' > ');
    const [source = '', sourceHandle = 'source'] = from.split(':');
    return { id: arrow, source, target, sourceHandle, targetHandle: 'target' };
  });
}

export function aDocument(blocks: readonly Block[], links: readonly Edge[] = [], variables: readonly Variable[] = []): WorkflowDocument {
  return {
    blocks: Object.fromEntries(blocks.map((block) => [block.id, block])),
    edges: links,
    loops: {},
    parallels: {},
    variables: Object.fromEntries(variables.map((variable) => [variable.id, variable])),
    metadata: {},
  };
}

/** start, work out a fee, and answer by its size. */
export function feeGate(): WorkflowDocument {
  const conditions = [
    { id: 'b-cond-if', title: 'if', value: '<workoutfee.result.fee> >= 5' },
    { id: 'b-cond-else', title: 'else', value: '' },
  ];
  const code = 'return { fee: Math.round(<start.amount> * 0.02 * 100) / 100 }';
  const inputFormat = [
    { id: 'f1', name: 'amount', type: 'number', value: '10' },
    { id: 'f2', name: 'customer', type: 'string' },
  ];
  const builderData = [
    { id: 'p1', name: 'customer', type: 'string', value: '<start.customer>' },
    { id: 'p2', name: 'fee', type: 'number', value: '<workoutfee.result.fee>' },
  ];
  return aDocument(
    [
      aBlock('b-start', 'start_trigger', { inputFormat }, { name: 'Start' }),
      aBlock(
        'b-fee',
        'function',
        { language: 'javascript', code },
        { name: 'Work Out Fee', outputs: { result: { type: 'json' }, stdout: { type: 'string' } } },
      ),
      aBlock('b-cond', 'condition', { conditions: JSON.stringify(conditions) }, { name: 'Fee Check' }),
      aBlock('b-big', 'response', { dataMode: 'structured', builderData, status: '202' }, { name: 'Needs Review' }),
      aBlock('b-ok', 'response', { dataMode: 'json', data: '{"ok": true}' }, { name: 'Accepted' }),
    ],
    edges('b-start > b-fee', 'b-fee > b-cond', 'b-cond:condition-b-cond-if > b-big', 'b-cond:condition-b-cond-else > b-ok'),
  );
}
