import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { keys } from '../../api/keys.js';
import { useMayWrite } from '../../api/session.js';
import { deliveriesQuery, deliveryQuery, type Delivery } from '../../api/triggers.js';
import { Button } from '../../parts/controls/button.js';
import { Dialog, DialogButtons } from '../../parts/overlays/dialog.js';
import { exactTime, Time } from '../../parts/show/amount.js';
import { DataTable } from '../../parts/show/data-table.js';
import { JsonTree } from '../../parts/show/json-tree.js';
import { Problem } from '../../parts/show/problem.js';
import { Facts } from '../../parts/show/small-parts.js';
import { useAction } from '../../shell/use-action.js';
import { DeliveryPill } from './trigger-looks.js';

interface DeliveriesProps {
  readonly workspaceId: string;
  readonly triggerId?: string;
}

/** Events that reached triggers, what became of each, and their replay. */
export function Deliveries({ workspaceId, triggerId }: DeliveriesProps): ReactNode {
  const deliveries = useInfiniteQuery(deliveriesQuery(workspaceId, triggerId));
  const mayWrite = useMayWrite(workspaceId);
  const [shown, setShown] = useState<string>();
  const replay = useAction({
    act: (deliveryId: string) => api.deliveries.replay(deliveryId, {}),
    changes: [keys.triggers(workspaceId)],
  });
  if (deliveries.isLoadingError) return <Problem error={deliveries.error} onRetry={() => void deliveries.refetch()} />;
  return (
    <>
      {replay.error !== null && <Problem error={replay.error} />}
      <DataTable
        label="Deliveries"
        rows={deliveries.data?.pages.flatMap(({ data }) => data)}
        idOf={({ id }) => id}
        empty="No event arrived yet."
        more={
          deliveries.hasNextPage
            ? { label: 'Show earlier deliveries', isLoading: deliveries.isFetchingNextPage, onMore: () => void deliveries.fetchNextPage() }
            : undefined
        }
        columns={[
          { name: 'Outcome', cell: ({ outcome }) => <DeliveryPill outcome={outcome} /> },
          { name: 'Arrived', cell: ({ receivedAt }) => <Time at={receivedAt} /> },
          { name: 'Why', isMinor: true, cell: ({ reason, replayOf }) => reason ?? (replayOf === null ? '' : 'replayed') },
          { name: 'Run', cell: (delivery) => <RunLink workspaceId={workspaceId} delivery={delivery} /> },
          {
            name: 'Actions',
            look: 'actions',
            cell: ({ id, outcome }) => (
              <>
                <Button look="quiet" onPress={() => setShown(id)}>
                  Details
                </Button>
                {mayWrite && outcome !== 'held' && (
                  <Button look="quiet" isDisabled={replay.isPending} onPress={() => replay.do(id)}>
                    Replay
                  </Button>
                )}
              </>
            ),
          },
        ]}
      />
      {shown !== undefined && <DeliveryDialog workspaceId={workspaceId} deliveryId={shown} onClose={() => setShown(undefined)} />}
      {replay.dialog}
    </>
  );
}

function RunLink({ workspaceId, delivery }: { readonly workspaceId: string; readonly delivery: Delivery }): ReactNode {
  const { executionId } = delivery;
  if (executionId === null) return '–';
  return (
    <Link to="/workspace/$workspaceId/logs/$executionId" params={{ workspaceId, executionId }}>
      Open run
    </Link>
  );
}

interface DeliveryDialogProps {
  readonly workspaceId: string;
  readonly deliveryId: string;
  readonly onClose: () => void;
}

function DeliveryDialog({ workspaceId, deliveryId, onClose }: DeliveryDialogProps): ReactNode {
  const { data, error } = useQuery(deliveryQuery(workspaceId, deliveryId));
  return (
    <Dialog title="Delivery" isOpen onClose={onClose}>
      {error !== null && <Problem error={error} />}
      {data !== undefined && (
        <>
          <Facts
            facts={[
              ['Outcome', <DeliveryPill key="outcome" outcome={data.outcome} />],
              ['Arrived', exactTime(data.receivedAt)],
              ...(data.scheduledFor === null ? [] : [['Due', exactTime(data.scheduledFor)] as const]),
              ...(data.message === null ? [] : [['Message', data.message] as const]),
              ['Id', <code key="id">{data.id}</code>],
            ]}
          />
          <JsonTree value={{ headers: data.headers, body: data.body }} />
        </>
      )}
      <DialogButtons>
        <Button onPress={onClose}>Close</Button>
      </DialogButtons>
    </Dialog>
  );
}
