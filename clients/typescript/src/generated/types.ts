// Made from docs/openapi.json by `npm run openapi`.

/** Every answer that is not a success. */
export type Error = {
  /** A sentence for people. */
  readonly error: string;
  /** For programs; it does not change. */
  readonly code: string;
  /** Present with every 400. */
  readonly details?: readonly {
    /** Where the field is; empty: the whole. */
    readonly path: readonly (string | number)[];
    readonly message: string;
    readonly code: string;
    /** Of a workflow document: the block that it is about. */
    readonly blockId?: string;
    readonly edgeId?: string;
    readonly field?: string;
  }[];
};

/** The same for clients of the second generation. */
export type ErrorObject = {
  readonly error: {
    readonly code: string;
    readonly message: string;
    /** Present with every 400. */
    readonly details?: readonly {
      /** Where the field is; empty: the whole. */
      readonly path: readonly (string | number)[];
      readonly message: string;
      readonly code: string;
      /** Of a workflow document: the block that it is about. */
      readonly blockId?: string;
      readonly edgeId?: string;
      readonly field?: string;
    }[];
  };
};

/** The run goes on as a job. */
export type AcceptedResume = Queued | Begun;

export type AddColumnRequest = {
  readonly column: Readonly<Record<string, unknown>>;
  readonly workspaceId: string;
};

export type AddOrganizationMemberRequest = {
  readonly email: string;
  readonly role: 'member' | 'admin' | 'owner';
};

export type AddWorkspaceMemberRequest = {
  readonly email: string;
  readonly permission: 'admin' | 'read' | 'write';
};

/** Specification 2.3. */
export type AsyncStart = {
  readonly success: true;
  readonly async: true;
  readonly jobId: string;
  readonly executionId: string;
  readonly message: string;
  readonly statusUrl: string;
};

export type AuditKey = {
  readonly keyId: string;
  /** PEM. */
  readonly publicKey: string;
};

/** Specification 2.14. From where somebody came is kept and not shown. */
export type AuditLog = {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly actorEmail: string | null;
  readonly action: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly resourceName: string | null;
  readonly description: string;
  /** Any JSON object. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
};

export type Awaited = {
  readonly kind: 'worker' | 'room' | 'person' | 'time' | 'block';
  readonly blockId: string | null;
  readonly since: string;
  /** When it ends by itself; null when it does not. */
  readonly until: string | null;
};

export type Begun = {
  readonly success: true;
  readonly async: true;
  readonly executionId: string;
  readonly message: string;
  readonly jobId: string;
  readonly statusUrl: string;
};

export type Block = {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly position: {
    readonly x: number;
    readonly y: number;
  };
  readonly subBlocks: Readonly<Record<string, SubBlock>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly enabled: boolean;
  /** Containers and membership: `parentId`, `loopType`, `count`, `collection` … */
  readonly data: Readonly<Record<string, unknown>>;
  readonly retry?: {
    readonly enabled: boolean;
    readonly maxTries: number;
    readonly waitBetweenTriesMs: number;
  };
  readonly [name: string]: unknown;
};

/** One type of block, as editors and generators of workflows need it. */
export type BlockDefinition = {
  readonly type: string;
  /** Other blocks stand inside it. */
  readonly container: boolean;
  /** Where the document keeps the values of `inputs`. */
  readonly inputsIn: 'subBlocks' | 'data';
  readonly inputs: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    readonly required?: readonly string[];
    readonly $schema: string;
  };
  /** Where edges arrive; null when none may. */
  readonly targetHandle: 'target' | null;
  /** Whether an edge may lead from its handle `error`. */
  readonly errorEdge: boolean;
  /** Whether the retry option of the document has an effect. */
  readonly retry: boolean;
  readonly name: string;
  readonly description: string;
  readonly category: 'trigger' | 'control' | 'work' | 'note';
  /** The fields that later blocks can refer to. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Source handles; `<id>` stands for the ids of the author's entries. */
  readonly handles: readonly string[];
};

export type Blocks = {
  readonly data: readonly BlockDefinition[];
  readonly nextCursor: null;
};

/** Under every name by which clients know it. */
export type Bucket = {
  /** The capacity, as in `X-RateLimit-Limit`. */
  readonly limit: number;
  readonly reset: string;
  readonly isLimited: boolean;
  readonly requestsPerMinute: number;
  readonly maxBurst: number;
  readonly remaining: number;
  readonly resetAt: string;
};

/** A bucket that starts take from. Specification 2.4. */
export type BucketView = {
  readonly requestsPerMinute: number;
  readonly maxBurst: number;
  readonly remaining: number;
  readonly resetAt: string;
};

/** The fields that clients of this route know from elsewhere, each with the meaning that it has here. */
export type Cancellation = {
  readonly success: boolean;
  readonly executionId: string;
  /** Whether runs in other processes can be reached. They are reached through the database, without which there is no answer. */
  readonly redisAvailable: true;
  /** The end of the run is on disk. */
  readonly durablyRecorded: boolean;
  /** The run was driven by the process that answers. */
  readonly locallyAborted: boolean;
  /** The run was waiting for the end of a pause. */
  readonly pausedCancelled: boolean;
  readonly reason: 'recorded' | 'queue_cancelled' | 'already_cancelled' | 'cancellation_not_finalized';
};

export type CancelledRun = {
  readonly data: {
    readonly runId: string;
    readonly cancelled: boolean;
  };
};

export type ChangeColumnRequest = {
  readonly updates: Readonly<Record<string, unknown>>;
  readonly columnName: string;
  readonly workspaceId: string;
};

export type ChangeDocumentRequest = {
  readonly filename?: string;
  readonly enabled?: boolean;
  readonly tags?: unknown;
  readonly workspaceId: string;
};

export type ChangeEnvironmentRequest = {
  /** A text sets the variable, null removes it; names and values are for the domain to judge. */
  readonly variables: Readonly<Record<string, unknown>>;
};

export type ChangeFolderRequest = {
  readonly name?: string;
  /** Null: the root. */
  readonly parentId?: string | null;
};

export type ChangeKnowledgeBaseRequest = {
  readonly name?: string;
  readonly description?: string;
  readonly chunkingConfig?: ChunkingConfigRequest;
  readonly workspaceId: string;
};

export type ChangeOrganizationMemberRequest = {
  readonly role: 'member' | 'admin' | 'owner';
};

export type ChangeOrganizationRequest = {
  readonly name?: string;
  readonly plan?: string;
};

export type ChangeUserRequest = {
  readonly suspended?: boolean;
};

export type ChangeWorkflowRequest = {
  readonly name?: string;
  readonly description?: string | null;
  /** Null: the root. */
  readonly folderId?: string | null;
};

export type ChangeWorkspaceMemberRequest = {
  readonly permission: 'admin' | 'read' | 'write';
};

export type ChangeWorkspaceRequest = {
  readonly name?: string;
  readonly allowPersonalApiKeys?: boolean;
  /** Null: as long as the plan lets it. */
  readonly retentionDays?: number;
};

export type ChangedDocument = {
  readonly document: Document;
  readonly message: string;
};

/** *failing*: send no requests here. *slow*: it works, and somebody has to look at it. */
export type CheckStatus = 'ok' | 'slow' | 'failing';

/** How documents are cut into chunks; sizes are tokens. */
export type ChunkingConfig = {
  readonly maxSize: number;
  /** What is smaller is joined to the chunk before it where there is room. */
  readonly minSize: number;
  /** How much of a chunk the next one repeats, so that no thought is cut in two for good. */
  readonly overlap: number;
};

/** What is left out keeps its value, or gets the usual one. */
export type ChunkingConfigRequest = {
  readonly maxSize?: number;
  readonly minSize?: number;
  readonly overlap?: number;
};

export type ColumnNameRequest = {
  readonly columnName: string;
  readonly workspaceId: string;
};

export type CreateFolderRequest = {
  readonly workspaceId: string;
  readonly name: string;
  readonly parentId?: string | null;
};

export type CreateKnowledgeBaseRequest = {
  readonly name: string;
  readonly description?: string | null;
  readonly chunkingConfig?: ChunkingConfigRequest;
  readonly workspaceId: string;
};

export type CreateOrganizationRequest = {
  readonly name: string;
  readonly plan?: string;
};

export type CreateTableRequest = {
  readonly name: unknown;
  readonly description?: string | null;
  readonly schema: SchemaRequest;
  readonly workspaceId: string;
};

export type CreateUserRequest = {
  readonly email: string;
  readonly name: string;
};

export type CreateWorkflowRequest = {
  readonly workspaceId: string;
  readonly name: string;
  readonly description?: string | null;
  readonly folderId?: string | null;
};

export type CreateWorkspaceRequest = {
  readonly name: string;
  readonly organizationId?: string;
};

/** One field that a workflow asks its callers for. */
export type DeclaredInput = {
  readonly name: string;
  readonly type: string;
  readonly description?: string;
};

export type DeleteRowsRequest = {
  /** Any JSON object. */
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly rowIds?: readonly string[];
  readonly limit?: number;
  readonly workspaceId?: string;
};

/** What the version is called. */
export type DeployWorkflowRequest = {
  readonly name?: string | null;
  readonly description?: string | null;
};

/** What is deployed now. `version` is absent while nothing is. */
export type Deployment = {
  readonly id: string;
  readonly isDeployed: boolean;
  readonly deployedAt: string | null;
  readonly version?: number;
  readonly warnings: readonly string[];
};

export type Diagnosis = {
  readonly executionId: string;
  readonly workflowId: string;
  readonly status: 'queued' | 'completed' | 'failed' | 'cancelled' | 'paused' | 'running';
  readonly finding: Finding;
  /** The finding in a sentence. */
  readonly summary: string;
  readonly since: string | null;
  readonly lastEvent: {
    readonly type: string;
    readonly position: number;
    readonly at: string;
  };
  readonly owner: {
    readonly id: number;
    readonly alive: boolean;
    readonly leaseUntil: string | null;
  };
  readonly attempts: number;
  readonly deadlineAt: string | null;
  readonly awaits: readonly Awaited[];
  /** Views that could not digest something of the run. */
  readonly deadLetters: readonly {
    readonly projection: string;
    readonly type: string;
    readonly error: string;
  }[];
  readonly remedies: readonly Remedy[];
};

export type Document = {
  readonly id: string;
  readonly knowledgeBaseId: string;
  readonly filename: string;
  readonly fileSize: number;
  readonly mimeType: string;
  readonly processingStatus: string;
  readonly chunkCount: number;
  readonly tokenCount: number;
  readonly characterCount: number;
  readonly enabled: boolean;
  readonly tags: Readonly<Record<string, TagValue>>;
  readonly createdAt: string;
};

/** A document, how it came to be as it is, and how far its processing is. */
export type DocumentDetail = {
  readonly processingError: string | null;
  readonly processingStartedAt: string | null;
  readonly processingCompletedAt: string | null;
  /** Chunks that are done, and how many there will be; null while nobody knows. */
  readonly progress: {
    readonly done: number;
    readonly total: number | null;
  };
  readonly embeddingModel: string | null;
  readonly uploadedBy: string;
  readonly connectorId: null;
  readonly connectorType: null;
  readonly sourceUrl: null;
  readonly id: string;
  readonly knowledgeBaseId: string;
  readonly filename: string;
  readonly fileSize: number;
  readonly mimeType: string;
  readonly processingStatus: string;
  readonly chunkCount: number;
  readonly tokenCount: number;
  readonly characterCount: number;
  readonly enabled: boolean;
  readonly tags: Readonly<Record<string, TagValue>>;
  readonly createdAt: string;
};

/** One thing wrong with a document, naming block or edge and field. */
export type DocumentProblem = {
  readonly blockId?: string;
  readonly edgeId?: string;
  readonly field?: string;
  readonly message: string;
  readonly code: string;
};

export type Documents = {
  readonly documents: readonly Document[];
  readonly pagination: {
    readonly total: number;
    readonly limit: number;
    readonly offset: number;
    readonly hasMore: boolean;
  };
};

export type Draft = {
  readonly state: WorkflowDocument;
};

export type Edge = {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly sourceHandle: string;
  readonly targetHandle: string;
};

/** Something that a run wanted to do to the outside. Times are ISO 8601. */
export type EffectView = {
  /** Goes along as `Idempotency-Key` on every try. */
  readonly effectKey: string;
  readonly kind: string;
  readonly target: string;
  readonly blockId: string;
  /** Absent for a block of another workflow that this one called. */
  readonly blockName?: string;
  /** Tells the passes of a loop and the uses of a workflow apart. */
  readonly node: string;
  /** When it was first about to be done. */
  readonly intendedAt: string;
  /** That of its block. *unknown*: the block has not ended, or the run went on without knowing; the outside may have been touched. */
  readonly outcome: 'failed' | 'succeeded' | 'unknown';
  /** Why the block failed. */
  readonly error?: string;
  /** When its block ended; null while unknown. */
  readonly settledAt: string | null;
};

export type EntryStatus = 'completed' | 'failed' | 'pending' | 'claimed';

export type Environment = {
  readonly variables: readonly VariableView[];
};

/** What to run a workflow with, and how. `inputs` is the input; without it `input`; without both every field that is not named here. An empty body is an empty input. */
export type ExecuteBody = {
  /** Any JSON object. */
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly input?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
  /** Start it as a job, and answer at once. */
  readonly async?: boolean;
  /** Answer with server-sent events. */
  readonly stream?: boolean;
  /** Outputs to show while a streamed run goes on: `blockId.path`, or the name of a block instead of its id. */
  readonly selectedOutputs?: readonly string[];
  /** An id of the caller's own for the run. */
  readonly executionId?: string;
  readonly [name: string]: unknown;
};

/** What to run a workflow with, and how. */
export type ExecuteRunBody = {
  readonly input?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
  readonly async?: boolean;
  readonly stream?: boolean;
  readonly selectedOutputs?: readonly string[];
  /** Of asynchronous runs. */
  readonly executionTimeoutSeconds?: number;
};

/** Specification 2.2; a failed run has the same shape with a code. */
export type Execution = {
  readonly success: boolean;
  readonly executionId: string;
  /** Present when the run waits for the end of a pause. */
  readonly status?: 'paused';
  /** Any JSON value. */
  readonly output: unknown;
  readonly error: string | null;
  readonly code?: string;
  readonly metadata: RunMetadata;
  readonly limits?: unknown;
};

export type ExecutionData = {
  readonly status: LogStatus;
  readonly trigger: {
    readonly type: string;
    readonly timestamp: string;
  };
  readonly error: string | null;
};

/** Stands without a `data` around it. */
export type ExecutionLog = {
  readonly executionId: string;
  readonly workflowId: string;
  readonly workflowState: Graph;
  readonly executionMetadata: {
    readonly trigger: string;
    readonly startedAt: string;
    readonly endedAt: string | null;
    readonly totalDurationMs: number | null;
    readonly cost: {
      readonly total: number;
    };
  };
  readonly limits: LimitsView;
};

export type ExecutionReport = {
  readonly executionId: string;
  readonly workflowId: string;
  readonly status: string;
  readonly trigger: string;
  /** Present when the run repeats another one. */
  readonly origin?: RunOrigin;
  readonly level: 'error' | 'info';
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly totalDurationMs: number | null;
  readonly paused: Paused | null;
  readonly cost: {
    readonly total: number;
  };
  readonly error: string | null;
  /** Null unless it was asked for and the run has ended. */
  readonly finalOutput: unknown;
  /** Null unless outputs were selected. */
  readonly blockOutputs: Readonly<Record<string, unknown>>;
};

export type ExecutionStatus = 'completed' | 'failed' | 'cancelled' | 'paused' | 'running';

export type ExportedDocument = {
  readonly version: '1.0';
  /** ISO 8601, UTC. */
  readonly exportedAt: string;
  readonly workflow: ExportedWorkflow;
  readonly state: WorkflowDocument;
};

export type ExportedWorkflow = {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly workspaceId: string;
  readonly folderId: string | null;
};

/** The answer for a run that failed. */
export type FailedRun = {
  readonly success: false;
  readonly error: string;
  readonly code: string;
  readonly executionId: string;
  /** Present when the run waits for the end of a pause. */
  readonly status?: 'paused';
  /** Any JSON value. */
  readonly output: unknown;
  readonly metadata: RunMetadata;
  readonly limits?: unknown;
};

export type File = {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
  /** A name for humans and blocks. It opens nothing. */
  readonly key: string;
  readonly uploadedBy: string | null;
  readonly uploadedAt: string;
};

export type FileList = {
  readonly data: {
    readonly files: readonly File[];
    readonly totalCount: number;
  };
  readonly nextCursor: string | null;
};

/** Why a run stands where it stands. */
export type Finding =
  | 'running'
  | 'finished'
  | 'quarantined'
  | 'owner-lost'
  | 'no-worker'
  | 'backlog'
  | 'waiting-for-room'
  | 'waiting-for-person'
  | 'waiting-for-time'
  | 'unattended';

export type FolderView = {
  readonly id: string;
  readonly name: string;
  readonly workspaceId: string;
  /** Null at the root. */
  readonly parentId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** The graph that ran. What its fields hold is left out: some of it is secret. */
export type Graph = {
  readonly blocks: Readonly<Record<string, LoggedBlock>>;
  readonly edges: readonly Edge[];
  /** Derived from the blocks; rebuilt whenever a document comes in. */
  readonly loops: Readonly<Record<string, unknown>>;
  readonly parallels: Readonly<Record<string, unknown>>;
};

export type Hold = {
  readonly executionId: string;
  readonly held: boolean;
  readonly reason: string | null;
};

export type ImportReport = {
  readonly insertedCount: number;
  readonly refusedCount: number;
  /** The first hundred. */
  readonly refused: readonly RefusedLine[];
  /** Why the file was not read to its end, if it was not. What was inserted before stays. */
  readonly stopped: {
    readonly line: number;
    readonly message: string;
  };
};

export type ImportWorkflowRequest = {
  readonly workspaceId: string;
  /** An exported document or its JSON text; what is in it is for the domain to judge. */
  readonly workflow: unknown;
  readonly name?: string | null;
  readonly description?: string | null;
  readonly folderId?: string | null;
};

export type ImportedWorkflow = {
  /** What keeps it from being deployed as it is. */
  readonly problems: readonly DocumentProblem[];
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly folderId: string | null;
  readonly workspaceId: string;
  readonly isDeployed: boolean;
  readonly deployedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type InsertRowsRequest = {
  /** Any JSON object. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly rows?: readonly unknown[];
  readonly workspaceId: string;
};

export type IssueApiKeyRequest = {
  readonly name: string;
  readonly expiresAt?: string | null;
  readonly scopes?: readonly string[];
  readonly allowedIps?: readonly string[];
};

/** Specification 2.5. */
export type Job = {
  readonly success: true;
  readonly taskId: string;
  readonly status: JobStatus;
  readonly metadata: {
    readonly startedAt: string | null;
    readonly completedAt: string | null;
    readonly duration: number | null;
  };
  readonly output?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
  readonly error?: string;
  readonly estimatedDuration?: number;
};

export type JobStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';

export type KnowledgeBase = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly docCount: number;
  readonly tokenCount: number;
  readonly embeddingModel: string;
  readonly embeddingDimension: number;
  readonly chunkingConfig: ChunkingConfig;
  readonly connectorTypes: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** What an account has left. Specification 2.4. */
export type LimitsView = {
  readonly workflowExecutionRateLimit: {
    readonly sync: BucketView;
    readonly async: BucketView;
  };
  /** US dollars, of the present billing period. */
  readonly usage: {
    readonly currentPeriodCost: number;
    readonly limit: number;
    readonly plan: string;
    readonly isExceeded: boolean;
  };
};

/** The answer for one entry. */
export type Log = {
  readonly workflow: {
    readonly id: string;
    readonly name: string;
    readonly description: string | null;
    readonly deleted: boolean;
    readonly folderId: string | null;
    readonly workspaceId: string;
  };
  readonly executionData: {
    readonly status: LogStatus;
    readonly trigger: {
      readonly type: string;
      readonly timestamp: string;
    };
    readonly error: string | null;
    /** Present when the run repeats another one. */
    readonly origin?: RunOrigin;
    /** Any JSON value. */
    readonly workflowInput: unknown;
    /** Any JSON value. */
    readonly finalOutput: unknown;
    readonly traceSpans: readonly TraceSpan[];
  };
  readonly id: string;
  readonly workflowId: string;
  readonly executionId: string;
  readonly deploymentVersionId: string;
  readonly level: 'error' | 'info';
  readonly trigger: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly totalDurationMs: number | null;
  readonly cost: {
    readonly total: number;
  };
  readonly files: null;
  readonly createdAt: string;
};

/** One entry of the list: the basics, with `details=full` more of it, with flags its history. */
export type LogEntry = {
  readonly workflow?: LoggedWorkflow;
  readonly executionData?: ExecutionData;
  readonly finalOutput?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
  readonly traceSpans?: readonly TraceSpan[];
  readonly id: string;
  readonly workflowId: string;
  readonly executionId: string;
  readonly deploymentVersionId: string;
  readonly level: 'error' | 'info';
  readonly trigger: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly totalDurationMs: number | null;
  readonly cost: {
    readonly total: number;
  };
  readonly files: null;
  readonly createdAt: string;
};

export type LogStatus = 'completed' | 'failed' | 'cancelled' | 'paused' | 'running';

export type LoggedBlock = {
  readonly name: string;
  readonly enabled: boolean;
  readonly id: string;
  readonly type: string;
  readonly position: {
    readonly x: number;
    readonly y: number;
  };
};

export type LoggedWorkflow = {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly deleted: boolean;
};

/** For deletions, whose workspace stands in the body or in the query. */
export type MaybeWorkspaceRequest = {
  readonly workspaceId?: string;
};

export type OrganizationMemberView = {
  readonly userId: string;
  readonly email: string;
  readonly role: 'member' | 'admin' | 'owner';
};

export type PauseContext = {
  readonly execution: {
    readonly id: string;
    readonly workflowId: string;
    readonly executionId: string;
    readonly status: string;
    readonly totalPauseCount: number;
    readonly resumedCount: number;
    readonly pausedAt: string;
    readonly updatedAt: string;
    /** When the earliest of the open points ends by itself; null when they all wait for ever. */
    readonly expiresAt: string | null;
    readonly metadata: {
      readonly pauseScope: 'execution';
      readonly triggerIds: readonly string[];
    };
    readonly triggerIds: readonly string[];
    readonly pausePoints: readonly PausePoint[];
  };
  readonly pausePoint: PausePoint;
  readonly queue: readonly ResumeEntry[];
  readonly activeResumeEntry: ResumeEntry | null;
};

export type PausePoint = {
  readonly contextId: string;
  readonly blockId: string;
  /** Any JSON value. */
  readonly response: unknown;
  readonly registeredAt: string;
  readonly resumeStatus: PointStatus;
  readonly snapshotReady: true;
  readonly resumeLinks: {
    readonly apiUrl: string;
    readonly uiUrl: string;
    readonly contextId: string;
    readonly executionId: string;
    readonly workflowId: string;
  };
  readonly queuePosition: number | null;
  readonly latestResumeEntry: ResumeEntry | null;
  readonly parallelScope?: {
    readonly parallelId: string;
    readonly branchIndex: number;
    readonly branchTotal: number | null;
  };
  readonly loopScope?: {
    readonly loopId: string;
    readonly iteration: number;
  };
};

/** What the run waits for. */
export type Paused = {
  readonly contextId: string;
  readonly pausedAt: string;
  readonly resumeAt: string | null;
  readonly pauseKind: 'time' | 'human';
  readonly blockedOnBlockId: string;
  /** Nothing ever stands between the server and a pause that is over. */
  readonly automaticResumeWaitingReason: null;
  readonly pausedExecutionId: string | null;
  readonly pausePointCount: number;
  readonly resumedCount: number;
};

export type PausedDetail = {
  readonly pausePoints: readonly PausePoint[];
  /** The oldest first. */
  readonly queue: readonly ResumeEntry[];
  readonly id: string;
  readonly workflowId: string;
  readonly executionId: string;
  readonly status: string;
  readonly totalPauseCount: number;
  readonly resumedCount: number;
  readonly pausedAt: string;
  readonly updatedAt: string;
  /** When the earliest of the open points ends by itself; null when they all wait for ever. */
  readonly expiresAt: string | null;
  readonly metadata: {
    readonly pauseScope: 'execution';
    readonly triggerIds: readonly string[];
  };
  readonly triggerIds: readonly string[];
};

export type PausedList = {
  readonly pausedExecutions: readonly PausedSummary[];
  readonly nextCursor: string | null;
};

export type PausedStatus = 'cancelled' | 'paused' | 'partially_resumed' | 'fully_resumed' | 'cancelling';

/** Specification 2.7. Times are ISO 8601. */
export type PausedSummary = {
  readonly id: string;
  readonly workflowId: string;
  readonly executionId: string;
  readonly status: string;
  readonly totalPauseCount: number;
  readonly resumedCount: number;
  readonly pausedAt: string;
  readonly updatedAt: string;
  /** When the earliest of the open points ends by itself; null when they all wait for ever. */
  readonly expiresAt: string | null;
  readonly metadata: {
    readonly pauseScope: 'execution';
    readonly triggerIds: readonly string[];
  };
  readonly triggerIds: readonly string[];
};

export type PlaceHoldRequest = {
  /** Why the run has to be kept. */
  readonly reason: string;
};

export type PointStatus = 'queued' | 'failed' | 'paused' | 'resuming' | 'resumed';

export type Queued = {
  readonly status: 'queued';
  readonly executionId: string;
  readonly queuePosition: number;
  readonly message: string;
  readonly jobId?: string;
  readonly statusUrl?: string;
};

export type Recorded = {
  readonly status: 'recorded';
  readonly executionId: string;
  readonly approvals: number;
  readonly requiredApprovals: number;
  readonly message: string;
};

/** A record of a file that has become no row. */
export type RefusedLine = {
  /** On which it ends, from 1; the first line has the names of the columns. */
  readonly line: number;
  readonly problems: readonly {
    readonly message: string;
    readonly code: string;
  }[];
};

/** What would help, and how to do it. */
export type Remedy = {
  readonly action: 'cancel' | 'answer' | 'replay' | 'start-worker' | 'retry-projection' | 'wait';
  /** A request to the API, or a command line. */
  readonly how: string;
};

export type ReplayExecutionRequest = {
  readonly mode: ReplayMode;
  /** Names within a run grow with the depth of containers. */
  readonly from?: string;
  readonly async?: boolean;
  readonly stream?: boolean;
};

/** *recorded*: what touched the outside is told again from the record. *live*: it is done again. */
export type ReplayMode = 'recorded' | 'live';

export type Rested = {
  readonly success: boolean;
  readonly status: ExecutionStatus;
  readonly executionId: string;
  /** Any JSON value. */
  readonly output: unknown;
  readonly error: string | null;
  /** Of this resume alone: from the answer to when the run rested again or ended. */
  readonly metadata: {
    readonly duration: number;
    readonly startTime: string;
    readonly endTime: string;
  };
};

/** The `input`, or else the whole body: what the form asks for. */
export type ResumeBody = {
  readonly input?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
  readonly [name: string]: unknown;
};

export type ResumeEntry = {
  readonly id: string;
  readonly pausedExecutionId: string;
  readonly parentExecutionId: string;
  readonly newExecutionId: string;
  readonly contextId: string;
  /** Any JSON value. */
  readonly resumeInput: unknown;
  readonly status: EntryStatus;
  readonly queuedAt: string;
  readonly claimedAt: string | null;
  readonly completedAt: string | null;
  readonly failureReason: string | null;
};

/** What the run came to, or why it waits on. */
export type Resumed = Rested | Queued | Recorded;

export type RollBackWorkflowRequest = {
  /** Absent: the version before the active one. */
  readonly version?: number;
};

export type RotateApiKeyRequest = {
  readonly overlapSeconds?: number;
};

export type RowDataRequest = {
  /** Any JSON object. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly workspaceId: string;
};

/** A run as clients of the second generation know it. A run that failed is one that answers say so of, and no failure of the request. */
export type Run = {
  readonly data: {
    readonly runId: string;
    readonly workflowId: string;
    readonly status: string;
    /** Any JSON value. */
    readonly output: unknown;
    readonly error: {
      readonly code: string;
      readonly message: string;
    };
    readonly startedAt: string | null;
    readonly endedAt: string | null;
    readonly durationMs: number | null;
  };
};

export type RunMetadata = {
  readonly startTime: string;
  readonly endTime: string | null;
  readonly duration: number | null;
};

/** The run that a replay repeats. */
export type RunOrigin = {
  /** Ours, whatever its caller called it. */
  readonly executionId: string;
  readonly mode: ReplayMode;
  /** The block that the replay begins with, by id or by its name within the run; absent: it begins at the start. */
  readonly from?: string;
};

export type SaveDraftRequest = {
  readonly state: Readonly<Record<string, unknown>>;
};

export type SchemaRequest = {
  readonly columns: unknown;
};

export type Search = {
  readonly results: readonly SearchResult[];
  readonly query: string;
  readonly knowledgeBaseIds: readonly string[];
  readonly topK: number;
  readonly totalResults: number;
  /** What was really done: `words` where no embeddings are to be had. */
  readonly searchMode: string;
};

export type SearchKnowledgeRequest = {
  readonly knowledgeBaseIds: string | readonly string[];
  readonly query?: string;
  readonly topK?: number;
  readonly tagFilters?: unknown;
  readonly searchMode?: SearchMode;
  readonly workspaceId: string;
};

export type SearchMode = 'vector' | 'hybrid';

export type SearchResult = {
  readonly knowledgeBaseId: string;
  readonly documentId: string;
  readonly documentName: string;
  readonly sourceUrl: null;
  readonly content: string;
  readonly chunkIndex: number;
  /** The tags of the document. */
  readonly metadata: Readonly<Record<string, TagValue>>;
  readonly similarity: number;
};

export type StartedRun = {
  readonly data: {
    readonly runId: string;
    readonly statusUrl: string;
  };
};

/** The data of a message: a part of an output, the end of the run or its pause, how it failed, and `[DONE]` at last. */
export type StreamMessage =
  | '[DONE]'
  | {
      readonly blockId: string;
      readonly chunk: string;
    }
  | {
      readonly event: 'final';
      readonly data: {
        readonly success: true;
        /** Any JSON value. */
        readonly output: unknown;
        readonly status?: 'paused';
      };
    }
  | {
      readonly event: 'error';
      readonly error: string;
    };

export type SubBlock = {
  readonly id: string;
  readonly type: string;
  /** Any JSON value. */
  readonly value: unknown;
};

export type TagValue = boolean | string | number;

/** One piece of work in the trace of a run. Times are ISO 8601, durations milliseconds. */
export type TraceSpan = {
  readonly id: string;
  readonly name: string;
  /** Type of the block; `workflow` for the run itself, `loop-iteration` and `parallel-iteration` for a pass or a branch. */
  readonly type: string;
  readonly status: 'success' | 'error';
  readonly startTime: string;
  readonly endTime: string;
  readonly duration: number;
  /** From the start of the run. */
  readonly relativeStartMs: number;
  readonly blockId?: string;
  /** Of blocks, from 1, in the order of starting. */
  readonly executionOrder?: number;
  readonly input?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
  readonly output?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
  /** An `error` edge took over. */
  readonly errorHandled?: true;
  readonly errorMessage?: string;
  /** Something that the author should know although the block did not fail. */
  readonly warning?: string;
  /** The block has begun to wait and has not gone on. */
  readonly paused?: true;
  /** How long the block waited, ms. */
  readonly waitedMs?: number;
  /** Present when the block ran more than once. */
  readonly tries?: number;
  /** The block did not run here: this is what it came to in the run that this one repeats. */
  readonly recorded?: true;
  /** The container and the pass or branch of it, on the span of that and of each block directly inside. */
  readonly loopId?: string;
  readonly parallelId?: string;
  readonly iterationIndex?: number;
  /** The workflow that the block ran. */
  readonly childWorkflowId?: string;
  readonly childExecutionId?: string;
  readonly children: readonly TraceSpan[];
};

export type UpdateRowsRequest = {
  /** Any JSON object. */
  readonly filter: Readonly<Record<string, unknown>>;
  readonly limit?: number;
  /** Any JSON object. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly workspaceId: string;
};

export type UpsertRowRequest = {
  readonly conflictTarget?: string;
  /** Any JSON object. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly workspaceId: string;
};

export type Usage = {
  readonly workspaceId: string;
  readonly groupBy: 'workflow' | 'key' | 'day' | 'model';
  readonly startDate: string;
  readonly endDate: string;
  readonly executions: number;
  /** US dollars. */
  readonly cost: number;
  readonly groups: readonly Readonly<Record<string, string | number | null>>[];
};

export type UsageLimits = {
  readonly success: true;
  readonly rateLimit: {
    readonly sync: Bucket;
    readonly async: Bucket;
    readonly authType: 'api';
  };
  readonly usage: {
    readonly currentPeriodCost: number;
    readonly limit: number;
    readonly plan: string;
    readonly isExceeded: boolean;
  };
  readonly storage: {
    readonly usedBytes: number;
    readonly limitBytes: number;
    readonly percentUsed: number;
  };
};

/** What stands between a draft and its deployment. */
export type ValidationReport = {
  readonly valid: boolean;
  readonly problems: readonly DocumentProblem[];
};

export type Variable = {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** Any JSON value. */
  readonly value: unknown;
};

/** A variable as it may be shown: that it is there, not what it holds. */
export type VariableView = {
  readonly name: string;
  readonly updatedAt: string;
};

/** One deployment of a workflow, without its document. */
export type VersionView = {
  readonly version: number;
  readonly name: string | null;
  readonly description: string | null;
  readonly deployedAt: string;
  readonly deployedBy: string;
  readonly isActive: boolean;
};

export type ViewReport = {
  readonly name: string;
  readonly lagMs: number;
  readonly deadLetters: number;
  /** Present while it is built anew; what is shown until then is of an earlier release if it is `outdated`. */
  readonly rebuild?: {
    readonly events: number;
    readonly total: number;
    readonly remainingMs: number | null;
  };
  readonly outdated?: true;
};

/** A workflow in lists and as the answer of a change. */
export type Workflow = {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly folderId: string | null;
  readonly workspaceId: string;
  readonly isDeployed: boolean;
  readonly deployedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
};

/** One workflow, and what its draft tells about calling it. */
export type WorkflowDetail = {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly folderId: string | null;
  readonly workspaceId: string;
  readonly isDeployed: boolean;
  readonly deployedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly variables: Readonly<Record<string, Variable>>;
  readonly inputs: readonly DeclaredInput[];
};

/** The workflow document, format version "1.0", after healing: every optional part is present, every edge carries its handles. */
export type WorkflowDocument = {
  readonly blocks: Readonly<Record<string, Block>>;
  readonly edges: readonly Edge[];
  /** Derived from the blocks; rebuilt whenever a document comes in. */
  readonly loops: Readonly<Record<string, unknown>>;
  readonly parallels: Readonly<Record<string, unknown>>;
  readonly variables: Readonly<Record<string, Variable>>;
  readonly metadata: Readonly<Record<string, unknown>>;
};

export type WorkflowStatus = {
  readonly isDeployed: boolean;
  readonly deployedAt: string | null;
  /** Deploying the draft would change what runs. False while nothing is deployed. */
  readonly needsRedeployment: boolean;
};

export type WorkspaceMemberView = {
  readonly userId: string;
  readonly email: string;
  readonly permission: 'admin' | 'read' | 'write';
};

/** In which workspace a thing is, or is to be. */
export type WorkspaceRequest = {
  readonly workspaceId: string;
};
