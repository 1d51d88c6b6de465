import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { environmentQuery } from '../../api/workspace.js';
import { TextField } from '../../parts/controls/text-field.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { problemOf } from '../../parts/show/problem.js';
import { useAction } from '../../shell/use-action.js';

interface VariableDialogProps {
  readonly workspaceId: string;
  /** Of a variable that gets another value. */
  readonly name: string | undefined;
  readonly onClose: () => void;
}

export function VariableDialog({ workspaceId, name: present, onClose }: VariableDialogProps): ReactNode {
  const [name, setName] = useState(present ?? '');
  const [value, setValue] = useState('');
  const names = useQuery(environmentQuery(workspaceId)).data;
  const change = useAction({
    act: () => api.environment.change(workspaceId, { variables: { [name.trim()]: value } }),
    changes: [keys.environment(workspaceId)],
    onDone: onClose,
  });
  const isTaken = present === undefined && !change.isPending && names?.some((each) => each.name === name.trim()) === true;
  // The server says at one place what is wrong with the name and with the value.
  const field = `variables.${name.trim()}`;
  const problem = problemOf(change.error, field);
  const isAboutName = present === undefined && problem?.includes(' name ') === true;
  return (
    <>
      <FormDialog
        title={present === undefined ? 'Set a variable' : `Replace the value of ${present}`}
        action={present === undefined ? 'Set variable' : 'Replace value'}
        isDisabled={name.trim() === '' || isTaken}
        isPending={change.isPending}
        error={change.error}
        fields={[field]}
        onSubmit={() => change.do()}
        onClose={onClose}
      >
        {present === undefined && (
          <TextField
            label="Name"
            help="Letters, digits and underscores"
            problem={isTaken ? 'A variable of this name exists. Replace its value in the list.' : isAboutName ? problem : undefined}
            value={name}
            onChange={setName}
            autoComplete="off"
            spellCheck="false"
            autoFocus
          />
        )}
        <TextField
          label="Value"
          isLong
          help="It is stored encrypted and not shown again."
          problem={isAboutName ? undefined : problem}
          value={value}
          onChange={setValue}
          autoComplete="off"
          spellCheck="false"
          autoFocus={present !== undefined}
        />
      </FormDialog>
      {change.dialog}
    </>
  );
}
