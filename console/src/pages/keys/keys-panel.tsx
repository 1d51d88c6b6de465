import { useQuery } from '@tanstack/react-query';
import { Plus, RotateCw, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { apiKeysQuery, type ApiKeyEntry, type KeyRing } from '../../api/api-keys.js';
import { keys } from '../../api/keys.js';
import { Button, IconButton } from '../../parts/controls/button.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { ShownOnce } from '../../parts/overlays/form-dialog.js';
import { Time } from '../../parts/show/amount.js';
import { DataTable } from '../../parts/show/data-table.js';
import { Problem } from '../../parts/show/problem.js';
import { Section } from '../../shell/sections.js';
import { useAction } from '../../shell/use-action.js';
import { CreateKeyDialog } from './create-key-dialog.js';
import { RotateKeyDialog } from './rotate-key-dialog.js';
import { scopesText } from './key-form.js';
import styles from './keys.module.css';

interface KeysPanelProps {
  readonly ring: KeyRing;
  readonly lead: string;
}

type Open = { readonly kind: 'create' } | { readonly kind: 'rotate' | 'revoke'; readonly entry: ApiKeyEntry };

/** The API keys of a workspace or a person. Values are shown once. */
export function KeysPanel({ ring, lead }: KeysPanelProps): ReactNode {
  const found = useQuery(apiKeysQuery(ring));
  const [open, setOpen] = useState<Open>();
  const [value, setValue] = useState<string>();
  const close = (): void => setOpen(undefined);
  const onValue = (issued: string): void => {
    close();
    setValue(issued);
  };
  return (
    <Section
      title="API keys"
      lead={lead}
      actions={
        <Button look="primary" onPress={() => setOpen({ kind: 'create' })}>
          <Plus size={14} strokeWidth={1.5} aria-hidden />
          Create key
        </Button>
      }
    >
      {found.error !== null ? (
        <Problem error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <KeysTable entries={found.data} onOpen={setOpen} />
      )}
      {open?.kind === 'create' && <CreateKeyDialog ring={ring} onValue={onValue} onClose={close} />}
      {open?.kind === 'rotate' && <RotateKeyDialog ring={ring} entry={open.entry} onValue={onValue} onClose={close} />}
      {open?.kind === 'revoke' && <RevokeDialog ring={ring} entry={open.entry} onClose={close} />}
      {value !== undefined && (
        <ShownOnce
          title="The value of the key"
          intro="Store it in a safe place now. It is not shown again."
          text={value}
          onClose={() => setValue(undefined)}
        />
      )}
    </Section>
  );
}

interface KeysTableProps {
  readonly entries: readonly ApiKeyEntry[] | undefined;
  readonly onOpen: (open: Open) => void;
}

function KeysTable({ entries, onOpen }: KeysTableProps): ReactNode {
  return (
    <DataTable
      label="API keys"
      rows={entries}
      idOf={({ id }) => id}
      empty="No key yet. Programs send a key with each request, in the header X-API-Key."
      columns={[
        { name: 'Name', cell: (entry) => <KeyName entry={entry} /> },
        { name: 'May', isMinor: true, cell: ({ scopes }) => scopesText(scopes) },
        { name: 'From', isMinor: true, cell: ({ allowedIps }) => (allowedIps.length === 0 ? 'anywhere' : allowedIps.join(', ')) },
        { name: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <Time at={lastUsedAt} />) },
        { name: 'Expires', cell: ({ expiresAt }) => (expiresAt === null ? 'never' : <Time at={expiresAt} />) },
        {
          name: 'Actions',
          look: 'actions',
          cell: (entry) => (
            <>
              <IconButton label={`Rotate ${entry.name}`} onPress={() => onOpen({ kind: 'rotate', entry })}>
                <RotateCw size={14} strokeWidth={1.5} aria-hidden />
              </IconButton>
              <IconButton label={`Revoke ${entry.name}`} onPress={() => onOpen({ kind: 'revoke', entry })}>
                <X size={14} strokeWidth={1.5} aria-hidden />
              </IconButton>
            </>
          ),
        },
      ]}
    />
  );
}

function KeyName({ entry: { name, displayKey, createdBy } }: { readonly entry: ApiKeyEntry }): ReactNode {
  return (
    <>
      {name}
      <span className={styles['under']}>
        <code>{displayKey}</code>
        {createdBy !== undefined && ` by ${createdBy.email}`}
      </span>
    </>
  );
}

interface RevokeDialogProps {
  readonly ring: KeyRing;
  readonly entry: ApiKeyEntry;
  readonly onClose: () => void;
}

function RevokeDialog({ ring, entry, onClose }: RevokeDialogProps): ReactNode {
  const revocation = useAction({
    act: () => ring.revoke(entry.id),
    changes: [keys.apiKeys(ring.owner)],
    onDone: onClose,
  });
  return (
    <>
      <Confirm
        title={`Revoke ${entry.name}?`}
        consequences={['Requests with this key are refused at once', 'The key cannot be restored']}
        action="Revoke key"
        isDangerous
        isOpen
        isPending={revocation.isPending}
        problem={revocation.error !== null && <Problem error={revocation.error} />}
        onConfirm={() => revocation.do()}
        onClose={onClose}
      />
      {revocation.dialog}
    </>
  );
}
