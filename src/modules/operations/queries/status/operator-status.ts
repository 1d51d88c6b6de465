import type { QueueFigures } from '#ledger/vitals/queue-figures.js';
import type { ConsumerStatus, ExportFault } from '#modules/exports/index.js';
import type { ReadinessReport } from '../readiness-report.js';
import type { RolledProcess } from './process-roll.js';

/** A process that is connected to the database. What it says of itself is null while it does not answer. */
export interface ServerProcess {
  /** Identifies the process until it ends. */
  readonly id: string;
  /** *working*: it answers. *stopping*: it takes no new work. *silent*: it is connected and did not answer within a second. */
  readonly state: 'working' | 'stopping' | 'silent';
  /** What the process does: `all`, `api`, `worker` or `follower`. */
  readonly role: 'all' | 'api' | 'worker' | 'follower' | null;
  /** The release that it runs. */
  readonly version: string | null;
  /** The version of Node.js. */
  readonly node: string | null;
  /** The name of its machine or container. */
  readonly host: string | null;
  /** Its number there. */
  readonly pid: number | null;
  /** Its name, if a supervisor has started it beside others. */
  readonly label: string | null;
  /** When it was started. ISO 8601. */
  readonly startedAt: string | null;
  /** Its memory, in bytes. */
  readonly memoryBytes: number | null;
  /** Number of work items that it is doing. */
  readonly running: number | null;
}

/** The work queue of all processes. */
interface QueueStatus {
  /** Number of due work items without a process. */
  readonly due: number;
  /** Number of work items that wait until other runs of their account or workflow have ended. */
  readonly held: number;
  /** Number of work items that wait for their next attempt. */
  readonly pausing: number;
  /** Number of active work items. */
  readonly running: number;
  /** Number of work items that become due later, counted up to 10,000. */
  readonly later: number;
  /** How long the oldest work item has been due, in ms. */
  readonly oldestDueMs: number;
  /** The same by kind of work. */
  readonly kinds: QueueFigures['kinds'];
}

/** A consumer of the exports file of the process that answers. */
export interface ExportConsumerStatus {
  /** Name of the consumer. */
  readonly consumer: string;
  /** `logs` or `audit`. */
  readonly feed: 'logs' | 'audit';
  /** The origin of the receiver, or the folder. */
  readonly to: string;
  /** Number of the last delivered batch. */
  readonly batches: number;
  /** Age of the oldest entry that is not delivered, in ms. */
  readonly lagMs: number;
  /** Number of entries that are in no batch yet, counted up to 10,000. */
  readonly lagEntries: number;
  /** Why the present batch was not delivered; null if nothing failed since the last one. */
  readonly fault: ExportFault | null;
}

export interface OperatorStatus {
  /** Overall state of the process that answers. */
  readonly status: ReadinessReport['status'];
  /** Its checks, as in `/health/ready`. */
  readonly checks: ReadinessReport['checks'];
  /** Id of the process that answers. */
  readonly answeredBy: string;
  /** The processes that are connected to the database, in the order of their roles. */
  readonly processes: readonly ServerProcess[];
  /** The work queue. */
  readonly queue: QueueStatus;
  /** Continuous exports. */
  readonly exports: readonly ExportConsumerStatus[];
}

export interface StatusFacts {
  readonly report: ReadinessReport;
  /** The owner number of the process that answers. */
  readonly owner: number;
  readonly processes: readonly RolledProcess[];
  readonly queue: QueueFigures;
  readonly consumers: readonly ConsumerStatus[];
}

/** What an operator sees at one glance. */
export function operatorStatus({ report, owner, processes, queue, consumers }: StatusFacts): OperatorStatus {
  return {
    status: report.status,
    checks: report.checks,
    answeredBy: String(owner),
    processes: processes.map(serverProcess).toSorted(byPlace),
    queue: queueStatus(queue),
    exports: consumers.map((consumer) => ({ ...consumer, fault: faultOf(consumer.consumer, processes) })),
  };
}

const notTold = {
  role: null,
  version: null,
  node: null,
  host: null,
  pid: null,
  label: null,
  startedAt: null,
  memoryBytes: null,
  running: null,
};

function serverProcess({ owner, answer }: RolledProcess): ServerProcess {
  const id = String(owner);
  if (answer === undefined) return { id, state: 'silent', ...notTold };
  const { isStopping, role, version, node, host, pid, label, startedAt, memoryBytes, running } = answer;
  return { id, state: isStopping ? 'stopping' : 'working', role, version, node, host, pid, label, startedAt, memoryBytes, running };
}

/** Processes of one role and machine stand together, and those that are silent at the end. */
function byPlace(a: ServerProcess, b: ServerProcess): number {
  return Number(a.role === null) - Number(b.role === null) || placeOf(a).localeCompare(placeOf(b));
}

function placeOf({ role, host, label, pid, id }: ServerProcess): string {
  return [role, host, label, String(pid).padStart(10, '0'), id].join(' ');
}

function queueStatus({ kinds, later }: QueueFigures): QueueStatus {
  const sum = (state: 'due' | 'held' | 'pausing' | 'running'): number => kinds.reduce((total, kind) => total + kind[state], 0);
  return {
    due: sum('due'),
    held: sum('held'),
    pausing: sum('pausing'),
    running: sum('running'),
    later,
    oldestDueMs: Math.max(0, ...kinds.map(({ oldestDueMs }) => oldestDueMs)),
    kinds,
  };
}

/** One process at a time sends to a consumer. One that did so before may remember a fault: the latest attempt counts. */
function faultOf(consumer: string, processes: readonly RolledProcess[]): ExportFault | null {
  const faults = processes.flatMap(({ answer }) => answer?.exportFaults[consumer] ?? []);
  return faults.toSorted((a, b) => b.at.localeCompare(a.at))[0] ?? null;
}
