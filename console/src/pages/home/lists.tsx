import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { errorsQuery, questionsForMeQuery, stuckRunsQuery } from '../../api/home.js';
import { limitsQuery } from '../../api/usage.js';
import { workflowsQuery } from '../../api/workflows.js';
import { Time, useNow } from '../../parts/show/amount.js';
import { bytesText, moneyText } from '../../parts/show/amounts.js';
import { Problem } from '../../parts/show/problem.js';
import { Skeleton } from '../../parts/show/small-parts.js';
import { errorText } from './error-text.js';
import { homeRange } from './figures.js';
import type { HomeRange } from './home-search.js';
import styles from './home.module.css';

const mostShown = 6;

interface ListProps<Data> {
  readonly title: string;
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** A list that fails or loads without the others. */
function List<Data>({ title, query, children }: ListProps<Data>): ReactNode {
  return (
    <section className={styles['list']} aria-label={title}>
      <h2>{title}</h2>
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton width="70%" />}
      {query.data !== undefined && children(query.data)}
    </section>
  );
}

export function Failing({ workspaceId, range }: { readonly workspaceId: string; readonly range: HomeRange }): ReactNode {
  const { fromMs } = homeRange(range, useNow());
  const errors = useQuery(useMemo(() => errorsQuery(workspaceId, fromMs), [workspaceId, fromMs]));
  const workflows = useQuery(workflowsQuery(workspaceId));
  const nameOf = (id: string): string => workflows.data?.find((each) => each.id === id)?.name ?? 'A deleted workflow';
  return (
    <List title="Failing workflows" query={errors}>
      {(groups) =>
        groups.length === 0 ? (
          <p className={styles['muted']}>No run failed.</p>
        ) : (
          <ul>
            {groups.slice(0, mostShown).map(({ fingerprint, workflowId, pattern, count, lastAt, lastExecutionId }) => (
              <li key={`${workflowId} ${fingerprint}`}>
                <div>
                  <Link to="/workspace/$workspaceId/w/$workflowId" params={{ workspaceId, workflowId }} dir="auto">
                    {nameOf(workflowId)}
                  </Link>
                  <Link
                    to="/workspace/$workspaceId/logs"
                    params={{ workspaceId }}
                    search={{ workflow: workflowId, from: new Date(fromMs).toISOString(), level: 'error' }}
                    className={styles['bad'] ?? ''}
                  >
                    {count === 1 ? 'once' : `${count.toLocaleString('en')} times`} this error
                  </Link>
                </div>
                <p className={styles['pattern']} dir="auto" title={pattern}>
                  {errorText(pattern)}
                </p>
                <p className={styles['muted']}>
                  <Link to="/workspace/$workspaceId/logs/$executionId" params={{ workspaceId, executionId: lastExecutionId }}>
                    Open the last run
                  </Link>{' '}
                  <Time at={lastAt} />
                </p>
              </li>
            ))}
          </ul>
        )
      }
    </List>
  );
}

export function Questions({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const questions = useQuery(questionsForMeQuery(workspaceId));
  return (
    <List title="Questions for you" query={questions}>
      {({ data, nextCursor }) =>
        data.length === 0 ? (
          <p className={styles['muted']}>No run waits for you.</p>
        ) : (
          <ul>
            {data.map(({ contextId, executionId, title, workflowName, askedAt, expiresAt }) => (
              <li key={`${executionId} ${contextId}`}>
                <div>
                  <Link to="/workspace/$workspaceId/logs/$executionId" params={{ workspaceId, executionId }} dir="auto">
                    {title}
                  </Link>
                </div>
                <p className={styles['muted']}>
                  <bdi>{workflowName}</bdi>, asked <Time at={askedAt} />
                  {expiresAt !== null && (
                    <>
                      , until <Time at={expiresAt} />
                    </>
                  )}
                </p>
              </li>
            ))}
            {nextCursor !== null && (
              <li>
                <p className={styles['muted']}>There are more.</p>
              </li>
            )}
          </ul>
        )
      }
    </List>
  );
}

export function Stuck({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const stuck = useQuery(stuckRunsQuery(workspaceId));
  return (
    <List title="Runs that do not go on" query={stuck}>
      {(runs) =>
        runs.length === 0 ? (
          <p className={styles['muted']}>All active runs go on, or wait as they should.</p>
        ) : (
          <ul>
            {runs.map(({ entry: { executionId, workflow, startedAt }, diagnosis }) => (
              <li key={executionId}>
                <div>
                  <Link to="/workspace/$workspaceId/logs/$executionId" params={{ workspaceId, executionId }} dir="auto">
                    {workflow?.name ?? 'Workflow'}
                  </Link>
                  <span className={styles['muted']}>
                    <Time at={diagnosis.since ?? startedAt} />
                  </span>
                </div>
                <p dir="auto">{diagnosis.summary}</p>
              </li>
            ))}
          </ul>
        )
      }
    </List>
  );
}

export function Limits(): ReactNode {
  const limits = useQuery(limitsQuery);
  return (
    <List title="Limits of your account" query={limits}>
      {({ usage: { plan, currentPeriodCost, limit }, storage, rateLimit: { sync, async } }) => (
        <ul className={styles['limits']}>
          <Meter name={`Cost this period, plan ${plan}`} used={currentPeriodCost} limit={limitOf(plan, limit)} text={moneyText} />
          <Meter name="Storage" used={storage.usedBytes} limit={limitOf(plan, storage.limitBytes)} text={bytesText} />
          <Meter
            name="Calls, of what is allowed now"
            used={sync.limit - sync.remaining}
            limit={sync.limit}
            text={(count) => count.toLocaleString('en')}
          />
          <Meter
            name="Asynchronous calls, of what is allowed now"
            used={async.limit - async.remaining}
            limit={async.limit}
            text={(count) => count.toLocaleString('en')}
          />
        </ul>
      )}
    </List>
  );
}

/** Who runs the server sets the limits of this plan, which by default are beyond any use. */
function limitOf(plan: string, limit: number): number | undefined {
  return plan === 'selfhosted' ? undefined : limit;
}

interface MeterProps {
  readonly name: string;
  readonly used: number;
  /** Absent: there is none to speak of. */
  readonly limit: number | undefined;
  readonly text: (amount: number) => string;
}

function Meter({ name, used, limit, text }: MeterProps): ReactNode {
  const share = limit === undefined || limit <= 0 ? 0 : Math.min(1, used / limit);
  return (
    <li>
      <div>
        <span>{name}</span>
        <span>
          {text(used)} {limit !== undefined && <span className={styles['muted']}>of {text(limit)}</span>}
        </span>
      </div>
      {limit !== undefined && (
        <div className={styles['meter']} data-high={share >= 0.8 || undefined} aria-hidden>
          <span style={{ width: `${Math.round(share * 100)}%` }} />
        </div>
      )}
    </li>
  );
}
