import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { TextField } from '../../parts/controls/text-field.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { useAction } from '../../shell/use-action.js';
import { envChanges, readEnvFile } from './env-file.js';
import styles from './settings.module.css';

interface PasteDialogProps {
  readonly workspaceId: string;
  readonly present: ReadonlySet<string>;
  readonly onClose: () => void;
}

/** Sets all variables of a `.env` file, after a look at what changes. */
export function PasteDialog({ workspaceId, present, onClose }: PasteDialogProps): ReactNode {
  const [text, setText] = useState('');
  const { variables, wrong } = readEnvFile(text);
  const { added, replaced } = envChanges(variables, present);
  const change = useAction({
    act: () => api.environment.change(workspaceId, { variables: Object.fromEntries(variables) }),
    changes: [keys.environment(workspaceId)],
    onDone: onClose,
  });
  return (
    <>
      <FormDialog
        title="Paste a .env file"
        action={variables.size === 1 ? 'Set 1 variable' : `Set ${variables.size} variables`}
        isDisabled={variables.size === 0 || wrong.length > 0}
        isPending={change.isPending}
        error={change.error}
        onSubmit={() => change.do()}
        onClose={onClose}
      >
        <TextField label="Content" isLong help="One NAME=value per line" value={text} onChange={setText} autoFocus />
        {variables.size + wrong.length > 0 && (
          <ul className={styles['preview']} aria-label="What changes" tabIndex={0}>
            {wrong.map((line) => (
              <li key={line} data-wrong>
                Line {line} is not NAME=value
              </li>
            ))}
            {added.map((name) => (
              <li key={name}>
                <code>{name}</code>
                <span className={styles['muted']}>is added</span>
              </li>
            ))}
            {replaced.map((name) => (
              <li key={name}>
                <code>{name}</code>
                <span>is replaced</span>
              </li>
            ))}
          </ul>
        )}
      </FormDialog>
      {change.dialog}
    </>
  );
}
