import type { LimitsView } from '#kernel/limits.js';
import type { Block, WorkflowDocument } from '#modules/workflows/index.js';
import type { ExecutionLog } from '../queries/get-execution-log.query.js';

type LoggedBlockResponse = Pick<Block, 'id' | 'type' | 'name' | 'position' | 'enabled'>;

/** The graph that ran. What its fields hold is left out: some of it is secret. */
interface GraphResponse extends Pick<WorkflowDocument, 'edges' | 'loops' | 'parallels'> {
  readonly blocks: Readonly<Record<string, LoggedBlockResponse>>;
}

/** Stands without a `data` around it. */
export interface ExecutionLogResponse {
  readonly executionId: string;
  readonly workflowId: string;
  /** The workflow as it was. */
  readonly workflowState: GraphResponse;
  /** When it ran, and what it cost. */
  readonly executionMetadata: {
    readonly trigger: string;
    readonly startedAt: string;
    readonly endedAt: string | null;
    readonly totalDurationMs: number | null;
    readonly cost: { readonly total: number } | null;
  };
  readonly limits: LimitsView;
}

export function executionLogResponse({ entry, document }: ExecutionLog, limits: LimitsView): ExecutionLogResponse {
  const { executionId, workflowId, trigger, startedAt, endedAt, durationMs, cost } = entry;
  const executionMetadata = { trigger, startedAt, endedAt, totalDurationMs: durationMs, cost: cost === null ? null : { total: cost } };
  return { executionId, workflowId, workflowState: graph(document), executionMetadata, limits };
}

function graph({ blocks, edges, loops, parallels }: WorkflowDocument): GraphResponse {
  return { blocks: Object.fromEntries(Object.entries(blocks).map(([id, block]) => [id, shown(block)])), edges, loops, parallels };
}

function shown({ id, type, name, position, enabled }: Block): LoggedBlockResponse {
  return { id, type, name, position, enabled };
}
