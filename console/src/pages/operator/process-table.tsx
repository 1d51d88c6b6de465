import type { ReactNode } from 'react';
import type { OperatorStatus } from '../../api/operator.js';
import { Time } from '../../parts/show/amount.js';
import { bytesText } from '../../parts/show/amounts.js';
import { DataTable } from '../../parts/show/data-table.js';
import { Unseen } from '../../parts/show/small-parts.js';
import { StatePill } from './state-pill.js';

type ServerProcess = OperatorStatus['processes'][number];

const states = {
  working: { tone: 'good', word: 'Working' },
  stopping: { tone: 'warn', word: 'Stopping' },
  silent: { tone: 'bad', word: 'No answer' },
} as const;

function nameOf({ id, host, label, pid }: ServerProcess): string {
  if (host === null) return `connection ${id}`;
  return label === null ? `${host}:${pid ?? ''}` : `${label} on ${host}`;
}

/** A value that a process without an answer does not tell. */
function Missing(): ReactNode {
  return (
    <>
      <span aria-hidden>–</span>
      <Unseen>not known</Unseen>
    </>
  );
}

interface ProcessTableProps {
  readonly processes: readonly ServerProcess[];
  readonly answeredBy: string;
}

/** The processes of the server with their roles and releases. */
export function ProcessTable({ processes, answeredBy }: ProcessTableProps): ReactNode {
  return (
    <DataTable
      label="Processes"
      rows={processes}
      idOf={({ id }) => id}
      empty="No process is connected."
      columns={[
        { name: 'Process', cell: (process) => (process.id === answeredBy ? `${nameOf(process)} (answered)` : nameOf(process)) },
        { name: 'State', cell: ({ state }) => <StatePill {...states[state]} /> },
        { name: 'Role', cell: ({ role }) => role ?? <Missing /> },
        {
          name: 'Release',
          isMinor: true,
          cell: ({ version, node }) => (version === null ? <Missing /> : `${version}, Node ${node ?? ''}`),
        },
        { name: 'Started', isMinor: true, cell: ({ startedAt }) => (startedAt === null ? <Missing /> : <Time at={startedAt} />) },
        {
          name: 'Memory',
          look: 'number',
          isMinor: true,
          cell: ({ memoryBytes }) => (memoryBytes === null ? <Missing /> : bytesText(memoryBytes)),
        },
        { name: 'Jobs', look: 'number', cell: ({ running }) => (running === null ? <Missing /> : running.toLocaleString('en')) },
      ]}
    />
  );
}
