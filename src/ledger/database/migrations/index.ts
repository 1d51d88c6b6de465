import { Baseline1763602350000 } from './1763602350000-baseline.js';
import { WorkSuspects1763602351000 } from './1763602351000-work-suspects.js';
import { EncryptionKeyCheck1763602354000 } from './1763602354000-encryption-key-check.js';
import { RunEventDigest1763602357000 } from './1763602357000-run-event-digest.js';
import { OrganizationInvitations1763602358000 } from './1763602358000-organization-invitations.js';
import { OpenPausesOfWorkspace1763602360000 } from './1763602360000-open-pauses-of-workspace.js';
import { FileUploaderEmail1763602364000 } from './1763602364000-file-uploader-email.js';
import { Conversations1763602367000 } from './1763602367000-conversations.js';
import { ModelProviders1763602368000 } from './1763602368000-model-providers.js';
import { ChargedModelCalls1763602371000 } from './1763602371000-charged-model-calls.js';
import { RunText1763602375000 } from './1763602375000-run-text.js';
import { Triggers1763602378000 } from './1763602378000-triggers.js';
import { InvitationExpiry1763602412000 } from './1763602412000-invitation-expiry.js';
import { TableRowEvents1763602420000 } from './1763602420000-table-row-events.js';
import { RunContent1763602425000 } from './1763602425000-run-content.js';
import { KnowledgeEmbeddingModel1763602427000 } from './1763602427000-knowledge-embedding-model.js';
import { LogTriggerSource1763602430000 } from './1763602430000-log-trigger-source.js';
import { ScheduleCursors1763602435000 } from './1763602435000-schedule-cursors.js';
import { TriggerRuns1763602438000 } from './1763602438000-trigger-runs.js';
import { WorkspaceEvents1763602440000 } from './1763602440000-workspace-events.js';
import { WebhookSecretsAndListeners1763602444000 } from './1763602444000-webhook-secrets-and-listeners.js';
import { PollCursors1763602445000 } from './1763602445000-poll-cursors.js';

/** In the order in which they run. */
export const migrations = [
  Baseline1763602350000,
  WorkSuspects1763602351000,
  EncryptionKeyCheck1763602354000,
  RunEventDigest1763602357000,
  OrganizationInvitations1763602358000,
  OpenPausesOfWorkspace1763602360000,
  FileUploaderEmail1763602364000,
  Conversations1763602367000,
  ModelProviders1763602368000,
  ChargedModelCalls1763602371000,
  RunText1763602375000,
  Triggers1763602378000,
  InvitationExpiry1763602412000,
  TableRowEvents1763602420000,
  RunContent1763602425000,
  KnowledgeEmbeddingModel1763602427000,
  LogTriggerSource1763602430000,
  ScheduleCursors1763602435000,
  TriggerRuns1763602438000,
  WorkspaceEvents1763602440000,
  WebhookSecretsAndListeners1763602444000,
  PollCursors1763602445000,
];
