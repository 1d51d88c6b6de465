import type { Json } from '#kernel/json.js';
import type { Block, Edge, WorkflowDocument } from '#document/document.js';
import { aBlock, aDocument } from '../engine/documents.js';
import { itemsOf, secretName, startId, workflowIdOf, type GraphSpec, type NodeSpec, type ReadSpec, type TestSpec } from './graph-spec.js';

/** The document that says what a graph means. */
export function toDocument(graph: GraphSpec, variables: Readonly<Record<string, number>>): WorkflowDocument {
  const start = aBlock(startId, 'start_trigger', {}, { name: 'Start' });
  const declared = Object.entries(variables).map(([name, value]) => ({ id: `id-${name}`, name, type: 'number', value }));
  return aDocument([start, ...blocksOf(graph, undefined)], edgesOf(graph, undefined), declared);
}

function blocksOf({ nodes }: GraphSpec, parentId: string | undefined): readonly Block[] {
  return nodes.flatMap((node) => [blockOf(node, parentId), ...('inner' in node ? blocksOf(node.inner, node.id) : [])]);
}

function blockOf(node: NodeSpec, parentId: string | undefined): Block {
  const { type, fields = {}, data = {} } = written(node);
  const tries = node.kind === 'step' ? node.tries : 1;
  return aBlock(node.id, type, fields, {
    enabled: node.isEnabled,
    data: { ...data, ...(parentId === undefined ? {} : { parentId }) },
    ...(tries === 1 ? {} : { retry: { enabled: true, maxTries: tries, waitBetweenTriesMs: 100 } }),
  });
}

interface Written {
  readonly type: string;
  readonly fields?: Readonly<Record<string, Json>>;
  readonly data?: Readonly<Record<string, Json>>;
}

function written(node: NodeSpec): Written {
  switch (node.kind) {
    case 'step':
      return { type: 'sim_step', fields: stepFields(node) };
    case 'condition':
      return { type: 'condition', fields: { conditions: JSON.stringify(node.branches.map(conditionOf)) } };
    case 'response':
      return { type: 'response', fields: { dataMode: 'json', data: `{"n": ${referenceTo(node.read)}}` } };
    case 'wait':
      return { type: 'wait', fields: waitFields(node) };
    case 'variables':
      return {
        type: 'variables',
        fields: { variables: JSON.stringify([{ variableName: node.variable, value: referenceTo(node.read) }]) },
      };
    case 'loop':
      return { type: 'loop', data: loopData(node) };
    case 'parallel':
      return { type: 'parallel', data: parallelData(node) };
    case 'call':
      return { type: 'workflow', fields: { workflowId: workflowIdOf(node.workflow), inputMapping: `{"n": ${referenceTo(node.read)}}` } };
  }
}

function stepFields(node: Extract<NodeSpec, { kind: 'step' }>): Record<string, Json> {
  const { number, reads, pass, fails, effects, isSync, isDeaf, namesSecret, passesSecretOf } = node;
  return {
    number,
    reads: reads.map(referenceTo),
    pass: Object.fromEntries(pass.map((field) => [field, `<${field}>`])),
    fails: fails as Json,
    effects,
    isSync,
    isDeaf,
    secret: namesSecret ? `{{${secretName}}}` : null,
    passed: passesSecretOf === null ? null : `<${passesSecretOf}.secret>`,
  };
}

function conditionOf({ id, test }: { id: string; test: TestSpec | 'else' }): Json {
  return { id, title: test === 'else' ? 'else' : 'if', value: test === 'else' ? '' : expressionOf(test) };
}

function expressionOf(test: TestSpec): string {
  if (test.kind === 'constant') return String(test.holds);
  if (test.kind === 'pass') return `<${test.field}> === ${test.is}`;
  return `${referenceTo(test.read)} % ${test.divisor} === ${test.rest}`;
}

function waitFields({ ms, isAsync }: Extract<NodeSpec, { kind: 'wait' }>): Record<string, Json> {
  return isAsync ? { async: true, timeValue: ms / 60_000, timeUnitLong: 'minutes' } : { timeValue: ms / 1_000 };
}

function loopData({ type, count }: Extract<NodeSpec, { kind: 'loop' }>): Record<string, Json> {
  const condition = `<loop.index> < ${count}`;
  if (type === 'forEach') return { loopType: type, collection: JSON.stringify(itemsOf(count)) };
  if (type === 'while') return { loopType: type, whileCondition: condition };
  return type === 'doWhile' ? { loopType: type, doWhileCondition: condition } : { loopType: type, count };
}

function parallelData({ hasItems, count, atOnce }: Extract<NodeSpec, { kind: 'parallel' }>): Record<string, Json> {
  return hasItems
    ? { parallelType: 'collection', collection: JSON.stringify(itemsOf(count)), batchSize: atOnce }
    : { parallelType: 'count', count, batchSize: atOnce };
}

function edgesOf({ nodes, edges }: GraphSpec, container: string | undefined): readonly Edge[] {
  const own = edges.map(({ from, to, handle }): Edge => {
    const source = from === '' ? (container ?? startId) : from;
    const sourceHandle = from === '' && container !== undefined ? 'loop-start-source' : handle;
    return { id: `${source}:${sourceHandle}>${to}`, source, sourceHandle, target: to, targetHandle: 'target' };
  });
  return [...own, ...nodes.flatMap((node) => ('inner' in node ? edgesOf(node.inner, node.id) : []))];
}

function referenceTo(read: ReadSpec): string {
  if (read.kind === 'variable') return `<variable.${read.name}>`;
  return read.id === startId ? '<start.n>' : `<${read.id}.n>`;
}
