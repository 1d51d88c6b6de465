import type { Json } from '#kernel/json.js';
import { isId } from '#kernel/path-id.js';
import { BlockFailure } from '../../engine/block-failure.js';
import type { CallDefinition } from '../block.js';
import { fieldOf, fieldProblem } from '../field-problem.js';

/** Both names are in use: the newer one maps its input field by field. */
const types = ['workflow', 'workflow_input'] as const;

/** Run another deployed workflow of the same workspace, as a part of this run. */
export const workflowBlocks: readonly CallDefinition[] = types.map((type) => ({
  type,
  check: (block) =>
    isMissing(fieldOf(block, 'workflowId')) ? [fieldProblem(block, 'workflowId', 'must name a workflow', 'missing_workflow')] : [],
  call: ({ params }, { inputs }) => {
    const workflowId = inputs.text(params['workflowId']).trim();
    if (!isId(workflowId)) throw new BlockFailure('workflowId must be the id of a workflow', { status: 400, input: { workflowId } });
    return { workflowId, input: inputs.json(written(params['inputMapping']) ?? written(params['input']) ?? {}) };
  },
}));

function isMissing(workflowId: Json | undefined): boolean {
  return typeof workflowId !== 'string' || workflowId.trim() === '';
}

function written(field: Json | undefined): Json | undefined {
  return field === null || field === '' ? undefined : field;
}
