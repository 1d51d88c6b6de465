import { useQuery } from '@tanstack/react-query';
import { ClipboardPaste, Pencil, Plus, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { environmentQuery } from '../../api/workspace.js';
import { Button, IconButton } from '../../parts/controls/button.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { Time } from '../../parts/show/amount.js';
import { DataTable } from '../../parts/show/data-table.js';
import { Problem } from '../../parts/show/problem.js';
import { Section } from '../../shell/sections.js';
import { useAction } from '../../shell/use-action.js';
import { PasteDialog } from './paste-dialog.js';
import { SettingsFrame } from './settings-frame.js';
import { VariableDialog } from './variable-dialog.js';
import styles from './settings.module.css';

/** The names of the variables of a workspace. Values are never shown. */
export function EnvironmentPage(): ReactNode {
  return <SettingsFrame title="Environment">{(workspaceId) => <Variables key={workspaceId} workspaceId={workspaceId} />}</SettingsFrame>;
}

type Open =
  | { readonly kind: 'paste' }
  | { readonly kind: 'set'; readonly name?: string }
  | { readonly kind: 'remove'; readonly name: string };

function Variables({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const variables = useQuery(environmentQuery(workspaceId));
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const names = new Set(variables.data?.map(({ name }) => name));
  return (
    <Section
      title="Environment variables"
      lead="Workflows use a value as {{NAME}}. No one can read a value back, here or over HTTP."
      actions={
        <div className={styles['buttons']}>
          <Button onPress={() => setOpen({ kind: 'paste' })}>
            <ClipboardPaste size={14} strokeWidth={1.5} aria-hidden />
            Paste .env
          </Button>
          <Button look="primary" onPress={() => setOpen({ kind: 'set' })}>
            <Plus size={14} strokeWidth={1.5} aria-hidden />
            Set variable
          </Button>
        </div>
      }
    >
      {variables.error !== null ? (
        <Problem error={variables.error} onRetry={() => void variables.refetch()} />
      ) : (
        <DataTable
          label="Environment variables"
          rows={variables.data}
          idOf={({ name }) => name}
          empty="No variable yet. Passwords, tokens and addresses of workflows belong here."
          columns={[
            { name: 'Name', cell: ({ name }) => <code>{name}</code> },
            { name: 'Set', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
            {
              name: 'Actions',
              look: 'actions',
              cell: ({ name }) => (
                <>
                  <IconButton label={`Replace ${name}`} onPress={() => setOpen({ kind: 'set', name })}>
                    <Pencil size={14} strokeWidth={1.5} aria-hidden />
                  </IconButton>
                  <IconButton label={`Remove ${name}`} onPress={() => setOpen({ kind: 'remove', name })}>
                    <X size={14} strokeWidth={1.5} aria-hidden />
                  </IconButton>
                </>
              ),
            },
          ]}
        />
      )}
      {open?.kind === 'set' && <VariableDialog workspaceId={workspaceId} name={open.name} onClose={close} />}
      {open?.kind === 'paste' && <PasteDialog workspaceId={workspaceId} present={names} onClose={close} />}
      {open?.kind === 'remove' && <RemoveDialog workspaceId={workspaceId} name={open.name} onClose={close} />}
    </Section>
  );
}

interface RemoveDialogProps {
  readonly workspaceId: string;
  readonly name: string;
  readonly onClose: () => void;
}

function RemoveDialog({ workspaceId, name, onClose }: RemoveDialogProps): ReactNode {
  const removal = useAction({
    act: () => api.environment.change(workspaceId, { variables: { [name]: null } }),
    changes: [keys.environment(workspaceId)],
    onDone: onClose,
  });
  return (
    <>
      <Confirm
        title={`Remove ${name}?`}
        consequences={['Blocks that use it fail from now on', 'The value cannot be restored']}
        action="Remove variable"
        isDangerous
        isOpen
        isPending={removal.isPending}
        problem={removal.error !== null && <Problem error={removal.error} />}
        onConfirm={() => removal.do()}
        onClose={onClose}
      />
      {removal.dialog}
    </>
  );
}
