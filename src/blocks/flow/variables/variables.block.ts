import type { Json } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { defineBlock } from '../../define-block.js';
import { isOpen } from '../../fields/blank.js';
import type { Fault } from '../../fields/field.js';
import { asWritten, choice, json, list } from '../../fields/kinds.js';
import { anything } from '../../fields/schema.js';
import { readAssignments, type Assignment } from './assignments.js';
import { typedValue, variableTypes } from './typed-value.js';

const format = 'must be a JSON list of entries with variableName, type and value';
const code = 'invalid_variables';

/** Assigns variables for the rest of the run. Names identify them; ids are for editors. */
export const variablesBlock = defineBlock({
  type: 'variables',
  name: 'Variables',
  description: 'Gives variables of the workflow new values, for the rest of the run. The workflow itself keeps its own.',
  category: 'control',
  fields: {
    variables: list('The variables that get a new value, each with it.', {
      variableId: asWritten({ type: 'string', description: 'Names the variable for editors. The name below decides.' }),
      variableName: asWritten({
        type: 'string',
        description:
          'Later blocks refer to it: `<variable.total>`. A name that the workflow does not declare is only an output of this block.',
      }),
      type: choice('What the value becomes. Without a type it stays what it is.', variableTypes),
      value: json('A text or a reference, such as `<function1.result>`. Empty: 0, `false`, `{}`, `[]` or no text, by the type.'),
    })
      .parsed(readAssignments, format, code)
      .convert((assignments, _name, inputs) => Object.fromEntries(assignments.map((each) => [each.name, assign(each, inputs)])))
      .checked(faultsOf),
  },
  outputs: { '<variableName>': anything('Each new value, under the name of its variable.') },
  handles: ['source', 'error'],
  run: ({ variables }, _context, shown) => {
    const input = shown(variables, (named) => named.variables);
    return { output: variables, input, variables, ...(input === variables ? {} : { shown: { output: input, variables: input } }) };
  },
});

function assign({ name, type, value }: Assignment, inputs: BlockInputs): Json {
  const isStructure = type === 'object' || type === 'array';
  const typed = typedValue(type, isStructure ? inputs.json(value) : inputs.value(value));
  if ('fault' in typed) throw new BlockFailure(`Variable "${name}" ${typed.fault}`, { status: 400 });
  return typed.value;
}

/** Values with placeholders are checked when they are resolved. */
function faultsOf(written: Json | undefined): readonly Fault[] {
  const assignments = readAssignments(written);
  if (assignments === null) return [{ what: format, code }];
  return assignments.flatMap(({ name, type, value }) => {
    const typed = typedValue(type, isOpen(value) ? null : value);
    return 'fault' in typed ? [{ what: `"${name}" ${typed.fault}`, code }] : [];
  });
}
