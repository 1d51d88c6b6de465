import type { Log } from '@sluice/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { comparableQuery } from '../../api/run.js';
import { Button } from '../../parts/controls/button.js';
import { Select } from '../../parts/controls/select.js';
import { Dialog, DialogButtons } from '../../parts/overlays/dialog.js';
import { relativeTime } from '../../parts/show/amounts.js';
import { Problem } from '../../parts/show/problem.js';
import { statusOf } from '../runs/run-facts.js';
import styles from './run.module.css';

/** Chooses the run to compare with: the latest runs of the same workflow, the repeated run first. */
export function CompareDialog({
  run,
  workspaceId,
  onClose,
}: {
  readonly run: Log;
  readonly workspaceId: string;
  readonly onClose: () => void;
}): ReactNode {
  const navigate = useNavigate();
  const found = useQuery(comparableQuery(workspaceId, run.workflowId));
  const [chosen, setChosen] = useState<string>();
  const others = (found.data ?? []).filter(({ executionId }) => executionId !== run.executionId);
  const { origin } = run.executionData;
  const options = [
    ...(origin === undefined ? [] : [{ value: origin.executionId, label: 'The run that this one repeats' }]),
    ...others
      .filter(({ executionId }) => executionId !== origin?.executionId)
      .map((entry) => ({
        value: entry.executionId,
        label: `${statusOf(entry)}, ${relativeTime(Date.parse(entry.startedAt), Date.now())}`,
      })),
  ];
  const value = chosen ?? options[0]?.value ?? null;
  return (
    <Dialog title="Compare this run with…" isOpen onClose={onClose}>
      <div className={styles['options']}>
        {found.error !== null && <Problem error={found.error} onRetry={() => void found.refetch()} />}
        {found.isSuccess && options.length === 0 ? (
          <p>The workflow has no other run.</p>
        ) : (
          <Select label="Run" value={value} options={options} onChange={setChosen} />
        )}
      </div>
      <DialogButtons>
        <Button onPress={onClose}>Cancel</Button>
        <Button
          look="primary"
          isDisabled={value === null}
          onPress={() => {
            if (value === null) return;
            const params = { workspaceId, executionId: run.executionId, otherId: value };
            void navigate({ to: '/workspace/$workspaceId/logs/$executionId/compare/$otherId', params });
          }}
        >
          Compare
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
