import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { usualBaseUrls } from '../../../../src/kernel/models/model-provider.js';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import type { ModelProvider } from '../../api/models.js';
import { environmentQuery } from '../../api/workspace.js';
import { Select } from '../../parts/controls/select.js';
import { TextField } from '../../parts/controls/text-field.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { problemOf } from '../../parts/show/problem.js';
import { useAction } from '../../shell/use-action.js';

interface ProviderDialogProps {
  readonly workspaceId: string;
  /** Absent: another one is added. */
  readonly provider: ModelProvider | undefined;
  readonly onClose: () => void;
}

export const providerKinds = [
  { value: 'openai', label: 'OpenAI' },
  { value: 'anthropic', label: 'Anthropic' },
  { value: 'google', label: 'Google' },
  { value: 'openai-compatible', label: 'Compatible with OpenAI' },
] as const;

/** No variable has these names. */
const present = '-';
const none = '--';

export function ProviderDialog({ workspaceId, provider, onClose }: ProviderDialogProps): ReactNode {
  const [name, setName] = useState(provider?.name ?? '');
  const [kind, setKind] = useState<ModelProvider['kind']>(provider?.kind ?? 'openai');
  const [baseUrl, setBaseUrl] = useState(provider?.baseUrl ?? '');
  const hasKey = provider?.hasApiKey === true;
  const [variable, setVariable] = useState(hasKey ? present : none);
  const variables = useQuery(environmentQuery(workspaceId));
  // An address that is taken away is that of the vendor again.
  const address = baseUrl.trim() === '' && provider !== undefined ? usualBaseUrls[kind] : baseUrl.trim();
  const body = {
    name: name.trim(),
    ...(address !== undefined && address !== '' && { baseUrl: address }),
    ...(variable !== present && variable !== none && { apiKey: `{{${variable}}}` }),
  };
  const save = useAction({
    act: async () => {
      if (provider === undefined) await api.modelProviders.create({ workspaceId, kind, ...body });
      else await api.modelProviders.change(provider.id, { ...body, ...(variable === none && hasKey && { apiKey: null }) });
    },
    changes: [keys.models(workspaceId)],
    onDone: onClose,
  });
  const isCompatible = kind === 'openai-compatible';
  return (
    <>
      <FormDialog
        title={provider === undefined ? 'Add a provider' : `Change ${provider.name}`}
        action={provider === undefined ? 'Add provider' : 'Save'}
        isPending={save.isPending}
        error={save.error}
        fields={['name', 'baseUrl', 'apiKey']}
        onSubmit={() => save.do()}
        onClose={onClose}
      >
        <TextField
          label="Name"
          help="Workflows name a model as name/model."
          value={name}
          onChange={setName}
          problem={problemOf(save.error, 'name')}
          autoComplete="off"
          autoFocus
        />
        {provider === undefined && <Select label="Kind" value={kind} options={providerKinds} onChange={setKind} />}
        <TextField
          label="Address"
          isOptional={!isCompatible}
          help={isCompatible ? 'Such as https://models.example.com/v1' : 'Empty: that of the provider.'}
          value={baseUrl}
          onChange={setBaseUrl}
          problem={problemOf(save.error, 'baseUrl')}
        />
        <Select
          label="Variable with the key"
          value={variable}
          problem={problemOf(save.error, 'apiKey')}
          options={[
            ...(hasKey ? [{ value: present, label: 'The present one' }] : []),
            { value: none, label: 'None' },
            ...(variables.data ?? []).map(({ name: each }) => ({ value: each, label: each })),
          ]}
          onChange={setVariable}
        />
        <p>
          Keys are variables of the workspace: set one under{' '}
          <Link to="/workspace/$workspaceId/settings/environment" params={{ workspaceId }}>
            Environment
          </Link>
          .
        </p>
      </FormDialog>
      {save.dialog}
    </>
  );
}
