import { SluiceError, type Deployed as Deployment } from '@sluice/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { WorkflowDocument } from '../../../../../src/document/document.js';
import { api } from '../../../api/client.js';
import { deployedDraftQuery } from '../../../api/draft-history.js';
import { keys } from '../../../api/keys.js';
import { draftReportQuery, type Workflow } from '../../../api/workflow.js';
import { TextField } from '../../../parts/controls/text-field.js';
import { FormDialog } from '../../../parts/overlays/form-dialog.js';
import { messageOf, Problem } from '../../../parts/show/problem.js';
import { Skeleton } from '../../../parts/show/small-parts.js';
import { ProblemList } from '../../workflows/problem-list.js';
import { useChange } from '../../workflows/use-change.js';
import { ChangedSince } from './changed-since.js';
import { DeployChanges } from './deploy-changes.js';
import { DeployedDialog } from './deployed-dialog.js';
import styles from './deploy.module.css';

interface DialogProps {
  readonly workflow: Workflow;
  readonly onClose: () => void;
}

interface Done {
  readonly deployment: Deployment;
  readonly document: WorkflowDocument;
}

/** Says what is wrong with the draft, what a deployment changes and who has changed it; deploys the revision that it shows. */
export function DeployDialog({ workflow, onClose }: DialogProps): ReactNode {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [done, setDone] = useState<Done>();
  const draft = useQuery(deployedDraftQuery(workflow.id));
  const report = useQuery({ ...draftReportQuery(workflow.id, draft.data), enabled: draft.data !== undefined });
  const deploy = useChange(
    workflow,
    async () => {
      if (draft.data === undefined) throw new Error('The draft is not there yet');
      const { data } = await api.workflows.deploy(workflow.id, { name, description, revision: draft.data.revision });
      return { deployment: data, document: draft.data.document };
    },
    setDone,
  );
  if (done !== undefined) return <DeployedDialog workflow={workflow} {...done} onClose={onClose} />;
  const since = deploy.error instanceof SluiceError && deploy.error.code === 'DRAFT_CHANGED' ? deploy.error : undefined;
  const lookAgain = (): void => {
    deploy.reset();
    void draft.refetch();
    // Another version may be active by now.
    void queries.invalidateQueries({ queryKey: keys.workflow(workflow.id) });
  };
  return (
    <FormDialog
      title={`Deploy “${workflow.name}”?`}
      action="Deploy"
      isDisabled={draft.data === undefined || draft.isFetching || since !== undefined || report.data?.valid === false}
      isPending={deploy.isPending}
      error={since === undefined ? deploy.error : null}
      onSubmit={() => deploy.mutate()}
      onClose={onClose}
    >
      <ul className={styles['consequences']}>
        <li>The draft becomes a version, and new runs use it at once</li>
        <li>Active runs continue with the version that they began with</li>
      </ul>
      {draft.error !== null && <Problem error={draft.error} onRetry={() => void draft.refetch()} />}
      {draft.data?.unsent !== undefined && (
        <Problem
          error={`Edits of this page could not be sent and are not deployed: ${messageOf(draft.data.unsent)}`}
          onRetry={() => void draft.refetch()}
        />
      )}
      <DeployChanges workflow={workflow} draft={draft.isFetching ? undefined : draft.data} />
      {report.isLoading && <Skeleton width="60%" />}
      {report.error !== null && <Problem error={report.error} onRetry={() => void report.refetch()} />}
      {report.data !== undefined && report.data.problems.length + report.data.warnings.length > 0 && (
        <div className={styles['report']}>
          <ProblemList {...report.data} />
        </div>
      )}
      <TextField label="Name of the version" isOptional value={name} onChange={setName} autoFocus />
      <TextField
        label="Comment"
        isOptional
        isLong
        value={description}
        onChange={setDescription}
        help="What changes, for those who read the versions."
      />
      {since !== undefined && <ChangedSince error={since} onLook={lookAgain} />}
    </FormDialog>
  );
}
