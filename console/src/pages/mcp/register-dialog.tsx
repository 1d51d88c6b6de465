import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { Checkbox } from '../../parts/controls/checkbox.js';
import { Choice } from '../../parts/controls/choice.js';
import { TextField } from '../../parts/controls/text-field.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { problemOf } from '../../parts/show/problem.js';
import { useAction } from '../../shell/use-action.js';

type Access = 'none' | 'headers' | 'authorization_code' | 'client_credentials';

const ways = [
  { value: 'none', label: 'Open' },
  { value: 'headers', label: 'Header' },
  { value: 'authorization_code', label: 'Sign-in' },
  { value: 'client_credentials', label: 'Client' },
] as const;

interface RegisterDialogProps {
  readonly workspaceId: string;
  readonly onClose: () => void;
}

export function RegisterDialog({ workspaceId, onClose }: RegisterDialogProps): ReactNode {
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [access, setAccess] = useState<Access>('none');
  const [header, setHeader] = useState('Authorization');
  const [value, setValue] = useState('');
  const [client, setClient] = useState('');
  const [secret, setSecret] = useState('');
  const [pinTools, setPinTools] = useState(true);
  const registration = useAction({
    act: () =>
      api.mcpServers.register({
        workspaceId,
        name: name.trim(),
        url: url.trim(),
        pinTools,
        ...(access === 'headers' && { headers: { [header.trim()]: value } }),
        ...(isOauth(access) && {
          oauthGrant: access,
          oauthClientId: client.trim(),
          oauthClientSecret: secret.trim() === '' ? null : secret.trim(),
        }),
      }),
    changes: [keys.mcp(workspaceId)],
    onDone: onClose,
  });
  return (
    <>
      <FormDialog
        title="Register a server"
        action="Register server"
        isPending={registration.isPending}
        error={registration.error}
        fields={['name', 'url', `headers.${header.trim()}`, 'oauthClientId', 'oauthClientSecret']}
        onSubmit={() => registration.do()}
        onClose={onClose}
      >
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          problem={problemOf(registration.error, 'name')}
          autoComplete="off"
          autoFocus
        />
        <TextField
          label="Address"
          help="Such as https://mcp.example.com/mcp"
          value={url}
          onChange={setUrl}
          problem={problemOf(registration.error, 'url')}
        />
        <Choice label="Access" value={access} options={ways} onChange={setAccess} />
        {access === 'headers' && (
          <>
            <TextField label="Header" value={header} onChange={setHeader} autoComplete="off" />
            <TextField
              label="Value of the header"
              help="Such as Bearer {{TOKEN}}, with the name of a variable of the environment in place of the secret"
              value={value}
              onChange={setValue}
              problem={problemOf(registration.error, `headers.${header.trim()}`)}
              autoComplete="off"
            />
          </>
        )}
        {isOauth(access) && (
          <>
            <TextField
              label="Client id"
              help={
                access === 'authorization_code'
                  ? `Registered at the server with the address ${location.origin}/auth/mcp/callback`
                  : 'Its id at the authorization server'
              }
              value={client}
              onChange={setClient}
              problem={problemOf(registration.error, 'oauthClientId')}
              autoComplete="off"
            />
            <TextField
              label="Client secret"
              isOptional={access === 'authorization_code'}
              help="{{NAME}}, the name of a variable of the environment"
              value={secret}
              onChange={setSecret}
              problem={problemOf(registration.error, 'oauthClientSecret')}
              autoComplete="off"
            />
          </>
        )}
        <Checkbox isSelected={pinTools} onChange={setPinTools}>
          Refuse tools that the server describes in another way than at the deployment
        </Checkbox>
      </FormDialog>
      {registration.dialog}
    </>
  );
}

function isOauth(access: Access): access is 'authorization_code' | 'client_credentials' {
  return access === 'authorization_code' || access === 'client_credentials';
}
