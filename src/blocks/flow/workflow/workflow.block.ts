import { isId } from '#kernel/ids.js';
import type { Json } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import { defineBlock, type PublishedBlock } from '../../define-block.js';
import type { ValuesOf } from '../../fields/field-set.js';
import { refused, type Field } from '../../fields/field.js';
import { beginsLikeJson } from '../../fields/json-like.js';
import { json, line } from '../../fields/kinds.js';
import { anything, output, type ValueSchema } from '../../fields/schema.js';
import { Workflows } from '../../ports/workflows.js';

/** Both names are in use: the newer one maps its input field by field. */
const types = ['workflow', 'workflow_input'] as const;

/** Text that begins like a structure and is not JSON is a mistake. */
function sent(description: string, more: ValueSchema = {}): Field<Json | undefined> {
  return json(description, more).as((written, inputs, name) => {
    if ((written ?? '') === '' || written === undefined) return undefined;
    const value = inputs.json(written);
    if (typeof value === 'string' && beginsLikeJson(written))
      throw refused(name, 'begins like JSON and is not: names and texts are in double quotes');
    return value;
  });
}

const fields = {
  workflowId: line('What is run: the version that is deployed at that moment.', { title: 'Workflow', 'x-names': 'workflow' }).required(
    'must name a workflow',
    'missing_workflow',
    (written) => typeof written !== 'string' || written.trim() === '',
  ),
  inputMapping: sent('What that workflow is started with, by the names of the fields of its start: `{"customer": "<start.customer>"}`.'),
  input: sent('The same, in older documents. It counts if there is no input mapping.', { deprecated: true }),
};

/** Runs another deployed workflow of the same workspace, as a part of this run. */
export const workflowBlocks: readonly PublishedBlock[] = types.map((type) =>
  defineBlock({
    type,
    name: 'Workflow',
    ...(type === 'workflow' && { replacedBy: 'workflow_input' }),
    description: 'Runs another deployed workflow of the same workspace, as a part of this run.',
    category: 'control',
    fields,
    outputs: {
      success: output('boolean', 'Whether it ended well.'),
      result: anything('Its output; of one that ended in a Response, `{data, status, headers}`.'),
      childWorkflowName: output('string', 'Its name.'),
      childWorkflowId: output('string', 'Its id.'),
      childExecutionId: output('string', 'Names this use of it in traces.'),
    },
    handles: ['source', 'error'],
    needs: [Workflows],
    call: (values) => {
      const { workflowId } = values;
      if (!isId(workflowId)) throw new BlockFailure('workflowId must be the id of a workflow', { status: 400, input: { workflowId } });
      return { workflowId, input: inputOf(values) };
    },
  }),
);

function inputOf(values: ValuesOf<typeof fields>): Json {
  const { inputMapping } = values;
  if (inputMapping !== undefined) return inputMapping;
  const { input = {} } = values;
  return input;
}
