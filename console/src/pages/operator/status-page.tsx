import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { statusQuery, type OperatorStatus } from '../../api/operator.js';
import { Duration } from '../../parts/show/amount.js';
import { bytesText } from '../../parts/show/amounts.js';
import { DataTable } from '../../parts/show/data-table.js';
import { Problem } from '../../parts/show/problem.js';
import { Code, Facts, Skeleton } from '../../parts/show/small-parts.js';
import { Section } from '../../shell/sections.js';
import { checkAdvice, checkName } from './check-advice.js';
import { OperatorFrame } from './operator-frame.js';
import { ProcessTable } from './process-table.js';
import { StatePill } from './state-pill.js';

/** What an operator needs at one glance: what is wrong and what to do, then processes, queue, projections and checks. */
export function StatusPage(): ReactNode {
  return (
    <OperatorFrame title="Status">
      <Status />
    </OperatorFrame>
  );
}

const overall = {
  ready: { tone: 'good', word: 'Ready' },
  degraded: { tone: 'warn', word: 'Degraded' },
  unavailable: { tone: 'bad', word: 'Unavailable' },
} as const;

const ofChecks = {
  ok: { tone: 'good', word: 'OK' },
  slow: { tone: 'warn', word: 'Slow' },
  failing: { tone: 'bad', word: 'Failing' },
} as const;

function Status(): ReactNode {
  const { data, error, refetch } = useQuery(statusQuery);
  if (data === undefined) return error === null ? <Skeleton width="60%" /> : <Problem error={error} onRetry={() => void refetch()} />;
  const { projections, disks } = data.checks;
  return (
    <>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      <Overview status={data} />
      <Section title="Processes" lead="The processes that are connected to the database.">
        <ProcessTable processes={data.processes} answeredBy={data.answeredBy} />
      </Section>
      <Queue queue={data.queue} />
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
      <Section title="Checks" lead="As the process that answered sees them.">
        <DataTable
          label="Checks"
          rows={checksOf(data)}
          idOf={({ name }) => name}
          columns={[
            { name: 'Check', cell: ({ name }) => checkName(name) },
            { name: 'State', cell: ({ status }) => <StatePill {...ofChecks[status]} /> },
          ]}
        />
      </Section>
      <Section title="Free space">
        <Facts facts={disks.folders.map(({ folder, freeBytes }) => [folder, bytesText(freeBytes)] as const)} />
      </Section>
    </>
  );
}

function checksOf({ checks }: OperatorStatus): readonly { readonly name: string; readonly status: keyof typeof ofChecks }[] {
  return Object.entries(checks).map(([name, { status }]) => ({ name, status }));
}

/** The state of the server in a line, and what to do about each check that is not in order. */
function Overview({ status }: { readonly status: OperatorStatus }): ReactNode {
  const findings = checksOf(status).filter((check) => check.status !== 'ok');
  const versions = [...new Set(status.processes.flatMap(({ version }) => version ?? []))].toSorted();
  const failing = status.exports.filter(({ fault }) => fault !== null).length;
  return (
    <Section title="Overview" lead="The page is read again every five seconds.">
      <Facts
        facts={[
          ['State', <StatePill key="state" {...overall[status.status]} />],
          ['Processes', status.processes.length.toLocaleString('en')],
          [
            versions.length > 1 ? 'Releases' : 'Release',
            versions.length > 1 ? `${versions.join(' and ')}: an upgrade is not finished` : versions[0],
          ],
          ['Oldest job that is due', <Duration key="oldest" ms={status.queue.oldestDueMs} />],
          ['Exports', exportWords(status.exports.length, failing)],
        ]}
      />
      {findings.map(({ name, status: state }) => {
        const { text, command } = checkAdvice(name);
        return (
          <div key={name} role="group" aria-label={`What to do: ${checkName(name)}`}>
            <p>
              <StatePill {...ofChecks[state]} /> <strong>{checkName(name)}.</strong> {text}
            </p>
            {command !== undefined && <Code text={command} label={`Copy the command for ${checkName(name)}`} />}
          </div>
        );
      })}
    </Section>
  );
}

function exportWords(count: number, failing: number): string {
  if (count === 0) return 'none';
  return failing === 0 ? count.toLocaleString('en') : `${count.toLocaleString('en')}, ${failing.toLocaleString('en')} failing`;
}

const mostLater = 10_000;

function Queue({ queue }: { readonly queue: OperatorStatus['queue'] }): ReactNode {
  const later = queue.later >= mostLater ? `at least ${mostLater.toLocaleString('en')}` : queue.later.toLocaleString('en');
  const states = [
    ['Due', queue.due],
    ['Running', queue.running],
    ['Waiting for room of a plan', queue.held],
    ['Waiting for the next attempt', queue.pausing],
  ] as const;
  return (
    <Section title="Queue" lead="The work of all processes. What is later, such as the deadline of a question, waits outside of the queue.">
      <Facts facts={[...states.map(([name, count]) => [name, count.toLocaleString('en')] as const), ['Later', later]]} />
      {queue.kinds.length > 0 && (
        <DataTable
          label="Queue by kind of work"
          rows={queue.kinds}
          idOf={({ kind }) => kind}
          columns={[
            { name: 'Kind of work', cell: ({ kind }) => kind },
            { name: 'Due', look: 'number', cell: ({ due }) => due.toLocaleString('en') },
            { name: 'Running', look: 'number', cell: ({ running }) => running.toLocaleString('en') },
            { name: 'Waiting', look: 'number', isMinor: true, cell: ({ held, pausing }) => (held + pausing).toLocaleString('en') },
            { name: 'Oldest', look: 'number', cell: ({ oldestDueMs }) => <Duration ms={oldestDueMs} /> },
          ]}
        />
      )}
    </Section>
  );
}
