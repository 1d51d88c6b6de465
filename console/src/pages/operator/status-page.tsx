import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { readinessQuery } from '../../api/operator.js';
import { Duration } from '../../parts/show/amount.js';
import { bytesText } from '../../parts/show/amounts.js';
import { DataTable } from '../../parts/show/data-table.js';
import { Problem } from '../../parts/show/problem.js';
import { Facts, Skeleton } from '../../parts/show/small-parts.js';
import { Pill } from '../../parts/show/status-pill.js';
import { Section } from '../../shell/sections.js';
import { OperatorFrame } from './operator-frame.js';

/** The checks, the queue and the projections of the server, as the process that answers sees them. */
export function StatusPage(): ReactNode {
  return (
    <OperatorFrame title="Status">
      <Status />
    </OperatorFrame>
  );
}

type CheckStatus = 'ok' | 'slow' | 'failing';

const looks = { ok: ['OK', 'good', CircleCheck], slow: ['Slow', 'warn', TriangleAlert], failing: ['Failing', 'bad', CircleX] } as const;

function CheckPill({ status }: { readonly status: CheckStatus }): ReactNode {
  const [word, tone, Icon] = looks[status];
  return (
    <Pill tone={tone} icon={<Icon size={12} strokeWidth={2} aria-hidden />}>
      {word}
    </Pill>
  );
}

const names: Readonly<Record<string, string>> = {
  database: 'Database',
  appends: 'Writes of events',
  requests: 'Requests',
  disks: 'Disks',
  limits: 'Limits shared by processes',
  migrations: 'Migrations',
  clock: 'Clock',
  queue: 'Queue',
  horizon: 'Order of events',
  projections: 'Projections',
  schedules: 'Schedules',
  audit: 'Audit log',
};

function Status(): ReactNode {
  const { data, error, refetch } = useQuery(readinessQuery);
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton width="60%" />;
  const { queue, projections, disks } = data.checks;
  const checks = Object.entries(data.checks).map(([name, { status }]) => ({ name, status }));
  return (
    <>
      <Section title="Checks" lead="As the process that answered sees them. The page is read again every five seconds.">
        <DataTable
          label="Checks"
          rows={checks}
          idOf={({ name }) => name}
          columns={[
            { name: 'Check', cell: ({ name }) => names[name] ?? name },
            { name: 'State', cell: ({ status }) => <CheckPill status={status} /> },
          ]}
        />
      </Section>
      {queue !== undefined && (
        <Section title="Queue">
          <Facts
            facts={[
              ['Waiting', queue.waiting.toLocaleString('en')],
              ['Running', queue.running.toLocaleString('en')],
              ['Oldest job that is due', <Duration key="oldest" ms={queue.oldestDueMs} />],
            ]}
          />
        </Section>
      )}
      {projections !== undefined && (
        <Section
          title="Projections"
          lead="How far what is shown is behind the events. A dead letter is an event that a projection cannot read."
        >
          <DataTable
            label="Projections"
            rows={projections.views}
            idOf={({ name }) => name}
            columns={[
              {
                name: 'Projection',
                cell: ({ name, rebuild }) => (rebuild === undefined ? name : `${name} (rebuilt, ${rebuild.events} of ${rebuild.total})`),
              },
              { name: 'Behind', look: 'number', cell: ({ lagMs }) => <Duration ms={lagMs} /> },
              { name: 'Events', look: 'number', isMinor: true, cell: ({ lagEvents }) => lagEvents.toLocaleString('en') },
              { name: 'Dead letters', look: 'number', cell: ({ deadLetters }) => deadLetters.toLocaleString('en') },
            ]}
          />
        </Section>
      )}
      <Section title="Free space">
        <Facts facts={disks.folders.map(({ folder, freeBytes }) => [folder, bytesText(freeBytes)] as const)} />
      </Section>
    </>
  );
}
