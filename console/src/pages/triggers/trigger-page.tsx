import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMayWrite } from '../../api/session.js';
import { triggerQuery, type TriggerDetails } from '../../api/triggers.js';
import { workflowsQuery } from '../../api/workflows.js';
import { Time } from '../../parts/show/amount.js';
import { dateText } from '../../parts/show/date-text.js';
import { JsonTree } from '../../parts/show/json-tree.js';
import { Note } from '../../parts/show/problem.js';
import { ReadProblem } from '../../parts/show/read-problem.js';
import { CopyButton, Facts, Skeleton } from '../../parts/show/small-parts.js';
import { Page } from '../../shell/page.js';
import { Section } from '../../shell/sections.js';
import { Deliveries } from './deliveries.js';
import { TriggerActions } from './trigger-actions.js';
import { TriggerPill } from './trigger-looks.js';
import styles from './triggers.module.css';

/** One trigger: its state, its next times or its address, and what reached it. */
export function TriggerPage(): ReactNode {
  const { workspaceId, triggerId } = useParams({ from: '/signed-in/workspace/$workspaceId/triggers/$triggerId' });
  const trigger = useQuery(triggerQuery(workspaceId, triggerId));
  const mayWrite = useMayWrite(workspaceId);
  return (
    <Page
      title={trigger.data?.blockName ?? 'Trigger'}
      crumbs={[
        <Link key="triggers" to="/workspace/$workspaceId/triggers" params={{ workspaceId }}>
          Triggers
        </Link>,
      ]}
    >
      <div className={styles['page']}>
        <ReadProblem
          what="trigger"
          list={
            <Link to="/workspace/$workspaceId/triggers" params={{ workspaceId }}>
              Go to the triggers
            </Link>
          }
          error={trigger.error}
          onRetry={() => void trigger.refetch()}
        />
        {trigger.isPending && <Skeleton width="240px" />}
        {trigger.data !== undefined && (
          <>
            <TriggerFacts trigger={trigger.data} />
            {mayWrite && <TriggerActions trigger={trigger.data} />}
            {trigger.data.nextRuns.length > 0 && <NextRuns trigger={trigger.data} />}
            <Section title="Deliveries">
              <Deliveries workspaceId={workspaceId} triggerId={triggerId} />
            </Section>
            <Section title="Configuration" lead={`Of version ${trigger.data.version}. Values of secrets are not part of it.`}>
              <JsonTree value={trigger.data.config} />
            </Section>
          </>
        )}
      </div>
    </Page>
  );
}

function TriggerFacts({ trigger }: { readonly trigger: TriggerDetails }): ReactNode {
  const {
    workspaceId,
    workflowId,
    status,
    kind,
    provider,
    url,
    lastFiredAt,
    failedCount,
    failureLimit,
    disabledReason,
    lastPollError,
    deliveries,
  } = trigger;
  const workflows = useQuery(workflowsQuery(workspaceId));
  return (
    <Section title={trigger.blockName}>
      {disabledReason !== null && <Note>Disabled: {disabledReason}</Note>}
      {lastPollError !== null && <Note>The last poll failed: {lastPollError}</Note>}
      <Facts
        facts={[
          [
            'Workflow',
            <Link key="workflow" to="/workspace/$workspaceId/w/$workflowId" params={{ workspaceId, workflowId }}>
              {workflows.data?.find(({ id }) => id === workflowId)?.name ?? 'Open workflow'}
            </Link>,
          ],
          ['State', <TriggerPill key="state" status={status} />],
          ['Kind', kind === provider ? kind : `${kind}, ${provider}`],
          ...(url === null
            ? []
            : [
                [
                  'Address',
                  <span key="url" className={styles['address']}>
                    <code>{url}</code>
                    <CopyButton label="Copy the address" text={url} />
                  </span>,
                ] as const,
              ]),
          ['Last started a run', lastFiredAt === null ? 'never' : <Time key="fired" at={lastFiredAt} isFocusable />],
          ['Failed runs in a row', `${failedCount}${failureLimit === null ? '' : `, disabled at ${failureLimit}`}`],
          [
            'Deliveries',
            Object.entries(deliveries)
              .filter(([, count]) => count > 0)
              .map(([outcome, count]) => `${count.toLocaleString('en')} ${outcome}`)
              .join(', ') || 'none',
          ],
        ]}
      />
    </Section>
  );
}

function NextRuns({ trigger: { nextRuns, config } }: { readonly trigger: TriggerDetails }): ReactNode {
  const { timezone = 'UTC' } = config as { readonly timezone?: string };
  return (
    <Section title="Next times" lead={`In the time zone of the schedule, ${timezone}.`}>
      <ol className={styles['times']}>
        {nextRuns.map((at) => (
          <li key={at}>{dateText(new Date(at), { dateStyle: 'full', timeStyle: 'medium', timeZone: timezone })}</li>
        ))}
      </ol>
    </Section>
  );
}
