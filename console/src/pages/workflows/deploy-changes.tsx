import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { documentQuery, workflowQuery, type Workflow } from '../../api/workflow.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import { documentChanges, type BlockChange } from '../../versions/document-changes.js';
import styles from './workflows.module.css';

const mostShown = 12;

/** What a deployment changes: the draft beside the active version. */
export function DeployChanges({ workflow: { id } }: { readonly workflow: Workflow }): ReactNode {
  const activeVersion = useQuery(workflowQuery(id)).data?.activeVersion;
  const isDeployed = typeof activeVersion === 'number';
  const draft = useQuery({ ...documentQuery(id, undefined), staleTime: 0, enabled: isDeployed });
  const active = useQuery({ ...documentQuery(id, activeVersion ?? undefined), enabled: isDeployed });
  if (activeVersion === null) return <p className={styles['muted']}>This is the first version of the workflow.</p>;
  if (draft.data === undefined || active.data === undefined || draft.isFetching) return <Skeleton width="60%" />;
  const { blocks, wires, variables } = documentChanges(active.data, draft.data);
  const lines = [
    ...blocks.filter(({ kind }) => kind !== 'moved').map(textOf),
    ...(wires.length > 0 ? [`${wires.length} ${wires.length === 1 ? 'connection' : 'connections'} changed`] : []),
    ...variables.map(({ name }) => `Variable ${name} changed`),
  ];
  if (lines.length === 0) return <p className={styles['muted']}>Nothing that runs differs from v{activeVersion}.</p>;
  return (
    <section className={styles['findings']} aria-label="Changes">
      <h3>Changes since v{activeVersion}</h3>
      <ul>
        {lines.slice(0, mostShown).map((line) => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
        {lines.length > mostShown && <li>and {lines.length - mostShown} more</li>}
      </ul>
    </section>
  );
}

function textOf({ name, kind, fields }: BlockChange): string {
  return kind === 'changed' ? `${name} changed: ${fields.map((field) => field.name).join(', ')}` : `${name} ${kind}`;
}
