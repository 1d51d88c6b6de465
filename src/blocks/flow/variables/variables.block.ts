import type { Json } from '#kernel/json.js';
import type { Block, DocumentProblem } from '#document/document.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { fieldOf, fieldProblem, isOpen } from '../../fields/field-problem.js';
import { anything, choice, fields, json, list } from '../../fields/palette-fields.js';
import type { PaletteEntry, PublishedBlock } from '../../palette.js';
import { readAssignments, type Assignment } from './assignments.js';
import { typedValue, variableTypes } from './typed-value.js';

const format = 'must be a JSON list of entries with variableName, type and value';

const palette: PaletteEntry = {
  name: 'Variables',
  description: 'Gives variables of the workflow new values, for the rest of the run. The workflow itself keeps its own.',
  category: 'control',
  inputs: fields({
    variables: list(
      'The new values.',
      fields({
        variableId: { type: 'string', description: 'Id of the variable, for editors. The name decides.' },
        variableName: { type: 'string', description: 'Name of the variable. One that the workflow does not declare can be used, too.' },
        type: choice('What the value has to be. Without a type it stays what it is.', variableTypes),
        value: json('The value. Empty is 0, false, {}, [] or no text, by the type.'),
      }),
    ),
  }),
  outputs: { '<variableName>': anything('Each new value, under the name of its variable.') },
  handles: ['source', 'error'],
};

/** Assigns variables for the rest of the run. They are found by name; ids are what editors remember them by. */
export const variablesBlock: PublishedBlock = {
  type: 'variables',
  palette,
  check: problems,
  run: ({ params }, { inputs }) => {
    const assignments = readAssignments(params['variables']);
    if (assignments === null) throw new BlockFailure(`variables ${format}`, { status: 400 });
    const variables = Object.fromEntries(assignments.map((assignment) => [assignment.name, assign(assignment, inputs)]));
    return { output: variables, input: variables, variables };
  },
};

function assign({ name, type, value }: Assignment, inputs: BlockInputs): Json {
  const isStructure = type === 'object' || type === 'array';
  const typed = typedValue(type, isStructure ? inputs.json(value) : inputs.value(value));
  if ('fault' in typed) throw new BlockFailure(`Variable "${name}" ${typed.fault}`, { status: 400 });
  return typed.value;
}

/** Values with placeholders are looked at when they are known. */
function problems(block: Block): readonly DocumentProblem[] {
  const assignments = readAssignments(fieldOf(block, 'variables'));
  if (assignments === null) return [fieldProblem(block, 'variables', format, 'invalid_variables')];
  return assignments.flatMap(({ name, type, value }) => {
    const typed = typedValue(type, isOpen(value) ? null : value);
    return 'fault' in typed ? [fieldProblem(block, 'variables', `"${name}" ${typed.fault}`, 'invalid_variables')] : [];
  });
}
