import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import type { TriggerDetails } from '../../api/triggers.js';
import { Button } from '../../parts/controls/button.js';
import { Choice } from '../../parts/controls/choice.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { FormDialog, ShownOnce } from '../../parts/overlays/form-dialog.js';
import { Note, Problem } from '../../parts/show/problem.js';
import { useAction } from '../../shell/use-action.js';
import { Listener } from './listener.js';
import styles from './triggers.module.css';

interface TriggerProps {
  readonly trigger: TriggerDetails;
}

/** Providers whose triggers ask a source for new events. */
const polling: ReadonlySet<string> = new Set(['rss', 'imap']);

const outcomes: Readonly<Partial<Record<string, string>>> = {
  accepted: 'A run was started.',
  skipped: 'No run was started: another one is active, and the schedule leaves this one out.',
  waiting: 'The run starts when the active one has ended.',
  refused: 'No run was started. The delivery below says why.',
  polling: 'The source is asked now. New events are listed below.',
};

/** What can be done with a trigger, by those who may. */
export function TriggerActions({ trigger }: TriggerProps): ReactNode {
  const { id, workspaceId, status, kind, provider, url, config } = trigger;
  const [open, setOpen] = useState<'pause' | 'rotate' | 'listen'>();
  const changes = [keys.triggers(workspaceId)];
  const resume = useAction({ act: () => api.triggers.change(id, { status: 'active' }), changes });
  const close = (): void => setOpen(undefined);
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
        {(kind === 'schedule' || polling.has(provider)) && <FireButton trigger={trigger} />}
        {url !== null && <Button onPress={() => setOpen('listen')}>Listen for a test event</Button>}
        {url !== null && config['verification'] !== 'none' && <Button onPress={() => setOpen('rotate')}>Rotate secret</Button>}
      </div>
      {resume.error !== null && <Problem error={resume.error} />}
      {open === 'pause' && <PauseDialog trigger={trigger} onClose={close} />}
      {open === 'rotate' && <RotateDialog trigger={trigger} onClose={close} />}
      {open === 'listen' && <Listener trigger={trigger} onClose={close} />}
      {resume.dialog}
    </>
  );
}

/** Starts a run of a schedule, or asks the source of a trigger that polls, and says what came of it. */
function FireButton({ trigger: { id, workspaceId, kind } }: TriggerProps): ReactNode {
  const [fired, setFired] = useState<string>();
  const fire = useAction({
    act: () => api.schedules.fire(id),
    changes: [keys.triggers(workspaceId)],
    onDone: ({ data }) => setFired(outcomes[data.outcome]),
  });
  return (
    <>
      <Button isPending={fire.isPending} onPress={() => fire.do()}>
        {kind === 'schedule' ? 'Start a run now' : 'Ask the source now'}
      </Button>
      <div role="status" className={styles['told']}>
        {fired !== undefined && <Note>{fired}</Note>}
        {fire.error !== null && <Problem error={fire.error} />}
      </div>
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
