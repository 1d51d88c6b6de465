import type { CsvColumns } from '#edge/answer/paged-file.js';
import { versionName } from '#modules/workflows/index.js';
import type { LogView } from '../queries/log-view.js';

/** Columns have the names of the members of responses, where these have them. */
export const logColumns: CsvColumns<LogView> = {
  id: ({ id }) => id,
  workspaceId: ({ workspaceId }) => workspaceId,
  workflowId: ({ workflowId }) => workflowId,
  executionId: ({ executionId }) => executionId,
  deploymentVersionId: ({ workflowId, deploymentVersion }) => `${workflowId}:${versionName(deploymentVersion)}`,
  level: ({ level }) => level,
  trigger: ({ trigger }) => trigger,
  triggerKind: ({ triggerSource }) => triggerSource?.kind ?? null,
  triggerProvider: ({ triggerSource }) => triggerSource?.provider ?? null,
  triggerId: ({ triggerSource }) => triggerSource?.triggerId ?? null,
  deliveryId: ({ triggerSource }) => triggerSource?.deliveryId ?? null,
  status: ({ status }) => status,
  startedAt: ({ startedAt }) => startedAt,
  endedAt: ({ endedAt }) => endedAt,
  totalDurationMs: ({ durationMs }) => durationMs,
  cost: ({ cost }) => cost,
  modelsUsed: ({ modelsUsed }) => modelsUsed.join(' '),
  error: ({ error }) => error,
};
