import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMayWrite } from '../../api/session.js';
import { triggerQuery, type TriggerDetails } from '../../api/triggers.js';
import { exactTime, Time } from '../../parts/show/amount.js';
import { JsonTree } from '../../parts/show/json-tree.js';
import { Note, Problem } from '../../parts/show/problem.js';
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
        {trigger.error !== null && <Problem error={trigger.error} onRetry={() => void trigger.refetch()} />}
        {trigger.isPending && <Skeleton width="240px" />}
        {trigger.data !== undefined && (
          <>
            <TriggerFacts trigger={trigger.data} />
            {mayWrite && <TriggerActions trigger={trigger.data} />}
            {trigger.data.nextRuns.length > 0 && <NextRuns times={trigger.data.nextRuns} />}
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
  const { status, kind, provider, url, lastFiredAt, failedCount, failureLimit, disabledReason, lastPollError, deliveries } = trigger;
  return (
    <Section title={trigger.blockName}>
      {disabledReason !== null && <Note>Disabled: {disabledReason}</Note>}
      {lastPollError !== null && <Note>The last poll failed: {lastPollError}</Note>}
      <Facts
        facts={[
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

function NextRuns({ times }: { readonly times: readonly string[] }): ReactNode {
  return (
    <Section title="Next times">
      <ol className={styles['times']}>
        {times.map((at) => (
          <li key={at}>{exactTime(at)}</li>
        ))}
      </ol>
    </Section>
  );
}
