import type { Json, JsonObject } from '#kernel/json.js';
import { parentOf } from './block-roles.js';
import type { Block, WorkflowDocument } from './document.js';

export const loopTypes: readonly string[] = ['for', 'forEach', 'while', 'doWhile'];
export const parallelTypes: readonly string[] = ['count', 'collection'];

const defaultRounds = 5;
const largestBatch = 20;

/** The two maps of containers, always derived from the blocks. Maps in the document are ignored. */
export function deriveContainers(blocks: WorkflowDocument['blocks']): Pick<WorkflowDocument, 'loops' | 'parallels'> {
  const children = Map.groupBy(Object.values(blocks), parentOf);
  const nodesOf = ({ id }: Block): readonly string[] => (children.get(id) ?? []).map((child) => child.id);
  const derive = (type: string, of: (block: Block, nodes: readonly string[]) => JsonObject): Record<string, Json> => {
    const containers = Object.values(blocks).filter((block) => block.type === type);
    return Object.fromEntries(containers.map((block) => [block.id, of(block, nodesOf(block))]));
  };
  return { loops: derive('loop', loopOf), parallels: derive('parallel', parallelOf) };
}

function loopOf({ id, data, enabled, ...block }: Block, nodes: readonly string[]): JsonObject {
  return {
    id,
    nodes,
    iterations: rounds(data['count']),
    loopType: oneOf(loopTypes, data['loopType']) ?? 'for',
    ...given('forEachItems', data['collection']),
    ...given('whileCondition', data['whileCondition']),
    ...given('doWhileCondition', data['doWhileCondition']),
    enabled,
    ...(block['locked'] === true ? { locked: true } : {}),
  };
}

function parallelOf({ id, data, enabled }: Block, nodes: readonly string[]): JsonObject {
  return {
    id,
    nodes,
    parallelType: parallelTypeOf(data),
    count: rounds(data['count']),
    distribution: data['collection'] ?? '',
    batchSize: batchSize(data['batchSize']),
    enabled,
  };
}

/**
 * Whether a parallel has a fixed number of branches or one for each element of its collection. Without a type it is inferred from the
 * collection.
 */
export function parallelTypeOf({ parallelType, collection = null }: Block['data']): string {
  return oneOf(parallelTypes, parallelType) ?? (collection === null || collection === '' ? 'count' : 'collection');
}

function rounds(count: Json | undefined): number {
  return typeof count === 'number' && count >= 1 ? Math.floor(count) : defaultRounds;
}

function batchSize(size: Json | undefined): number {
  return typeof size === 'number' && size !== 0 ? Math.min(largestBatch, Math.max(1, Math.floor(size))) : largestBatch;
}

function oneOf(values: readonly string[], value: Json | undefined): string | undefined {
  return values.find((candidate) => candidate === value);
}

function given(field: string, value: Json | undefined): JsonObject {
  return value === undefined || value === null ? {} : { [field]: value };
}
