import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { Checkbox } from '../../parts/controls/checkbox.js';
import { TextField } from '../../parts/controls/text-field.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { problemOf } from '../../parts/show/problem.js';
import { useAction } from '../../shell/use-action.js';

interface RegisterDialogProps {
  readonly workspaceId: string;
  readonly onClose: () => void;
}

export function RegisterDialog({ workspaceId, onClose }: RegisterDialogProps): ReactNode {
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [header, setHeader] = useState('');
  const [value, setValue] = useState('');
  const [pinTools, setPinTools] = useState(true);
  const registration = useAction({
    act: () =>
      api.mcpServers.register({
        workspaceId,
        name: name.trim(),
        url: url.trim(),
        pinTools,
        ...(header.trim() !== '' && { authType: 'headers' as const, headers: { [header.trim()]: value } }),
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
        fields={['name', 'url']}
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
        <TextField label="Header" isOptional help="Such as Authorization" value={header} onChange={setHeader} autoComplete="off" />
        {header.trim() !== '' && (
          <TextField
            label="Value of the header"
            type="password"
            help="It is stored encrypted and not shown again."
            value={value}
            onChange={setValue}
            autoComplete="off"
          />
        )}
        <Checkbox isSelected={pinTools} onChange={setPinTools}>
          Refuse tools that the server describes in another way than at the deployment
        </Checkbox>
      </FormDialog>
      {registration.dialog}
    </>
  );
}
