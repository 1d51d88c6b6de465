import { Composition } from '#ledger/composition.js';
import { rateBucketTable } from '#edge/throttle/postgres-buckets.js';
import { identityWiring } from '#modules/identity/wiring.js';
import { retentionWiring } from '#modules/retention/wiring.js';
import { environmentWiring } from '#modules/environment/wiring.js';
import { filesWiring } from '#modules/files/wiring.js';
import { conversationsWiring } from '#modules/conversations/wiring.js';
import { tablesWiring } from '#modules/tables/wiring.js';
import { workflowsWiring } from '#modules/workflows/wiring.js';
import { runsWiring } from '#modules/runs/wiring.js';
import { pausesWiring } from '#modules/pauses/wiring.js';
import { modelsWiring } from '#modules/models/wiring.js';
import { knowledgeWiring } from '#modules/knowledge/wiring.js';
import { triggersWiring } from '#modules/triggers/wiring.js';
import { mcpWiring } from '#modules/mcp/wiring.js';
import { chatWiring } from '#modules/chat/wiring.js';
import { logsWiring } from '#modules/logs/wiring.js';
import { usageWiring } from '#modules/usage/wiring.js';
import { auditWiring } from '#modules/audit/wiring.js';
import { exportsWiring } from '#modules/exports/wiring.js';

/** Every module's events, projections and tables. */
export const composition = new Composition([
  { events: [], projections: [], plainTables: [rateBucketTable] },
  identityWiring,
  retentionWiring,
  environmentWiring,
  workflowsWiring,
  filesWiring,
  conversationsWiring,
  tablesWiring,
  runsWiring,
  pausesWiring,
  modelsWiring,
  knowledgeWiring,
  triggersWiring,
  chatWiring,
  mcpWiring,
  logsWiring,
  usageWiring,
  auditWiring,
  exportsWiring,
]);
