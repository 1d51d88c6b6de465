import { isJsonObject, type Json } from '#kernel/json.js';
import { isInTriggerMode, isNote } from '../block-roles.js';
import { isStrict, type Block, type Edge, type WorkflowDocument } from '../document.js';
import { errorHandle } from '../handles.js';

/**
 * Whether deploying the draft would change what runs. Layout, sizes, declared outputs, locks, notes, ids of edges, all orders, and metadata
 * apart from the check of inputs are ignored, and null equals absent.
 */
export function needsRedeployment(draft: WorkflowDocument, active: WorkflowDocument): boolean {
  return canonical(essence(draft)) !== canonical(essence(active));
}

function essence(document: WorkflowDocument): object {
  const { blocks, edges, variables } = document;
  const hasErrorEdge = new Set(edges.filter(({ sourceHandle }) => sourceHandle === errorHandle).map(({ source }) => source));
  const running = Object.entries(blocks).filter(([, block]) => !isNote(block));
  return {
    blocks: Object.fromEntries(running.map(([id, block]) => [id, essenceOfBlock(block, hasErrorEdge.has(id))])),
    edges: edges.map(essenceOfEdge).toSorted(),
    variables: Object.fromEntries(Object.entries(variables).map(([id, { name, type, value }]) => [id, { name, type, value }])),
    strictInput: isStrict(document),
  };
}

function essenceOfBlock(block: Block, hasErrorEdge: boolean): object {
  const { width: _width, height: _height, extent: _extent, ...data } = block.data;
  return {
    type: block.type,
    name: block.name,
    enabled: block.enabled,
    triggerMode: isInTriggerMode(block),
    advancedMode: block['advancedMode'] === true,
    hasErrorPort: hasErrorEdge || block['errorEnabled'] === true,
    retry: block.retry?.enabled === true ? block.retry : null,
    data,
    values: Object.fromEntries(Object.entries(block.subBlocks).map(([id, { value }]) => [id, value])),
  };
}

function essenceOfEdge({ source, sourceHandle, target, targetHandle }: Edge): string {
  return JSON.stringify([source, sourceHandle, target, targetHandle]);
}

/** Canonical JSON: sorted keys, and no nulls in objects. */
function canonical(value: object): string {
  return JSON.stringify(value, (_key, inner: Json) => (isJsonObject(inner) ? sorted(inner) : inner));
}

function sorted(value: { readonly [key: string]: Json }): { readonly [key: string]: Json } {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
}
