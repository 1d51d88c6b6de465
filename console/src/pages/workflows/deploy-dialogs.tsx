import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { versionsQuery, type VersionView, type Workflow } from '../../api/workflow.js';
import { Select } from '../../parts/controls/select.js';
import { Confirm } from '../../parts/overlays/dialog.js';
import { FormDialog } from '../../parts/overlays/form-dialog.js';
import { exactTime } from '../../parts/show/amount.js';
import { Problem } from '../../parts/show/problem.js';
import { useChange } from './use-change.js';
import styles from './workflows.module.css';

interface DialogProps {
  readonly workflow: Workflow;
  readonly onClose: () => void;
}

export function RollBackDialog({ workflow, version, onClose }: DialogProps & { readonly version?: number }): ReactNode {
  const versions = useQuery(versionsQuery(workflow.id));
  const others = versions.data?.filter(({ isActive }) => !isActive) ?? [];
  const active = versions.data?.find(({ isActive }) => isActive);
  const [chosen, setChosen] = useState<number | undefined>(version);
  const before = others.find((each) => active === undefined || each.version < active.version) ?? others[0];
  const target = chosen ?? before?.version;
  const rollBack = useChange(workflow, () => api.workflows.rollBack(workflow.id, target === undefined ? {} : { version: target }), onClose);
  return (
    <FormDialog
      title={`Roll back “${workflow.name}”?`}
      action="Roll back"
      isDisabled={target === undefined}
      isPending={rollBack.isPending}
      error={rollBack.error ?? versions.error}
      onSubmit={() => rollBack.mutate()}
      onClose={onClose}
    >
      {versions.data !== undefined && others.length === 0 ? (
        <p className={styles['muted']}>There is no other version to roll back to.</p>
      ) : (
        <>
          <ul className={styles['consequences']}>
            <li>New runs use the earlier version at once</li>
            <li>The draft stays as it is, and no version is lost</li>
          </ul>
          <Select
            label="Version"
            value={target === undefined ? null : String(target)}
            options={others.map((each) => ({ value: String(each.version), label: labelOf(each) }))}
            onChange={(value) => setChosen(Number(value))}
          />
        </>
      )}
    </FormDialog>
  );
}

function labelOf({ version, name, deployedAt }: VersionView): string {
  return `v${version}${name === null ? '' : `, ${name}`}, ${exactTime(deployedAt).split(' (')[0] ?? ''}`;
}

export function UndeployDialog({ workflow, onClose }: DialogProps): ReactNode {
  const undeploy = useChange(workflow, () => api.workflows.undeploy(workflow.id), onClose);
  return (
    <Confirm
      title={`Undeploy “${workflow.name}”?`}
      consequences={[
        'Calls are refused, and schedules and webhooks start no runs',
        'Active runs continue',
        'The draft and all versions stay; a roll back makes one of them active again',
      ]}
      action="Undeploy"
      isDangerous
      isOpen
      isPending={undeploy.isPending}
      problem={undeploy.error !== null && <Problem error={undeploy.error} />}
      onConfirm={() => undeploy.mutate()}
      onClose={onClose}
    />
  );
}
