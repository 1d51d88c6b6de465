import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { api } from '../api/client.js';
import { keys } from '../api/keys.js';
import { useSession } from '../api/session.js';
import { Select } from '../parts/controls/select.js';
import { TextField } from '../parts/controls/text-field.js';
import { FormDialog } from '../parts/overlays/form-dialog.js';
import { problemOf } from '../parts/show/problem.js';
import { useAction } from './use-action.js';

/** Asks for the name of a new workspace, and for its organization if there is a choice. */
export function NewWorkspaceDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { organizations } = useSession();
  const homes = organizations.filter(({ role }) => role !== 'member');
  const [name, setName] = useState('');
  const [organizationId, setOrganizationId] = useState(homes[0]?.id);
  const navigate = useNavigate();
  const create = useAction({
    act: async () => (await api.workspaces.create({ name: name.trim(), ...(organizationId !== undefined && { organizationId }) })).data,
    changes: [keys.session],
    onDone: ({ id }) => {
      onClose();
      void navigate({ to: '/workspace/$workspaceId', params: { workspaceId: id } });
    },
  });
  return (
    <>
      <FormDialog
        title="New workspace"
        action="Create workspace"
        isPending={create.isPending}
        error={create.error}
        fields={['name']}
        onSubmit={() => create.do()}
        onClose={onClose}
      >
        <TextField
          label="Name"
          help={homes.length === 1 ? `Owners and admins of ${homes[0]?.name ?? ''} are its admins` : 'You are its owner'}
          value={name}
          onChange={setName}
          problem={problemOf(create.error, 'name')}
          autoComplete="off"
          isRequired
          autoFocus
        />
        {homes.length > 1 && organizationId !== undefined && (
          <Select
            label="Organization"
            help="Its owners and admins are admins of the workspace"
            value={organizationId}
            options={homes.map((each) => ({ value: each.id, label: each.name }))}
            onChange={setOrganizationId}
          />
        )}
      </FormDialog>
      {create.dialog}
    </>
  );
}
