import type { Json } from '#kernel/json.js';
import { isId } from '#kernel/ids.js';
import { BlockFailure } from '#engine/block-failure.js';
import { fieldOf, fieldProblem } from '../../fields/field-problem.js';
import { anything, fields, json, output, text } from '../../fields/palette-fields.js';
import type { PaletteEntry, PublishedBlock } from '../../palette.js';

/** Both names are in use: the newer one maps its input field by field. */
const types = ['workflow', 'workflow_input'] as const;

const palette: PaletteEntry = {
  name: 'Workflow',
  description: 'Runs another deployed workflow of the same workspace, as a part of this run.',
  category: 'control',
  inputs: fields(
    {
      workflowId: text('Id of the workflow. What is deployed of it when the block begins is run.'),
      inputMapping: json('What its start is sent: an object, field by field.'),
      input: json('The same, under the name that older documents use. Counts where there is no `inputMapping`.'),
    },
    'workflowId',
  ),
  outputs: {
    success: output('boolean', 'Whether it ended well.'),
    result: anything('Its output; of one that ended in a Response, `{data, status, headers}`.'),
    childWorkflowName: output('string', 'Its name.'),
    childWorkflowId: output('string', 'Its id.'),
    childExecutionId: output('string', 'Names this use of it in traces.'),
  },
  handles: ['source', 'error'],
};

/** Run another deployed workflow of the same workspace, as a part of this run. */
export const workflowBlocks: readonly PublishedBlock[] = types.map((type) => ({
  type,
  palette,
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
