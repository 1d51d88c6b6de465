import { useMutation } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { fetchProof, type AuditLog } from '../../api/audit.js';
import { Button, IconButton } from '../../parts/controls/button.js';
import { exactTime } from '../../parts/show/amount.js';
import { JsonTree } from '../../parts/show/json-tree.js';
import { Problem } from '../../parts/show/problem.js';
import { Facts } from '../../parts/show/small-parts.js';
import { actorOf } from './audit-table.js';
import { saveFile } from './save-file.js';
import styles from './audit.module.css';

interface EntryDetailsProps {
  readonly entry: AuditLog;
  readonly onClose: () => void;
}

/** One entry: what was changed, from what to what, and the proof of it. */
export function EntryDetails({ entry, onClose }: EntryDetailsProps): ReactNode {
  const { before, after, ...others } = entry.metadata;
  const proof = useMutation({
    mutationFn: () => fetchProof(entry.id),
    onSuccess: (file) => saveFile(file, `audit-proof-${entry.id}.json`),
  });
  return (
    <aside className={styles['details']} aria-label="Entry of the audit log">
      <div className={styles['top']}>
        <h2>{entry.description}</h2>
        <IconButton label="Close entry" onPress={onClose}>
          <X size={14} strokeWidth={1.5} aria-hidden />
        </IconButton>
      </div>
      <Facts
        facts={[
          ['When', exactTime(entry.createdAt)],
          ['Who', entry.actorEmail === null ? actorOf(entry) : `${actorOf(entry)} (${entry.actorEmail})`],
          ['Action', <code key="action">{entry.action}</code>],
          ['About', `${entry.resourceType.replaceAll('_', ' ')} ${entry.resourceName ?? ''}`],
          ['Id', <code key="id">{entry.resourceId}</code>],
        ]}
      />
      {before !== undefined && <Part title="Before" value={before} />}
      {after !== undefined && <Part title="After" value={after} />}
      {Object.keys(others).length > 0 && <Part title="Details" value={others} />}
      {proof.error !== null && <Problem error={proof.error} />}
      <div>
        <Button onPress={() => proof.mutate()} isPending={proof.isPending}>
          Download proof
        </Button>
      </div>
    </aside>
  );
}

function Part({ title, value }: { readonly title: string; readonly value: unknown }): ReactNode {
  return (
    <section>
      <h3>{title}</h3>
      <JsonTree value={value} />
    </section>
  );
}
