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
import { DeliveryReplays1763602446000 } from './1763602446000-delivery-replays.js';
import { PollFailures1763602447000 } from './1763602447000-poll-failures.js';
import { SignIn1763602450000 } from './1763602450000-sign-in.js';
import { McpConnections1763602454000 } from './1763602454000-mcp-connections.js';
import { Chats1763602460000 } from './1763602460000-chats.js';
import { PlanRoom1763602461000 } from './1763602461000-plan-room.js';
import { McpServers1763602462000 } from './1763602462000-mcp-servers.js';
import { UnusualRuns1763602470000 } from './1763602470000-unusual-runs.js';
import { SecondFactor1763602473000 } from './1763602473000-second-factor.js';
import { OrganizationInvitationLinks1763602472000 } from './1763602472000-organization-invitation-links.js';
import { PausesOfWorkspace1763602474000 } from './1763602474000-pauses-of-workspace.js';
import { UserIdentities1763602478000 } from './1763602478000-user-identities.js';
import { BulkJobs1763602476000 } from './1763602476000-bulk-jobs.js';
import { DraftRevisions1763602480000 } from './1763602480000-draft-revisions.js';
import { TurnsOfFollowers1763602490000 } from './1763602490000-turns-of-followers.js';
import { OrganizationSignIn1763602492000 } from './1763602492000-organization-sign-in.js';
import { McpGrants1763602491000 } from './1763602491000-mcp-grants.js';
import { ServerTimelines1763602500000 } from './1763602500000-server-timelines.js';
import { McpRevocations1763602502000 } from './1763602502000-mcp-revocations.js';
import { EndsOfJobs1763602504000 } from './1763602504000-ends-of-jobs.js';
import { StoredPayloads1763602506000 } from './1763602506000-stored-payloads.js';
import { DedicatedFollowers1763602508000 } from './1763602508000-dedicated-followers.js';
import { MemoryOfChats1763602520000 } from './1763602520000-memory-of-chats.js';

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
  DeliveryReplays1763602446000,
  PollFailures1763602447000,
  SignIn1763602450000,
  McpConnections1763602454000,
  Chats1763602460000,
  PlanRoom1763602461000,
  McpServers1763602462000,
  UnusualRuns1763602470000,
  OrganizationInvitationLinks1763602472000,
  SecondFactor1763602473000,
  PausesOfWorkspace1763602474000,
  BulkJobs1763602476000,
  UserIdentities1763602478000,
  DraftRevisions1763602480000,
  TurnsOfFollowers1763602490000,
  McpGrants1763602491000,
  OrganizationSignIn1763602492000,
  ServerTimelines1763602500000,
  McpRevocations1763602502000,
  EndsOfJobs1763602504000,
  StoredPayloads1763602506000,
  DedicatedFollowers1763602508000,
  MemoryOfChats1763602520000,
];
