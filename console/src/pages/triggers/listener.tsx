import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { listenerQuery, type TriggerDetails } from '../../api/triggers.js';
import { Button } from '../../parts/controls/button.js';
import { Dialog, DialogButtons } from '../../parts/overlays/dialog.js';
import { JsonTree } from '../../parts/show/json-tree.js';
import { Note, Problem } from '../../parts/show/problem.js';
import { Code } from '../../parts/show/small-parts.js';
import { useAction } from '../../shell/use-action.js';
import styles from './triggers.module.css';

interface ListenerProps {
  readonly trigger: TriggerDetails;
  readonly onClose: () => void;
}

/** Waits for one event at an address for tests, and shows it. */
export function Listener({ trigger, onClose }: ListenerProps): ReactNode {
  const [begun, setBegun] = useState<{ readonly triggerId: string; readonly token: string; readonly url: string }>();
  const listen = useAction({ act: () => api.webhooks.listenToTrigger(trigger.id), onDone: ({ data }) => setBegun(data) });
  return (
    <Dialog title="Listen for a test event" isOpen onClose={onClose}>
      <div className={styles['listener']}>
        {begun === undefined ? (
          <p>The server waits two minutes for one event at an address for tests, and shows it here. No run is started.</p>
        ) : (
          <Heard key={begun.token} {...begun} />
        )}
        {listen.error !== null && <Problem error={listen.error} />}
      </div>
      <DialogButtons>
        <Button onPress={onClose}>Close</Button>
        <Button look="primary" isPending={listen.isPending} onPress={() => listen.do()}>
          {begun === undefined ? 'Listen' : 'Listen again'}
        </Button>
      </DialogButtons>
      {listen.dialog}
    </Dialog>
  );
}

interface HeardProps {
  readonly triggerId: string;
  readonly token: string;
  readonly url: string;
}

function Heard({ triggerId, token, url }: HeardProps): ReactNode {
  const listener = useQuery(listenerQuery(triggerId, token));
  const { status, delivery } = listener.data ?? { status: 'waiting' };
  return (
    <>
      {status === 'waiting' && <p>Send an event to this address:</p>}
      <Code text={url} label="Copy the address" />
      <div role="status">
        {status === 'waiting' && <Note>Waiting for an event</Note>}
        {status === 'expired' && <Note>No event arrived in two minutes.</Note>}
        {delivery !== undefined && (
          <Note>
            {delivery.isVerified ? 'The signature or token is right.' : 'The event arrived without a check: the trigger has no secret.'}{' '}
            {delivery.startsRun ? 'It would start a run.' : 'It would start no run.'}
          </Note>
        )}
      </div>
      {listener.error !== null && <Problem error={listener.error} />}
      {delivery !== undefined && <JsonTree value={delivery.input} />}
    </>
  );
}
