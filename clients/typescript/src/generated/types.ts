// Made from docs/openapi.json by `npm run openapi`.

/** The body of every response with an error status. */
export type Error = {
  /** A description of the error for people. */
  readonly error: string;
  /** The error code for programs. Codes do not change between releases. */
  readonly code: string;
  /** The invalid fields. Present in every response with status 400. */
  readonly details?: readonly {
    /** Path of the invalid field. Empty if the whole body is invalid. */
    readonly path: readonly (string | number)[];
    /** A description of the problem for people. */
    readonly message: string;
    /** The code of the problem for programs. */
    readonly code: string;
    /** Id of the block with the problem, if the body is a workflow document. */
    readonly blockId?: string;
    /** Id of the edge with the problem, if the body is a workflow document. */
    readonly edgeId?: string;
    /** Name of the field of that block. */
    readonly field?: string;
  }[];
};

/** The body of every response of version 2 of the API with an error status. */
export type ErrorObject = {
  /** The error. */
  readonly error: {
    /** The error code for programs. Codes do not change between releases. */
    readonly code: string;
    /** A description of the error for people. */
    readonly message: string;
    /** The invalid fields. Present in every response with status 400. */
    readonly details?: readonly {
      /** Path of the invalid field. Empty if the whole body is invalid. */
      readonly path: readonly (string | number)[];
      /** A description of the problem for people. */
      readonly message: string;
      /** The code of the problem for programs. */
      readonly code: string;
      /** Id of the block with the problem, if the body is a workflow document. */
      readonly blockId?: string;
      /** Id of the edge with the problem, if the body is a workflow document. */
      readonly edgeId?: string;
      /** Name of the field of that block. */
      readonly field?: string;
    }[];
  };
};

/** The run goes on as a job. */
export type AcceptedResume = Queued | Begun;

/** A column as it is to be. */
export type AddColumnRequest = {
  /** The column, and where it goes. */
  readonly column: PlacedColumn;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** Who becomes what. */
export type AddOrganizationMemberRequest = {
  /** Where they are reached. */
  readonly email: string;
  /** What they are in the organization. */
  readonly role: 'member' | 'admin' | 'owner';
};

/** Who may do what. */
export type AddWorkspaceMemberRequest = {
  /** Where they are reached. */
  readonly email: string;
  /** What they may do there. */
  readonly permission: 'admin' | 'read' | 'write';
};

/** Specification 2.3. */
export type AsyncStart = {
  /** Always true. */
  readonly success: true;
  /** It goes on without its caller. */
  readonly async: true;
  /** Id of the job. */
  readonly jobId: string;
  /** Id of the execution. */
  readonly executionId: string;
  /** A message for people. */
  readonly message: string;
  /** Where to ask how it stands. */
  readonly statusUrl: string;
};

export type AuditKey = {
  /** Id of the key. */
  readonly keyId: string;
  /** PEM. */
  readonly publicKey: string;
};

/** Specification 2.14. From where somebody came is kept and not shown. */
export type AuditLog = {
  /** Id of the audit log. */
  readonly id: string;
  /** The workspace; null for what concerns the organization. */
  readonly workspaceId: string | null;
  /** Who did it; null for the server itself. */
  readonly actorId: string | null;
  /** The name of who did it; null for the server itself. */
  readonly actorName: string | null;
  /** The address of who did it; null for the server itself. */
  readonly actorEmail: string | null;
  /** What was done, such as `workflow.deployed`. */
  readonly action: string;
  /** What kind of thing it was done to. */
  readonly resourceType: string;
  /** Id of the resource. */
  readonly resourceId: string;
  /** The name of what it was done to; null when it has none. */
  readonly resourceName: string | null;
  /** What it is for. */
  readonly description: string;
  /** What was before and after, as far as it may be shown. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** When the audit log was created. */
  readonly createdAt: string;
};

export type Awaited = {
  /** For whom or what it waits. */
  readonly kind: 'worker' | 'room' | 'person' | 'time' | 'block';
  /** The block that waits; null: the run as a whole. */
  readonly blockId: string | null;
  /** Since when. */
  readonly since: string;
  /** When it ends by itself; null when it does not. */
  readonly until: string | null;
};

export type Begun = {
  /** Always true. */
  readonly success: true;
  /** It goes on without its caller. */
  readonly async: true;
  /** Id of the execution. */
  readonly executionId: string;
  /** A message for people. */
  readonly message: string;
  /** Id of the job. */
  readonly jobId: string;
  /** Where to ask how it stands. */
  readonly statusUrl: string;
};

export type Block = {
  /** Id of the block. */
  readonly id: string;
  /** What it does; `GET /api/v1/blocks` lists the types. */
  readonly type: string;
  /** What references call it, in any case and without spaces. */
  readonly name: string;
  /** Where it stands on the canvas. */
  readonly position: {
    /** From left to right. */
    readonly x: number;
    /** From top to bottom. */
    readonly y: number;
  };
  /** Its fields, by their ids. */
  readonly subBlocks: Readonly<Record<string, SubBlock>>;
  /** What editors know of its outputs. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** A block that is not is passed over. */
  readonly enabled: boolean;
  /** Containers and membership: `parentId`, `loopType`, `count`, `collection` … */
  readonly data: Readonly<Record<string, unknown>>;
  /** How often to try it when it fails. */
  readonly retry?: {
    /** Whether it is in use. */
    readonly enabled: boolean;
    /** How often it is tried at most. */
    readonly maxTries: number;
    /** How long to wait before the next try, in ms. */
    readonly waitBetweenTriesMs: number;
  };
  readonly [name: string]: unknown;
};

/** One type of block, as editors and generators of workflows need it. */
export type BlockDefinition = {
  /** Of which kind it is. */
  readonly type: string;
  /** Other blocks stand inside it. */
  readonly container: boolean;
  /** Where the document keeps the values of `inputs`. */
  readonly inputsIn: 'subBlocks' | 'data';
  /** The fields it takes, as JSON Schema. */
  readonly inputs: {
    /** Of which kind it is. */
    readonly type: 'object';
    /** Field by field. */
    readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    /** Which fields have to be there. */
    readonly required?: readonly string[];
    /** Which JSON Schema this is. */
    readonly $schema: string;
  };
  /** Where edges arrive; null when none may. */
  readonly targetHandle: 'target' | null;
  /** Whether an edge may lead from its handle `error`. */
  readonly errorEdge: boolean;
  /** Whether the retry option of the document has an effect. */
  readonly retry: boolean;
  /** Name of the palette entry. */
  readonly name: string;
  /** What it is for. */
  readonly description: string;
  /** Under which heading editors list it. */
  readonly category: 'trigger' | 'control' | 'work' | 'note';
  /** The fields that later blocks can refer to. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Source handles; `<id>` stands for the ids of the author's entries. */
  readonly handles: readonly string[];
};

export type Blocks = {
  /** What was asked for. */
  readonly data: readonly BlockDefinition[];
  /** There is one page. */
  readonly nextCursor: null;
};

/** Under every name by which clients know it. */
export type Bucket = {
  /** The capacity, as in `X-RateLimit-Limit`. */
  readonly limit: number;
  /** When the bucket is filled again. */
  readonly reset: string;
  /** Whether the bucket is empty. */
  readonly isLimited: boolean;
  /** What comes in each minute. */
  readonly requestsPerMinute: number;
  /** What the bucket holds when it is full. */
  readonly maxBurst: number;
  /** What is left in the bucket. */
  readonly remaining: number;
  /** When the bucket is filled again. */
  readonly resetAt: string;
};

/** A bucket that starts take from. Specification 2.4. */
export type BucketView = {
  /** What comes in each minute. */
  readonly requestsPerMinute: number;
  /** What the bucket holds when it is full. */
  readonly maxBurst: number;
  /** What is left in the bucket. */
  readonly remaining: number;
  /** When the bucket is filled again. */
  readonly resetAt: string;
};

/** The fields that clients of this route know from elsewhere, each with the meaning that it has here. */
export type Cancellation = {
  /** Whether it went well. */
  readonly success: boolean;
  /** Id of the execution. */
  readonly executionId: string;
  /** Whether runs in other processes can be reached. They are reached through the database, without which there is no answer. */
  readonly redisAvailable: true;
  /** The end of the run is on disk. */
  readonly durablyRecorded: boolean;
  /** The run was driven by the process that answers. */
  readonly locallyAborted: boolean;
  /** The run was waiting for the end of a pause. */
  readonly pausedCancelled: boolean;
  /** Why. */
  readonly reason: 'recorded' | 'queue_cancelled' | 'already_cancelled' | 'cancellation_not_finalized';
};

export type CancelledRun = {
  /** What was asked for. */
  readonly data: {
    /** Id of the run. */
    readonly runId: string;
    /** Whether it has been called off. */
    readonly cancelled: boolean;
  };
};

export type CellChange = {
  /** The name that the column has now; of one that is gone, its id. */
  readonly column: string;
  /** What it held before. */
  readonly before: unknown;
  /** What it holds since. */
  readonly after: unknown;
};

/** What is to be otherwise. */
export type ChangeApiKeyRequest = {
  /** What it is called. */
  readonly name?: string;
  /** From when on it is no longer valid; null: never. */
  readonly expiresAt?: string | null;
  /** Addresses and CIDR ranges that the key is good for; none: all. */
  readonly allowedIps?: readonly string[];
};

/** Which column, and what is to be otherwise. */
export type ChangeColumnRequest = {
  /** What is to be otherwise. */
  readonly updates: {
    /** Letters, digits and underscores, no digit in front, at most 50. */
    readonly name?: string;
    /** What its cells hold. */
    readonly type?: 'string' | 'number' | 'boolean' | 'date' | 'json';
    /** No row without a value. Usually false. */
    readonly required?: boolean;
    /** No two rows with the same value. Usually false. */
    readonly unique?: boolean;
    /** Filters and sorts by it need not read the whole table. Usually false; not for `json`. */
    readonly indexed?: boolean;
  };
  /** Which column. */
  readonly columnName: string;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** What is to be otherwise. */
export type ChangeDocumentRequest = {
  /** The name of the file. */
  readonly filename?: string;
  /** Whether it is in use. */
  readonly enabled?: boolean;
  /** All its tags from now on: names with texts, numbers or booleans. */
  readonly tags?: Readonly<Record<string, TagValue>>;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** Which variables are to be set, and which removed. */
export type ChangeEnvironmentRequest = {
  /** A text sets the variable, null removes it; names and values are for the domain to judge. */
  readonly variables: Readonly<Record<string, string | null>>;
};

/** What is to be otherwise. */
export type ChangeFolderRequest = {
  /** What it is called. */
  readonly name?: string;
  /** Null: the root. */
  readonly parentId?: string | null;
};

/** What is to be otherwise. */
export type ChangeKnowledgeBaseRequest = {
  /** What it is called. */
  readonly name?: string;
  /** What it is for. */
  readonly description?: string;
  /** How documents are cut into chunks. */
  readonly chunkingConfig?: ChunkingConfigRequest;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** What they become. */
export type ChangeOrganizationMemberRequest = {
  /** What they are in the organization. */
  readonly role: 'member' | 'admin' | 'owner';
};

/** What is to be otherwise. */
export type ChangeOrganizationRequest = {
  /** What it is called. */
  readonly name?: string;
  /** The plan that limits it. */
  readonly plan?: string;
};

/** What is to be otherwise. */
export type ChangeUserRequest = {
  /** What it is called. */
  readonly name?: string;
  /** Whether the user runs the server. */
  readonly isOperator?: boolean;
  /** Whether their keys are refused. */
  readonly suspended?: boolean;
};

/** What is to be otherwise. */
export type ChangeWorkflowRequest = {
  /** What it is called. */
  readonly name?: string;
  /** What it is for. */
  readonly description?: string | null;
  /** Null: the root. */
  readonly folderId?: string | null;
};

/** What they may do. */
export type ChangeWorkspaceMemberRequest = {
  /** What they may do there. */
  readonly permission: 'admin' | 'read' | 'write';
};

/** What is to be otherwise. */
export type ChangeWorkspaceRequest = {
  /** What it is called. */
  readonly name?: string;
  /** Whether personal keys of members reach the workspace. */
  readonly allowPersonalApiKeys?: boolean;
  /** Who owns the workspace: a member of it, or an admin of its organization, who becomes an admin of it. A workspace outside of organizations is paid for by its owner, so only callers themselves can become that. */
  readonly ownerId?: string;
  /** Null: as long as the plan lets it. */
  readonly retentionDays?: number;
};

export type ChangedDocument = {
  /** The document. */
  readonly document: Document;
  /** A message for people. */
  readonly message: string;
};

/** A row as it is after a change. */
export type ChangedRow = {
  /** The row. */
  readonly row: RowView;
  /** A message for people. */
  readonly message: string;
};

/** *failing*: send no requests here. *slow*: it works, and somebody has to look at it. */
export type CheckStatus = 'ok' | 'slow' | 'failing';

/** How documents are cut into chunks; sizes are tokens. */
export type ChunkingConfig = {
  /** The most that a chunk holds, in tokens. */
  readonly maxSize: number;
  /** What is smaller is joined to the chunk before it where there is room. */
  readonly minSize: number;
  /** How much of a chunk the next one repeats, so that no thought is cut in two for good. */
  readonly overlap: number;
};

/** What is left out keeps its value, or gets the usual one. */
export type ChunkingConfigRequest = {
  /** The most that a chunk holds, in tokens. */
  readonly maxSize?: number;
  /** The least that a chunk holds, in tokens; what is smaller goes to the chunk before it. */
  readonly minSize?: number;
  /** How much two neighbours share, in tokens. */
  readonly overlap?: number;
};

/** Which column. */
export type ColumnNameRequest = {
  /** Which column. */
  readonly columnName: string;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** A folder as it is to be. */
export type CreateFolderRequest = {
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Name of the folder. */
  readonly name: string;
  /** The folder above it; null: none. */
  readonly parentId?: string | null;
};

/** A knowledge base as it is to be. */
export type CreateKnowledgeBaseRequest = {
  /** Name of the knowledge base. */
  readonly name: string;
  /** What it is for. */
  readonly description?: string | null;
  /** How documents are cut into chunks. */
  readonly chunkingConfig?: ChunkingConfigRequest;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** An organization as it is to be. */
export type CreateOrganizationRequest = {
  /** Name of the organization. */
  readonly name: string;
  /** The plan that limits it. */
  readonly plan?: string;
};

/** A table as it is to be. */
export type CreateTableRequest = {
  /** Letters, digits and underscores, no digit in front, at most 50; its own in the workspace. */
  readonly name: string;
  /** What it is for. */
  readonly description?: string | null;
  /** What its rows are made of. */
  readonly schema: SchemaRequest;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** A user as they are to be. */
export type CreateUserRequest = {
  /** Where they are reached. */
  readonly email: string;
  /** Name of the user. */
  readonly name: string;
};

/** A workflow as it is to be. */
export type CreateWorkflowRequest = {
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Name of the workflow. */
  readonly name: string;
  /** What it is for. */
  readonly description?: string | null;
  /** The folder it is in; null: none. */
  readonly folderId?: string | null;
};

/** A workspace as it is to be. */
export type CreateWorkspaceRequest = {
  /** Name of the workspace. */
  readonly name: string;
  /** The organization that it belongs to; null: none. */
  readonly organizationId?: string;
};

/** One field that a workflow asks its callers for. */
export type DeclaredInput = {
  /** Name of the declared input. */
  readonly name: string;
  /** What it is to be: a text, a number, a boolean, an object, a list or files. */
  readonly type: string;
  /** What it is for. */
  readonly description?: string;
};

/** Which rows: by a filter, or by their ids. */
export type DeleteRowsRequest = {
  /** Which rows: `{"column": value}`, `{"column": {"$gt": value}}`, `$and`, `$or`. Instead of `rowIds`. */
  readonly filter?: Readonly<Record<string, unknown>>;
  /** Which rows, instead of `filter`. */
  readonly rowIds?: readonly string[];
  /** At most so many rows. */
  readonly limit?: number;
  /** The workspace. */
  readonly workspaceId?: string;
};

/** A row that is deleted. */
export type DeletedRow = {
  /** Id of the deleted row. */
  readonly id: string;
  /** A message for people. */
  readonly message: string;
  /** Always 1. */
  readonly deletedCount: number;
};

/** Which rows are deleted. */
export type DeletedRows = {
  /** A message for people. */
  readonly message: string;
  /** How many. */
  readonly deletedCount: number;
  /** Which rows. */
  readonly deletedRowIds: readonly string[];
  /** How many were named; absent when a filter chose them. */
  readonly requestedCount?: number;
  /** Of those that were named, the ones that were not there. */
  readonly missingRowIds?: readonly string[];
};

/** What the version is called. */
export type DeployWorkflowRequest = {
  /** What it is called. */
  readonly name?: string | null;
  /** What it is for. */
  readonly description?: string | null;
};

/** What is deployed now. `version` is absent while nothing is. */
export type Deployment = {
  /** Id of the deployment. */
  readonly id: string;
  /** Whether a version of it runs. */
  readonly isDeployed: boolean;
  /** When it was deployed; null while it is not. */
  readonly deployedAt: string | null;
  /** Which deployment of the workflow, from 1. */
  readonly version?: number;
  /** What is allowed and perhaps not meant. */
  readonly warnings: readonly string[];
};

export type Diagnosis = {
  /** Id of the execution. */
  readonly executionId: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** How the run stands. */
  readonly status: 'queued' | 'completed' | 'failed' | 'cancelled' | 'paused' | 'running';
  /** Why it stands there, for programs. */
  readonly finding: Finding;
  /** The finding in a sentence. */
  readonly summary: string;
  /** Since when; null when that is not known. */
  readonly since: string | null;
  /** What happened last; null: nothing yet. */
  readonly lastEvent: {
    /** Of which kind it is. */
    readonly type: string;
    /** Its place in the order. */
    readonly position: number;
    /** When. */
    readonly at: string;
  };
  /** The process that works on it; null: none. */
  readonly owner: {
    /** Its id. */
    readonly id: number;
    /** Whether it still lives. */
    readonly alive: boolean;
    /** Until when it may go on without another word; null: it has none. */
    readonly leaseUntil: string | null;
  };
  /** How often a process has taken it up. */
  readonly attempts: number;
  /** When it is ended if it has not come to its end; null: never. */
  readonly deadlineAt: string | null;
  /** What it waits for. */
  readonly awaits: readonly Awaited[];
  /** Views that could not digest something of the run. */
  readonly deadLetters: readonly {
    /** The view. */
    readonly projection: string;
    /** Of which kind it is. */
    readonly type: string;
    /** What went wrong, in a sentence; null when nothing did. */
    readonly error: string;
  }[];
  /** What would help. */
  readonly remedies: readonly Remedy[];
};

export type Document = {
  /** Id of the document. */
  readonly id: string;
  /** Id of the knowledge base. */
  readonly knowledgeBaseId: string;
  /** The name of the file. */
  readonly filename: string;
  /** In bytes. */
  readonly fileSize: number;
  /** Its media type. */
  readonly mimeType: string;
  /** How far it has been read. */
  readonly processingStatus: string;
  /** How many chunks it has been cut into. */
  readonly chunkCount: number;
  /** How many tokens its text has. */
  readonly tokenCount: number;
  /** How many characters its text has. */
  readonly characterCount: number;
  /** Whether it is in use. */
  readonly enabled: boolean;
  /** What people say about it, by names of their own. */
  readonly tags: Readonly<Record<string, TagValue>>;
  /** When the document was created. */
  readonly createdAt: string;
};

/** A document, how it came to be as it is, and how far its processing is. */
export type DocumentDetail = {
  /** Why it could not be read; null when it could. */
  readonly processingError: string | null;
  /** When reading it began; null before. */
  readonly processingStartedAt: string | null;
  /** When it had been read; null before. */
  readonly processingCompletedAt: string | null;
  /** Chunks that are done, and how many there will be; null while nobody knows. */
  readonly progress: {
    /** How much of it is done. */
    readonly done: number;
    /** In all. */
    readonly total: number | null;
  };
  /** The model that its vectors come from; null: none. */
  readonly embeddingModel: string | null;
  /** Who sent it; null: nobody in particular. */
  readonly uploadedBy: string;
  /** Always null: there are no connectors. */
  readonly connectorId: null;
  /** Always null: there are no connectors. */
  readonly connectorType: null;
  /** Always null: documents are uploaded. */
  readonly sourceUrl: null;
  /** Id of the document. */
  readonly id: string;
  /** Id of the knowledge base. */
  readonly knowledgeBaseId: string;
  /** The name of the file. */
  readonly filename: string;
  /** In bytes. */
  readonly fileSize: number;
  /** Its media type. */
  readonly mimeType: string;
  /** How far it has been read. */
  readonly processingStatus: string;
  /** How many chunks it has been cut into. */
  readonly chunkCount: number;
  /** How many tokens its text has. */
  readonly tokenCount: number;
  /** How many characters its text has. */
  readonly characterCount: number;
  /** Whether it is in use. */
  readonly enabled: boolean;
  /** What people say about it, by names of their own. */
  readonly tags: Readonly<Record<string, TagValue>>;
  /** When the document was created. */
  readonly createdAt: string;
};

/** One thing wrong with a document, naming block or edge and field. */
export type DocumentProblem = {
  /** The block that it is about, if it is about one. */
  readonly blockId?: string;
  /** The edge that it is about, if it is about one. */
  readonly edgeId?: string;
  /** The field of it. */
  readonly field?: string;
  /** A message for people. */
  readonly message: string;
  /** For programs; it does not change. */
  readonly code: string;
};

export type Documents = {
  /** The documents of this page. */
  readonly documents: readonly Document[];
  /** Which part of the list this is. */
  readonly pagination: {
    /** In all. */
    readonly total: number;
    /** At most so many. */
    readonly limit: number;
    /** How many to pass over. */
    readonly offset: number;
    /** Whether more come behind this page. */
    readonly hasMore: boolean;
  };
};

export type Draft = {
  /** The document of the workflow. */
  readonly state: WorkflowDocument;
};

export type Edge = {
  /** Id of the edge. */
  readonly id: string;
  /** The block before. */
  readonly source: string;
  /** The block behind. */
  readonly target: string;
  /** Where it leaves: `source`, `error`, or a branch. */
  readonly sourceHandle: string;
  /** Where it arrives. */
  readonly targetHandle: string;
};

/** Something that a run wanted to do to the outside. Times are ISO 8601. */
export type EffectView = {
  /** Goes along as `Idempotency-Key` on every try. */
  readonly effectKey: string;
  /** What kind of call it was. */
  readonly kind: string;
  /** Whom it went to. */
  readonly target: string;
  /** The block that made it. */
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
  /** Their names; what they hold is never shown. */
  readonly variables: readonly VariableView[];
};

/** What to run a workflow with, and how. The input is made of the fields of `inputs`, those of `input`, and every field of the body that does not steer the run; where they share a name, the earlier ones count. An empty body is an empty input. */
export type ExecuteBody = {
  /** What the run is given, by name. */
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** More of it, where `inputs` has no field of the same name. Alone it may be anything; beside others, what is no object is the field `input`. */
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
  /** What the run is given. */
  readonly input?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
  /** Whether to answer at once. */
  readonly async?: boolean;
  /** Whether to show outputs while the run goes on, as Server-Sent Events. */
  readonly stream?: boolean;
  /** Outputs to show, such as `agent.content`. */
  readonly selectedOutputs?: readonly string[];
  /** Of asynchronous runs. What is above the limit of the server counts as that limit, unless the plan is one of an enterprise. */
  readonly executionTimeoutSeconds?: number;
};

/** Specification 2.2; a failed run has the same shape with a code. */
export type Execution = {
  /** Whether it went well. */
  readonly success: boolean;
  /** Id of the execution. */
  readonly executionId: string;
  /** Present when the run waits for the end of a pause. */
  readonly status?: 'paused';
  /** What it came to. */
  readonly output: unknown;
  /** What went wrong, in a sentence; null when nothing did. */
  readonly error: string | null;
  /** Present when it failed. */
  readonly code?: string;
  /** When it ran. */
  readonly metadata: RunMetadata;
  /** Present when it went well. */
  readonly limits?: LimitsView;
};

export type ExecutionData = {
  /** How it stands. */
  readonly status: LogStatus;
  /** What started the run: `api`, `manual`, `workflow` … */
  readonly trigger: {
    /** Of which kind it is. */
    readonly type: string;
    /** When. */
    readonly timestamp: string;
  };
  /** What went wrong, in a sentence; null when nothing did. */
  readonly error: string | null;
};

/** Stands without a `data` around it. */
export type ExecutionLog = {
  /** Id of the execution. */
  readonly executionId: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** The version of the workflow that ran. Fields that hold a secret are emptied; `{{NAME}}` stays. */
  readonly workflowState: WorkflowDocument;
  /** When it ran, and what it cost. */
  readonly executionMetadata: {
    /** What started the run: `api`, `manual`, `workflow` … */
    readonly trigger: string;
    /** When it began; null before. */
    readonly startedAt: string;
    /** When it ended; null while it goes on. */
    readonly endedAt: string | null;
    /** How long the run took, in ms; null while it goes on. */
    readonly totalDurationMs: number | null;
    /** What it cost; null when nothing was counted. */
    readonly cost: {
      /** In all. */
      readonly total: number;
    };
  };
  /** What the account may do, and what is left of it. */
  readonly limits: LimitsView;
};

export type ExecutionReport = {
  /** Id of the execution. */
  readonly executionId: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** How it stands. */
  readonly status: string;
  /** What started the run: `api`, `manual`, `workflow` … */
  readonly trigger: string;
  /** Present when the run repeats another one. */
  readonly origin?: RunOrigin;
  /** Whether it went well (`info`) or not (`error`). */
  readonly level: 'error' | 'info';
  /** When it began; null before. */
  readonly startedAt: string | null;
  /** When it ended; null while it goes on. */
  readonly endedAt: string | null;
  /** How long the run took, in ms; null while it goes on. */
  readonly totalDurationMs: number | null;
  /** What it waits for; null when it does not. */
  readonly paused: Paused | null;
  /** What it cost; null when nothing was counted. */
  readonly cost: {
    /** In all. */
    readonly total: number;
  };
  /** What went wrong, in a sentence; null when nothing did. */
  readonly error: string | null;
  /** Null unless it was asked for and the run has ended. */
  readonly finalOutput: unknown;
  /** Null unless outputs were selected. */
  readonly blockOutputs: Readonly<Record<string, unknown>>;
};

export type ExecutionStatus = 'completed' | 'failed' | 'cancelled' | 'paused' | 'running';

export type ExportedDocument = {
  /** Of this form. */
  readonly version: '1.0';
  /** ISO 8601, UTC. */
  readonly exportedAt: string;
  /** The workflow. */
  readonly workflow: ExportedWorkflow;
  /** The document of the workflow. */
  readonly state: WorkflowDocument;
};

export type ExportedWorkflow = {
  /** Id of the exported workflow. */
  readonly id: string;
  /** Name of the exported workflow. */
  readonly name: string;
  /** What it is for. */
  readonly description: string | null;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** The folder it is in; null: none. */
  readonly folderId: string | null;
};

/** The answer for a run that failed. */
export type FailedRun = {
  /** Whether it went well. */
  readonly success: false;
  /** What went wrong, in a sentence; null when nothing did. */
  readonly error: string;
  /** For programs; it does not change. */
  readonly code: string;
  /** Id of the execution. */
  readonly executionId: string;
  /** Present when the run waits for the end of a pause. */
  readonly status?: 'paused';
  /** What it came to. */
  readonly output: unknown;
  /** When it ran. */
  readonly metadata: RunMetadata;
  /** Present when it went well. */
  readonly limits?: LimitsView;
};

export type File = {
  /** Id of the file. */
  readonly id: string;
  /** Name of the file. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Of which kind it is. */
  readonly type: string;
  /** A name for humans and blocks. It opens nothing. */
  readonly key: string;
  /** Who sent it; null: nobody in particular. */
  readonly uploadedBy: string | null;
  /** When it came. */
  readonly uploadedAt: string;
};

export type FileList = {
  /** Always true. */
  readonly success: true;
  /** What was asked for. */
  readonly data: {
    /** The files. */
    readonly files: readonly File[];
    /** How many there are in all. */
    readonly totalCount: number;
  };
  /** Leads to the next page; null on the last. */
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
  /** Id of the folder. */
  readonly id: string;
  /** Name of the folder. */
  readonly name: string;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Null at the root. */
  readonly parentId: string | null;
  /** When the folder was created. */
  readonly createdAt: string;
  /** When the folder was last changed. */
  readonly updatedAt: string;
};

export type Hold = {
  /** Id of the execution. */
  readonly executionId: string;
  /** Whether the run is kept whatever its age. */
  readonly held: boolean;
  /** Why; null when it is not held. */
  readonly reason: string | null;
};

export type ImportReport = {
  /** How many rows are new. */
  readonly insertedCount: number;
  /** How many lines have become no row. */
  readonly refusedCount: number;
  /** The first hundred. */
  readonly refused: readonly RefusedLine[];
  /** Why the file was not read to its end, if it was not. What was inserted before stays. */
  readonly stopped: {
    /** Which line of the file, from 1. */
    readonly line: number;
    /** A message for people. */
    readonly message: string;
  };
};

/** A workflow that was exported, and where it goes. */
export type ImportWorkflowRequest = {
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** An exported document or its JSON text; what is in it is for the domain to judge. */
  readonly workflow: unknown;
  /** What it is called. */
  readonly name?: string | null;
  /** What it is for. */
  readonly description?: string | null;
  /** The folder it is in; null: none. */
  readonly folderId?: string | null;
};

export type ImportedWorkflow = {
  /** What keeps it from being deployed as it is. */
  readonly problems: readonly DocumentProblem[];
  /** Id of the workflow. */
  readonly id: string;
  /** Name of the workflow. */
  readonly name: string;
  /** What it is for. */
  readonly description: string | null;
  /** The folder it is in; null: none. */
  readonly folderId: string | null;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Whether a version of it runs. */
  readonly isDeployed: boolean;
  /** When it was deployed; null while it is not. */
  readonly deployedAt: string | null;
  /** When the workflow was created. */
  readonly createdAt: string;
  /** When the workflow was last changed. */
  readonly updatedAt: string;
};

/** One row as `data`, or several as `rows`. */
export type InsertRowsRequest = {
  /** One row, by the names of the columns. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Several rows, up to 1,000; they are inserted all or none. */
  readonly rows?: readonly Readonly<Record<string, unknown>>[];
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** Rows that are new. */
export type InsertedRows = {
  /** In the order in which they were sent. */
  readonly rows: readonly RowView[];
  /** How many. */
  readonly insertedCount: number;
  /** A message for people. */
  readonly message: string;
};

/** A key as it is to be. */
export type IssueApiKeyRequest = {
  /** Name of the API key. */
  readonly name: string;
  /** From when on it is no longer valid; null: never; absent: as the key in use. */
  readonly expiresAt?: string | null;
  /** What the key is good for: `read`, `write` or `admin`, and `execute` or `logs` alone. */
  readonly scopes?: readonly string[];
  /** Addresses and CIDR ranges that the key is good for; none: all; absent: those of the key in use. */
  readonly allowedIps?: readonly string[];
};

/** Specification 2.5. */
export type Job = {
  /** Always true. */
  readonly success: true;
  /** The job. */
  readonly taskId: string;
  /** How it stands. */
  readonly status: JobStatus;
  /** When it ran. */
  readonly metadata: {
    /** When it began; null before. */
    readonly startedAt: string | null;
    /** When it was over; null before. */
    readonly completedAt: string | null;
    /** How long it took, in ms; null while it goes on. */
    readonly duration: number | null;
  };
  /** What the run came to, once it has. */
  readonly output?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
  /** Why the run failed, if it did. */
  readonly error?: string;
  /** How long runs of this workflow take, in ms, while it has not ended. */
  readonly estimatedDuration?: number;
};

export type JobStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';

export type KnowledgeBase = {
  /** Id of the knowledge base. */
  readonly id: string;
  /** Name of the knowledge base. */
  readonly name: string;
  /** What it is for. */
  readonly description: string;
  /** How many documents are in it. */
  readonly docCount: number;
  /** How many tokens its text has. */
  readonly tokenCount: number;
  /** The model that its vectors come from; null: none. */
  readonly embeddingModel: string;
  /** How many numbers a vector of it has. */
  readonly embeddingDimension: number;
  /** How documents are cut into chunks. */
  readonly chunkingConfig: ChunkingConfig;
  /** Always empty: there are no connectors. */
  readonly connectorTypes: readonly string[];
  /** When the knowledge base was created. */
  readonly createdAt: string;
  /** When the knowledge base was last changed. */
  readonly updatedAt: string;
};

/** What an account has left. Specification 2.4. */
export type LimitsView = {
  /** The buckets that starts take from. */
  readonly workflowExecutionRateLimit: {
    /** The bucket of starts that are waited for. */
    readonly sync: BucketView;
    /** The bucket of starts that are answered at once. */
    readonly async: BucketView;
  };
  /** US dollars, of the present billing period. */
  readonly usage: {
    /** What the runs of the billing period have cost, in US dollars. */
    readonly currentPeriodCost: number;
    /** At most so many. */
    readonly limit: number;
    /** The plan that limits it. */
    readonly plan: string;
    /** Whether the limit is reached: nothing more is started. */
    readonly isExceeded: boolean;
  };
};

/** The answer for one entry. */
export type Log = {
  /** The workflow. */
  readonly workflow: {
    /** Id of the logged workflow. */
    readonly id: string;
    /** Name of the logged workflow. */
    readonly name: string;
    /** What it is for. */
    readonly description: string | null;
    /** Whether it has been deleted since. */
    readonly deleted: boolean;
    /** The folder it is in; null: none. */
    readonly folderId: string | null;
    /** Id of the workspace. */
    readonly workspaceId: string;
  };
  /** What happened. */
  readonly executionData: {
    /** How it stands. */
    readonly status: LogStatus;
    /** What started the run: `api`, `manual`, `workflow` … */
    readonly trigger: {
      /** Of which kind it is. */
      readonly type: string;
      /** When. */
      readonly timestamp: string;
    };
    /** What went wrong, in a sentence; null when nothing did. */
    readonly error: string | null;
    /** Present when the run repeats another one. */
    readonly origin?: RunOrigin;
    /** What the run was given. */
    readonly workflowInput: unknown;
    /** What the run came to. */
    readonly finalOutput: unknown;
    /** What ran when, as a tree. */
    readonly traceSpans: readonly TraceSpan[];
  };
  /** Id of the basic. */
  readonly id: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** Id of the execution. */
  readonly executionId: string;
  /** Id of the deployment version. */
  readonly deploymentVersionId: string;
  /** Whether it went well (`info`) or not (`error`). */
  readonly level: 'error' | 'info';
  /** What started the run: `api`, `manual`, `workflow` … */
  readonly trigger: string;
  /** When it began; null before. */
  readonly startedAt: string;
  /** When it ended; null while it goes on. */
  readonly endedAt: string | null;
  /** How long the run took, in ms; null while it goes on. */
  readonly totalDurationMs: number | null;
  /** What it cost; null when nothing was counted. */
  readonly cost: {
    /** In all. */
    readonly total: number;
  };
  /** Always null: files stand in the input. */
  readonly files: null;
  /** When the basic was created. */
  readonly createdAt: string;
};

/** One entry of the list: the basics, with `details=full` more of it, with flags its history. */
export type LogEntry = {
  /** Present with `details=full`. */
  readonly workflow?: LoggedWorkflow;
  /** Present with `details=full`. */
  readonly executionData?: ExecutionData;
  /** Present with `includeFinalOutput`. */
  readonly finalOutput?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
  /** Present with `includeTraceSpans`. */
  readonly traceSpans?: readonly TraceSpan[];
  /** Id of the basic. */
  readonly id: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** Id of the execution. */
  readonly executionId: string;
  /** Id of the deployment version. */
  readonly deploymentVersionId: string;
  /** Whether it went well (`info`) or not (`error`). */
  readonly level: 'error' | 'info';
  /** What started the run: `api`, `manual`, `workflow` … */
  readonly trigger: string;
  /** When it began; null before. */
  readonly startedAt: string;
  /** When it ended; null while it goes on. */
  readonly endedAt: string | null;
  /** How long the run took, in ms; null while it goes on. */
  readonly totalDurationMs: number | null;
  /** What it cost; null when nothing was counted. */
  readonly cost: {
    /** In all. */
    readonly total: number;
  };
  /** Always null: files stand in the input. */
  readonly files: null;
  /** When the basic was created. */
  readonly createdAt: string;
};

export type LogStatus = 'completed' | 'failed' | 'cancelled' | 'paused' | 'running';

export type LoggedWorkflow = {
  /** Id of the logged workflow. */
  readonly id: string;
  /** Name of the logged workflow. */
  readonly name: string;
  /** What it is for. */
  readonly description: string | null;
  /** Whether it has been deleted since. */
  readonly deleted: boolean;
};

/** For deletions, whose workspace stands in the body or in the query. */
export type MaybeWorkspaceRequest = {
  /** The workspace. */
  readonly workspaceId?: string;
};

export type MemberRemoved = {
  /** Id of the member removed. */
  readonly id: string;
  /** A message for people. */
  readonly message: string;
  /** Keys of workspaces that acted as the member and work no more. */
  readonly endedApiKeys: readonly {
    /** Its id. */
    readonly id: string;
    /** What it is called. */
    readonly name: string;
    /** Id of the workspace. */
    readonly workspaceId: string;
  }[];
};

/** A column as it is asked for. */
export type NewColumn = {
  /** Letters, digits and underscores, no digit in front, at most 50. */
  readonly name: string;
  /** What its cells hold. */
  readonly type: 'string' | 'number' | 'boolean' | 'date' | 'json';
  /** No row without a value. Usually false. */
  readonly required?: boolean;
  /** No two rows with the same value. Usually false. */
  readonly unique?: boolean;
  /** Filters and sorts by it need not read the whole table. Usually false; not for `json`. */
  readonly indexed?: boolean;
};

/** A table that is new. */
export type NewTable = {
  /** The table. */
  readonly table: Table;
  /** A message for people. */
  readonly message: string;
};

export type OrganizationMemberView = {
  /** Id of the user. */
  readonly userId: string;
  /** Where they are reached. */
  readonly email: string;
  /** What they are in the organization. */
  readonly role: 'member' | 'admin' | 'owner';
};

export type PauseContext = {
  /** The run. */
  readonly execution: {
    /** Id of the paused summary. */
    readonly id: string;
    /** Id of the workflow. */
    readonly workflowId: string;
    /** Id of the execution. */
    readonly executionId: string;
    /** How it stands. */
    readonly status: string;
    /** In how many places it waits or has waited. */
    readonly totalPauseCount: number;
    /** How many places have been answered. */
    readonly resumedCount: number;
    /** Since when it waits. */
    readonly pausedAt: string;
    /** When the paused summary was last changed. */
    readonly updatedAt: string;
    /** When the earliest of the open points ends by itself; null when they all wait for ever. */
    readonly expiresAt: string | null;
    /** The same again, for clients that look for it here. */
    readonly metadata: {
      /** What has paused: the run. */
      readonly pauseScope: 'execution';
      /** The blocks that can start it. */
      readonly triggerIds: readonly string[];
    };
    /** The blocks that can start it. */
    readonly triggerIds: readonly string[];
    /** The places in which it waits or has waited. */
    readonly pausePoints: readonly PausePoint[];
  };
  /** The place that was asked for. */
  readonly pausePoint: PausePoint;
  /** Answers that are in line. */
  readonly queue: readonly ResumeEntry[];
  /** The answer that the run goes on with now; null: none. */
  readonly activeResumeEntry: ResumeEntry | null;
};

export type PausePoint = {
  /** Id of the context. */
  readonly contextId: string;
  /** Id of the block. */
  readonly blockId: string;
  /** What is asked: what the page shows, and the fields of its form. */
  readonly response: unknown;
  /** Since when it waits. */
  readonly registeredAt: string;
  /** How it stands. */
  readonly resumeStatus: PointStatus;
  /** Always true: an answer is taken at any time. */
  readonly snapshotReady: true;
  /** Where to answer. */
  readonly resumeLinks: {
    /** Where programs answer. */
    readonly apiUrl: string;
    /** Where people answer. */
    readonly uiUrl: string;
    /** Id of the context. */
    readonly contextId: string;
    /** Id of the execution. */
    readonly executionId: string;
    /** Id of the workflow. */
    readonly workflowId: string;
  };
  /** Which in line it is, from 1; null: it is not in line. */
  readonly queuePosition: number | null;
  /** The last answer; null: none yet. */
  readonly latestResumeEntry: ResumeEntry | null;
  /** In which branch of which parallel; absent outside of parallels. */
  readonly parallelScope?: {
    /** Id of the parallel. */
    readonly parallelId: string;
    /** Which branch, from 0. */
    readonly branchIndex: number;
    /** How many branches there are; null when that is not known. */
    readonly branchTotal: number | null;
  };
  /** In which pass of which loop; absent outside of loops. */
  readonly loopScope?: {
    /** Id of the loop. */
    readonly loopId: string;
    /** Which pass, from 0. */
    readonly iteration: number;
  };
};

/** What the run waits for. */
export type Paused = {
  /** Id of the context. */
  readonly contextId: string;
  /** Since when it waits. */
  readonly pausedAt: string;
  /** When it goes on by itself; null: it does not. */
  readonly resumeAt: string | null;
  /** Whether it waits for somebody (`human`) or for a moment (`time`). */
  readonly pauseKind: 'time' | 'human';
  /** Id of the blocked on block. */
  readonly blockedOnBlockId: string;
  /** Nothing ever stands between the server and a pause that is over. */
  readonly automaticResumeWaitingReason: null;
  /** The run that waits. */
  readonly pausedExecutionId: string | null;
  /** In how many places it waits or has waited. */
  readonly pausePointCount: number;
  /** How many places have been answered. */
  readonly resumedCount: number;
};

export type PausedDetail = {
  /** The places in which it waits or has waited. */
  readonly pausePoints: readonly PausePoint[];
  /** The oldest first. */
  readonly queue: readonly ResumeEntry[];
  /** Id of the paused summary. */
  readonly id: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** Id of the execution. */
  readonly executionId: string;
  /** How it stands. */
  readonly status: string;
  /** In how many places it waits or has waited. */
  readonly totalPauseCount: number;
  /** How many places have been answered. */
  readonly resumedCount: number;
  /** Since when it waits. */
  readonly pausedAt: string;
  /** When the paused summary was last changed. */
  readonly updatedAt: string;
  /** When the earliest of the open points ends by itself; null when they all wait for ever. */
  readonly expiresAt: string | null;
  /** The same again, for clients that look for it here. */
  readonly metadata: {
    /** What has paused: the run. */
    readonly pauseScope: 'execution';
    /** The blocks that can start it. */
    readonly triggerIds: readonly string[];
  };
  /** The blocks that can start it. */
  readonly triggerIds: readonly string[];
};

export type PausedList = {
  /** The runs of this page that wait. */
  readonly pausedExecutions: readonly PausedSummary[];
  /** Leads to the next page; null on the last. */
  readonly nextCursor: string | null;
};

export type PausedStatus = 'cancelled' | 'paused' | 'partially_resumed' | 'fully_resumed' | 'cancelling';

/** Specification 2.7. Times are ISO 8601. */
export type PausedSummary = {
  /** Id of the paused summary. */
  readonly id: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** Id of the execution. */
  readonly executionId: string;
  /** How it stands. */
  readonly status: string;
  /** In how many places it waits or has waited. */
  readonly totalPauseCount: number;
  /** How many places have been answered. */
  readonly resumedCount: number;
  /** Since when it waits. */
  readonly pausedAt: string;
  /** When the paused summary was last changed. */
  readonly updatedAt: string;
  /** When the earliest of the open points ends by itself; null when they all wait for ever. */
  readonly expiresAt: string | null;
  /** The same again, for clients that look for it here. */
  readonly metadata: {
    /** What has paused: the run. */
    readonly pauseScope: 'execution';
    /** The blocks that can start it. */
    readonly triggerIds: readonly string[];
  };
  /** The blocks that can start it. */
  readonly triggerIds: readonly string[];
};

/** Why the run is to be kept. */
export type PlaceHoldRequest = {
  /** Why the run has to be kept. */
  readonly reason: string;
};

export type PlacedColumn = {
  /** Before which column it goes, from 0; otherwise behind all. */
  readonly position?: number;
  /** Letters, digits and underscores, no digit in front, at most 50. */
  readonly name: string;
  /** What its cells hold. */
  readonly type: 'string' | 'number' | 'boolean' | 'date' | 'json';
  /** No row without a value. Usually false. */
  readonly required?: boolean;
  /** No two rows with the same value. Usually false. */
  readonly unique?: boolean;
  /** Filters and sorts by it need not read the whole table. Usually false; not for `json`. */
  readonly indexed?: boolean;
};

export type PointStatus = 'queued' | 'failed' | 'paused' | 'resuming' | 'resumed';

export type Queued = {
  /** How it stands. */
  readonly status: 'queued';
  /** Id of the execution. */
  readonly executionId: string;
  /** Which in line it is, from 1; null: it is not in line. */
  readonly queuePosition: number;
  /** A message for people. */
  readonly message: string;
  /** The job. */
  readonly jobId?: string;
  /** Where to ask how it stands. */
  readonly statusUrl?: string;
};

export type Recorded = {
  /** How it stands. */
  readonly status: 'recorded';
  /** Id of the execution. */
  readonly executionId: string;
  /** How many have approved. */
  readonly approvals: number;
  /** How many have to approve. */
  readonly requiredApprovals: number;
  /** A message for people. */
  readonly message: string;
};

/** A record of a file that has become no row. */
export type RefusedLine = {
  /** On which it ends, from 1; the first line has the names of the columns. */
  readonly line: number;
  /** What is wrong, one after the other. */
  readonly problems: readonly {
    /** A message for people. */
    readonly message: string;
    /** For programs; it does not change. */
    readonly code: string;
  }[];
};

/** What would help, and how to do it. */
export type Remedy = {
  /** What to do. */
  readonly action: 'cancel' | 'answer' | 'replay' | 'start-worker' | 'retry-projection' | 'wait';
  /** A request to the API, or a command line. */
  readonly how: string;
};

/** How to run it again. */
export type ReplayExecutionRequest = {
  /** Whether calls to the outside are told from the record (`recorded`) or made again (`live`). */
  readonly mode: ReplayMode;
  /** Names within a run grow with the depth of containers. */
  readonly from?: string;
  /** Whether to answer at once, with a job. */
  readonly async?: boolean;
  /** Not for replays. */
  readonly stream?: boolean;
};

/** *recorded*: what touched the outside is told again from the record. *live*: it is done again. */
export type ReplayMode = 'recorded' | 'live';

export type Rested = {
  /** Whether it went well. */
  readonly success: boolean;
  /** How it stands. */
  readonly status: ExecutionStatus;
  /** Id of the execution. */
  readonly executionId: string;
  /** What it came to. */
  readonly output: unknown;
  /** What went wrong, in a sentence; null when nothing did. */
  readonly error: string | null;
  /** Of this resume alone: from the answer to when the run rested again or ended. */
  readonly metadata: {
    /** How long it took, in ms; null while it goes on. */
    readonly duration: number;
    /** When it began. */
    readonly startTime: string;
    /** When it ended; null while it goes on. */
    readonly endTime: string;
  };
};

/** The `input`, or else the whole body: what the form asks for. */
export type ResumeBody = {
  /** The answer. */
  readonly input?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
  readonly [name: string]: unknown;
};

export type ResumeEntry = {
  /** Id of the resume entry. */
  readonly id: string;
  /** Id of the paused execution. */
  readonly pausedExecutionId: string;
  /** The run that was answered. */
  readonly parentExecutionId: string;
  /** The run that goes on: the same. */
  readonly newExecutionId: string;
  /** Id of the context. */
  readonly contextId: string;
  /** The answer. */
  readonly resumeInput: unknown;
  /** How it stands. */
  readonly status: EntryStatus;
  /** Since when it is in line. */
  readonly queuedAt: string;
  /** When the run went on with it; null: not yet. */
  readonly claimedAt: string | null;
  /** When it was over; null before. */
  readonly completedAt: string | null;
  /** Why the run did not go on with it; null when it did. */
  readonly failureReason: string | null;
};

/** What the run came to, or why it waits on. */
export type Resumed = Rested | Queued | Recorded;

/** To which version. */
export type RollBackWorkflowRequest = {
  /** Absent: the version before the active one. */
  readonly version?: number;
};

/** How long the former value still works. */
export type RotateApiKeyRequest = {
  /** How long the former value still works, in seconds. */
  readonly overlapSeconds?: number;
};

export type RowChangeView = {
  /** Id of the row change. */
  readonly id: string;
  /** What was done. */
  readonly operation: RowOperation;
  /** When. */
  readonly at: string;
  /** Who did it, and in which run if it was one. */
  readonly actorId: string | null;
  /** The run that did it; null: none. */
  readonly executionId: string | null;
  /** Which cells. */
  readonly cells: readonly CellChange[];
};

/** What is to stand in the row. */
export type RowDataRequest = {
  /** Cells by the names of the columns; null empties one. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** What happened to a row, the newest first. */
export type RowHistory = {
  /** What happened, the newest first. */
  readonly changes: readonly RowChangeView[];
  /** Leads to the next page; null on the last. */
  readonly nextCursor: string | null;
};

export type RowOperation = 'insert' | 'update' | 'delete' | 'restore';

/** A row as callers see it. Times are ISO 8601, UTC. */
export type RowView = {
  /** Id of the row. */
  readonly id: string;
  /** By the names of the columns. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Its place in the order of insertion. */
  readonly position: number;
  /** When the row was created. */
  readonly createdAt: string;
  /** When the row was last changed. */
  readonly updatedAt: string;
};

/** A run as clients of the second generation know it. A run that failed is one that answers say so of, and no failure of the request. */
export type Run = {
  /** What was asked for. */
  readonly data: {
    /** Id of the run. */
    readonly runId: string;
    /** Id of the workflow. */
    readonly workflowId: string;
    /** How it stands. */
    readonly status: string;
    /** What it came to. */
    readonly output: unknown;
    /** What went wrong, in a sentence; null when nothing did. */
    readonly error: {
      /** For programs; it does not change. */
      readonly code: string;
      /** A message for people. */
      readonly message: string;
    };
    /** When it began; null before. */
    readonly startedAt: string | null;
    /** When it ended; null while it goes on. */
    readonly endedAt: string | null;
    /** How long it took, in ms; null while it goes on. */
    readonly durationMs: number | null;
  };
};

export type RunMetadata = {
  /** When it began. */
  readonly startTime: string;
  /** Or when it began to wait. */
  readonly endTime: string | null;
  /** How long it took, in ms; null while it goes on. */
  readonly duration: number | null;
};

/** The run that a replay repeats. */
export type RunOrigin = {
  /** Ours, whatever its caller called it. */
  readonly executionId: string;
  /** Whether calls to the outside are told from the record (`recorded`) or made again (`live`). */
  readonly mode: ReplayMode;
  /** The block that the replay begins with, by id or by its name within the run; absent: it begins at the start. */
  readonly from?: string;
};

/** The document as it is to be. */
export type SaveDraftRequest = {
  /** The document of the workflow. */
  readonly state: Readonly<Record<string, unknown>>;
};

export type SchemaRequest = {
  /** From 1 to 50, in their order. */
  readonly columns: readonly NewColumn[];
};

export type Search = {
  /** The best first. */
  readonly results: readonly SearchResult[];
  /** What is looked for. */
  readonly query: string;
  /** Which knowledge bases; one may stand alone. */
  readonly knowledgeBaseIds: readonly string[];
  /** At most so many results. */
  readonly topK: number;
  /** How many there are here. */
  readonly totalResults: number;
  /** What was really done: `words` where no embeddings are to be had. */
  readonly searchMode: string;
};

/** What to look for, and where. */
export type SearchKnowledgeRequest = {
  /** In which knowledge bases: one, or a list of up to 20. */
  readonly knowledgeBaseIds: string | readonly string[];
  /** What is looked for. */
  readonly query?: string;
  /** At most so many results. */
  readonly topK?: number;
  /** What the tags of a document have to be like: a list, or names and values that they have to have. */
  readonly tagFilters?: unknown;
  /** By meaning alone (`vector`), or by words as well. */
  readonly searchMode?: SearchMode;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

export type SearchMode = 'vector' | 'hybrid';

export type SearchResult = {
  /** Id of the knowledge base. */
  readonly knowledgeBaseId: string;
  /** The document that it is from. */
  readonly documentId: string;
  /** The name of its file. */
  readonly documentName: string;
  /** Always null: documents are uploaded. */
  readonly sourceUrl: null;
  /** The text of the chunk. */
  readonly content: string;
  /** Which chunk of the document it is, from 0. */
  readonly chunkIndex: number;
  /** The tags of the document. */
  readonly metadata: Readonly<Record<string, TagValue>>;
  /** How well it fits, from 0 to 1. */
  readonly similarity: number;
};

export type StartedRun = {
  /** What was asked for. */
  readonly data: {
    /** Id of the run. */
    readonly runId: string;
    /** Where to ask how it stands. */
    readonly statusUrl: string;
  };
};

/** The data of a message: a part of an output, the end of the run or its pause, how it failed, and `[DONE]` at last. */
export type StreamMessage =
  | '[DONE]'
  | {
      /** Id of the block. */
      readonly blockId: string;
      /** A part of the output. */
      readonly chunk: string;
    }
  | {
      /** What kind of message it is. */
      readonly event: 'final';
      /** What was asked for. */
      readonly data: {
        /** Always true. */
        readonly success: true;
        /** What it came to. */
        readonly output: unknown;
        /** How it stands. */
        readonly status?: 'paused';
      };
    }
  | {
      /** What kind of message it is. */
      readonly event: 'error';
      /** What went wrong, in a sentence; null when nothing did. */
      readonly error: string;
    };

export type SubBlock = {
  /** Id of the sub block. */
  readonly id: string;
  /** With what an editor shows it. */
  readonly type: string;
  /** What the field holds; may refer to other blocks. */
  readonly value: unknown;
};

/** A table without its rows. */
export type Table = {
  /** Id of the table. */
  readonly id: string;
  /** Its own in its workspace. */
  readonly name: string;
  /** What it is for. */
  readonly description: string | null;
  /** What its rows are made of. */
  readonly schema: {
    /** In their order. */
    readonly columns: readonly TableColumn[];
  };
  /** How many rows there are. */
  readonly rowCount: number;
  /** How many there may be; 9007199254740991: any number. */
  readonly maxRows: number;
  /** When the table was created. */
  readonly createdAt: string;
  /** When the table was last changed. */
  readonly updatedAt: string;
};

/** A column of a table. */
export type TableColumn = {
  /** Letters, digits and underscores; told apart without case. */
  readonly name: string;
  /** What its cells hold. */
  readonly type: 'string' | 'number' | 'boolean' | 'date' | 'json';
  /** No row without a value. */
  readonly required: boolean;
  /** No two rows with the same value. */
  readonly unique: boolean;
  /** Present when filters and sorts by it need not read the whole table. */
  readonly indexed?: true;
};

/** The columns after a change. */
export type TableColumns = {
  /** All of them, in their order. */
  readonly columns: readonly TableColumn[];
};

/** A page of rows. */
export type TableRows = {
  /** The rows. */
  readonly rows: readonly RowView[];
  /** How many are on this page. */
  readonly rowCount: number;
  /** How many the filter finds; null when that was not asked for. */
  readonly totalCount: number | null;
  /** At most so many. */
  readonly limit: number;
  /** How many to pass over. */
  readonly offset: number;
  /** Leads to the next page; null on the last. */
  readonly nextCursor: string | null;
};

/** Every table of a workspace. */
export type Tables = {
  /** The tables. */
  readonly tables: readonly Table[];
  /** How many there are. */
  readonly totalCount: number;
};

export type TagValue = boolean | string | number;

/** One piece of work in the trace of a run. Times are ISO 8601, durations milliseconds. */
export type TraceSpan = {
  /** Id of the trace span. */
  readonly id: string;
  /** Name of the trace span. */
  readonly name: string;
  /** Type of the block; `workflow` for the run itself, `loop-iteration` and `parallel-iteration` for a pass or a branch. */
  readonly type: string;
  /** How it stands. */
  readonly status: 'success' | 'error';
  /** When it began. */
  readonly startTime: string;
  /** When it ended. */
  readonly endTime: string;
  /** How long it took, in ms. */
  readonly duration: number;
  /** From the start of the run. */
  readonly relativeStartMs: number;
  /** The block; absent for a run, a pass or a branch. */
  readonly blockId?: string;
  /** Of blocks, from 1, in the order of starting. */
  readonly executionOrder?: number;
  /** What it was given. */
  readonly input?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
  /** What it came to. */
  readonly output?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
  /** An `error` edge took over. */
  readonly errorHandled?: true;
  /** Why it failed. */
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
  /** The parallel. */
  readonly parallelId?: string;
  /** Which pass or branch, from 0. */
  readonly iterationIndex?: number;
  /** The workflow that the block ran. */
  readonly childWorkflowId?: string;
  /** The run of that workflow. */
  readonly childExecutionId?: string;
  /** What ran inside. */
  readonly children: readonly TraceSpan[];
};

/** A row after a change of it is taken back. */
export type UndoneRowChange = {
  /** Null: the row is gone, since what was undone is that it came. */
  readonly row: RowView | null;
  /** A message for people. */
  readonly message: string;
};

/** A row without its place in the order of insertion. */
export type UnplacedRow = {
  /** Id of the unplaced row. */
  readonly id: string;
  /** By the names of the columns. */
  readonly data: Readonly<Record<string, unknown>>;
  /** When the unplaced row was created. */
  readonly createdAt: string;
  /** When the unplaced row was last changed. */
  readonly updatedAt: string;
};

/** Which rows, and what is to stand in them. */
export type UpdateRowsRequest = {
  /** Which rows: `{"column": value}`, `{"column": {"$gt": value}}`, `$and`, `$or`. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** At most so many rows. */
  readonly limit?: number;
  /** Cells by the names of the columns; null empties one. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** Which rows a filter has changed. */
export type UpdatedRows = {
  /** A message for people. */
  readonly message: string;
  /** How many. */
  readonly updatedCount: number;
  /** Absent when there are none. */
  readonly updatedRowIds?: readonly string[];
};

/** A row as it is to be. */
export type UpsertRowRequest = {
  /** The unique column whose value says which row; may be absent where there is only one. */
  readonly conflictTarget?: string;
  /** Cells by the names of the columns; null empties one. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** A row that is new, or has been replaced. */
export type UpsertedRow = {
  /** The row. */
  readonly row: UnplacedRow;
  /** Whether it is new. */
  readonly operation: 'insert' | 'update';
  /** A message for people. */
  readonly message: string;
};

export type Usage = {
  /** The workspace that was asked for; null when it was an organization. */
  readonly workspaceId: string | null;
  /** The organization that was asked for; null when it was a workspace. */
  readonly organizationId: string | null;
  /** By what it is added up. */
  readonly groupBy: 'workflow' | 'key' | 'day' | 'model' | 'workspace';
  /** The beginning of the time that is looked at. */
  readonly startDate: string;
  /** The end of the time that is looked at. */
  readonly endDate: string;
  /** How many runs. */
  readonly executions: number;
  /** Tokens that models have read: those that make embeddings. */
  readonly tokens: number;
  /** US dollars. */
  readonly cost: number;
  /** One for each workflow, key, day, model or workspace, with `executions`, `tokens` and `cost`. */
  readonly groups: readonly Readonly<Record<string, string | number | null>>[];
};

export type UsageLimits = {
  /** Always true. */
  readonly success: true;
  /** The buckets that starts take from. */
  readonly rateLimit: {
    /** The bucket of starts that are waited for. */
    readonly sync: Bucket;
    /** The bucket of starts that are answered at once. */
    readonly async: Bucket;
    /** By which kind of start this is counted. */
    readonly authType: 'api';
  };
  /** Of the billing period. */
  readonly usage: {
    /** What the runs of the billing period have cost, in US dollars. */
    readonly currentPeriodCost: number;
    /** At most so many. */
    readonly limit: number;
    /** The plan that limits it. */
    readonly plan: string;
    /** Whether the limit is reached: nothing more is started. */
    readonly isExceeded: boolean;
  };
  /** What files and documents hold. */
  readonly storage: {
    /** So many bytes are used. */
    readonly usedBytes: number;
    /** At most so many bytes. */
    readonly limitBytes: number;
    /** How much of it is used, in percent. */
    readonly percentUsed: number;
  };
};

/** What stands between a draft and its deployment. */
export type ValidationReport = {
  /** Whether it can be deployed. */
  readonly valid: boolean;
  /** What is wrong, one after the other. */
  readonly problems: readonly DocumentProblem[];
};

export type Variable = {
  /** Id of the variable. */
  readonly id: string;
  /** What references call it. */
  readonly name: string;
  /** Of which kind it is. */
  readonly type: string;
  /** What it holds. */
  readonly value: unknown;
};

/** A variable as it may be shown: that it is there, not what it holds. */
export type VariableView = {
  /** Name of the variable. */
  readonly name: string;
  /** When the variable was last changed. */
  readonly updatedAt: string;
};

/** One deployment of a workflow, without its document. */
export type VersionView = {
  /** Which deployment of the workflow, from 1. */
  readonly version: number;
  /** What it is called. */
  readonly name: string | null;
  /** What it is for. */
  readonly description: string | null;
  /** When it was deployed. */
  readonly deployedAt: string;
  /** Who deployed it. */
  readonly deployedBy: string;
  /** Whether it is the one that runs. */
  readonly isActive: boolean;
};

export type ViewReport = {
  /** Name of the view report. */
  readonly name: string;
  /** How far it is behind, in ms. */
  readonly lagMs: number;
  /** How many events it has not seen; beyond 10,000 not all are counted. */
  readonly lagEvents: number;
  /** How many events it could not digest. */
  readonly deadLetters: number;
  /** Present while it is built anew; what is shown until then is of an earlier release if it is `outdated`. */
  readonly rebuild?: {
    /** How many events it has read. */
    readonly events: number;
    /** In all. */
    readonly total: number;
    /** How long it will go on, in ms; null when that is not known. */
    readonly remainingMs: number | null;
  };
  /** Present when it is built by an older rule than that of this release. */
  readonly outdated?: true;
};

/** A workflow in lists and as the answer of a change. */
export type Workflow = {
  /** Id of the workflow. */
  readonly id: string;
  /** Name of the workflow. */
  readonly name: string;
  /** What it is for. */
  readonly description: string | null;
  /** The folder it is in; null: none. */
  readonly folderId: string | null;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Whether a version of it runs. */
  readonly isDeployed: boolean;
  /** When it was deployed; null while it is not. */
  readonly deployedAt: string | null;
  /** When the workflow was created. */
  readonly createdAt: string;
  /** When the workflow was last changed. */
  readonly updatedAt: string;
};

/** One workflow, and what its draft tells about calling it. */
export type WorkflowDetail = {
  /** Id of the workflow. */
  readonly id: string;
  /** Name of the workflow. */
  readonly name: string;
  /** What it is for. */
  readonly description: string | null;
  /** The folder it is in; null: none. */
  readonly folderId: string | null;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Whether a version of it runs. */
  readonly isDeployed: boolean;
  /** When it was deployed; null while it is not. */
  readonly deployedAt: string | null;
  /** When the workflow was created. */
  readonly createdAt: string;
  /** When the workflow was last changed. */
  readonly updatedAt: string;
  /** By their ids. */
  readonly variables: Readonly<Record<string, Variable>>;
  /** What its start block says that it takes. */
  readonly inputs: readonly DeclaredInput[];
};

/** The workflow document, format version "1.0", after healing: every optional part is present, every edge carries its handles. */
export type WorkflowDocument = {
  /** By their ids. */
  readonly blocks: Readonly<Record<string, Block>>;
  /** Which block follows which. */
  readonly edges: readonly Edge[];
  /** Derived from the blocks; rebuilt whenever a document comes in. */
  readonly loops: Readonly<Record<string, unknown>>;
  /** Derived from the blocks, as loops are. */
  readonly parallels: Readonly<Record<string, unknown>>;
  /** By their ids. */
  readonly variables: Readonly<Record<string, Variable>>;
  /** Whatever an editor keeps along with it. */
  readonly metadata: Readonly<Record<string, unknown>>;
};

export type WorkflowStatus = {
  /** Whether a version of it runs. */
  readonly isDeployed: boolean;
  /** When it was deployed; null while it is not. */
  readonly deployedAt: string | null;
  /** Deploying the draft would change what runs. False while nothing is deployed. */
  readonly needsRedeployment: boolean;
};

export type WorkspaceMemberView = {
  /** Id of the user. */
  readonly userId: string;
  /** Lower case. */
  readonly email: string;
  /** What they may do there. */
  readonly permission: 'admin' | 'read' | 'write';
};

/** In which workspace a thing is, or is to be. */
export type WorkspaceRequest = {
  /** Id of the workspace. */
  readonly workspaceId: string;
};
