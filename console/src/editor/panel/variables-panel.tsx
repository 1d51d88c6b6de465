import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Variable, WorkflowDocument } from '../../../../src/document/document.js';
import type { DraftOperation } from '../../../../src/modules/workflows/domain/edits/operation.js';
import { Button, IconButton } from '../../parts/controls/button.js';
import { TextField } from '../../parts/controls/text-field.js';
import { newId } from '../../api/new-id.js';
import { variableNameProblem } from '../commands/names.js';
import { renameVariable } from '../commands/rename-variable.js';
import { useAddedEntry } from '../forms/use-added-entry.js';
import { useTyped } from '../forms/use-typed.js';
import { NameField } from './name-field.js';
import styles from './panel.module.css';
import { variableValue } from './variable-value.js';

interface VariablesPanelProps {
  readonly document: WorkflowDocument;
  readonly isReadOnly: boolean;
  readonly onEdit: (operations: readonly DraftOperation[], label: string) => void;
}

/** The variables of the workflow, which blocks read as `<variable.name>`. */
export function VariablesPanel({ document, isReadOnly, onEdit }: VariablesPanelProps): ReactNode {
  const variables = Object.values(document.variables);
  const added = useAddedEntry(variables.length);
  const add = (): void => {
    const names = new Set(variables.map(({ name }) => name));
    let count = 1;
    while (names.has(`variable${count}`)) count += 1;
    const variable = { id: newId(), name: `variable${count}`, type: 'plain', value: '' };
    added.add();
    onEdit([{ op: 'set-variable', variable }], `Add the variable ${variable.name}`);
  };
  return (
    <div ref={added.box} className={styles['fields']}>
      {variables.length === 0 && (
        <p className={styles['muted']}>
          Blocks read a variable as <code>&lt;variable.name&gt;</code>, and the Variables block changes it during a run.
        </p>
      )}
      {variables.map((variable) => (
        <VariableFields key={variable.id} variable={variable} document={document} isReadOnly={isReadOnly} onEdit={onEdit} />
      ))}
      {!isReadOnly && <Button onPress={add}>Add a variable</Button>}
    </div>
  );
}

interface VariableFieldsProps extends VariablesPanelProps {
  readonly variable: Variable;
}

function VariableFields({ variable, document, isReadOnly, onEdit }: VariableFieldsProps): ReactNode {
  const { id, name, value } = variable;
  const change = (next: Partial<Variable>): void =>
    onEdit([{ op: 'set-variable', variable: { ...variable, ...next } }], `Change the variable ${name}`);
  const typedValue = useTyped(typeof value === 'string' ? value : JSON.stringify(value), (text) => change(variableValue(text, variable)), {
    isLate: true,
  });
  return (
    <div className={styles['variable']} data-entry>
      <NameField
        name={name}
        isReadOnly={isReadOnly}
        problemOf={(text) => variableNameProblem(document, id, text)}
        onRename={(text) => {
          const { operations, label } = renameVariable(document, variable, text);
          onEdit(operations, label);
        }}
      />
      <TextField label="Value" value={typedValue.text} isReadOnly={isReadOnly} onChange={typedValue.type} onBlur={typedValue.settle} />
      {!isReadOnly && (
        <IconButton label={`Remove ${name}`} onPress={() => onEdit([{ op: 'remove-variable', id }], `Remove the variable ${name}`)}>
          <Trash2 size={14} strokeWidth={1.5} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
