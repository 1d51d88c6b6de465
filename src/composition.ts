import { Composition } from '#infrastructure/composition.js';
import { identityWiring } from '#modules/identity/wiring.js';
import { takeoutsWiring } from '#modules/takeouts/wiring.js';
import { retentionWiring } from '#modules/retention/wiring.js';
import { environmentWiring } from '#modules/environment/wiring.js';
import { filesWiring } from '#modules/files/wiring.js';
import { tablesWiring } from '#modules/tables/wiring.js';
import { workflowsWiring } from '#modules/workflows/wiring.js';
import { jobsWiring } from '#modules/jobs/wiring.js';
import { executionsWiring } from '#modules/executions/wiring.js';
import { resumeWiring } from '#modules/resume/wiring.js';
import { knowledgeWiring } from '#modules/knowledge/wiring.js';
import { logsWiring } from '#modules/logs/wiring.js';
import { usageWiring } from '#modules/usage/wiring.js';
import { auditWiring } from '#modules/audit/wiring.js';
import { exportsWiring } from '#modules/exports/wiring.js';

/** Every module's events, projections and tables. */
export const composition = new Composition([
  identityWiring,
  takeoutsWiring,
  retentionWiring,
  environmentWiring,
  workflowsWiring,
  filesWiring,
  tablesWiring,
  jobsWiring,
  executionsWiring,
  resumeWiring,
  knowledgeWiring,
  logsWiring,
  usageWiring,
  auditWiring,
  exportsWiring,
]);
