import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { modelProvidersQuery, type ModelProvider } from '../../api/models.js';

import { Button, IconButton } from '../../parts/controls/button.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { DataTable } from '../../parts/show/data-table.js';
import { Note, Problem } from '../../parts/show/problem.js';
import { Section } from '../../shell/sections.js';
import { useAction } from '../../shell/use-action.js';
import { useIsAdmin } from '../settings/settings-frame.js';
import { ProviderDialog, providerKinds } from './provider-dialog.js';

type Open = { readonly kind: 'create' } | { readonly kind: 'change' | 'delete'; readonly provider: ModelProvider };

/** The providers that the workspace has keys for. */
export function Providers({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const providers = useQuery(modelProvidersQuery(workspaceId));
  const isAdmin = useIsAdmin(workspaceId);
  const [open, setOpen] = useState<Open>();
  const [outcome, setOutcome] = useState<string>();
  const test = useAction({
    act: ({ id }: ModelProvider) => api.modelProviders.test(id),
    onDone: ({ data }, { name }) =>
      setOutcome(
        data.ok
          ? `${name} answered in ${Math.round(data.latencyMs)} ms${data.models === undefined ? '' : ` and has ${data.models.length} models`}.`
          : `${name} failed: ${data.error ?? 'no reason given'}`,
      ),
  });
  const close = (): void => setOpen(undefined);
  return (
    <Section
      title="Providers"
      lead="Providers of this workspace, beside those of the server. Their keys are variables of the environment."
      actions={
        isAdmin && (
          <Button look="primary" onPress={() => setOpen({ kind: 'create' })}>
            <Plus size={14} strokeWidth={1.5} aria-hidden />
            Add provider
          </Button>
        )
      }
    >
      {test.error !== null && <Problem error={test.error} />}
      <div role="status">{outcome !== undefined && <Note>{outcome}</Note>}</div>
      {providers.error !== null ? (
        <Problem error={providers.error} onRetry={() => void providers.refetch()} />
      ) : (
        <DataTable
          label="Providers"
          rows={providers.data}
          idOf={({ id }) => id}
          empty="No provider yet. Models of the server can be used without one."
          columns={[
            { name: 'Name', cell: ({ name }) => name },
            { name: 'Kind', cell: ({ kind }) => providerKinds.find(({ value }) => value === kind)?.label },
            { name: 'Address', isMinor: true, cell: ({ baseUrl }) => baseUrl },
            { name: 'Key', isMinor: true, cell: ({ hasApiKey }) => (hasApiKey ? 'set' : 'none') },
            {
              name: 'Actions',
              look: 'actions',
              cell: (provider) =>
                isAdmin && (
                  <>
                    <Button look="quiet" aria-label={`Test ${provider.name}`} onPress={() => test.do(provider)}>
                      Test
                    </Button>
                    <IconButton label={`Change ${provider.name}`} onPress={() => setOpen({ kind: 'change', provider })}>
                      <Pencil size={14} strokeWidth={1.5} aria-hidden />
                    </IconButton>
                    <IconButton label={`Delete ${provider.name}`} onPress={() => setOpen({ kind: 'delete', provider })}>
                      <X size={14} strokeWidth={1.5} aria-hidden />
                    </IconButton>
                  </>
                ),
            },
          ]}
        />
      )}
      {open?.kind === 'create' && <ProviderDialog workspaceId={workspaceId} provider={undefined} onClose={close} />}
      {open?.kind === 'change' && <ProviderDialog workspaceId={workspaceId} provider={open.provider} onClose={close} />}
      {open?.kind === 'delete' && <DeleteDialog provider={open.provider} onClose={close} />}
      {test.dialog}
    </Section>
  );
}

function DeleteDialog({ provider, onClose }: { readonly provider: ModelProvider; readonly onClose: () => void }): ReactNode {
  const deletion = useAction({
    act: () => api.modelProviders.delete(provider.id),
    changes: [keys.models(provider.workspaceId)],
    onDone: onClose,
  });
  return (
    <>
      <Confirm
        title={`Delete ${provider.name}?`}
        consequences={['Blocks that use its models fail from now on', 'The variable with its key stays']}
        action="Delete provider"
        isDangerous
        isOpen
        isPending={deletion.isPending}
        problem={deletion.error !== null && <Problem error={deletion.error} />}
        onConfirm={() => deletion.do()}
        onClose={onClose}
      />
      {deletion.dialog}
    </>
  );
}
