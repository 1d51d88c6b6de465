import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { Checkbox } from '../../parts/controls/checkbox.js';
import { TextField } from '../../parts/controls/text-field.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { problemOf } from '../../parts/show/problem.js';
import { useAction } from '../../shell/use-action.js';

interface OfferDialogProps {
  readonly workspaceId: string;
  readonly onClose: () => void;
}

export function OfferDialog({ workspaceId, onClose }: OfferDialogProps): ReactNode {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [isPublic, setIsPublic] = useState(false);
  const creation = useAction({
    act: () =>
      api.workflowServers.create({
        workspaceId,
        name: name.trim(),
        isPublic,
        ...(description.trim() !== '' && { description: description.trim() }),
      }),
    changes: [keys.mcp(workspaceId)],
    onDone: onClose,
  });
  return (
    <>
      <FormDialog
        title="Offer a server"
        action="Offer server"
        isPending={creation.isPending}
        error={creation.error}
        fields={['name', 'description']}
        onSubmit={() => creation.do()}
        onClose={onClose}
      >
        <TextField label="Name" value={name} onChange={setName} problem={problemOf(creation.error, 'name')} autoComplete="off" autoFocus />
        <TextField
          label="Description"
          isOptional
          help="Assistants read it."
          value={description}
          onChange={setDescription}
          problem={problemOf(creation.error, 'description')}
        />
        <Checkbox isSelected={isPublic} onChange={setIsPublic}>
          Everyone may call its tools, without a key
        </Checkbox>
      </FormDialog>
      {creation.dialog}
    </>
  );
}
