import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RunEntry } from '../../api/logs.js';
import { Button, ButtonLink, IconButton } from '../../parts/controls/button.js';
import { Duration, Money, Time } from '../../parts/show/amount.js';
import { Facts } from '../../parts/show/small-parts.js';
import { StatusPill } from '../../parts/show/status-pill.js';
import { statusOf, versionOf } from './run-facts.js';
import styles from './runs.module.css';

interface RunPreviewProps {
  readonly entry: RunEntry;
  /** Where the run is shown on the draft. */
  readonly editor: string;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** The run of the current row, beside the list. */
export function RunPreview({ entry, editor, onOpen, onClose }: RunPreviewProps): ReactNode {
  const { workflow, trigger, startedAt, totalDurationMs, cost, executionId, executionData, modelsUsed } = entry;
  const error = executionData?.error ?? null;
  return (
    <aside className={styles['preview']} aria-label="Preview of the run">
      <div className={styles['top']}>
        <h2>{workflow?.name ?? 'Workflow'}</h2>
        <IconButton label="Close preview" onPress={onClose}>
          <X size={14} strokeWidth={1.5} aria-hidden />
        </IconButton>
      </div>
      {error !== null && <p className={styles['message']}>{error}</p>}
      <Facts
        facts={[
          ['Status', <StatusPill key="status" status={statusOf(entry)} />],
          ['Version', versionOf(entry)],
          ['Trigger', trigger],
          ['Started', <Time key="started" at={startedAt} isFocusable />],
          ['Duration', <Duration key="duration" ms={totalDurationMs} />],
          ['Cost', <Money key="cost" usd={cost?.total} />],
          ...(modelsUsed.length > 0 ? [['Models', modelsUsed.join(', ')] as const] : []),
          ['Run', <code key="run">{executionId}</code>],
        ]}
      />
      <div className={styles['go']}>
        <Button look="primary" onPress={onOpen}>
          Open run
        </Button>
        <ButtonLink href={editor}>Open in the editor</ButtonLink>
      </div>
    </aside>
  );
}
