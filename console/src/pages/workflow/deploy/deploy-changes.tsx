import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { draftAuthorsQuery, type DraftAtRevision } from '../../../api/draft-history.js';
import { useSession } from '../../../api/session.js';
import { documentQuery, workflowQuery, type Workflow } from '../../../api/workflow.js';
import { wordsOf } from '../../../canvas/block-lines.js';
import { Problem } from '../../../parts/show/problem.js';
import { Skeleton } from '../../../parts/show/small-parts.js';
import { documentChanges, type BlockChange } from '../../../versions/document-changes.js';
import styles from './deploy.module.css';

const mostShown = 12;

interface DeployChangesProps {
  readonly workflow: Workflow;
  /** Undefined until it is there. */
  readonly draft: DraftAtRevision | undefined;
}

/** What a deployment changes: the draft beside the active version, and who has changed it. */
export function DeployChanges({ workflow: { id }, draft }: DeployChangesProps): ReactNode {
  const known = useQuery(workflowQuery(id));
  const activeVersion = known.data?.activeVersion;
  const isDeployed = typeof activeVersion === 'number';
  const active = useQuery({ ...documentQuery(id, activeVersion ?? undefined), enabled: isDeployed });
  const failed = [known, active].find(({ error, data }) => error !== null && data === undefined);
  if (failed !== undefined) return <Problem error={failed.error} onRetry={() => void failed.refetch()} />;
  if (draft === undefined || activeVersion === undefined) return <Skeleton width="60%" />;
  const authors = <Authors workflowId={id} version={activeVersion} revision={draft.revision} />;
  if (activeVersion === null) {
    return (
      <section className={styles['findings']} aria-label="Changes">
        <p className={styles['muted']}>No version is active: everything in the draft is new.</p>
        {authors}
      </section>
    );
  }
  if (active.data === undefined) return <Skeleton width="60%" />;
  const { blocks, wires, variables, settings } = documentChanges(active.data, draft.document);
  const lines = [
    ...blocks.filter(({ kind }) => kind !== 'moved').map(textOf),
    ...(wires.length > 0 ? [`${wires.length} ${wires.length === 1 ? 'connection' : 'connections'} changed`] : []),
    ...variables.map(({ name }) => `Variable ${name} changed`),
    ...settings.map(({ name }) => `Setting ${wordsOf(name)} changed`),
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
      {authors}
    </section>
  );
}

interface AuthorsProps {
  readonly workflowId: string;
  readonly version: number | null;
  readonly revision: number;
}

function Authors({ workflowId, version, revision }: AuthorsProps): ReactNode {
  const { user } = useSession();
  const authors = useQuery(draftAuthorsQuery(workflowId, version, revision));
  if (authors.data === undefined || authors.data.length === 0) return null;
  const texts = authors.data.map(({ userId, userName, edits }) => {
    const name = userId === user.id ? 'you' : (userName ?? 'an unknown user');
    return `${name} (${edits} ${edits === 1 ? 'change' : 'changes'})`;
  });
  return (
    <p className={styles['muted']} dir="auto">
      Changed by {texts.join(', ')}
    </p>
  );
}

function textOf({ name, kind, fields }: BlockChange): string {
  return kind === 'changed' ? `${name} changed: ${fields.map((field) => field.name).join(', ')}` : `${name} ${kind}`;
}
