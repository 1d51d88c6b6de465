import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import type { TriggerDetails } from '../../api/triggers.js';
import { Button } from '../../parts/controls/button.js';
import { Choice } from '../../parts/controls/choice.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { FormDialog, ShownOnce } from '../../parts/overlays/form-dialog.js';
import { Problem } from '../../parts/show/problem.js';
import { useAction } from '../../shell/use-action.js';
import { Listener } from './listener.js';
import styles from './triggers.module.css';

interface TriggerProps {
  readonly trigger: TriggerDetails;
}

/** What can be done with a trigger, by those who may. */
export function TriggerActions({ trigger }: TriggerProps): ReactNode {
  const { id, workspaceId, status, kind, url } = trigger;
  const [open, setOpen] = useState<'pause' | 'rotate' | 'listen'>();
  const changes = [keys.triggers(workspaceId)];
  const resume = useAction({ act: () => api.triggers.change(id, { status: 'active' }), changes });
  const fire = useAction({ act: () => api.schedules.fire(id), changes });
  const close = (): void => setOpen(undefined);
  const error = resume.error ?? fire.error;
  if (status === 'retired') return null;
  return (
    <>
      <div className={styles['buttons']}>
        {status === 'active' ? (
          <Button onPress={() => setOpen('pause')}>Pause</Button>
        ) : (
          <Button look="primary" isPending={resume.isPending} onPress={() => resume.do()}>
            Resume
          </Button>
        )}
        {kind === 'schedule' && (
          <Button isPending={fire.isPending} onPress={() => fire.do()}>
            Start a run now
          </Button>
        )}
        {url !== null && <Button onPress={() => setOpen('listen')}>Listen for a test event</Button>}
        {url !== null && <Button onPress={() => setOpen('rotate')}>Rotate secret</Button>}
      </div>
      {error !== null && <Problem error={error} />}
      {open === 'pause' && <PauseDialog trigger={trigger} onClose={close} />}
      {open === 'rotate' && <RotateDialog trigger={trigger} onClose={close} />}
      {open === 'listen' && <Listener trigger={trigger} onClose={close} />}
      {resume.dialog}
      {fire.dialog}
    </>
  );
}

type DialogProps = TriggerProps & { readonly onClose: () => void };

function PauseDialog({ trigger: { id, workspaceId, blockName }, onClose }: DialogProps): ReactNode {
  const [pauseMode, setPauseMode] = useState<'hold' | 'drop'>('hold');
  const pause = useAction({
    act: () => api.triggers.change(id, { status: 'paused', pauseMode }),
    changes: [keys.triggers(workspaceId)],
    onDone: onClose,
  });
  return (
    <>
      <FormDialog
        title={`Pause ${blockName}?`}
        action="Pause"
        isPending={pause.isPending}
        error={pause.error}
        onSubmit={() => pause.do()}
        onClose={onClose}
      >
        <div>
          <Choice
            label="Events that arrive"
            value={pauseMode}
            options={[
              { value: 'hold', label: 'Keep events' },
              { value: 'drop', label: 'Refuse events' },
            ]}
            onChange={setPauseMode}
          />
        </div>
        <p>
          {pauseMode === 'hold'
            ? 'Events that arrive are kept, and start runs when you resume.'
            : 'Events that arrive are refused and listed.'}
        </p>
      </FormDialog>
      {pause.dialog}
    </>
  );
}

function RotateDialog({ trigger: { id, workspaceId, blockName }, onClose }: DialogProps): ReactNode {
  const [secret, setSecret] = useState<string>();
  const rotation = useAction({
    act: () => api.webhooks.rotateSecret(id, {}),
    changes: [keys.triggers(workspaceId)],
    onDone: ({ data }) => setSecret(data.secret),
  });
  if (secret !== undefined) {
    return <ShownOnce title="The new secret" intro="Enter it at the sender now. It is not shown again." text={secret} onClose={onClose} />;
  }
  return (
    <>
      <Confirm
        title={`Rotate the secret of ${blockName}?`}
        consequences={[
          'A new secret is made and shown once',
          'The present secret is accepted for a while, so that the sender can be changed',
        ]}
        action="Rotate secret"
        isOpen
        isPending={rotation.isPending}
        problem={rotation.error !== null && <Problem error={rotation.error} />}
        onConfirm={() => rotation.do()}
        onClose={onClose}
      />
      {rotation.dialog}
    </>
  );
}
