import { Foundation1763600000000 } from './1763600000000-foundation.js';
import { Identity1763600100000 } from './1763600100000-identity.js';
import { Workflows1763600150000 } from './1763600150000-workflows.js';
import { Jobs1763600200000 } from './1763600200000-jobs.js';
import { Executions1763600300000 } from './1763600300000-executions.js';
import { Logs1763600400000 } from './1763600400000-logs.js';
import { Usage1763600500000 } from './1763600500000-usage.js';
import { Environment1763600600000 } from './1763600600000-environment.js';
import { JobsOfExecutions1763600700000 } from './1763600700000-jobs-of-executions.js';
import { Timers1763600800000 } from './1763600800000-timers.js';
import { Resume1763600900000 } from './1763600900000-resume.js';
import { Limits1763601100000 } from './1763601100000-limits.js';
import { ApiKeys1763601200000 } from './1763601200000-api-keys.js';
import { UsageTotals1763601300000 } from './1763601300000-usage-totals.js';
import { RoomForRuns1763601410000 } from './1763601410000-room-for-runs.js';
import { LogsByMonth1763601500000 } from './1763601500000-logs-by-month.js';
import { Audit1763601600000 } from './1763601600000-audit.js';
import { ProjectionRebuilds1763601700000 } from './1763601700000-projection-rebuilds.js';
import { Retention1763601710000 } from './1763601710000-retention.js';
import { Tables1763601800000 } from './1763601800000-tables.js';
import { Objects1763601900000 } from './1763601900000-objects.js';
import { Files1763601910000 } from './1763601910000-files.js';
import { Knowledge1763602000000 } from './1763602000000-knowledge.js';
import { Exports1763602100000 } from './1763602100000-exports.js';
import { OrderOfEvents1763602250000 } from './1763602250000-order-of-events.js';
import { KeysNameTheirRows1763602310000 } from './1763602310000-keys-name-their-rows.js';
import { UsageOfEmbeddings1763602320000 } from './1763602320000-usage-of-embeddings.js';
import { KnowledgeWords1763602330000 } from './1763602330000-knowledge-words.js';
import { KeyValuesById1763602341000 } from './1763602341000-key-values-by-id.js';
import { WorkspaceTerms1763602342000 } from './1763602342000-workspace-terms.js';
import { UsageOfAccounts1763602343000 } from './1763602343000-usage-of-accounts.js';
import { RunDurations1763602345000 } from './1763602345000-run-durations.js';
import { WhatRetentionAffects1763602346000 } from './1763602346000-what-retention-affects.js';
import { AppendGeneration1763602346100 } from './1763602346100-append-generation.js';
import { SigningKeys1763602347000 } from './1763602347000-signing-keys.js';
import { ErrorsOfTheLog1763602348000 } from './1763602348000-errors-of-the-log.js';
import { FiguresOfTheLog1763602349000 } from './1763602349000-figures-of-the-log.js';

/** In the order in which they run. */
export const migrations = [
  Foundation1763600000000,
  Identity1763600100000,
  Workflows1763600150000,
  Jobs1763600200000,
  Executions1763600300000,
  Logs1763600400000,
  Usage1763600500000,
  Environment1763600600000,
  JobsOfExecutions1763600700000,
  Timers1763600800000,
  Resume1763600900000,
  Limits1763601100000,
  ApiKeys1763601200000,
  UsageTotals1763601300000,
  RoomForRuns1763601410000,
  LogsByMonth1763601500000,
  Audit1763601600000,
  ProjectionRebuilds1763601700000,
  Retention1763601710000,
  Tables1763601800000,
  Objects1763601900000,
  Files1763601910000,
  Knowledge1763602000000,
  Exports1763602100000,
  OrderOfEvents1763602250000,
  KeysNameTheirRows1763602310000,
  UsageOfEmbeddings1763602320000,
  KnowledgeWords1763602330000,
  KeyValuesById1763602341000,
  WorkspaceTerms1763602342000,
  UsageOfAccounts1763602343000,
  RunDurations1763602345000,
  WhatRetentionAffects1763602346000,
  AppendGeneration1763602346100,
  SigningKeys1763602347000,
  ErrorsOfTheLog1763602348000,
  FiguresOfTheLog1763602349000,
];
