import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { statusQuery, type OperatorStatus } from '../../api/operator.js';
import { Duration, Time } from '../../parts/show/amount.js';
import { DataTable } from '../../parts/show/data-table.js';
import { Problem } from '../../parts/show/problem.js';
import { Code, Skeleton } from '../../parts/show/small-parts.js';
import { Section } from '../../shell/sections.js';
import { OperatorFrame } from './operator-frame.js';
import { StatePill } from './state-pill.js';

/** The receivers to which the server sends all runs or all audit entries. */
export function ExportsPage(): ReactNode {
  return (
    <OperatorFrame title="Exports">
      <Exports />
    </OperatorFrame>
  );
}

type ExportConsumer = OperatorStatus['exports'][number];

const feeds = { logs: 'Runs', audit: 'Audit log' } as const;

const example = JSON.stringify(
  { consumers: [{ name: 'siem', feed: 'audit', url: 'https://siem.example/batches', headers: { Authorization: 'Bearer …' } }] },
  null,
  2,
);

/** A receiver that waits no longer than this is up to date: batches are sent one after the other. */
const promptMs = 30_000;

function Exports(): ReactNode {
  const { data, error, refetch } = useQuery(statusQuery);
  if (data === undefined) return error === null ? <Skeleton width="60%" /> : <Problem error={error} onRetry={() => void refetch()} />;
  if (data.exports.length === 0) return <NoExports />;
  const failing = data.exports.filter(({ fault }) => fault !== null);
  return (
    <>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      <Section
        title="Receivers"
        lead="Each gets all runs or all audit entries, in numbered batches. A batch is kept until it has arrived, and sent again until then."
      >
        <DataTable
          label="Receivers"
          rows={data.exports}
          idOf={({ consumer }) => consumer}
          columns={[
            { name: 'Name', cell: ({ consumer }) => consumer },
            { name: 'State', cell: (consumer) => <StatePill {...stateOf(consumer)} /> },
            { name: 'What', isMinor: true, cell: ({ feed }) => feeds[feed] },
            { name: 'To', isMinor: true, cell: ({ to }) => to },
            { name: 'Batches', look: 'number', cell: ({ batches }) => batches.toLocaleString('en') },
            { name: 'Behind', look: 'number', cell: ({ lagMs }) => <Duration ms={lagMs} /> },
            { name: 'Entries', look: 'number', isMinor: true, cell: ({ lagEntries }) => lagEntries.toLocaleString('en') },
          ]}
        />
      </Section>
      {failing.length > 0 && (
        <Section
          title="Failures"
          lead="Restore the receiver before runs are dropped by their retention: what is dropped cannot be exported."
        >
          <DataTable
            label="Failures"
            rows={failing}
            idOf={({ consumer }) => consumer}
            columns={[
              { name: 'Name', cell: ({ consumer }) => consumer },
              { name: 'Why', cell: ({ fault }) => fault?.message },
              { name: 'Attempts', look: 'number', cell: ({ fault }) => fault?.failures.toLocaleString('en') },
              { name: 'Latest', isMinor: true, cell: ({ fault }) => fault !== null && <Time at={fault.at} /> },
            ]}
          />
        </Section>
      )}
      <Section title="Check what was received" lead="The files of a receiver are checked without the server: hashes, numbers and order.">
        <Code text="sluice logs verify-export archive-2031-03-04.jsonl archive-2031-03-05.jsonl" />
      </Section>
    </>
  );
}

function stateOf({ fault, lagMs }: ExportConsumer): { readonly tone: 'good' | 'warn' | 'bad'; readonly word: string } {
  if (fault !== null) return { tone: 'bad', word: 'Failing' };
  return lagMs > promptMs ? { tone: 'warn', word: 'Behind' } : { tone: 'good', word: 'Up to date' };
}

function NoExports(): ReactNode {
  return (
    <Section
      title="No receiver"
      lead="The server can send all runs or all audit entries to other systems. Name them in a file, and the file in SLUICE_EXPORTS_FILE of every process; then start the processes again."
    >
      <Code text={example} label="Copy the example" />
    </Section>
  );
}
