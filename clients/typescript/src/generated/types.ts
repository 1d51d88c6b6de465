// Made from docs/openapi.json by `npm run openapi`.

/** The body of every response with an error status. */
export type Error = {
  /** A description of the error for people. */
  readonly error: string;
  /** The error code for programs. Codes do not change between releases. */
  readonly code: string;
  /** The id of a run that has been used before. Only with the code `EXECUTION_ID_CONFLICT`. */
  readonly executionId?: string;
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
    /** Where in the text of that field the problem is. */
    readonly position?: {
      /** Number of characters before it. */
      readonly offset: number;
      /** Line, from 1. */
      readonly line: number;
      /** Column, from 1. */
      readonly column: number;
    };
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
    /** The id of a run that has been used before. Only with the code `EXECUTION_ID_CONFLICT`. */
    readonly executionId?: string;
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
      /** Where in the text of that field the problem is. */
      readonly position?: {
        /** Number of characters before it. */
        readonly offset: number;
        /** Line, from 1. */
        readonly line: number;
        /** Column, from 1. */
        readonly column: number;
      };
    }[];
  };
};

/** The body of every response of an MCP server with an error status. */
export type JsonRpcError = {
  /** Always `2.0`. */
  readonly jsonrpc: string;
  /** The id of the message; null if it is not known. */
  readonly id?: string | number | null;
  /** The error. */
  readonly error: {
    /** The error code of JSON-RPC or of the Model Context Protocol. */
    readonly code: number;
    /** A description of the error for people. */
    readonly message: string;
    /** Further facts: `httpStatus`, `retryable`, `code` and `details` of refusals of this server. */
    readonly data?: Readonly<Record<string, unknown>>;
  };
};

/** A replay that begins. */
export type AcceptedReplay = {
  /** The job of the replay: `GET /api/jobs/{jobId}` shows its progress in `metadata`. */
  readonly jobId: string;
  /** How many deliveries match. */
  readonly count: number;
  /** Id of the delivery replay. */
  readonly id: string;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Where it is. */
  readonly status: 'running' | 'completed' | 'cancelled';
  /** Which deliveries are repeated, as requested. */
  readonly filter: ReplayFilter;
  /** Whether the drafts run. */
  readonly draft: boolean;
  /** How many deliveries matched when it was requested. */
  readonly found: number;
  /** How many of them were repeated so far. */
  readonly replayed: number;
  /** How many of them cannot be repeated. */
  readonly refused: number;
  /** Why, with at most 20 different reasons. */
  readonly refusals: readonly RefusedReplays[];
  /** Why it makes no progress at the moment, for people; it continues by itself. Null if it makes progress or has ended. */
  readonly waitsFor: string | null;
  /** When it was requested. */
  readonly requestedAt: string;
  /** When it was completed or cancelled; null while it runs. */
  readonly endedAt: string | null;
  /** Where its job is shown. */
  readonly statusUrl: string;
};

/** The run continues as a job. */
export type AcceptedResume = Queued | Begun;

/** Adds a block. Its parent, if it names one, must be in the draft. */
export type AddBlock = {
  /** Name of the operation. */
  readonly op: 'add-block';
  /** The block. */
  readonly block: Block;
};

/** A column to add to a table. */
export type AddColumnRequest = {
  /** The new column. */
  readonly column: PlacedColumn;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** Adds an edge between two blocks of the draft, at the end or at an index of the list of edges. */
export type AddEdge = {
  /** Name of the operation. */
  readonly op: 'add-edge';
  /** The edge. */
  readonly edge: Edge;
  /** Place in the list of edges, from 0. */
  readonly index?: number;
};

/** Who becomes what. */
export type AddOrganizationMemberRequest = {
  /** E-mail address of the user to add or to invite. */
  readonly email: string;
  /** Role of the member in the organization. */
  readonly role: 'member' | 'admin' | 'owner';
};

/** A workflow that becomes a tool. */
export type AddWorkflowToolRequest = {
  /** Id of the workflow. It is offered while a version is deployed. */
  readonly workflowId: string;
  /** Name of the tool: 1 to 64 lower case letters (a-z), digits and underscores; null: made of the name of the workflow. */
  readonly toolName?: string | null;
  /** What the tool does, for the model; null: the description of the workflow. */
  readonly toolDescription?: string | null;
  /** Descriptions of parameters in place of those of the workflow, by the names of the parameters: at most 200, and 64 KiB as JSON. */
  readonly parameterDescriptionOverrides?: Readonly<Record<string, string>>;
};

/** Who may do what. */
export type AddWorkspaceMemberRequest = {
  /** E-mail address of the user to add. */
  readonly email: string;
  /** Permission of the member in the workspace. */
  readonly permission: 'admin' | 'read' | 'write';
};

/** A new member, or an invitation. */
export type AddedMember = {
  /** Null for an invitation, whether a user has the address or not. */
  readonly userId: string | null;
  /** E-mail address of the user. */
  readonly email: string;
  /** Role of the member in the organization. */
  readonly role: 'member' | 'admin' | 'owner';
  /** `member`: the user belongs to the organization. `invited`: once they accept. */
  readonly status: 'member' | 'invited';
  /** When the invitation expires; null for a member. */
  readonly expiresAt: string | null;
};

/** What a replay changes in the request of an agent. */
export type AgentFork = {
  /** The model. */
  readonly model?: PinnedModel;
  /** The temperature. */
  readonly temperature?: number;
  /** Instead of the conversation before the first answer. */
  readonly messages?: readonly ModelMessage[];
};

/** What a replay changes in an agent. */
export type AgentForkRequest = {
  /** The model, by its name. */
  readonly model?: string;
  /** The temperature, from 0 to 2. */
  readonly temperature?: number;
  /** The conversation before the first answer, instead of the recorded one. */
  readonly messages?: readonly ForkMessage[];
};

export type AnswerOutcome = {
  /** `queued`: the run is processing another answer; `continuing`; `continued`: the run has ended or paused again; `failed`. */
  readonly status: 'queued' | 'failed' | 'continuing' | 'continued';
  /** When the answer came to this state. */
  readonly at: string;
  /** Why the run failed with the answer, or did not continue with it; null unless the outcome is `failed`. */
  readonly reason: string | null;
};

/** The address of a person who may have an account at a provider. */
export type AskEligibilityRequest = {
  /** The e-mail address of the visitor. */
  readonly email: string;
};

export type AssistantMessage = {
  /** Who says it. */
  readonly role: 'assistant';
  /** What is said. */
  readonly content: readonly AssistantPart[];
};

/** A part of what a model answered. `metadata` is the provider's own and goes back to it unchanged. */
export type AssistantPart = TextPart | ReasoningPart | ToolCall;

/** Specification 2.3. */
export type AsyncStart = {
  /** Always true. */
  readonly success: true;
  /** Always true: the run continues without its caller. */
  readonly async: true;
  /** Id of the job. */
  readonly jobId: string;
  /** Id of the execution. */
  readonly executionId: string;
  /** A message for people. */
  readonly message: string;
  /** Address of the job. */
  readonly statusUrl: string;
};

/** Who did what to which resource, and from where. The hash of the entry covers all members. */
export type AuditEntry = {
  /** The organization, or `instanceChain`. */
  readonly chain: string;
  /** The place in the chain, from 1, without gaps. */
  readonly seq: number;
  /** Id of the audit entry. */
  readonly id: string;
  /** ISO 8601, UTC, milliseconds: when it happened. Neighbours of a chain may be a moment out of order. */
  readonly createdAt: string;
  /** The action, such as `workflow.deployed`. */
  readonly action: string;
  /** Type of the resource, such as `workflow`. */
  readonly resourceType: string;
  /** Id of the resource. */
  readonly resourceId: string;
  /** Name of the resource at that time; null if it has none. */
  readonly resourceName: string | null;
  /** The workspace; null for an entry about the organization itself. */
  readonly workspaceId: string | null;
  /** Null: the server itself, or a person with a link without an email address. */
  readonly actorId: string | null;
  /** Name of the actor at that time. */
  readonly actorName: string | null;
  /** Email address of the actor at that time. */
  readonly actorEmail: string | null;
  /** The API key of the request; null without one. */
  readonly keyId: string | null;
  /** The request; null for the server itself. */
  readonly requestId: string | null;
  /** Address of the client. */
  readonly ip: string | null;
  /** What the client calls itself. */
  readonly userAgent: string | null;
  /** Further facts; changed settings have `before` and `after`. */
  readonly metadata: Readonly<Record<string, unknown>>;
};

export type AuditKey = {
  /** Id of the key. */
  readonly keyId: string;
  /** PEM. */
  readonly publicKey: string;
};

/** Specification 2.14. The address and the user agent of the actor are stored but not shown. */
export type AuditLog = {
  /** Id of the audit log. */
  readonly id: string;
  /** The workspace; null for an entry about the organization itself. */
  readonly workspaceId: string | null;
  /** Id of the user who acted; null for the server itself. */
  readonly actorId: string | null;
  /** Name of the actor at the time of the event; null for the server itself. */
  readonly actorName: string | null;
  /** E-mail address of the actor at the time of the event; null for the server itself. */
  readonly actorEmail: string | null;
  /** The action, such as `workflow.deployed`. */
  readonly action: string;
  /** Type of the resource, such as `workflow`. */
  readonly resourceType: string;
  /** Id of the resource. */
  readonly resourceId: string;
  /** Name of the resource at the time of the event; null if it has none. */
  readonly resourceName: string | null;
  /** Description of the event for people. */
  readonly description: string;
  /** Further facts about the action. Changed settings are shown as `before` and `after`. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** When the audit log was created. */
  readonly createdAt: string;
};

/** Where the browser goes. */
export type AuthorizationAddress = {
  /** Address of the authorization server. */
  readonly address: string;
};

export type Awaited = {
  /** The person or the thing that it waits for. */
  readonly kind: 'worker' | 'room' | 'person' | 'time' | 'block';
  /** The block that waits; null when the whole run waits. */
  readonly blockId: string | null;
  /** The start of the wait. */
  readonly since: string;
  /** The time at which the wait ends without an answer; null if there is none. */
  readonly until: string | null;
};

/** The times of a range that had no run. */
export type Backfill = {
  /** How many times of the range had no run. */
  readonly occurrences: number;
  /** How many of them have one now. */
  readonly started: number;
};

export type BackfillRequest = {
  /** The first time that may be run, in ISO 8601. */
  readonly from: string;
  /** The last one. */
  readonly to: string;
};

export type Begun = {
  /** Always true. */
  readonly success: true;
  /** Always true: the run continues without its caller. */
  readonly async: true;
  /** Id of the execution. */
  readonly executionId: string;
  /** A message for people. */
  readonly message: string;
  /** Id of the job of this resume, for an asynchronous run. */
  readonly jobId: string;
  /** Address of the job of this resume. */
  readonly statusUrl: string;
};

/** A listener that begins now. */
export type BegunListener = {
  /** Names the listener in `GET /api/v1/triggers/{triggerId}/listen/{token}`. It is not shown again. */
  readonly token: string;
  /** Where to send the event. */
  readonly url: string;
  /** Id of the trigger. A block of a draft that was never deployed has the id that its trigger will have. */
  readonly triggerId: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** Id of the block of the trigger, for a manual run. */
  readonly triggerBlockId: string;
  /** `captured`: an event has arrived. `expired`: none arrived in time. */
  readonly status: 'expired' | 'waiting' | 'captured';
  /** When it ends. ISO 8601. */
  readonly expiresAt: string;
  /** What has arrived; present when `status` is `captured`. */
  readonly delivery?: HeardEvent;
};

/** The reader is too far behind: it reads the whole draft again. */
export type BehindNews = {
  /** Kind of the message. */
  readonly type: 'behind';
  /** The present revision of the draft. */
  readonly revision: number;
};

/** A block of a workflow. */
export type Block = {
  /** Id of the block. */
  readonly id: string;
  /** Type of the block. `GET /api/v1/blocks` lists all types. */
  readonly type: string;
  /** Name of the block. References use it, ignoring case and spaces. */
  readonly name: string;
  /** Position on the canvas of an editor. */
  readonly position: {
    /** Distance from the left. */
    readonly x: number;
    /** Distance from the top. */
    readonly y: number;
  };
  /** The fields of the block, by id. */
  readonly subBlocks: Readonly<Record<string, SubBlock>>;
  /** The outputs as an editor declares them. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Whether the block runs. Disabled blocks are skipped. */
  readonly enabled: boolean;
  /** Settings of containers and the parent of the block: `parentId`, `loopType`, `count`, `collection` and others. */
  readonly data: Readonly<Record<string, unknown>>;
  /** How often the block is retried after a failure. */
  readonly retry?: {
    /** Whether the block is retried. */
    readonly enabled: boolean;
    /** Maximum number of attempts. */
    readonly maxTries: number;
    /** Backoff between two attempts, in ms. */
    readonly waitBetweenTriesMs: number;
  };
  /** The output of the block in runs of the draft that use pins: the block is not run. Deployments and exports have no pins. */
  readonly pin?: {
    /** The output. */
    readonly output: Readonly<Record<string, unknown>>;
    /** The outgoing path that is taken; absent: `source`. */
    readonly handle?: string;
  };
  readonly [name: string]: unknown;
};

/** One type of block, for editors and generators of workflows. */
export type BlockDefinition = {
  /** Type of the block. */
  readonly type: string;
  /** Whether it contains other blocks. */
  readonly container: boolean;
  /** Where the workflow document stores the values of `inputs`. */
  readonly inputsIn: 'subBlocks' | 'data';
  /** The input fields, as JSON Schema. */
  readonly inputs: {
    /** The JSON Schema type of the fields: always an object. */
    readonly type: 'object';
    /** The JSON Schema of each field, by its name. */
    readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    /** Names of the required fields. */
    readonly required?: readonly string[];
    /** URI of the JSON Schema dialect. */
    readonly $schema: string;
  };
  /** The handle where edges arrive; null when the block takes no edges. */
  readonly targetHandle: 'target' | null;
  /** Whether the block has a handle `error`. */
  readonly errorEdge: boolean;
  /** Whether the retry option applies to the block. */
  readonly retry: boolean;
  /** Name of the palette entry. */
  readonly name: string;
  /** What the block does. */
  readonly description: string;
  /** The heading under which editors list it. */
  readonly category: 'trigger' | 'control' | 'work' | 'note';
  /** The fields that later blocks can refer to. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Source handles; `<id>` stands for the ids of the author's entries. */
  readonly handles: readonly string[];
  /** The type that new workflows use instead, of an older type or another name; null if there is none. */
  readonly replacedBy: string | null;
};

export type Blocks = {
  /** The block types. */
  readonly data: readonly BlockDefinition[];
  /** There is one page. */
  readonly nextCursor: null;
};

/** A rate limit bucket. Some values have two names for compatibility with clients. */
export type Bucket = {
  /** Capacity of the bucket, in requests. Equal to `maxBurst`. */
  readonly limit: number;
  /** When the bucket is next refilled. Equal to `resetAt`. */
  readonly reset: string;
  /** Whether the bucket is empty, so that requests are rejected. */
  readonly isLimited: boolean;
  /** Number of tokens that are added per minute. */
  readonly requestsPerMinute: number;
  /** Capacity of the bucket, in requests. */
  readonly maxBurst: number;
  /** Number of requests that are left in the bucket. */
  readonly remaining: number;
  /** When the bucket is next refilled. */
  readonly resetAt: string;
};

/** A rate limit bucket. Each start of a run takes one token. */
export type BucketView = {
  /** Number of tokens that are added per minute. */
  readonly requestsPerMinute: number;
  /** Capacity of the bucket, in requests. */
  readonly maxBurst: number;
  /** Number of requests that are left in the bucket. */
  readonly remaining: number;
  /** When the bucket is next refilled. */
  readonly resetAt: string;
};

/** How many runs a bulk job would be about. */
export type BulkCount = {
  /** The number of runs. */
  readonly found: number;
};

/** A job that cancels or replays many runs. */
export type BulkJob = {
  /** Id of the bulk job. */
  readonly id: string;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** What is done to the runs. */
  readonly action: 'cancel' | 'replay';
  /** For replays: whether effects return their recorded outcomes or happen again; null for cancellations. */
  readonly mode: 'recorded' | 'live' | null;
  /** Where it is. */
  readonly status: 'running' | 'completed' | 'stopped';
  /** The number of its runs. */
  readonly found: number;
  /** How many of them it has come to. */
  readonly done: number;
  /** How many of them were cancelled or replayed. */
  readonly succeeded: number;
  /** How many of them were left as they are. */
  readonly refused: number;
  /** Why, by the code of the reason. */
  readonly refusals: readonly RefusedRuns[];
  /** Why it makes no progress at the moment, for people; it continues by itself. Null if it makes progress or has ended. */
  readonly waitsFor: string | null;
  /** When it was requested. */
  readonly requestedAt: string;
  /** When it was completed or stopped; null while it runs. */
  readonly endedAt: string | null;
};

/** What is done to which runs: to those that are named, or to all that match the filters. */
export type BulkJobRequest = {
  /** Whether the runs are cancelled or replayed. */
  readonly action: 'cancel' | 'replay';
  /** For replays: whether effects return their recorded outcomes (`recorded`) or happen again (`live`). */
  readonly mode?: 'recorded' | 'live';
  /** Ids of the runs, instead of filters. */
  readonly executionIds?: readonly string[];
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Ids of workflows, separated by commas. */
  readonly workflowIds?: readonly string[];
  /** Only workflows directly in these folders, without subfolders. */
  readonly folderIds?: readonly string[];
  /** Only runs with these triggers (`api`, `manual`, `webhook`, `schedule`, `chat`, `workflow`), or of these kinds or providers of triggers (`table`, `github` …); `all` for all triggers. */
  readonly triggers?: readonly string[];
  /** Only runs without a failure (`info`), or only failed runs (`error`). */
  readonly level?: 'error' | 'info';
  /** Only runs with these statuses (`running`, `paused`, `completed`, `failed`, `cancelled`), separated by commas. */
  readonly status?: readonly ('paused' | 'running' | 'completed' | 'failed' | 'cancelled')[];
  /** Only runs that started at this time or later. */
  readonly startDate?: string;
  /** Only runs that started at this time or earlier. */
  readonly endDate?: string;
  /** Only the run with this id. */
  readonly executionId?: string;
  /** Only runs with at least this duration, in ms. */
  readonly minDurationMs?: number;
  /** Only runs with at most this duration, in ms. */
  readonly maxDurationMs?: number;
  /** Only runs with at least this cost, in US dollars. */
  readonly minCost?: number;
  /** Only runs with at most this cost, in US dollars. */
  readonly maxCost?: number;
  /** Only runs that used this model. */
  readonly model?: string;
  /** A part of an error message or of a workflow name. Letter case is ignored. */
  readonly search?: string;
};

/** Who calls. */
export type Caller = {
  /** The user that the caller acts as. */
  readonly user: {
    /** Id of the user. */
    readonly id: string;
    /** Lower case. */
    readonly email: string;
    /** Name of the user. */
    readonly name: string;
    /** Whether the user is an operator of the server. */
    readonly isOperator: boolean;
    /** Whether the user is suspended: all keys of a suspended user are refused. */
    readonly suspended: boolean;
    /** When the user was created. */
    readonly createdAt: string;
    /** When the user was last changed. */
    readonly updatedAt: string;
  };
  /** How the caller has proved who they are. */
  readonly kind: 'session' | 'api-key';
  /** Until when what needs a recent sign-in is possible; null for API keys. */
  readonly recentUntil: string | null;
  /** When the session ends at the latest; null for API keys. */
  readonly expiresAt: string | null;
  /** Organizations of the user; none for a key that is limited or belongs to a workspace. */
  readonly organizations: readonly {
    /** Id of the organization. */
    readonly id: string;
    /** Name of the organization. */
    readonly name: string;
    /** Role of the user in the organization. */
    readonly role: 'member' | 'admin' | 'owner';
  }[];
  /** Workspaces that the caller reaches. */
  readonly workspaces: readonly {
    /** Id of the workspace. */
    readonly id: string;
    /** Name of the workspace. */
    readonly name: string;
    /** Id of the organization that the workspace belongs to; null if there is none. */
    readonly organizationId: string | null;
    /** What the caller may do in the workspace. */
    readonly permission: 'admin' | 'read' | 'write';
  }[];
  /** Organizations of the user that a session does not reach until the person does what they demand; none for API keys. */
  readonly demands: readonly {
    /** Id of the organization. */
    readonly id: string;
    /** Name of the organization. */
    readonly name: string;
    /** What it demands: to sign in at a provider, or to turn on a second factor. */
    readonly demand: SignInDemand;
  }[];
};

/** Field names that existing clients of this route expect. */
export type Cancellation = {
  /** Whether the run is cancelled. */
  readonly success: boolean;
  /** Id of the execution. */
  readonly executionId: string;
  /** Whether runs in other processes can be cancelled. Always true, since they are cancelled through the database. */
  readonly redisAvailable: true;
  /** Whether the end of the run is durable. */
  readonly durablyRecorded: boolean;
  /** Whether the process that responds drove the run. */
  readonly locallyAborted: boolean;
  /** Whether the run was paused. */
  readonly pausedCancelled: boolean;
  /** How the run was cancelled. */
  readonly reason: 'recorded' | 'queue_cancelled' | 'already_cancelled' | 'cancellation_not_finalized';
};

export type CancelledRun = {
  /** The result of the cancellation. */
  readonly data: {
    /** Id of the run. */
    readonly runId: string;
    /** Whether the run is cancelled. */
    readonly cancelled: boolean;
  };
};

/** A changed cell. */
export type CellChange = {
  /** Present name of the column, or its id if it has been deleted. */
  readonly column: string;
  /** Value before the change; null for an empty cell. */
  readonly before: unknown;
  /** Value after the change; null for an empty cell. */
  readonly after: unknown;
};

/** The head of a chain. */
export type ChainHead = {
  /** The organization of the chain, or the id of the chain of the instance. */
  readonly chain: string;
  /** Number of its last entry. */
  readonly seq: number;
  /** Hash of its last entry, base64url. */
  readonly hash: string;
  /** Signed roots so far. */
  readonly roots: number;
};

/** What is to be otherwise. */
export type ChangeApiKeyRequest = {
  /** Name of the API key. */
  readonly name?: string;
  /** From when on it is no longer valid; null: never. */
  readonly expiresAt?: string | null;
  /** Addresses and CIDR ranges that the key is good for; none: all. */
  readonly allowedIps?: readonly string[];
};

/** What is to be otherwise. Null takes a setting back to its default. */
export type ChangeChatRequest = {
  /** Id of a deployed workflow of the workspace. */
  readonly workflowId?: string;
  /** The last part of the address: 1 to 100 lower-case letters, digits and hyphens, unique on the server. */
  readonly identifier?: string;
  /** Name of the chat. */
  readonly title?: string;
  /** What the chat is for; null if it has no description. */
  readonly description?: string | null;
  /** How the page looks. */
  readonly customizations?: ChatCustomizations | null;
  /** How visitors prove that they may use the chat. The default is `public`. */
  readonly authType?: 'public' | 'password' | 'email' | 'sso';
  /** Password of 1 to 1024 characters; required for the `authType` `password`, and refused for others. No response contains it. */
  readonly password?: string;
  /** E-mail addresses, or `@domain`; required for `email` and `sso`. */
  readonly allowedEmails?: readonly string[];
  /** The outputs that are the reply. Without any it is the output of the run. */
  readonly outputConfigs?: readonly ChatOutput[];
  /** Whether visitors may see the reasoning of models. */
  readonly includeThinking?: boolean | null;
  /** Whether visitors may see which tools are called. */
  readonly includeToolCalls?: boolean | null;
  /** How many earlier turns the workflow receives as `history`, 0 to 50. The default is 0. */
  readonly historyTurns?: number | null;
  /** Origins whose pages may embed the chat and call it, such as `https://www.example.com`. */
  readonly allowedOrigins?: readonly string[];
  /** Whether visitors can use the chat. The default is true. */
  readonly isActive?: boolean | null;
};

/** The changes of a column. */
export type ChangeColumnRequest = {
  /** The fields to change. */
  readonly updates: {
    /** Name of the column, unique in the table ignoring case: at most 50 letters, digits and underscores, not starting with a digit. */
    readonly name?: string;
    /** Type of the cells. */
    readonly type?: 'string' | 'number' | 'boolean' | 'json' | 'date';
    /** Whether each row must have a value. The default is false. */
    readonly required?: boolean;
    /** Whether each value may occur only once. The default is false. */
    readonly unique?: boolean;
    /** Whether filters and sorts by this column use an index. The default is false. Not available for `json`. */
    readonly indexed?: boolean;
  };
  /** Name of the column. */
  readonly columnName: string;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** The changes of a document. At least one of them is required. */
export type ChangeDocumentRequest = {
  /** New file name. Its extension determines the format. */
  readonly filename?: string;
  /** Whether searches find the document. */
  readonly enabled?: boolean;
  /** New tags of the document; they replace all existing ones. Values are strings, numbers or booleans. */
  readonly tags?: Readonly<Record<string, TagValue>>;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** The variables to set and to remove. */
export type ChangeEnvironmentRequest = {
  /** Variables by name. A string sets the value, null removes the variable. */
  readonly variables: Readonly<Record<string, string | null>>;
};

/** The changes of a folder. */
export type ChangeFolderRequest = {
  /** New name of the folder. */
  readonly name?: string;
  /** Id of the new parent folder; null for the root. */
  readonly parentId?: string | null;
};

/** The changes of a knowledge base. At least one of them is required. */
export type ChangeKnowledgeBaseRequest = {
  /** New name, unique in the workspace. */
  readonly name?: string;
  /** New description. */
  readonly description?: string;
  /** New chunking configuration. It applies to documents that are processed later. */
  readonly chunkingConfig?: ChunkingConfigRequest;
  /** New embedding model, as `<provider>/<model>`; null is the model of `SLUICE_EMBEDDINGS_URL`. It applies to documents that are processed later; others are found by their words until they are processed again. */
  readonly embeddingModel?: string | null;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** What is to be otherwise. */
export type ChangeMcpServerRequest = {
  /** Name of the server, unique in the workspace. */
  readonly name?: string;
  /** What it is for; null: nothing. */
  readonly description?: string | null;
  /** How the server knows this one. `none` removes the headers, and each but `oauth` the access tokens. */
  readonly authType?: 'none' | 'headers' | 'oauth';
  /** All headers, in place of the present ones; null removes them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Id of this server at the authorization server, for the authType `oauth`. The fields of `oauth…` are written together. */
  readonly oauthClientId?: string;
  /** The secret that belongs to it, as `{{NAME}}`; null, the default: a public client. It is never returned. */
  readonly oauthClientSecret?: string | null;
  /** How access tokens are obtained: a person signs in (`authorization_code`, the default), or the credentials of the client suffice. */
  readonly oauthGrant?: 'authorization_code' | 'client_credentials';
  /** Scopes to ask for, with spaces between them; null, the default: those that the server names. */
  readonly oauthScope?: string | null;
  /** Longest time of a call in ms, 1000 to 300000. */
  readonly timeout?: number;
  /** How often a call of an idempotent tool is repeated, 0 to 10. */
  readonly retries?: number;
  /** Whether blocks may use the server. */
  readonly enabled?: boolean;
  /** Whether a tool is refused that has changed since the workflow was deployed. */
  readonly pinTools?: boolean;
};

/** What is to be otherwise. */
export type ChangeModelProviderRequest = {
  /** Name of the provider, unique in the workspace. */
  readonly name?: string;
  /** Address of the API. If its origin is another one, `apiKey` must be given again. */
  readonly baseUrl?: string;
  /** `{{NAME}}` of the environment of the workspace; null removes the key. */
  readonly apiKey?: string | null;
  /** Further headers of each request; null removes them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long a stream may pause, in ms; null: 120000. */
  readonly idleTimeoutMs?: number | null;
  /** The models that may be used; null: any. */
  readonly models?: readonly ListedModel[];
  /** What the server refuses: `stream_options`, `json_schema`, `tool_choice`. */
  readonly lacks?: readonly ('usage-in-streams' | 'json-schema' | 'tool-choice')[];
};

/** What they become. */
export type ChangeOrganizationMemberRequest = {
  /** Role of the member in the organization. */
  readonly role: 'member' | 'admin' | 'owner';
};

/** What is to be otherwise. */
export type ChangeOrganizationRequest = {
  /** Name of the organization. */
  readonly name?: string;
  /** Name of the plan of the organization. Only operators can change it. */
  readonly plan?: string;
  /** What the organization demands of calls of language models. It replaces the former policy; null removes it. The strictest of the policies of the plan, the organization and the workspace applies. */
  readonly modelPolicy?: ModelPolicy | null;
};

/** What is to be otherwise with oneself. */
export type ChangeOwnUserRequest = {
  /** Name of the user. */
  readonly name?: string;
};

/** The present password and the next one. */
export type ChangePasswordRequest = {
  /** Present password of the user. */
  readonly password: string;
  /** 15 to 256 characters of any kind. */
  readonly newPassword: string;
};

export type ChangeScheduleRequest = {
  /** `disable` stops the schedule, `reactivate` lets it continue with its next time. */
  readonly action: 'disable' | 'reactivate';
};

/** What is to be otherwise. */
export type ChangeTriggerRequest = {
  /** `active` resumes a paused or disabled trigger; `paused` pauses it. */
  readonly status?: 'paused' | 'active';
  /** With `paused`: `hold`, the default, keeps deliveries until the trigger is resumed; `drop` refuses them. */
  readonly pauseMode?: 'hold' | 'drop';
  /** Number of failed runs in a row that disable the trigger; null: the limit of the server. */
  readonly failureLimit?: number | null;
};

/** What is to be otherwise. */
export type ChangeUserRequest = {
  /** Name of the user. */
  readonly name?: string;
  /** Whether the user runs the server. */
  readonly isOperator?: boolean;
  /** Whether the user is suspended: all keys of a suspended user are refused. */
  readonly suspended?: boolean;
};

/** The changes of a workflow. */
export type ChangeWorkflowRequest = {
  /** New name of the workflow. */
  readonly name?: string;
  /** New description; null removes it. */
  readonly description?: string | null;
  /** Id of the new folder; null for the root. */
  readonly folderId?: string | null;
};

/** What is to be changed about an MCP server. */
export type ChangeWorkflowServerRequest = {
  /** Name of the server, as clients show it. */
  readonly name?: string;
  /** What the server is for; null removes it. */
  readonly description?: string | null;
  /** Whether the server takes calls without a key. */
  readonly isPublic?: boolean;
};

/** What a tool may say in place of its workflow. */
export type ChangeWorkflowToolRequest = {
  /** Name of the tool: 1 to 64 lower case letters (a-z), digits and underscores; null: made of the name of the workflow. */
  readonly toolName?: string | null;
  /** What the tool does, for the model; null: the description of the workflow. */
  readonly toolDescription?: string | null;
  /** Descriptions of parameters in place of those of the workflow, by the names of the parameters: at most 200, and 64 KiB as JSON. */
  readonly parameterDescriptionOverrides?: Readonly<Record<string, string>>;
};

/** What they may do. */
export type ChangeWorkspaceMemberRequest = {
  /** Permission of the member in the workspace. */
  readonly permission: 'admin' | 'read' | 'write';
};

/** What is to be otherwise. */
export type ChangeWorkspaceRequest = {
  /** Name of the workspace. */
  readonly name?: string;
  /** Whether members may use personal API keys in the workspace. */
  readonly allowPersonalApiKeys?: boolean;
  /** Who owns the workspace: a member of it, or an admin of its organization, who becomes an admin of it. A workspace outside of organizations is paid for by its owner, so only callers themselves can become that. */
  readonly ownerId?: string;
  /** Null: as long as the plan lets it. */
  readonly retentionDays?: number | null;
  /** What the workspace demands of calls of language models. It replaces the former policy; null removes it. The strictest of the policies of the plan, the organization and the workspace applies. */
  readonly modelPolicy?: ModelPolicy | null;
};

export type ChangedDocument = {
  /** The document after the change. */
  readonly document: Document;
  /** A message for people. */
  readonly message: string;
};

/** The variables of a workspace after a change. */
export type ChangedEnvironment = {
  /** Values that are stored and cannot be masked; absent if there are none. */
  readonly warnings?: readonly ErrorDetail[];
  /** The variables without their values, sorted by name. */
  readonly variables: readonly VariableView[];
};

/** A knowledge base after a change. */
export type ChangedKnowledgeBase = {
  /** The knowledge base after the change. */
  readonly knowledgeBase: KnowledgeBase;
  /** A message for people. */
  readonly message: string;
};

/** A row after a change. */
export type ChangedRow = {
  /** The row after the change. */
  readonly row: RowView;
  /** A message for people. */
  readonly message: string;
};

/** A schedule that was stopped or continues. */
export type ChangedSchedule = {
  /** A message for people. */
  readonly message: string;
  /** The next time, in ISO 8601; null for a schedule that was stopped, or has no further time. */
  readonly nextRunAt: string | null;
};

/** An MCP server after a change. */
export type ChangedServer = {
  /** The server as it is now. */
  readonly server: WorkflowServer;
};

/** A tool after a change. */
export type ChangedTool = {
  /** The tool as it is now. */
  readonly tool: WorkflowTool;
};

/** A chat. No response contains its password. */
export type Chat = {
  /** Id of the chat. */
  readonly id: string;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** The last part of its address. */
  readonly identifier: string;
  /** Name of the chat. */
  readonly title: string;
  /** Null if it has none. */
  readonly description: string | null;
  /** How its page looks. */
  readonly customizations: ChatCustomizations;
  /** How visitors prove that they may use it. */
  readonly authType: 'public' | 'password' | 'email' | 'sso';
  /** E-mail addresses, or `@domain`. */
  readonly allowedEmails: readonly string[];
  /** The outputs that are the reply. Without any it is the output of the run. */
  readonly outputConfigs: readonly ChatOutput[];
  /** Whether visitors may see the reasoning of models. */
  readonly includeThinking: boolean;
  /** Whether visitors may see which tools are called. */
  readonly includeToolCalls: boolean;
  /** How many earlier turns the workflow receives as `history`. */
  readonly historyTurns: number;
  /** Origins whose pages may embed the chat and call it. */
  readonly allowedOrigins: readonly string[];
  /** Whether visitors can use it. */
  readonly isActive: boolean;
  /** Whether a password is required. */
  readonly hasPassword: boolean;
  /** Address of its page. */
  readonly chatUrl: string;
  /** When the chat was created. */
  readonly createdAt: string;
  /** When the chat was last changed. */
  readonly updatedAt: string;
};

/** The answer to a question of a paused run. */
export type ChatAnswer = {
  /** Id of the question. */
  readonly contextId: string;
  /** The run that asks. The default is the latest run of the conversation with an open question of this id. */
  readonly executionId?: string;
  /** The fields of its form. */
  readonly input?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
};

/** What a visitor may know about a chat. */
export type ChatConfiguration = {
  /** Id of the chat configuration. */
  readonly id: string;
  /** Name of the chat. */
  readonly title: string;
  /** Null if it has none. */
  readonly description: string | null;
  /** How its page looks. */
  readonly customizations: ChatCustomizations;
  /** How visitors prove that they may use it. */
  readonly authType: 'public' | 'password' | 'email' | 'sso';
  /** The outputs that are the reply. */
  readonly outputConfigs: readonly ChatOutput[];
  /** Whether visitors may see the reasoning of models. */
  readonly includeThinking: boolean;
  /** Whether visitors may see which tools are called. */
  readonly includeToolCalls: boolean;
};

/** A part of a conversation. */
export type ChatConversation = {
  /** The conversation with a page of its turns. */
  readonly data: {
    /** Id of the conversation. */
    readonly conversationId: string;
    /** The oldest first. */
    readonly turns: readonly ChatTurn[];
  };
  /** Cursor of the turns before these; null if there are none. */
  readonly nextCursor: string | null;
};

/** Conversations of the visitor. */
export type ChatConversations = {
  /** The last used first, at most 50. */
  readonly data: readonly {
    /** Id of the conversation. */
    readonly conversationId: string;
    /** When its first message was sent. */
    readonly startedAt: string;
    /** When its last message was sent. */
    readonly lastMessageAt: string;
  }[];
};

/** How the page of a chat looks. Absent: the usual look. */
export type ChatCustomizations = {
  /** Colour of the name and of the messages of the visitor: `#` and 6 hexadecimal digits. */
  readonly primaryColor?: string;
  /** The first message on the page, before the visitor has written any. */
  readonly welcomeMessage?: string;
  /** Address of a picture above the welcome message. */
  readonly imageUrl?: string;
  /** Address of a picture in the header. */
  readonly logoUrl?: string;
  /** Text of the header. The default is the title. */
  readonly headerText?: string;
};

/** A file in the text of a request. A form is better for large ones. */
export type ChatFile = {
  /** Name of the file. */
  readonly name: string;
  /** Its media type. The default is that of `data`. */
  readonly type?: string;
  /** Its size in bytes. It is not read. */
  readonly size?: number;
  /** Its content as a data URL in base64. */
  readonly data: string;
};

/** A message of a visitor, the answer to a question, or a password alone. A form of the type `multipart/form-data` has the same text fields, and files in any other field. */
export type ChatMessageRequest = {
  /** The message: at most 1,000,000 characters. */
  readonly input?: string;
  /** The password of the chat. Alone, it begins a session. */
  readonly password?: string;
  /** The e-mail address of the visitor. */
  readonly email?: string;
  /** The conversation to continue. Without it the server begins one; a new id begins one of that id: 1 to 256 visible ASCII characters other than `%`. */
  readonly conversationId?: string;
  /** Files for the workflow, at most 15. */
  readonly files?: readonly ChatFile[];
  /** The answer to a question that the conversation has asked, in place of a message. */
  readonly resume?: ChatAnswer;
};

/** An output of a block that is part of the reply. */
export type ChatOutput = {
  /** Id of the block. */
  readonly blockId: string;
  /** Place in its output, such as `content`; empty for the whole output. */
  readonly path: string;
};

export type ChatQuestion = {
  /** Id of the question, for its answer. */
  readonly contextId: string;
  /** Name of the block that asks. */
  readonly title: string;
  /** The data that the question shows. */
  readonly data: unknown;
  /** The fields of the answer, in the order of the form. */
  readonly fields: readonly {
    /** Name of the field in the answer. */
    readonly name: string;
    /** The label; absent: the name. */
    readonly title?: string;
    /** `free` for the only field of a question without a form. */
    readonly type: string;
    /** Null if it has none. */
    readonly description: string | null;
    /** Whether the answer needs it. */
    readonly required: boolean;
    /** The initial value; null if there is none. */
    readonly value: unknown;
    /** The values to choose from; absent: any. */
    readonly options?: readonly {
      /** The value in the answer. */
      readonly value: string | number;
      /** The text that people see. */
      readonly label: string;
    }[];
  }[];
  /** When the question expires; null if it does not. */
  readonly expiresAt: string | null;
  /** Whether this visitor may answer. */
  readonly mayAnswer: boolean;
};

export type ChatTurn = {
  /** Id of the chat turn. */
  readonly id: string;
  /** Id of the run that answers. */
  readonly executionId: string;
  /** The message of the visitor; null in a workspace that keeps no contents. */
  readonly input: string | null;
  /** The files that were sent with it. */
  readonly files: readonly {
    /** Name of the file. */
    readonly name: string;
    /** Its size in bytes. */
    readonly size: number;
    /** Its media type. */
    readonly type: string;
  }[];
  /** The reply so far; null while there is none, and in a workspace that keeps no contents. */
  readonly reply: string | null;
  /** State of the run. */
  readonly status: 'paused' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** The open questions of a paused run. */
  readonly questions: readonly ChatQuestion[];
  /** When the message was sent. */
  readonly at: string;
};

export type Check = {
  /** Result of the check. */
  readonly status: CheckStatus;
};

/** A code that was sent to an address. */
export type CheckCodeRequest = {
  /** The e-mail address of the visitor. */
  readonly email: string;
  /** The six digits of the code. */
  readonly otp: string;
};

/** *failing*: the process cannot serve requests. *slow*: it serves requests, and an operator must investigate. */
export type CheckStatus = 'ok' | 'slow' | 'failing';

/** The heads of the chains at one moment. An export begins with a checkpoint; one that is kept elsewhere reveals later that a tail was cut off. */
export type Checkpoint = {
  /** Name and version of the format. */
  readonly format: string;
  /** Id of the key. */
  readonly keyId: string;
  /** The organization; null: all chains of the instance. */
  readonly organization: string | null;
  /** ISO 8601. */
  readonly at: string;
  /** The predecessors of the signing key, oldest first; absent when there are none. */
  readonly formerKeys?: readonly string[];
  /** Sorted by chain. */
  readonly heads: readonly ChainHead[];
};

/** A chunk of a document. */
export type Chunk = {
  /** Position of the chunk in the document, from 0. */
  readonly chunkIndex: number;
  /** Text of the chunk. */
  readonly content: string;
  /** Number of tokens in the text. */
  readonly tokenCount: number;
  /** Model of the embedding; null if the chunk is found by its words only. */
  readonly embeddingModel: string | null;
};

/** How documents are split into chunks. Sizes are in tokens. */
export type ChunkingConfig = {
  /** Maximum size of a chunk. */
  readonly maxSize: number;
  /** A smaller chunk is joined to the one before it if both fit. */
  readonly minSize: number;
  /** The number of tokens that a chunk repeats from the end of the previous one, so that a passage on the boundary stays whole in one of them. At most half of `maxSize` is repeated. */
  readonly overlap: number;
};

/** How documents are split into chunks. An absent field keeps its value, or gets its default in a new knowledge base. */
export type ChunkingConfigRequest = {
  /** Maximum size of a chunk, in tokens. The default is 1024. */
  readonly maxSize?: number;
  /** Minimum size of a chunk, in tokens. A smaller chunk is joined to the one before it if both fit. The default is 100. */
  readonly minSize?: number;
  /** Number of tokens that a chunk repeats from the end of the previous one. It must be less than `maxSize`, of which at most half is repeated. The default is 200. */
  readonly overlap?: number;
};

/** What a link is used for. */
export type ClaimLinkRequest = {
  /** What follows the `#` in the address of the link. */
  readonly token: string;
  /** 15 to 256 characters of any kind. */
  readonly password: string;
  /** Code of the authenticator app, or a recovery code, if the user has a second factor. */
  readonly code?: string;
  /** What the person is called. */
  readonly name?: string;
  /** Whether the person stays signed in for 30 days, also when the browser is closed. */
  readonly keep?: boolean;
};

/** How the first person signs in. */
export type ClaimSetupLinkRequest = {
  /** E-mail address of the person; absent: that of `SLUICE_BOOTSTRAP_EMAIL`. */
  readonly email?: string;
  /** What follows the `#` in the address of the link. */
  readonly token: string;
  /** 15 to 256 characters of any kind. */
  readonly password: string;
  /** Code of the authenticator app, or a recovery code, if the user has a second factor. */
  readonly code?: string;
  /** What the person is called. */
  readonly name?: string;
  /** Whether the person stays signed in for 30 days, also when the browser is closed. */
  readonly keep?: boolean;
};

/** The answer to a request for a code. */
export type CodeSent = {
  /** What happens next, for people. */
  readonly message: string;
};

/** A column of a table. */
export type ColumnNameRequest = {
  /** Name of the column. */
  readonly columnName: string;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** What a run has answered and used. */
export type ComparedRun = {
  /** Id of the execution. */
  readonly executionId: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** The version of the workflow that it ran. */
  readonly deploymentVersion: number;
  /** Status of the run. */
  readonly status: 'paused' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** The output of the run; null until it has ended. */
  readonly answer: unknown;
  /** Why it failed; null unless it did. */
  readonly error: string | null;
  /** The language models that it has called, sorted. */
  readonly models: readonly string[];
  /** Calls of language models, those that a replay has copied included. */
  readonly modelCalls: number;
  /** Tool calls of agents, in the order of their ends. */
  readonly tools: readonly ComparedTool[];
  /** Tokens of the calls that the run itself has made. */
  readonly tokens: {
    /** What the models have read. */
    readonly input: number;
    /** What the models have written. */
    readonly output: number;
    /** The sum of both. */
    readonly total: number;
  };
  /** Cost of the run. */
  readonly cost: {
    /** In US dollars. */
    readonly total: number;
    /** Calls that no price is known for. They are not part of the total. */
    readonly unpricedCalls: number;
  };
  /** Duration without waiting times, in ms; null until it has ended. */
  readonly totalDurationMs: number | null;
};

/** A tool call of a run. */
export type ComparedTool = {
  /** Name of the compared tool. */
  readonly name: string;
  /** The arguments, with those that the author filled in. */
  readonly input: unknown;
  /** What became of the call. */
  readonly outcome: 'failed' | 'answered' | 'denied' | 'unknown';
};

/** Two runs side by side. */
export type Comparison = {
  /** The run of the path. */
  readonly run: ComparedRun;
  /** The run that it is compared with. */
  readonly other: ComparedRun;
  /** What is equal in both: the answer, and the names and the arguments of the tool calls in their order. */
  readonly same: {
    /** Whether the outputs are equal. */
    readonly answer: boolean;
    /** Whether the same tools were called with the same arguments. */
    readonly tools: boolean;
  };
  /** What the other run has used more, or less if negative; null if unknown. */
  readonly difference: {
    /** Number of calls of language models. */
    readonly modelCalls: number;
    /** Number of tokens. */
    readonly tokens: number;
    /** In US dollars. */
    readonly cost: number;
    /** In ms. */
    readonly totalDurationMs: number | null;
  };
};

/** A provider at which the person proves again who they are. */
export type ConfirmAtProviderRequest = {
  /** Path of a page of this server to return to; absent: the page of the account. */
  readonly next?: string;
  /** Id of the provider. */
  readonly provider: string;
};

/** The password once more, or a code of the second factor. */
export type ConfirmSessionRequest = {
  /** Present password of the user. Absent: `code` is given. */
  readonly password?: string;
  /** Code of the authenticator app, or a recovery code. Absent: `password` is given. */
  readonly code?: string;
};

/** A conversation that agents and memory blocks keep. */
export type Conversation = {
  /** The id that the workflow gives. */
  readonly id: string;
  /** Number of stored messages. */
  readonly messages: number;
  /** Size of the stored texts, in bytes. */
  readonly bytes: number;
  /** Grows with each change. */
  readonly version: number;
  /** When it was changed last. */
  readonly updatedAt: string;
};

/** A conversation with its newest turns. */
export type ConversationContent = {
  /** Newest summary of earlier messages, which windows show instead of them; null if there is none. */
  readonly summary: string | null;
  /** The turns of this page, newest first. */
  readonly turns: readonly MemoryTurn[];
  /** The id that the workflow gives. */
  readonly id: string;
  /** Number of stored messages. */
  readonly messages: number;
  /** Size of the stored texts, in bytes. */
  readonly bytes: number;
  /** Grows with each change. */
  readonly version: number;
  /** When it was changed last. */
  readonly updatedAt: string;
};

/** A page of a conversation. */
export type ConversationPage = {
  /** Cursor of the page with older turns; null on the last page. */
  readonly nextCursor: string | null;
  /** The content of the response. */
  readonly data: ConversationContent;
};

/** How many deliveries had each outcome. */
export type Counters = {
  /** Deliveries that started a run. */
  readonly accepted: number;
  /** Deliveries whose key an earlier one had. */
  readonly duplicate: number;
  /** Events to which the trigger does not react. */
  readonly filtered: number;
  /** Deliveries that were refused. */
  readonly refused: number;
  /** Deliveries that wait until the trigger is resumed. */
  readonly held: number;
  /** Occurrences of a schedule that started no run. */
  readonly skipped: number;
  /** Deliveries whose run ended the processes that drove it. */
  readonly poisoned: number;
};

/** A chat as it is to be. */
export type CreateChatRequest = {
  /** Id of a deployed workflow. */
  readonly workflowId: string;
  /** The last part of the address: 1 to 100 lower-case letters, digits and hyphens, unique on the server. */
  readonly identifier: string;
  /** Name of the chat. */
  readonly title: string;
  /** What the chat is for; null if it has no description. */
  readonly description?: string | null;
  /** How the page looks. */
  readonly customizations?: ChatCustomizations | null;
  /** How visitors prove that they may use the chat. The default is `public`. */
  readonly authType?: 'public' | 'password' | 'email' | 'sso';
  /** Password of 1 to 1024 characters; required for the `authType` `password`, and refused for others. No response contains it. */
  readonly password?: string;
  /** E-mail addresses, or `@domain`; required for `email` and `sso`. */
  readonly allowedEmails?: readonly string[];
  /** The outputs that are the reply. Without any it is the output of the run. */
  readonly outputConfigs?: readonly ChatOutput[];
  /** Whether visitors may see the reasoning of models. */
  readonly includeThinking?: boolean | null;
  /** Whether visitors may see which tools are called. */
  readonly includeToolCalls?: boolean | null;
  /** How many earlier turns the workflow receives as `history`, 0 to 50. The default is 0. */
  readonly historyTurns?: number | null;
  /** Origins whose pages may embed the chat and call it, such as `https://www.example.com`. */
  readonly allowedOrigins?: readonly string[];
  /** Whether visitors can use the chat. The default is true. */
  readonly isActive?: boolean | null;
};

/** A new folder. */
export type CreateFolderRequest = {
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Name of the folder. */
  readonly name: string;
  /** Id of the parent folder; null or absent for the root. */
  readonly parentId?: string | null;
};

/** A new knowledge base. */
export type CreateKnowledgeBaseRequest = {
  /** Name of the knowledge base, unique in the workspace. */
  readonly name: string;
  /** Description of the knowledge base. The default is an empty string. */
  readonly description?: string | null;
  /** How the documents are split into chunks. */
  readonly chunkingConfig?: ChunkingConfigRequest;
  /** Model that embeds documents and searches, as `<provider>/<model>`. The default, null, is the model of `SLUICE_EMBEDDINGS_URL`, if that is set. */
  readonly embeddingModel?: string | null;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** A model provider as it is to be. */
export type CreateModelProviderRequest = {
  /** Name of the provider, unique in the workspace. Models are called `<name>/<model>`. */
  readonly name: string;
  /** The dialect that the provider speaks. */
  readonly kind: 'openai' | 'anthropic' | 'google' | 'openai-compatible';
  /** Address of the API, without the path of an operation. The default is that of the vendor. https, unless it is private and listed in SLUICE_OUTBOUND_ALLOW. */
  readonly baseUrl?: string;
  /** `{{NAME}}`: the variable of the environment of the workspace that holds the key. It is sent to the origin of `baseUrl` only. */
  readonly apiKey?: string | null;
  /** Further headers of each request. Keys are not written here. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long a stream may pause, in ms. The default is 120000. */
  readonly idleTimeoutMs?: number | null;
  /** The models that may be used. Without a list, any model may be. */
  readonly models?: readonly ListedModel[];
  /** What the server refuses: `stream_options`, `json_schema`, `tool_choice`. */
  readonly lacks?: readonly ('usage-in-streams' | 'json-schema' | 'tool-choice')[];
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** An organization as it is to be. */
export type CreateOrganizationRequest = {
  /** Name of the organization. */
  readonly name: string;
  /** Name of the plan of the organization. Only operators can change it. */
  readonly plan?: string;
};

/** A new table. */
export type CreateTableRequest = {
  /** Name of the table, unique in the workspace: at most 50 letters, digits and underscores, not starting with a digit. */
  readonly name: string;
  /** Description of the table. */
  readonly description?: string | null;
  /** The schema of the table. */
  readonly schema: SchemaRequest;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** A user as they are to be. */
export type CreateUserRequest = {
  /** E-mail address of the user. */
  readonly email: string;
  /** Name of the user. */
  readonly name: string;
};

/** A new workflow. */
export type CreateWorkflowRequest = {
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Name of the workflow. */
  readonly name: string;
  /** Description of the workflow. */
  readonly description?: string | null;
  /** Id of the folder; null or absent for the root. */
  readonly folderId?: string | null;
};

/** An MCP server with workflows as its tools. */
export type CreateWorkflowServerRequest = {
  /** Name of the server, as clients show it. */
  readonly name: string;
  /** What the server is for. Clients give it to the model. */
  readonly description?: string | null;
  /** Whether the server takes calls without a key. They act as the user who creates it. The default is false. */
  readonly isPublic?: boolean;
  /** Workflows of the workspace that become tools. */
  readonly workflowIds?: readonly string[];
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** A workspace as it is to be. */
export type CreateWorkspaceRequest = {
  /** Name of the workspace. */
  readonly name: string;
  /** Id of the organization that the workspace belongs to. */
  readonly organizationId?: string;
};

/** A new chat. */
export type CreatedChat = {
  /** Id of the created chat. */
  readonly id: string;
  /** The same as `id`. */
  readonly chatId: string;
  /** Address of its page. */
  readonly chatUrl: string;
  /** A message for people. */
  readonly message: string;
};

/** An input that a workflow declares. */
export type DeclaredInput = {
  /** Name of the input. */
  readonly name: string;
  /** Type of the input: `string`, `number`, `boolean`, `object`, `array` or `file[]`. */
  readonly type: string;
  /** Description of the input. Absent if it has none. */
  readonly description?: string;
  /** Whether the workflow refuses starts without the input. Absent if it does not. */
  readonly required?: boolean;
  /** The values that are allowed. Absent if all are. */
  readonly enum?: readonly unknown[];
  /** The value of an input that is not sent, as `default` declares it. Absent if it has none. */
  readonly default?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
};

/** The rows to delete: by a filter or by their ids. */
export type DeleteRowsRequest = {
  /** Filter: `{"column": value}`, `{"column": {"$gt": value}}`, `$and`, `$or`. It excludes `rowIds`. */
  readonly filter?: Readonly<Record<string, unknown>>;
  /** Ids of the rows. It excludes `filter`. */
  readonly rowIds?: readonly string[];
  /** Maximum number of rows to delete by a filter. */
  readonly limit?: number;
  /** Id of the workspace. Required in the body or in the query. */
  readonly workspaceId?: string;
};

/** A deleted resource. */
export type Deleted = {
  /** Id of the deleted resource. */
  readonly id: string;
  /** A message for people. */
  readonly message: string;
};

/** A deleted row. */
export type DeletedRow = {
  /** Id of the deleted row. */
  readonly id: string;
  /** A message for people. */
  readonly message: string;
  /** Always 1. */
  readonly deletedCount: number;
};

/** The rows that a request deleted. */
export type DeletedRows = {
  /** A message for people. */
  readonly message: string;
  /** Number of deleted rows. */
  readonly deletedCount: number;
  /** Ids of the deleted rows. */
  readonly deletedRowIds: readonly string[];
  /** Number of ids in the request. Absent if the request had a filter. */
  readonly requestedCount?: number;
  /** Ids of the request that do not exist. Absent if the request had a filter. */
  readonly missingRowIds?: readonly string[];
};

/** An event that reached a trigger. */
export type Delivery = {
  /** Id of the delivery. */
  readonly id: string;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Id of the trigger. */
  readonly triggerId: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** What became of it. */
  readonly outcome: 'accepted' | 'duplicate' | 'filtered' | 'refused' | 'held' | 'skipped' | 'poisoned';
  /** Why it started no run, for programs; null if it needs no reason. */
  readonly reason: string | null;
  /** Its run; of a duplicate, the run of the delivery that came first. Null without a run. */
  readonly executionId: string | null;
  /** The job of its run; null for a duplicate and without a run. */
  readonly jobId: string | null;
  /** Of a duplicate, the delivery that came first; null for others. */
  readonly duplicateOf: string | null;
  /** The delivery that it repeats; null if it repeats none. */
  readonly replayOf: string | null;
  /** When the schedule was due; null for other triggers. */
  readonly scheduledFor: string | null;
  /** When it arrived. */
  readonly receivedAt: string;
};

/** A delivery with what it contained. */
export type DeliveryDetails = {
  /** Why it was refused, for people; null for others. */
  readonly message: string | null;
  /** The headers of its request, without those that carry credentials. Empty for events that were no requests. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the run received as its input. Secrets of the workspace are shown as `{{NAME}}`, fields that are named like credentials as `[REDACTED]`. Null for a duplicate: the delivery that came first has it. */
  readonly body: unknown;
  /** Id of the delivery. */
  readonly id: string;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Id of the trigger. */
  readonly triggerId: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** What became of it. */
  readonly outcome: 'accepted' | 'duplicate' | 'filtered' | 'refused' | 'held' | 'skipped' | 'poisoned';
  /** Why it started no run, for programs; null if it needs no reason. */
  readonly reason: string | null;
  /** Its run; of a duplicate, the run of the delivery that came first. Null without a run. */
  readonly executionId: string | null;
  /** The job of its run; null for a duplicate and without a run. */
  readonly jobId: string | null;
  /** Of a duplicate, the delivery that came first; null for others. */
  readonly duplicateOf: string | null;
  /** The delivery that it repeats; null if it repeats none. */
  readonly replayOf: string | null;
  /** When the schedule was due; null for other triggers. */
  readonly scheduledFor: string | null;
  /** When it arrived. */
  readonly receivedAt: string;
};

/** A replay of all deliveries that match a filter. */
export type DeliveryReplay = {
  /** Id of the delivery replay. */
  readonly id: string;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Where it is. */
  readonly status: 'running' | 'completed' | 'cancelled';
  /** Which deliveries are repeated, as requested. */
  readonly filter: ReplayFilter;
  /** Whether the drafts run. */
  readonly draft: boolean;
  /** How many deliveries matched when it was requested. */
  readonly found: number;
  /** How many of them were repeated so far. */
  readonly replayed: number;
  /** How many of them cannot be repeated. */
  readonly refused: number;
  /** Why, with at most 20 different reasons. */
  readonly refusals: readonly RefusedReplays[];
  /** Why it makes no progress at the moment, for people; it continues by itself. Null if it makes progress or has ended. */
  readonly waitsFor: string | null;
  /** When it was requested. */
  readonly requestedAt: string;
  /** When it was completed or cancelled; null while it runs. */
  readonly endedAt: string | null;
  /** Where its job is shown. */
  readonly statusUrl: string;
};

/** The label of the new version, and the revision of the draft. */
export type DeployWorkflowRequest = {
  /** The revision of the draft that was looked at: the deployment is refused if the draft has changed since. Absent: the present draft is deployed. */
  readonly revision?: number | null;
  /** Name of the version. */
  readonly name?: string | null;
  /** Description of the version. */
  readonly description?: string | null;
};

/** A new deployment of a workflow. */
export type Deployed = {
  /** Who has changed the draft since the deployment before, the author of the last change first. */
  readonly authors: readonly DraftAuthor[];
  /** Id of the workflow. */
  readonly id: string;
  /** Whether a version of the workflow is active. */
  readonly isDeployed: boolean;
  /** When the active version was activated; null while none is. */
  readonly deployedAt: string | null;
  /** Number of the active version. Absent while none is. */
  readonly version?: number;
  /** Probable mistakes in the deployed document. Empty if nothing was deployed. */
  readonly warnings: readonly DocumentProblem[];
};

/** The deployment of a workflow. */
export type Deployment = {
  /** Id of the workflow. */
  readonly id: string;
  /** Whether a version of the workflow is active. */
  readonly isDeployed: boolean;
  /** When the active version was activated; null while none is. */
  readonly deployedAt: string | null;
  /** Number of the active version. Absent while none is. */
  readonly version?: number;
  /** Probable mistakes in the deployed document. Empty if nothing was deployed. */
  readonly warnings: readonly DocumentProblem[];
};

/** What is said about a version. */
export type DescribeVersionRequest = {
  /** Name of the version; null or an empty text removes it, absent keeps it. */
  readonly name?: string | null;
  /** Description of the version; null or an empty text removes it, absent keeps it. */
  readonly description?: string | null;
};

export type Diagnosis = {
  /** Id of the execution. */
  readonly executionId: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** The state of the run. */
  readonly status: 'queued' | 'paused' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** The reason for the state, as a code. */
  readonly finding: Finding;
  /** The finding, as a sentence. */
  readonly summary: string;
  /** The start of the state; null if unknown. */
  readonly since: string | null;
  /** The last event; null if there is none. */
  readonly lastEvent: {
    /** Type of the event. */
    readonly type: string;
    /** Position of the event in its stream. */
    readonly position: number;
    /** When the event was recorded. */
    readonly at: string;
  };
  /** The process that drives the run; null if none does. */
  readonly owner: {
    /** Id of the process in the database. */
    readonly id: number;
    /** Whether the process is running. */
    readonly alive: boolean;
    /** When the lease expires; null if there is none. */
    readonly leaseUntil: string | null;
  };
  /** How often a process has claimed the run. */
  readonly attempts: number;
  /** The deadline of the run; null if it has none. */
  readonly deadlineAt: string | null;
  /** The things that the run waits for. */
  readonly awaits: readonly Awaited[];
  /** Projections that could not apply an event of the run. */
  readonly deadLetters: readonly {
    /** Name of the projection. */
    readonly projection: string;
    /** Type of the event. */
    readonly type: string;
    /** Error message. */
    readonly error: string;
  }[];
  /** Actions that help. */
  readonly remedies: readonly Remedy[];
  /** Present if the stored events of the run were changed so that they cannot be read. */
  readonly integrity?: RunIntegrityView;
};

/** The MCP servers that a key reaches. */
export type Discover = {
  /** Always true. */
  readonly success: true;
  /** The servers, the oldest first; at most 1000. */
  readonly servers: readonly DiscoveredServer[];
  /** How clients prove who they are. */
  readonly authentication: {
    /** The name of the method. */
    readonly method: 'API Key';
    /** The header for the key. */
    readonly header: 'X-API-Key';
  };
};

/** An MCP server in the list for clients. */
export type DiscoveredServer = {
  /** Id of the server. */
  readonly id: string;
  /** Name of the server. */
  readonly name: string;
  /** What the server is for; null without a description. */
  readonly description: string | null;
  /** The workspace of the server. */
  readonly workspace: {
    /** Id of the workspace. */
    readonly id: string;
    /** Name of the workspace. */
    readonly name: string;
  };
  /** How many tools it offers at the moment. */
  readonly toolCount: number;
  /** When the server was created. */
  readonly createdAt: string;
  /** The address for MCP clients. */
  readonly url: string;
};

/** A document of a knowledge base. */
export type Document = {
  /** Id of the document. */
  readonly id: string;
  /** Id of the knowledge base. */
  readonly knowledgeBaseId: string;
  /** Name of the file. */
  readonly filename: string;
  /** Size of the file, in bytes. */
  readonly fileSize: number;
  /** Media type of the file, determined by its extension. */
  readonly mimeType: string;
  /** State of the processing: `pending`, `processing`, `completed` or `failed`. */
  readonly processingStatus: string;
  /** Number of chunks. */
  readonly chunkCount: number;
  /** Number of tokens in the text. */
  readonly tokenCount: number;
  /** Number of characters in the text. */
  readonly characterCount: number;
  /** Whether searches find the document. */
  readonly enabled: boolean;
  /** Tags of the document. */
  readonly tags: Readonly<Record<string, TagValue>>;
  /** When the document was created. */
  readonly createdAt: string;
};

/** A document of a knowledge base with the state of its processing. */
export type DocumentDetail = {
  /** Why the processing failed; null if it did not. */
  readonly processingError: string | null;
  /** When the processing started; null before. */
  readonly processingStartedAt: string | null;
  /** When the processing ended; null before. */
  readonly processingCompletedAt: string | null;
  /** Progress of the processing, in chunks. */
  readonly progress: {
    /** Number of processed chunks. */
    readonly done: number;
    /** Total number of chunks; null while it is unknown. */
    readonly total: number | null;
  };
  /** Model of the embeddings; null if the document has none. */
  readonly embeddingModel: string | null;
  /** Id of the user who uploaded the document. */
  readonly uploadedBy: string;
  /** Always null. Connectors are not supported. */
  readonly connectorId: null;
  /** Always null. Connectors are not supported. */
  readonly connectorType: null;
  /** Always null. Documents are uploaded. */
  readonly sourceUrl: null;
  /** Id of the document. */
  readonly id: string;
  /** Id of the knowledge base. */
  readonly knowledgeBaseId: string;
  /** Name of the file. */
  readonly filename: string;
  /** Size of the file, in bytes. */
  readonly fileSize: number;
  /** Media type of the file, determined by its extension. */
  readonly mimeType: string;
  /** State of the processing: `pending`, `processing`, `completed` or `failed`. */
  readonly processingStatus: string;
  /** Number of chunks. */
  readonly chunkCount: number;
  /** Number of tokens in the text. */
  readonly tokenCount: number;
  /** Number of characters in the text. */
  readonly characterCount: number;
  /** Whether searches find the document. */
  readonly enabled: boolean;
  /** Tags of the document. */
  readonly tags: Readonly<Record<string, TagValue>>;
  /** When the document was created. */
  readonly createdAt: string;
};

/** A problem of a workflow document. */
export type DocumentProblem = {
  /** Id of the block that the problem concerns, if any. */
  readonly blockId?: string;
  /** Id of the edge that the problem concerns, if any. */
  readonly edgeId?: string;
  /** Path of the field that the problem concerns, if any. */
  readonly field?: string;
  /** Where in the text of that field the problem is, if it concerns a part of it. */
  readonly position?: TextPosition;
  /** A description of the problem for people. */
  readonly message: string;
  /** The code of the problem for programs. */
  readonly code: string;
};

/** A page of documents. */
export type Documents = {
  /** The documents of the page. */
  readonly documents: readonly Document[];
  /** The position of the page in the list. */
  readonly pagination: {
    /** Number of matching documents on all pages. */
    readonly total: number;
    /** Maximum number of documents of the request. */
    readonly limit: number;
    /** Number of skipped documents. */
    readonly offset: number;
    /** Whether there are more documents after this page. */
    readonly hasMore: boolean;
  };
};

/** The draft of a workflow. */
export type Draft = {
  /** The workflow document. */
  readonly state: WorkflowDocument;
};

/** A draft with the version of the last event that changed it. */
export type DraftAtRevision = {
  /** The version of the draft. */
  readonly revision: number;
  /** The workflow document. */
  readonly document: WorkflowDocument;
};

/** A person who has changed a draft. */
export type DraftAuthor = {
  /** Id of the user; null when it is not known. */
  readonly userId: string | null;
  /** Name of the user; null when it is not known. */
  readonly name: string | null;
  /** Number of changes. */
  readonly edits: number;
  /** When the last of them was made. */
  readonly lastAt: string;
};

/** Who has changed which part of a draft last. */
export type DraftBlame = {
  /** The parts, those that were changed last first. */
  readonly parts: readonly PartBlame[];
  /** The change that made every other part: the last time that the whole draft was replaced, or its creation; null when it is not among the last 5,000 revisions. */
  readonly others: DraftChange | null;
  /** The operation that brings back the value before the last change; null when several parts were asked for, or none was changed. */
  readonly before:
    | AddBlock
    | RemoveBlock
    | MoveBlock
    | RenameBlock
    | SetField
    | UnsetField
    | SetOption
    | AddEdge
    | RemoveEdge
    | SetVariable
    | RemoveVariable
    | SetMetadata
    | null;
};

/** A change of a draft as the log of its workflow holds it. */
export type DraftChange = {
  /** The revision that it made. */
  readonly revision: number;
  /** The id that the client chose; null when the whole draft was replaced. */
  readonly editId: string | null;
  /** What the client calls the edit; null without a label. */
  readonly label: string | null;
  /** The operations; null when the whole draft was replaced. */
  readonly operations: readonly DraftOperation[];
  /** Id of the user who made it; null when it is not known. */
  readonly userId: string | null;
  /** Name of that user; null when it is not known. */
  readonly userName: string | null;
  /** When it was made. */
  readonly at: string;
};

/** A page of the history of a draft. */
export type DraftEditsPage = {
  /** The changes, oldest first. */
  readonly data: readonly DraftChange[];
  /** The present revision of the draft. */
  readonly revision: number;
  /** The `after` of the next page; null when there is none. */
  readonly nextAfter: number | null;
};

/** A page of the history of a draft in groups. */
export type DraftHistoryPage = {
  /** The entries, newest first. */
  readonly data: readonly HistoryEntry[];
  /** The present revision of the draft. */
  readonly revision: number;
  /** The `before` of the next page; null when there is none. */
  readonly nextBefore: number | null;
};

/** What happens to a draft. */
export type DraftMessage = EditNews | PresenceNews | BehindNews;

/** What has happened to a draft. */
export type DraftMessages = {
  /** The changes after the given revision, or a message that they are too many, and then who has the draft open. */
  readonly data: readonly DraftMessage[];
};

/** A small change of a draft. The list is closed: readers of recorded edits know every one. */
export type DraftOperation =
  | AddBlock
  | RemoveBlock
  | MoveBlock
  | RenameBlock
  | SetField
  | UnsetField
  | SetOption
  | AddEdge
  | RemoveEdge
  | SetVariable
  | RemoveVariable
  | SetMetadata;

/** The people who have a draft open. */
export type DraftPresence = {
  /** Everyone who has the draft open, one entry for each client. */
  readonly people: readonly PresentPerson[];
};

/** What a person does with a draft. */
export type DraftPresenceRequest = {
  /** An id that the client chooses once and keeps while the draft is open. */
  readonly client: string;
  /** Id of the block that the person edits; null or absent for none. */
  readonly block?: string | null;
  /** Id of the field that the person edits; null or absent for none. */
  readonly field?: string | null;
  /** Whether the tab is hidden or about to be closed: the person is absent at once. */
  readonly isHidden?: boolean;
};

/** A connection between two blocks. */
export type Edge = {
  /** Id of the edge. */
  readonly id: string;
  /** Id of the block where the edge starts. */
  readonly source: string;
  /** Id of the block where the edge ends. */
  readonly target: string;
  /** The output of the source block: `source`, `error`, or a branch. */
  readonly sourceHandle: string;
  /** The input of the target block. */
  readonly targetHandle: string;
};

/** An edit of a draft. */
export type EditDraftRequest = {
  /** An id that the client chooses. An edit that is sent again with the same id is not applied again. */
  readonly editId: string;
  /** The revision of the draft that the client has changed. */
  readonly base: number;
  /** What the edit is called in the history. */
  readonly label?: string;
  /** The operations, which are applied in this order, all or none. */
  readonly ops: readonly Readonly<Record<string, unknown>>[];
};

/** A change of the draft. */
export type EditNews = {
  /** Kind of the message. */
  readonly type: 'edit';
  /** The revision that it made. */
  readonly revision: number;
  /** The id that the client chose; null when the whole draft was replaced. */
  readonly editId: string | null;
  /** What the client calls the edit; null without a label. */
  readonly label: string | null;
  /** The operations; null when the whole draft was replaced. */
  readonly operations: readonly DraftOperation[];
  /** Id of the user who made it; null when it is not known. */
  readonly userId: string | null;
  /** Name of that user; null when it is not known. */
  readonly userName: string | null;
  /** When it was made. */
  readonly at: string;
};

export type EditedDraft = {
  /** The revision that contains the edit. */
  readonly revision: number;
  /** What others have changed since the base, which the client applies before its edit. */
  readonly others: readonly DraftChange[];
  /** The operations that take the edit back. */
  readonly undo: readonly DraftOperation[];
  /** Whether the document can be deployed. */
  readonly valid: boolean;
  /** The problems that prevent the deployment of the document. */
  readonly problems: readonly DocumentProblem[];
  /** Probable mistakes that do not prevent the deployment. */
  readonly warnings: readonly DocumentProblem[];
};

/** An effect of a run on an external system. Times are ISO 8601. */
export type EffectView = {
  /** Sent as `Idempotency-Key` with every attempt. */
  readonly effectKey: string;
  /** The kind of call: `http`, `email` …, `model` for a call of a language model, `tool` for a tool call of an agent. */
  readonly kind: string;
  /** The target of the call: for a model its provider and its name, for a tool its name. */
  readonly target: string;
  /** Present for the calls of an agent: the n-th turn from 0, and the n-th try of the model or the n-th tool of that turn. */
  readonly call?:
    | {
        /** The turn of the agent, from 0. */
        readonly turn: number;
        /** The try of the turn, from 0. */
        readonly attempt: number;
        /** Present for a call that sums up what the memory of the agent drops. */
        readonly purpose?: 'summary';
      }
    | {
        /** The turn of the agent, from 0. */
        readonly turn: number;
        /** The tool call of the turn, from 0. */
        readonly tool: number;
      };
  /** The block that made the call. */
  readonly blockId: string;
  /** Absent for a block of a called workflow. */
  readonly blockName?: string;
  /** The node, which is unique for each loop iteration and each call of a workflow. */
  readonly node: string;
  /** The time of the first intent. */
  readonly intendedAt: string;
  /** The outcome of its block; for a model or a tool that of the call. *unknown*: there is none, or the run continued without it; the external system may have received the call. *abandoned*: the process was lost during the call of a model, which was made again with the same key. */
  readonly outcome: 'failed' | 'answered' | 'abandoned' | 'unknown' | 'succeeded';
  /** The error of the block or of the call. */
  readonly error?: string;
  /** Present for a call of a model that has ended: its charge in US dollars; null when no price is known. */
  readonly cost?: number | null;
  /** The end of its block or of its call; null while unknown. */
  readonly settledAt: string | null;
};

/** Whether an address may use a chat. */
export type Eligibility = {
  /** Whether `allowedEmails` of the chat has it or its domain. */
  readonly eligible: boolean;
};

/** A code that shows that the authenticator app knows the secret. */
export type EnableSecondFactorRequest = {
  /** The six digits that the app shows now. */
  readonly code: string;
};

export type EntryStatus = 'completed' | 'failed' | 'pending' | 'claimed';

/** The variables of a workspace. */
export type Environment = {
  /** The variables without their values, sorted by name. */
  readonly variables: readonly VariableView[];
};

/** One problem with one field of the request. */
export type ErrorDetail = {
  /** The field: names of objects and indexes of lists, from the outside in. */
  readonly path: readonly (string | number)[];
  /** A message for people. */
  readonly message: string;
  /** Kind of the problem, for programs. */
  readonly code: string;
};

/** Failed runs of one workflow with the same error, apart from ids and numbers in it. */
export type ErrorGroup = {
  /** Name of the group, the same in every response. */
  readonly fingerprint: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** The error with `<id>` and `<n>` in place of ids and numbers. */
  readonly pattern: string;
  /** Number of failed runs. */
  readonly count: number;
  /** When the first of them started. */
  readonly firstAt: string;
  /** When the last of them started. */
  readonly lastAt: string;
  /** Execution id of the last of them. */
  readonly lastExecutionId: string;
  /** Error of the last of them. */
  readonly lastError: string;
};

/** The input of a run and how to run it. The input consists of the fields of `inputs`, of `input`, and all other fields of the body that are not listed here; if several have a field of the same name, the first in this order counts. An empty body is an empty input. */
export type ExecuteBody = {
  /** The input of the run, by name. */
  readonly inputs?: Readonly<Record<string, unknown>>;
  /** Further input. A field of the same name in `inputs` takes precedence. A value that is no object is the whole input if it is the only one, else the input field `input`. */
  readonly input?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
  /** Whether to start the run as a job and respond at once. */
  readonly async?: boolean;
  /** Whether to respond with server-sent events. */
  readonly stream?: boolean;
  /** Outputs to send while a streamed run is active: `blockId.path`, or `blockName.path`. */
  readonly selectedOutputs?: readonly string[];
  /** Whether to send the reasoning of models; streamed runs only. Needs the header `X-Sim-Stream-Protocol: agent-events-v1`. */
  readonly includeThinking?: boolean;
  /** Whether to send the beginning and the end of each tool call; streamed runs only. Needs the same header. */
  readonly includeToolCalls?: boolean;
  /** Your own id for the run, unique in the workspace. */
  readonly executionId?: string;
  readonly [name: string]: unknown;
};

/** The input of a run, and how to run it. */
export type ExecuteRunBody = {
  /** The input of the run. */
  readonly input?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
  /** Whether to respond at once, with a job. */
  readonly async?: boolean;
  /** Whether to send outputs as server-sent events while the run is active. */
  readonly stream?: boolean;
  /** Outputs to send while the run is active, such as `agent.content`; streamed runs only. */
  readonly selectedOutputs?: readonly string[];
  /** Longest duration of an asynchronous run, in seconds. Values above the limit of the server are reduced to that limit, except on enterprise plans. */
  readonly executionTimeoutSeconds?: number;
};

/** Specification 2.2; a failed run has the same shape with a code. */
export type Execution = {
  /** Whether the run did not fail. */
  readonly success: boolean;
  /** Id of the execution. */
  readonly executionId: string;
  /** Present when the run is paused. */
  readonly status?: 'paused';
  /** Output of the run. */
  readonly output: unknown;
  /** Error message; null unless the run failed. */
  readonly error: string | null;
  /** The error code; present when the run failed. */
  readonly code?: string;
  /** When the run started and ended. */
  readonly metadata: RunMetadata;
  /** What remains of the limits of the account; present when the run did not fail. */
  readonly limits?: LimitsView;
};

/** A response without the `data` envelope. */
export type ExecutionLog = {
  /** Id of the execution. */
  readonly executionId: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** The workflow version that ran. Fields with secrets are empty; references such as `{{NAME}}` stay. */
  readonly workflowState: WorkflowDocument;
  /** Times and cost of the run. */
  readonly executionMetadata: {
    /** What started the run: `api`, `manual`, `workflow` … */
    readonly trigger: string;
    /** The trigger and the delivery that started the run; null for a call. */
    readonly triggerSource: TriggerSource | null;
    /** When the run started. */
    readonly startedAt: string;
    /** When the run ended; null while it is active or paused. */
    readonly endedAt: string | null;
    /** Duration of the run without waiting times, in ms; null until it ends. */
    readonly totalDurationMs: number | null;
    /** Cost of the run; null if nothing was charged yet. */
    readonly cost: {
      /** Total cost, in US dollars. */
      readonly total: number;
    };
  };
  /** Limits of the account and what is left of them. */
  readonly limits: LimitsView;
};

export type ExecutionReport = {
  /** Id of the execution. */
  readonly executionId: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** Status of the run: `queued`, `running`, `paused`, `completed`, `failed` or `cancelled`. */
  readonly status: string;
  /** What started the run: `api`, `manual`, `workflow` … */
  readonly trigger: string;
  /** Present when the run repeats another one. */
  readonly origin?: RunOrigin;
  /** `error` if the run failed, else `info`. */
  readonly level: 'error' | 'info';
  /** When the run started; null while it is queued. */
  readonly startedAt: string | null;
  /** When the run ended; null before. */
  readonly endedAt: string | null;
  /** Duration of the run without waiting times, in ms; null until it ends. */
  readonly totalDurationMs: number | null;
  /** The pause; null unless the run is paused. */
  readonly paused: Paused | null;
  /** Cost of the run so far; null if nothing was charged yet. */
  readonly cost: {
    /** The base charge and the charge of each call of a language model, in US dollars. */
    readonly total: number;
  };
  /** Error message; null unless the run failed. */
  readonly error: string | null;
  /** The output; null unless `includeOutput` was set and the run has ended. */
  readonly finalOutput: unknown;
  /** The selected outputs; null unless outputs were selected. */
  readonly blockOutputs: Readonly<Record<string, unknown>>;
  /** Whether the stored events of the run are those that were recorded; null before its first event. */
  readonly integrity: RunIntegrityView | null;
};

export type ExecutionStatus = 'paused' | 'running' | 'completed' | 'failed' | 'cancelled';

/** A consumer of the exports file of the process that answers. */
export type ExportConsumerStatus = {
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
};

/** Why the batch of a consumer does not arrive. */
export type ExportFault = {
  /** What went wrong. */
  readonly message: string;
  /** Attempts that have failed since one succeeded. */
  readonly failures: number;
  /** When the latest attempt failed. ISO 8601. */
  readonly at: string;
};

/** An exported workflow. */
export type ExportedDocument = {
  /** The version of the format. */
  readonly version: '1.0';
  /** When the document was exported. */
  readonly exportedAt: string;
  /** The exported workflow. */
  readonly workflow: ExportedWorkflow;
  /** The workflow document without secrets. */
  readonly state: WorkflowDocument;
};

/** A line of an export: a turn, or a summary. */
export type ExportedText = {
  /** Version of the conversation that it made. */
  readonly version: number;
  /** When it was stored. */
  readonly at: string;
  /** The run that stored it; null without a run. */
  readonly executionId: string | null;
  /** Messages of a turn; absent for a summary. */
  readonly messages?: readonly MemoryMessage[];
  /** Text of a summary; absent for a turn. */
  readonly summary?: string;
  /** The last version that the summary covers; absent for a turn. */
  readonly through?: number;
  /** Random text that is part of the digest. */
  readonly salt: string;
  /** SHA-256 over the salt, a line feed and the stored text, in hexadecimal: the same as in the event. */
  readonly digest: string;
};

/** The workflow of an exported document. */
export type ExportedWorkflow = {
  /** Id of the exported workflow. */
  readonly id: string;
  /** Name of the exported workflow. */
  readonly name: string;
  /** Description of the workflow; null if it has none. */
  readonly description: string | null;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Id of the folder; null for the root. */
  readonly folderId: string | null;
};

/** The response for a run that failed. */
export type FailedRun = {
  /** Always false. */
  readonly success: false;
  /** Error message. */
  readonly error: string;
  /** Error code for programs. */
  readonly code: string;
  /** Id of the execution. */
  readonly executionId: string;
  /** Present when the run is paused. */
  readonly status?: 'paused';
  /** Output of the run. */
  readonly output: unknown;
  /** When the run started and ended. */
  readonly metadata: RunMetadata;
  /** What remains of the limits of the account; present when the run did not fail. */
  readonly limits?: LimitsView;
};

/** A value to choose. */
export type FieldOption = {
  /** The value of the answer. */
  readonly value: string | number;
  /** The text that people see. */
  readonly label: string;
};

/** The runs that started within one span of time. */
export type FigureBucket = {
  /** Start of the span. */
  readonly at: string;
  /** Id of the workflow; null without `groupBy=workflow`. */
  readonly workflowId: string | null;
  /** Number of runs that started. */
  readonly started: number;
  /** Number of them that completed. */
  readonly completed: number;
  /** Number of them that failed. */
  readonly failed: number;
  /** Number of them that were cancelled. */
  readonly cancelled: number;
  /** Half of the ended runs took at most so long, in ms; null when none has ended. */
  readonly p50Ms: number | null;
  /** 95 % of the ended runs took at most so long, in ms. */
  readonly p95Ms: number | null;
  /** 99 % of the ended runs took at most so long, in ms. */
  readonly p99Ms: number | null;
  /** What the runs have cost, in US dollars. */
  readonly costUsd: number;
};

/** A file of a workspace. */
export type File = {
  /** Id of the file. */
  readonly id: string;
  /** Name of the file. */
  readonly name: string;
  /** Size of the file, in bytes. */
  readonly size: number;
  /** Media type that the client declared at the upload. */
  readonly type: string;
  /** Name for people and blocks, `files/<workspace>/<name>`. It grants no access. */
  readonly key: string;
  /** Id of the user who uploaded the file, or for whom a run did; null without a user. */
  readonly uploadedBy: string | null;
  /** E-mail address of the person who uploaded the file on the answer page by a link that was sent to them; absent otherwise. */
  readonly uploadedByEmail?: string;
  /** When the file was uploaded. */
  readonly uploadedAt: string;
};

/** A page of files. */
export type FileList = {
  /** Always true. */
  readonly success: true;
  /** The page. */
  readonly data: {
    /** The files of the page, newest first. */
    readonly files: readonly File[];
    /** Number of files in the workspace. */
    readonly totalCount: number;
  };
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
};

/** A file of the workspace. Its bytes are read for each call and are part of no event. */
export type FilePart = {
  /** Kind of the part. */
  readonly type: 'file';
  /** Id of the file. */
  readonly fileId: string;
  /** Name of the file. */
  readonly name: string;
  /** Media type of the file. */
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
};

/** The reasons for the state of a run. */
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
  | 'unattended'
  | 'changed';

/** What firing a trigger by hand has done. */
export type Fired = {
  /** Id of the delivery; null while there is none. */
  readonly deliveryId: string | null;
  /** *refused*: the account may start no runs; `reason` says why. *skipped*: a run is active. *waiting*: the run starts when the active one has ended. *polling*: the trigger asks its source now. */
  readonly outcome: 'accepted' | 'duplicate' | 'filtered' | 'refused' | 'held' | 'skipped' | 'poisoned' | 'polling' | 'waiting';
  /** Id of the run; null if there is none. */
  readonly executionId: string | null;
  /** Id of its job, whose result can be polled. */
  readonly jobId: string | null;
  /** Why it may not start, for programs. */
  readonly reason: string | null;
};

/** A folder of workflows. */
export type FolderView = {
  /** Id of the folder. */
  readonly id: string;
  /** Name of the folder. */
  readonly name: string;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Id of the parent folder; null for the root. */
  readonly parentId: string | null;
  /** When the folder was created. */
  readonly createdAt: string;
  /** When the folder was last changed. */
  readonly updatedAt: string;
};

/** A message of the conversation with a model. */
export type ForkMessage = {
  /** Who says it. */
  readonly role: 'system' | 'user' | 'assistant';
  /** What is said. */
  readonly content: string;
};

/** A document. */
export type FoundDocument = {
  /** The requested document. */
  readonly document: DocumentDetail;
};

/** A knowledge base. */
export type FoundKnowledgeBase = {
  /** The requested knowledge base. */
  readonly knowledgeBase: KnowledgeBase;
};

/** A row. */
export type FoundRow = {
  /** The requested row. */
  readonly row: RowView;
};

/** A table. */
export type FoundTable = {
  /** The requested table. */
  readonly table: Table;
};

export type FreeSpace = {
  /** What the folder has. *database*: the data of the embedded database. *files*: stored files. */
  readonly folder: 'files' | 'database';
  /** Free space of its disk, in bytes. */
  readonly freeBytes: number;
};

/** Confirms a deletion. */
export type Gone = {
  /** A message for people. */
  readonly message: string;
};

/** An event that arrived at a listener. It started no run. */
export type HeardEvent = {
  /** When it arrived. ISO 8601. */
  readonly receivedAt: string;
  /** When it is deleted: after an hour, or within ten minutes if runs of the workflow keep no contents. ISO 8601. */
  readonly shownUntil: string;
  /** The method of the request. */
  readonly method: string;
  /** The headers without those that carry credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** The name of the event, as its provider states it; null if it states none. */
  readonly name: string | null;
  /** What a run would receive: the `input` of a manual run. */
  readonly input: unknown;
  /** Whether its signature was checked: not if the block has no secret yet. */
  readonly isVerified: boolean;
  /** Whether the trigger reacts to it. */
  readonly startsRun: boolean;
};

/** Changes of one person that followed each other, or what became of versions. */
export type HistoryEntry = {
  /** *edits*: changes of parts. *replaced*: the whole draft was saved, imported or restored. *deployed*: the draft became a version. *activated*: an earlier version became the active one. *undeployed*: no version is active any more. */
  readonly kind: 'edits' | 'replaced' | 'deployed' | 'activated' | 'undeployed';
  /** The revision before the first change: the draft as it was. For versions the place among the revisions. */
  readonly from: number;
  /** The revision after the last change. For versions the place among the revisions. */
  readonly to: number;
  /** Number of changes. */
  readonly edits: number;
  /** The different labels of the changes, the last ones, at most ten; the name of a version. */
  readonly labels: readonly string[];
  /** Number of the version; null for changes. */
  readonly version: number | null;
  /** Description of the version; null for changes and without one. */
  readonly description: string | null;
  /** Id of the user; null when it is not known. */
  readonly userId: string | null;
  /** Name of the user; null when it is not known. */
  readonly userName: string | null;
  /** When the first of them happened. */
  readonly startedAt: string;
  /** When the last of them happened. */
  readonly endedAt: string;
};

export type Hold = {
  /** Id of the execution. */
  readonly executionId: string;
  /** Whether the run is on hold: kept regardless of its age. */
  readonly held: boolean;
  /** The reason for the hold; null without a hold. */
  readonly reason: string | null;
};

/** Whether an identifier can be used. */
export type Identifier = {
  /** Whether it is free, and has the form of one. */
  readonly available: boolean;
  /** Why it cannot; null if it can. */
  readonly error: string | null;
};

/** The result of an import. */
export type ImportReport = {
  /** Number of inserted rows. */
  readonly insertedCount: number;
  /** Number of rejected lines. */
  readonly refusedCount: number;
  /** The first 100 rejected lines. */
  readonly refused: readonly RefusedLine[];
  /** Why reading stopped before the end of the file; null if it did not. Rows inserted before are kept. */
  readonly stopped: {
    /** Number of the line where reading stopped. */
    readonly line: number;
    /** The reason. */
    readonly message: string;
  };
};

/** An exported workflow to import. */
export type ImportWorkflowRequest = {
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** The exported document, or its JSON text. */
  readonly workflow: unknown;
  /** Name of the workflow. The default is the name in the document. */
  readonly name?: string | null;
  /** Description of the workflow. The default is the description in the document. */
  readonly description?: string | null;
  /** Id of the folder; null or absent for the root. */
  readonly folderId?: string | null;
  /** Whether triggers keep the addresses that they have in the document. Each must never have been used on this server. */
  readonly keepPaths?: boolean;
};

/** A new workflow with the problems of its draft. */
export type ImportedWorkflow = {
  /** The problems that prevent the deployment of the draft. */
  readonly problems: readonly DocumentProblem[];
  /** Probable mistakes that do not prevent the deployment. */
  readonly warnings: readonly DocumentProblem[];
  /** Id of the workflow. */
  readonly id: string;
  /** Name of the workflow. */
  readonly name: string;
  /** Description of the workflow; null if it has none. */
  readonly description: string | null;
  /** Id of the folder; null for the root. */
  readonly folderId: string | null;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Whether a version of the workflow is active. */
  readonly isDeployed: boolean;
  /** When the active version was activated; null while none is. */
  readonly deployedAt: string | null;
  /** When the workflow was created. */
  readonly createdAt: string;
  /** When the workflow was last changed. */
  readonly updatedAt: string;
};

/** Proves that one entry is under a signed root, without other entries. */
export type InclusionProof = {
  /** The entry and its way to the root. */
  readonly proof: {
    /** The entry as it is hashed. */
    readonly entry: AuditEntry;
    /** The hash of the entry before it. */
    readonly previous: string;
    /** From the leaf upwards. */
    readonly path: readonly string[];
    /** The root that was signed. */
    readonly root: RootStatement;
    /** Ed25519 signature of the root, base64url. */
    readonly signature: string;
    /** The lines in which keys name the ones after them; absent when there are none. */
    readonly keys?: readonly string[];
  };
};

/** One row as `data`, or several as `rows`. */
export type InsertRowsRequest = {
  /** The cells of one row, by column name. It excludes `rows`. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Up to 1,000 rows. All or none of them are inserted. It excludes `data`. */
  readonly rows?: readonly Readonly<Record<string, unknown>>[];
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** The inserted rows. */
export type InsertedRows = {
  /** The inserted rows, in the order of the request. */
  readonly rows: readonly RowView[];
  /** Number of inserted rows. */
  readonly insertedCount: number;
  /** A message for people. */
  readonly message: string;
};

/** *verified*: the stored events of a run are those that the audit log vouches for. *pending*: the run has not ended, or its events are as recorded and the audit log does not vouch for the last of them yet. *not_covered*: a former release recorded at least one of them, without a digest. *changed*: they are not as recorded. */
export type IntegrityStatus = 'pending' | 'changed' | 'verified' | 'not_covered';

/** An open invitation to an organization. */
export type InvitationView = {
  /** Id of the invitation. */
  readonly id: string;
  /** Id of the organization. */
  readonly organizationId: string;
  /** Name of the organization. */
  readonly organizationName: string;
  /** The invited e-mail address. */
  readonly email: string;
  /** Role of the user in the organization once they have accepted. */
  readonly role: 'member' | 'admin' | 'owner';
  /** When the address was invited. */
  readonly invitedAt: string;
  /** When the invitation expires, by default 7 days after it was sent (`SLUICE_INVITATION_LIFETIME`). */
  readonly expiresAt: string;
  /** Whether it has expired. It can then be declined, withdrawn or sent again, and not accepted. */
  readonly expired: boolean;
};

/** A key as it is to be. */
export type IssueApiKeyRequest = {
  /** Name of the API key. */
  readonly name: string;
  /** From when on it is no longer valid; null: never; absent: as the key in use. */
  readonly expiresAt?: string | null;
  /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Without scopes the key has all permissions of its user. */
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
  /** Status of the job. */
  readonly status: JobStatus;
  /** When the run started and ended. */
  readonly metadata: {
    /** When the job started; null before. */
    readonly startedAt: string | null;
    /** When the job ended; null before. */
    readonly completedAt: string | null;
    /** Duration of the job, in ms; null until it ends. */
    readonly duration: number | null;
    /** When the run asked the questions that it waits for; absent unless it waits for a person. */
    readonly pausedAt?: string;
    /** Address of the page on which people answer; absent unless the run waits for a person. */
    readonly answerUrl?: string;
    /** Present for the replay of many deliveries: how many match. */
    readonly found?: number;
    /** Present for the replay of many deliveries: how many were repeated so far. */
    readonly replayed?: number;
    /** Present for the replay of many deliveries: how many cannot be repeated. */
    readonly refused?: number;
  };
  /** The output of the run; present when it has completed. */
  readonly output?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
  /** The error; present when the run failed. */
  readonly error?: string;
  /** Typical duration of runs of this workflow, in ms; present until the job ends. */
  readonly estimatedDuration?: number;
};

export type JobStatus = 'queued' | 'completed' | 'failed' | 'cancelled' | 'processing';

/** The invitation that is accepted. */
export type JoinRequest = {
  /** What follows the `#` in the address of the link. */
  readonly token: string;
};

/** What a person has joined. */
export type Joined = {
  /** What the person belongs to now. */
  readonly to: 'workspace' | 'organization';
  /** Id of the workspace or of the organization. */
  readonly id: string;
};

/** Who provides the key of a call, and so pays the provider. */
export type KeyOwner = 'workspace' | 'organization' | 'block' | 'operator' | 'none';

/** Work of one kind, by its state. */
export type KindOfWork = {
  /** The kind of work, such as `job`. */
  readonly kind: string;
  /** Number of due work items without a process. */
  readonly due: number;
  /** Number of work items that wait until other runs of their account or workflow have ended. */
  readonly held: number;
  /** Number of work items that wait for their next attempt. */
  readonly pausing: number;
  /** Number of active work items. */
  readonly running: number;
  /** How long the oldest of them has been due, in ms. */
  readonly oldestDueMs: number;
};

/** A knowledge base. */
export type KnowledgeBase = {
  /** Id of the knowledge base. */
  readonly id: string;
  /** Name of the knowledge base. */
  readonly name: string;
  /** Description of the knowledge base. */
  readonly description: string;
  /** Number of documents. */
  readonly docCount: number;
  /** Total number of tokens in the documents. */
  readonly tokenCount: number;
  /** Model that embeds the documents, `<provider>/<model>` if the knowledge base names one; `full-text` if none is configured. */
  readonly embeddingModel: string;
  /** Dimension of the embeddings; 0 if there are none. */
  readonly embeddingDimension: number;
  /** How the documents are split into chunks. Sizes are in tokens. */
  readonly chunkingConfig: ChunkingConfig;
  /** Always empty. Connectors are not supported. */
  readonly connectorTypes: readonly string[];
  /** When the knowledge base was created. */
  readonly createdAt: string;
  /** When the knowledge base was last changed. */
  readonly updatedAt: string;
};

/** The knowledge bases of a workspace. */
export type KnowledgeBases = {
  /** All knowledge bases of the workspace, newest first. */
  readonly knowledgeBases: readonly KnowledgeBase[];
  /** Number of knowledge bases. */
  readonly totalCount: number;
};

/** The limits of an account and its usage. */
export type LimitsView = {
  /** The rate limits of starts of runs. */
  readonly workflowExecutionRateLimit: {
    /** The bucket of synchronous starts. */
    readonly sync: BucketView;
    /** The bucket of asynchronous starts. */
    readonly async: BucketView;
  };
  /** The usage in the present billing period. */
  readonly usage: {
    /** Cost in US dollars. */
    readonly currentPeriodCost: number;
    /** Cost limit in US dollars; 999999 without a limit. */
    readonly limit: number;
    /** Name of the plan. */
    readonly plan: string;
    /** Whether the cost limit is reached, so that no more runs start. */
    readonly isExceeded: boolean;
  };
};

export type ListedAnswer = {
  /** The user who answered; null for the holder of a link. */
  readonly userId: string | null;
  /** E-mail address of the person; null for the holder of a link that was sent to no named person. */
  readonly email: string | null;
  /** How the person answered: with a `key`, signed in (`session`), or by a `link`. */
  readonly via: 'link' | 'key' | 'session';
  /** When the answer was given. */
  readonly at: string;
  /** The answer. */
  readonly input: unknown;
};

/** A page of chunks. */
export type ListedChunks = {
  /** The chunks of the page, in the order of the text. */
  readonly chunks: readonly Chunk[];
  /** The position of the page in the document. */
  readonly pagination: {
    /** Number of chunks of the document. */
    readonly total: number;
    /** Maximum number of chunks of the request. */
    readonly limit: number;
    /** Number of skipped chunks. */
    readonly offset: number;
    /** Whether there are more chunks after this page. */
    readonly hasMore: boolean;
  };
};

/** What is written about one model of a provider. Absent facts come from the catalogue of the server. */
export type ListedModel = {
  /** Name that the provider is sent. */
  readonly id: string;
  /** Further names of the model. */
  readonly alias?: readonly string[];
  /** Longest conversation, in tokens. */
  readonly contextWindow?: number;
  /** Longest answer, in tokens. */
  readonly maxOutput?: number;
  /** What the model can do. */
  readonly capabilities?: readonly ('tools' | 'vision' | 'files' | 'audio' | 'json' | 'reasoning' | 'embeddings')[];
  /** What the model costs. */
  readonly prices?: ListedPrices;
};

/** A question with its answers. */
export type ListedPause = {
  /** Id of the question within its run. */
  readonly contextId: string;
  /** Id of the execution. */
  readonly executionId: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** Name of the workflow. */
  readonly workflowName: string;
  /** Id of the block. */
  readonly blockId: string;
  /** Name of the block that asks, with its pass or branch. */
  readonly title: string;
  /** `open`; `answered`; `expired`: not answered in time; `closed`: the run has ended or continued without an answer. */
  readonly status: 'answered' | 'closed' | 'open' | 'expired';
  /** The data that the question shows. */
  readonly data: unknown;
  /** The fields of the answer, in the order of the form. Empty when any answer is accepted. */
  readonly form: readonly ResumeField[];
  /** E-mail addresses of the people who are asked; empty: everyone who can write in the workspace. */
  readonly approvers: readonly string[];
  /** Number of answers that the question needs. */
  readonly requiredApprovals: number;
  /** Number of answers so far. */
  readonly approvals: number;
  /** The answers so far, the first one first. */
  readonly answers: readonly ListedAnswer[];
  /** What has become of the answer; null until the answers are complete. */
  readonly outcome: AnswerOutcome | null;
  /** Whether the user of the caller may answer. */
  readonly mayAnswer: boolean;
  /** Why the user may not answer: `answered-before`, `not-asked` or `may-not-write`; null for those who may, and for a question that is not open. */
  readonly hindrance: 'answered-before' | 'not-asked' | 'may-not-write' | null;
  /** When the question was asked. */
  readonly askedAt: string;
  /** When the question expires; null if it does not. */
  readonly expiresAt: string | null;
  /** What a question does that expires: `fail` ends its run as failed, `continue` continues with the default answer. */
  readonly onExpiry: 'fail' | 'continue';
  /** Address for answers of programs. */
  readonly apiUrl: string;
  /** Address of the answer page. */
  readonly uiUrl: string;
};

/** A page of questions. */
export type ListedPauses = {
  /** The questions. */
  readonly data: readonly ListedPause[];
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
};

/** Prices in US dollars for a million tokens. */
export type ListedPrices = {
  /** Tokens of the request. */
  readonly input: number;
  /** Tokens of the request that the provider had cached; absent: as other tokens of the request. */
  readonly cachedInput?: number;
  /** Tokens of the request that the provider puts into its cache; absent: as other tokens of the request. */
  readonly cacheWrite?: number;
  /** Tokens of the answer, reasoning included. */
  readonly output: number;
};

/** A workflow of a list, with its runs. */
export type ListedWorkflow = {
  /** How often the workflow has run. A run is counted a few seconds after its start. */
  readonly runCount: number;
  /** When the latest run started that is still kept; null if there is none. */
  readonly lastRunAt: string | null;
  /** Status of that run; null if there is none. */
  readonly lastRunStatus: 'paused' | 'running' | 'completed' | 'failed' | 'cancelled' | null;
  /** Number of the active version; null while none is active. */
  readonly activeVersion: number | null;
  /** Id of the workflow. */
  readonly id: string;
  /** Name of the workflow. */
  readonly name: string;
  /** Description of the workflow; null if it has none. */
  readonly description: string | null;
  /** Id of the folder; null for the root. */
  readonly folderId: string | null;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Whether a version of the workflow is active. */
  readonly isDeployed: boolean;
  /** When the active version was activated; null while none is. */
  readonly deployedAt: string | null;
  /** When the workflow was created. */
  readonly createdAt: string;
  /** When the workflow was last changed. */
  readonly updatedAt: string;
};

/** Which trigger to listen to. */
export type ListenRequest = {
  /** Id of the webhook block in the draft. */
  readonly triggerBlockId: string;
};

/** What waits for one event of a trigger. */
export type Listener = {
  /** Id of the trigger. A block of a draft that was never deployed has the id that its trigger will have. */
  readonly triggerId: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** Id of the block of the trigger, for a manual run. */
  readonly triggerBlockId: string;
  /** `captured`: an event has arrived. `expired`: none arrived in time. */
  readonly status: 'expired' | 'waiting' | 'captured';
  /** When it ends. ISO 8601. */
  readonly expiresAt: string;
  /** What has arrived; present when `status` is `captured`. */
  readonly delivery?: HeardEvent;
};

/** The response for one entry. */
export type Log = {
  /** The workflow of the run. */
  readonly workflow: {
    /** Id of the logged workflow. */
    readonly id: string;
    /** Name of the logged workflow. */
    readonly name: string;
    /** Description of the workflow. */
    readonly description: string | null;
    /** Whether the workflow has been deleted since. */
    readonly deleted: boolean;
    /** Id of the folder of the workflow; null if it is in none. */
    readonly folderId: string | null;
    /** Id of the workspace. */
    readonly workspaceId: string;
  };
  /** The input, the trace and the output of the run. */
  readonly executionData: {
    /** Status of the run. */
    readonly status: 'paused' | 'running' | 'completed' | 'failed' | 'cancelled';
    /** What started the run: `api`, `manual`, `workflow` … */
    readonly trigger: {
      /** Kind of trigger. */
      readonly type: string;
      /** When the run was triggered. */
      readonly timestamp: string;
    };
    /** Error message; null unless the run failed, or was cancelled because its workflow was deleted. */
    readonly error: string | null;
    /** Present when the run replays another run. */
    readonly origin?: RunOrigin;
    /** When the run was put into the queue; null if it did not wait there, and once its job is deleted. */
    readonly queuedAt: string | null;
    /** Input of the run. */
    readonly workflowInput: unknown;
    /** Output of the run. */
    readonly finalOutput: unknown;
    /** What the calls of each language model have used, by the name that its provider was sent. */
    readonly models: Readonly<Record<string, ModelUse>>;
    /** Spans of the blocks, as a tree. */
    readonly traceSpans: readonly TraceSpan[];
  };
  /** Whether the stored events of the run are those that were recorded; null when none is stored. */
  readonly integrity: RunIntegrityView | null;
  /** Id of the basic. */
  readonly id: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** Id of the execution. */
  readonly executionId: string;
  /** Id of the deployment version. */
  readonly deploymentVersionId: string;
  /** `error` if the run failed, else `info`. */
  readonly level: 'error' | 'info';
  /** What started the run: `api`, `manual`, `webhook`, `schedule`, `chat` or `workflow`. */
  readonly trigger: string;
  /** The trigger and the delivery that started the run; null for a call. */
  readonly triggerSource: TriggerSource | null;
  /** When the run started. */
  readonly startedAt: string;
  /** When the run ended; null while it is active or paused. */
  readonly endedAt: string | null;
  /** Duration of the run without waiting times, in ms; null until it ends. */
  readonly totalDurationMs: number | null;
  /** Cost of the run; null if nothing was charged yet. */
  readonly cost: {
    /** Total cost, in US dollars. */
    readonly total: number;
  };
  /** The language models that the run has called, sorted. Empty until the run has ended. */
  readonly modelsUsed: readonly string[];
  /** Always null: files are part of the input. */
  readonly files: null;
  /** When the basic was created. */
  readonly createdAt: string;
};

/** Runs that have started, paused, continued or ended. */
export type LogChanges = {
  /** The changed runs as they are now, with their workflows. The one that changed last comes first; at most 50. */
  readonly data: readonly LogEntry[];
  /** How many further runs have changed. Read the list again to see them. */
  readonly left: number;
  /** Whether more has happened than can be listed since the given place. Read the list again; `data` is empty. */
  readonly isMissed: boolean;
  /** The `after` of the next changes. */
  readonly nextAfter: string;
};

/** One entry of the list. `details=full` and its flags add members. */
export type LogEntry = {
  /** Present with `details=full`. */
  readonly workflow?: LoggedWorkflow;
  /** Present with `details=full`. */
  readonly executionData?: {
    /** Status of the run. */
    readonly status: 'paused' | 'running' | 'completed' | 'failed' | 'cancelled';
    /** What started the run: `api`, `manual`, `workflow` … */
    readonly trigger: {
      /** Kind of trigger. */
      readonly type: string;
      /** When the run was triggered. */
      readonly timestamp: string;
    };
    /** Error message; null unless the run failed, or was cancelled because its workflow was deleted. */
    readonly error: string | null;
    /** What the calls of each language model have used. Present with `includeFinalOutput` or `includeTraceSpans`. */
    readonly models?: Readonly<Record<string, ModelUse>>;
  };
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
  /** `error` if the run failed, else `info`. */
  readonly level: 'error' | 'info';
  /** What started the run: `api`, `manual`, `webhook`, `schedule`, `chat` or `workflow`. */
  readonly trigger: string;
  /** The trigger and the delivery that started the run; null for a call. */
  readonly triggerSource: TriggerSource | null;
  /** When the run started. */
  readonly startedAt: string;
  /** When the run ended; null while it is active or paused. */
  readonly endedAt: string | null;
  /** Duration of the run without waiting times, in ms; null until it ends. */
  readonly totalDurationMs: number | null;
  /** Cost of the run; null if nothing was charged yet. */
  readonly cost: {
    /** Total cost, in US dollars. */
    readonly total: number;
  };
  /** The language models that the run has called, sorted. Empty until the run has ended. */
  readonly modelsUsed: readonly string[];
  /** Always null: files are part of the input. */
  readonly files: null;
  /** When the basic was created. */
  readonly createdAt: string;
};

export type LoggedWorkflow = {
  /** Id of the logged workflow. */
  readonly id: string;
  /** Name of the logged workflow. */
  readonly name: string;
  /** Description of the workflow. */
  readonly description: string | null;
  /** Whether the workflow has been deleted since. */
  readonly deleted: boolean;
};

/** The workspace of a deletion, which is in the body or in the query. */
export type MaybeWorkspaceRequest = {
  /** Id of the workspace. Required in the body or in the query. */
  readonly workspaceId?: string;
};

/** An MCP server that a workspace uses. */
export type McpServer = {
  /** Id of the registration. */
  readonly id: string;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Name of the server. */
  readonly name: string;
  /** What it is for; null: nothing. */
  readonly description: string | null;
  /** Address of the server. */
  readonly url: string;
  /** How messages travel. */
  readonly transport: 'streamable-http';
  /** How the server knows this one. */
  readonly authType: 'none' | 'headers' | 'oauth';
  /** Whether requests carry headers. Their values are never shown. */
  readonly hasHeaders: boolean;
  /** The names of the headers. */
  readonly headerNames: readonly string[];
  /** Id of this server at the authorization server; null without access tokens. */
  readonly oauthClientId: string | null;
  /** Whether a secret belongs to it. */
  readonly hasOauthClientSecret: boolean;
  /** How access tokens are obtained; null without them. */
  readonly oauthGrant: 'authorization_code' | 'client_credentials' | null;
  /** The scopes that are asked for; null: those that the server names. */
  readonly oauthScope: string | null;
  /** When a person has signed in to the server; null: that has not happened with the present client and scope. */
  readonly authorizedAt: string | null;
  /** Longest time of a call, in ms. */
  readonly timeout: number;
  /** How often a call of an idempotent tool is repeated. */
  readonly retries: number;
  /** Whether blocks may use the server. */
  readonly enabled: boolean;
  /** Whether a tool is refused that has changed since the workflow was deployed. */
  readonly pinTools: boolean;
  /** The revision of the protocol, when the server was last refreshed; null before that. */
  readonly protocolVersion: string | null;
  /** How many tools it had then; null before that. */
  readonly toolCount: number | null;
  /** When its tools were last found to have changed; null before the first refresh. */
  readonly refreshedAt: string | null;
  /** When it was registered. */
  readonly createdAt: string;
  /** When the registration was last changed. */
  readonly updatedAt: string;
};

/** A tool of an MCP server. */
export type McpServerTool = {
  /** Name of the tool. */
  readonly name: string;
  /** What it does; null if the server does not say it. */
  readonly description: string | null;
  /** JSON Schema of its arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Whether the server says that a repeated call does nothing more. */
  readonly isIdempotent: boolean;
};

export type MemberRemoved = {
  /** Id of the member removed. */
  readonly id: string;
  /** A message for people. */
  readonly message: string;
  /** Keys of workspaces that acted as the member and work no more. */
  readonly endedApiKeys: readonly {
    /** Id of the API key. */
    readonly id: string;
    /** Name of the API key. */
    readonly name: string;
    /** Id of the workspace. */
    readonly workspaceId: string;
  }[];
};

/** A message of a conversation. */
export type MemoryMessage = {
  /** Who wrote it. */
  readonly role: 'tool' | 'system' | 'user' | 'assistant';
  /** The text of a system message; of others their parts: texts, files, tool calls, results of tools. */
  readonly content: unknown;
};

/** The messages that were stored together. */
export type MemoryTurn = {
  /** Version of the conversation that they made. */
  readonly version: number;
  /** When they were stored. */
  readonly at: string;
  /** The run that stored them; null without a run. */
  readonly executionId: string | null;
  /** In their order. */
  readonly messages: readonly MemoryMessage[];
};

/** A model that the caller may use in the workspace. */
export type Model = {
  /** The name that the provider is sent. By it the model is found, if no provider before has a model of that id. */
  readonly id: string;
  /** `<provider>/<id>`: the name that always means this model. */
  readonly name: string;
  /** Further names. */
  readonly aliases: readonly string[];
  /** Name of the provider. */
  readonly provider: string;
  /** Who has set the provider up. */
  readonly source: 'workspace' | 'operator';
  /** Longest conversation, in tokens; null when unknown. */
  readonly contextWindow: number | null;
  /** Longest answer, in tokens; null when unknown. */
  readonly maxOutput: number | null;
  /** What the model can do. */
  readonly capabilities: readonly ('tools' | 'vision' | 'files' | 'audio' | 'json' | 'reasoning' | 'embeddings')[];
  /** Prices in US dollars for a million tokens, of a short request; null when unknown. */
  readonly prices: ListedPrices | null;
  /** Whether the prices are known. */
  readonly isPriced: boolean;
  /** Whether an agent without a model uses this one. */
  readonly isDefault: boolean;
};

/** What a provider or the server says that a model can do. */
export type ModelCapability = 'tools' | 'vision' | 'files' | 'audio' | 'json' | 'reasoning' | 'embeddings';

/** Why a model gave no whole answer. */
export type ModelFailureKind =
  | 'refused'
  | 'unauthorized'
  | 'context-length'
  | 'rate-limited'
  | 'overloaded'
  | 'unavailable'
  | 'cut'
  | 'idle'
  | 'too-large'
  | 'unreadable'
  | 'blocked-address';

/** One message of a conversation with a model, as events and memory keep it. */
export type ModelMessage = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

/** What a plan, an organization, a workspace or the operator demands of model calls. An absent field demands nothing. */
export type ModelPolicy = {
  /** Whether a model without a known price is refused. */
  readonly requirePrices?: boolean;
  /** How much of prompts and answers is stored: `none` keeps sizes and digests only. */
  readonly contents?: 'full' | 'none' | 'masked';
  /** What may be used: names of models, `<provider>/<model>`, `tool:<name>` or `host:<name>`, each with `*` for any text. */
  readonly allow?: readonly string[];
  /** What may not be used, in the same form. It wins over `allow`. */
  readonly deny?: readonly string[];
  /** Most tokens of all model calls of a workspace in a minute. */
  readonly tokensPerMinute?: number;
  /** Most model calls of a workspace at the same time. */
  readonly callsAtOnce?: number;
  /** Whether tools that change something need an approval once the model has read data from outside. */
  readonly approveWritesAfterUntrusted?: boolean;
};

/** A model provider of a workspace. */
export type ModelProvider = {
  /** Id of the provider. */
  readonly id: string;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Name of the provider. */
  readonly name: string;
  /** The dialect that the provider speaks. */
  readonly kind: 'openai' | 'anthropic' | 'google' | 'openai-compatible';
  /** Address of the API. */
  readonly baseUrl: string;
  /** Whether the provider is called with a key of the environment. The key itself is never shown. */
  readonly hasApiKey: boolean;
  /** Further headers of each request. */
  readonly headers: Readonly<Record<string, string>>;
  /** How long a stream may pause, in ms. */
  readonly idleTimeoutMs: number;
  /** The models that may be used; null: any. */
  readonly models: readonly ListedModel[];
  /** What the server refuses. */
  readonly lacks: readonly ('usage-in-streams' | 'json-schema' | 'tool-choice')[];
  /** When the provider was created. */
  readonly createdAt: string;
  /** When the provider was last changed. */
  readonly updatedAt: string;
};

/** The calls of one language model within a run. Amounts are US dollars. */
export type ModelUse = {
  /** Cost of what the model has read. */
  readonly input: number;
  /** Cost of what the model has written. */
  readonly output: number;
  /** The sum of both. */
  readonly total: number;
  /** Number of calls. */
  readonly calls: number;
  /** Number of calls that no price is known for. They are not part of the cost. */
  readonly unpricedCalls: number;
  /** Tokens of the calls. */
  readonly tokens: {
    /** What the model has read, cached tokens included. */
    readonly input: number;
    /** What the model has written, reasoning included. */
    readonly output: number;
    /** The sum of both. */
    readonly total: number;
  };
};

/** The circuit breaker of a provider. */
export type ModelsHealth = {
  /** The name of the provider whose calls the breaker counts. */
  readonly providers: readonly string[];
  /** Scheme, host and port of the provider. */
  readonly origin: string;
  /** *closed*: calls pass. *open*: calls are refused. *half-open*: one call passes, and its outcome decides. */
  readonly state: 'closed' | 'open' | 'half-open';
  /** Failures since the last success that count towards opening. */
  readonly failures: number;
  /** How many such failures in a row open the breaker. */
  readonly opensAfter: number;
  /** The last failure; null if there was none. */
  readonly lastError: {
    /** What kind of failure it was. */
    readonly kind: ModelFailureKind;
    /** When it was. */
    readonly at: string;
  };
  /** When an open breaker lets the next call pass; null if it is not open. */
  readonly retryAt: string | null;
};

/** Moves a block on the canvas, and into or out of a container when `parentId` is given; null takes it out. */
export type MoveBlock = {
  /** Name of the operation. */
  readonly op: 'move';
  /** Id of what is changed. */
  readonly id: string;
  /** Distance from the left of the canvas. */
  readonly x: number;
  /** Distance from the top of the canvas. */
  readonly y: number;
  /** Id of the container that contains the block from now on; null for none. */
  readonly parentId?: string | null;
};

/** A new column. */
export type NewColumn = {
  /** Name of the column, unique in the table ignoring case: at most 50 letters, digits and underscores, not starting with a digit. */
  readonly name: string;
  /** Type of the cells. */
  readonly type: 'string' | 'number' | 'boolean' | 'json' | 'date';
  /** Whether each row must have a value. The default is false. */
  readonly required?: boolean;
  /** Whether each value may occur only once. The default is false. */
  readonly unique?: boolean;
  /** Whether filters and sorts by this column use an index. The default is false. Not available for `json`. */
  readonly indexed?: boolean;
};

/** A secret that replaces the one before. */
export type NewSecret = {
  /** The secret with which the sender signs from now on. Absent if the request contains it. It is not shown again. */
  readonly secret?: string;
  /** When the secret was replaced. ISO 8601. */
  readonly secretSetAt: string;
  /** Until when the secret before is accepted too. ISO 8601. */
  readonly previousValidUntil: string;
};

/** The new table. */
export type NewTable = {
  /** The new table. */
  readonly table: Table;
  /** A message for people. */
  readonly message: string;
};

/** A schedule. */
export type OneSchedule = {
  /** The schedule. */
  readonly schedule: Schedule;
};

export type OperatorStatus = {
  /** Overall state of the process that answers. */
  readonly status: 'unavailable' | 'ready' | 'degraded';
  /** Its checks, as in `/health/ready`. */
  readonly checks: {
    /** The connection to the database. */
    readonly database: {
      /** Result of the check. */
      readonly status: CheckStatus;
      /** Response time of the database, in ms; null if it did not respond. */
      readonly latencyMs: number | null;
    };
    /** The append lane. *failing*: the database takes no writes, for example because its disk is full. */
    readonly appends: {
      /** Result of the check. */
      readonly status: CheckStatus;
      /** Number of waiting appends. */
      readonly waiting: number;
    };
    /** Concurrent requests. *slow*: the process has refused further requests for 5 s. *failing*: and no request has ended in that time. */
    readonly requests: Check;
    /** Free space of the disks of the embedded database and of stored files. */
    readonly disks: {
      /** Result of the check. */
      readonly status: CheckStatus;
      /** One entry for each folder. */
      readonly folders: readonly FreeSpace[];
    };
    /** *local*: the store of rate limits fails, and each process grants its own share of each limit. */
    readonly limits: {
      /** Result of the check. */
      readonly status: CheckStatus;
      /** Whether all processes share the limits (`together`) or each applies them on its own (`local`). */
      readonly kept: 'together' | 'local';
    };
    /** What carries signals between processes. *slow*: the signals server that is set does not answer, and PostgreSQL carries them. */
    readonly signals: {
      /** Result of the check. */
      readonly status: CheckStatus;
      /** Whether PostgreSQL or the signals server carries them. */
      readonly carrier: 'postgres' | 'server';
    };
    /** Facts from the database; absent while it does not answer. */
    readonly migrations?: {
      /** Result of the check. */
      readonly status: CheckStatus;
      /** Number of migrations that have not run. */
      readonly pending: number;
    };
    /** *failing*: the secrets of the database are sealed with a key that this process does not have, so it can verify no API key. */
    readonly encryptionKey?: Check;
    /** The standbys of `DATABASE_READ_URL`; absent without the setting. *slow*: one of them cannot be used, and the primary answers its reads. */
    readonly replicas?: {
      /** Result of the check. */
      readonly status: CheckStatus;
      /** One entry for each replica, in the order of the setting. */
      readonly servers: readonly {
        /** What it does at the moment. *behind*: it has not replayed what readers must find. */
        readonly state: 'used' | 'behind' | 'away' | 'promoted';
      }[];
    };
    /** The clock of this machine, compared with that of the database. Beyond 60 s the process is not ready. */
    readonly clock?: {
      /** Result of the check. */
      readonly status: CheckStatus;
      /** How far the clock of the process is ahead, in ms; negative if it is behind. */
      readonly skewMs: number;
    };
    /** The standbys of the database. Asynchronous ones may lose what was answered when one of them is promoted. */
    readonly standbys?: {
      /** Result of the check. */
      readonly status: CheckStatus;
      /** Standbys of which a commit waits for at least one. */
      readonly synchronous: number;
      /** Standbys for which no commit waits. */
      readonly asynchronous: number;
      /** What the promotion of a standby would do. `unknown`: the role of the server may not see how standbys follow. */
      readonly failover: 'unknown' | 'no standby' | 'keeps what was answered' | 'may lose what was answered';
    };
    /** The work queue. */
    readonly queue?: {
      /** Result of the check. */
      readonly status: CheckStatus;
      /** Number of waiting work items. */
      readonly waiting: number;
      /** Number of active work items. */
      readonly running: number;
      /** Waiting time of the oldest due work item, in ms. */
      readonly oldestDueMs: number;
    };
    /** The position up to which events are visible to projections. */
    readonly horizon?: {
      /** Result of the check. */
      readonly status: CheckStatus;
      /** Age of the oldest writing transaction, in ms. */
      readonly ageMs: number;
    };
    /** The projections. */
    readonly projections?: {
      /** Result of the check. */
      readonly status: CheckStatus;
      /** State of each projection. */
      readonly views: readonly ViewReport[];
    };
    /** Schedules. *slow*: the first of those that are due has been due for more than 60 s. */
    readonly schedules?: {
      /** Result of the check. */
      readonly status: CheckStatus;
      /** Number of schedules that are due, counted up to 10,000. */
      readonly due: number;
      /** How long the first of them has been due, in ms. */
      readonly lateMs: number;
    };
    /** The lag of the audit log behind the events, and whether its signing key exists. */
    readonly audit?: {
      /** Result of the check. */
      readonly status: CheckStatus;
      /** Lag of the projection, in ms. */
      readonly lagMs: number;
      /** Lag of the projection, in events. */
      readonly lagEvents: number;
      /** *missing*: entries are recorded without a signature. */
      readonly signingKey: 'present' | 'missing';
    };
  };
  /** Id of the process that answers. */
  readonly answeredBy: string;
  /** The processes that are connected to the database, in the order of their roles. */
  readonly processes: readonly ServerProcess[];
  /** The work queue. */
  readonly queue: QueueStatus;
  /** Continuous exports. */
  readonly exports: readonly ExportConsumerStatus[];
};

export type OrganizationMemberView = {
  /** Id of the user. */
  readonly userId: string;
  /** E-mail address of the user. */
  readonly email: string;
  /** Role of the member in the organization. */
  readonly role: 'member' | 'admin' | 'owner';
};

/** Who has changed a part of a draft last. */
export type PartBlame = {
  /** The part, such as `block/<id>/field/<field>`. */
  readonly key: string;
  /** The operation. */
  readonly operation: DraftOperation;
  /** The revision that it made. */
  readonly revision: number;
  /** What the client called the edit; null without a label. */
  readonly label: string | null;
  /** Id of the user; null when it is not known. */
  readonly userId: string | null;
  /** Name of the user; null when it is not known. */
  readonly userName: string | null;
  /** When it was changed. */
  readonly at: string;
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
    /** Whether the run is `paused`, `partially_resumed`, `fully_resumed` or `cancelled`. */
    readonly status: string;
    /** Number of questions of the run, answered ones included. */
    readonly totalPauseCount: number;
    /** Number of answered questions. */
    readonly resumedCount: number;
    /** When the run paused. */
    readonly pausedAt: string;
    /** When the paused summary was last changed. */
    readonly updatedAt: string;
    /** When the first open point expires; null if none expires. */
    readonly expiresAt: string | null;
    /** The kind of pause, for existing clients. */
    readonly metadata: {
      /** What is paused: always the whole run. */
      readonly pauseScope: 'execution';
      /** Ids of start blocks. Always empty. */
      readonly triggerIds: readonly string[];
    };
    /** Ids of start blocks. Always empty. */
    readonly triggerIds: readonly string[];
    /** The questions of the run. */
    readonly pausePoints: readonly PausePoint[];
  };
  /** The pause point with the requested `contextId`. */
  readonly pausePoint: PausePoint;
  /** The queued answers. */
  readonly queue: readonly ResumeEntry[];
  /** The answer that the run is processing now; null if there is none. */
  readonly activeResumeEntry: ResumeEntry | null;
};

export type PausePoint = {
  /** Id of the context. */
  readonly contextId: string;
  /** Id of the block. */
  readonly blockId: string;
  /** The question: `data`, which the page shows, `status` and `headers` for programs, and `inputFormat`, the fields of its form. */
  readonly response: unknown;
  /** When the point was opened. */
  readonly registeredAt: string;
  /** The status of the point. */
  readonly resumeStatus: PointStatus;
  /** Always true: an answer is accepted even while the run is active. */
  readonly snapshotReady: true;
  /** The addresses at which the question is answered. */
  readonly resumeLinks: {
    /** Address for answers of programs. */
    readonly apiUrl: string;
    /** Address of the answer page. */
    readonly uiUrl: string;
    /** Id of the context. */
    readonly contextId: string;
    /** Id of the execution. */
    readonly executionId: string;
    /** Id of the workflow. */
    readonly workflowId: string;
  };
  /** Position of the answer in the queue, from 1; null if no answer is queued. */
  readonly queuePosition: number | null;
  /** The last answer; null if there is none yet. */
  readonly latestResumeEntry: ResumeEntry | null;
  /** Branch that asks; absent outside of parallels. */
  readonly parallelScope?: {
    /** Id of the parallel. */
    readonly parallelId: string;
    /** Index of the branch, from 0. */
    readonly branchIndex: number;
    /** Number of branches; null while it is not known. */
    readonly branchTotal: number | null;
  };
  /** Pass that asks; absent outside of loops. */
  readonly loopScope?: {
    /** Id of the loop. */
    readonly loopId: string;
    /** Index of the pass, from 0. */
    readonly iteration: number;
  };
};

/** The pause of a run. */
export type Paused = {
  /** Id of the context. */
  readonly contextId: string;
  /** When the run paused. */
  readonly pausedAt: string;
  /** When the run continues automatically; null if it does not. */
  readonly resumeAt: string | null;
  /** Whether the run waits for an answer (`human`) or for a moment (`time`). */
  readonly pauseKind: 'time' | 'human';
  /** Id of the blocked on block. */
  readonly blockedOnBlockId: string;
  /** Always null: a pause that has ended always resumes its run. */
  readonly automaticResumeWaitingReason: null;
  /** Id of the paused run with its questions; null if it only waits for a moment. */
  readonly pausedExecutionId: string | null;
  /** Number of questions, answered ones included. */
  readonly pausePointCount: number;
  /** Number of answered questions. */
  readonly resumedCount: number;
};

export type PausedDetail = {
  /** The questions of the run. */
  readonly pausePoints: readonly PausePoint[];
  /** Sorted by time, the oldest first. */
  readonly queue: readonly ResumeEntry[];
  /** Id of the paused summary. */
  readonly id: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** Id of the execution. */
  readonly executionId: string;
  /** Whether the run is `paused`, `partially_resumed`, `fully_resumed` or `cancelled`. */
  readonly status: string;
  /** Number of questions of the run, answered ones included. */
  readonly totalPauseCount: number;
  /** Number of answered questions. */
  readonly resumedCount: number;
  /** When the run paused. */
  readonly pausedAt: string;
  /** When the paused summary was last changed. */
  readonly updatedAt: string;
  /** When the first open point expires; null if none expires. */
  readonly expiresAt: string | null;
  /** The kind of pause, for existing clients. */
  readonly metadata: {
    /** What is paused: always the whole run. */
    readonly pauseScope: 'execution';
    /** Ids of start blocks. Always empty. */
    readonly triggerIds: readonly string[];
  };
  /** Ids of start blocks. Always empty. */
  readonly triggerIds: readonly string[];
};

export type PausedList = {
  /** The paused runs of this page of the list. */
  readonly pausedExecutions: readonly PausedSummary[];
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
};

export type PausedStatus = 'paused' | 'cancelled' | 'partially_resumed' | 'fully_resumed' | 'cancelling';

/** Specification 2.7. Times are ISO 8601. */
export type PausedSummary = {
  /** Id of the paused summary. */
  readonly id: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** Id of the execution. */
  readonly executionId: string;
  /** Whether the run is `paused`, `partially_resumed`, `fully_resumed` or `cancelled`. */
  readonly status: string;
  /** Number of questions of the run, answered ones included. */
  readonly totalPauseCount: number;
  /** Number of answered questions. */
  readonly resumedCount: number;
  /** When the run paused. */
  readonly pausedAt: string;
  /** When the paused summary was last changed. */
  readonly updatedAt: string;
  /** When the first open point expires; null if none expires. */
  readonly expiresAt: string | null;
  /** The kind of pause, for existing clients. */
  readonly metadata: {
    /** What is paused: always the whole run. */
    readonly pauseScope: 'execution';
    /** Ids of start blocks. Always empty. */
    readonly triggerIds: readonly string[];
  };
  /** Ids of start blocks. Always empty. */
  readonly triggerIds: readonly string[];
};

/** An answer that does not continue its run at once. */
export type PendingAnswer = {
  /** `recorded`: more approvals are needed. `queued`: the run processes another answer. `begun`: the run continues without a stream. */
  readonly status: 'recorded' | 'queued' | 'begun';
  /** A message for people. */
  readonly message: string;
};

/** A model as an agent uses it until its end, whatever the configuration becomes. */
export type PinnedModel = {
  /** The name that the author wrote. */
  readonly name: string;
  /** Id of the provider: that of the operator's file, or of the provider of the workspace. */
  readonly provider: string;
  /** The name of the provider that people see. */
  readonly providerName: string;
  /** The name that the provider is sent. */
  readonly model: string;
  /** Who has configured the provider. */
  readonly source: 'workspace' | 'operator';
  /** Who provides the key. */
  readonly keyOf: KeyOwner;
  /** What the model can do. */
  readonly capabilities: readonly ModelCapability[];
  /** Tokens that a conversation may have; null when unknown. */
  readonly contextWindow: number | null;
  /** Tokens that an answer may have; null when unknown. */
  readonly maxOutput: number | null;
};

/** The reason for a hold on a run. */
export type PlaceHoldRequest = {
  /** The reason for the hold. */
  readonly reason: string;
};

export type PlacedColumn = {
  /** Index at which the column is inserted, from 0. The default is the end. */
  readonly position?: number;
  /** Name of the column, unique in the table ignoring case: at most 50 letters, digits and underscores, not starting with a digit. */
  readonly name: string;
  /** Type of the cells. */
  readonly type: 'string' | 'number' | 'boolean' | 'json' | 'date';
  /** Whether each row must have a value. The default is false. */
  readonly required?: boolean;
  /** Whether each value may occur only once. The default is false. */
  readonly unique?: boolean;
  /** Whether filters and sorts by this column use an index. The default is false. Not available for `json`. */
  readonly indexed?: boolean;
};

export type PointStatus = 'queued' | 'paused' | 'failed' | 'resuming' | 'resumed';

/** The people who have the draft open, whenever that has changed. */
export type PresenceNews = {
  /** Kind of the message. */
  readonly type: 'presence';
  /** The present revision of the draft. */
  readonly revision: number;
  /** Everyone who has the draft open, one entry for each client. */
  readonly people: readonly PresentPerson[];
};

/** A person who has a draft open. */
export type PresentPerson = {
  /** Id of the user. */
  readonly userId: string;
  /** Name of the user; null when it is not known. */
  readonly name: string | null;
  /** The id that their client chose, so that two tabs of a person are two entries. */
  readonly client: string;
  /** Id of the block that the person edits; null for none. */
  readonly block: string | null;
  /** Id of the field that the person edits; null for none. */
  readonly field: string | null;
};

/** The outcome of a test of a provider. */
export type Probe = {
  /** Whether the provider has answered and accepted the key. */
  readonly ok: boolean;
  /** How long the test took, in ms. */
  readonly latencyMs: number;
  /** The ids of the models that the provider lists; absent if it lists none. */
  readonly models?: readonly string[];
  /** What was wrong; absent if nothing was. */
  readonly error?: string;
};

/** What OAuth clients must know about an MCP server (RFC 9728). */
export type ProtectedResource = {
  /** The address of the MCP server, which tokens must name as their audience. */
  readonly resource: string;
  /** The issuers whose tokens it takes. */
  readonly authorization_servers: readonly string[];
  /** What tokens must allow. */
  readonly scopes_supported: readonly string[];
  /** How tokens are sent. */
  readonly bearer_methods_supported: readonly string[];
};

/** Where the browser goes. */
export type ProviderAddress = {
  /** Address of the provider. */
  readonly address: string;
};

/** A provider at which the person has an account. */
export type ProviderRequest = {
  /** Id of the provider. */
  readonly provider: string;
};

/** The work queue of all processes. */
export type QueueStatus = {
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
  readonly kinds: readonly KindOfWork[];
};

export type Queued = {
  /** Always `queued`. */
  readonly status: 'queued';
  /** Id of the execution. */
  readonly executionId: string;
  /** Position of the answer in the queue, from 1. */
  readonly queuePosition: number;
  /** A message for people. */
  readonly message: string;
  /** Id of the job of this resume, for an asynchronous run. */
  readonly jobId?: string;
  /** Address of the job of this resume. */
  readonly statusUrl?: string;
};

export type ReasoningPart = {
  /** Kind of the part. */
  readonly type: 'reasoning';
  /** The text. */
  readonly text: string;
  /** The provider's own data. */
  readonly metadata?: Readonly<Record<string, unknown>>;
};

export type Recorded = {
  /** Always `recorded`. */
  readonly status: 'recorded';
  /** Id of the execution. */
  readonly executionId: string;
  /** Number of recorded answers. */
  readonly approvals: number;
  /** Number of required answers. */
  readonly requiredApprovals: number;
  /** A message for people. */
  readonly message: string;
};

/** Codes with which a person signs in without the authenticator app, each once. */
export type RecoveryCodes = {
  /** The codes. They are not shown again. */
  readonly recoveryCodes: readonly string[];
};

/** What the refresh of an MCP server has found. */
export type RefreshedMcpServer = {
  /** The revision of the protocol. */
  readonly protocolVersion: string;
  /** How many tools the server has. */
  readonly toolCount: number;
  /** Names of tools that are new since the last refresh. */
  readonly added: readonly string[];
  /** Names of tools that the server describes in another way. */
  readonly changed: readonly string[];
  /** Names of tools that are gone. */
  readonly removed: readonly string[];
};

/** A line of the file that could not be inserted. */
export type RefusedLine = {
  /** Number of the line on which the record ends. The header is line 1. */
  readonly line: number;
  /** The problems of the record. */
  readonly problems: readonly {
    /** A message for people. */
    readonly message: string;
    /** The code of the problem for programs. */
    readonly code: string;
  }[];
};

export type RefusedReplays = {
  /** The reason, for programs: the code with which the replay of one such delivery is refused. */
  readonly code: string;
  /** The reason, for people. */
  readonly message: string;
  /** How many deliveries have this reason. */
  readonly count: number;
};

export type RefusedRuns = {
  /** The reason, for programs: the code with which the same is refused for a single run. */
  readonly code: string;
  /** The reason of the first such run, for people. */
  readonly message: string;
  /** How many runs have this reason. */
  readonly count: number;
};

/** An MCP server that the workspace is to use. */
export type RegisterMcpServerRequest = {
  /** Name of the server, unique in the workspace. Blocks may name the server by it. */
  readonly name: string;
  /** What it is for; null: nothing. */
  readonly description?: string | null;
  /** Address of the server. It cannot be changed, and contains no secrets. */
  readonly url: string;
  /** How messages travel. */
  readonly transport?: 'streamable-http';
  /** How the server knows this one. The default is `headers` for a server with headers, else `none`. */
  readonly authType?: 'none' | 'headers' | 'oauth';
  /** Headers of each request, with `{{NAME}}` in place of secrets of the environment of the workspace. They are never returned. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Id of this server at the authorization server, for the authType `oauth`. The fields of `oauth…` are written together. */
  readonly oauthClientId?: string;
  /** The secret that belongs to it, as `{{NAME}}`; null, the default: a public client. It is never returned. */
  readonly oauthClientSecret?: string | null;
  /** How access tokens are obtained: a person signs in (`authorization_code`, the default), or the credentials of the client suffice. */
  readonly oauthGrant?: 'authorization_code' | 'client_credentials';
  /** Scopes to ask for, with spaces between them; null, the default: those that the server names. */
  readonly oauthScope?: string | null;
  /** Longest time of a call in ms, 1000 to 300000. The default is 30000. */
  readonly timeout?: number;
  /** How often a call of an idempotent tool is repeated after a failure that may pass, 0 to 10. The default is 3. */
  readonly retries?: number;
  /** Whether blocks may use the server. The default is true. */
  readonly enabled?: boolean;
  /** Whether a tool is refused that the server describes in another way than when the workflow was deployed. The default is true. */
  readonly pinTools?: boolean;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** An action that helps, and how to take it. */
export type Remedy = {
  /** The action. */
  readonly action: 'cancel' | 'replay' | 'answer' | 'replay-draft' | 'start-worker' | 'retry-projection' | 'wait';
  /** A command line. Commands that send a request take the API key from `SLUICE_API_KEY`. */
  readonly how: string;
};

/** Removes a block that no edge touches and that contains no blocks. */
export type RemoveBlock = {
  /** Name of the operation. */
  readonly op: 'remove-block';
  /** Id of what is changed. */
  readonly id: string;
};

/** Removes an edge. */
export type RemoveEdge = {
  /** Name of the operation. */
  readonly op: 'remove-edge';
  /** Id of what is changed. */
  readonly id: string;
};

/** Removes a variable of the workflow. */
export type RemoveVariable = {
  /** Name of the operation. */
  readonly op: 'remove-variable';
  /** Id of what is changed. */
  readonly id: string;
};

/** Changes the name of a block. Fields that refer to it are changed by operations `set`. */
export type RenameBlock = {
  /** Name of the operation. */
  readonly op: 'rename';
  /** Id of what is changed. */
  readonly id: string;
  /** The name. */
  readonly name: string;
};

/** Which deliveries are repeated, and how. */
export type ReplayDeliveriesRequest = {
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Only deliveries to this trigger. */
  readonly triggerId?: string;
  /** Only deliveries to triggers of this workflow. */
  readonly workflowId?: string;
  /** Only deliveries with this outcome. Held deliveries and duplicates cannot be repeated. */
  readonly outcome?: 'accepted' | 'filtered' | 'refused' | 'skipped' | 'poisoned';
  /** Only deliveries that arrived at this time or later. */
  readonly from?: string;
  /** Only deliveries that arrived at this time or earlier. */
  readonly to?: string;
  /** Whether the drafts run. The default is the active version of each workflow. */
  readonly draft?: boolean;
};

/** How a delivery is repeated. */
export type ReplayDeliveryRequest = {
  /** Whether the draft runs. The default is the active version. */
  readonly draft?: boolean;
};

/** How to repeat a run. */
export type ReplayExecutionRequest = {
  /** Whether effects return their recorded outcomes (`recorded`) or happen again (`live`). */
  readonly mode: ReplayMode;
  /** The block to start with: its id, its name, or its name within the run. The default is the start block. */
  readonly from?: string;
  /** The version to run: its number, or `draft`. The default is the version of the repeated run. */
  readonly version?: 'draft' | number;
  /** The call of a model within the agent `from` with which a live replay starts: 1 for its first call. Earlier calls are taken from the record. */
  readonly call?: number;
  /** What the agent asks differently from that call on. */
  readonly with?: AgentForkRequest;
  /** Whether to start the new run as a job and respond at once. */
  readonly async?: boolean;
  /** Not for replays. */
  readonly stream?: boolean;
};

export type ReplayFilter = {
  /** Only deliveries to this trigger; null for all. */
  readonly triggerId: string | null;
  /** Only deliveries to triggers of this workflow; null for all. */
  readonly workflowId: string | null;
  /** Only deliveries with this outcome; null for all that can be repeated. */
  readonly outcome: string | null;
  /** When the first of them arrived at the earliest; null without a limit. */
  readonly from: string | null;
  /** When the last of them arrived at the latest; null without a limit. */
  readonly to: string | null;
};

/** *recorded*: effects return their recorded outcomes. *live*: effects happen again. */
export type ReplayMode = 'recorded' | 'live';

export type Rested = {
  /** Whether the run did not fail. */
  readonly success: boolean;
  /** Status of the run after this answer. */
  readonly status: ExecutionStatus;
  /** Id of the execution. */
  readonly executionId: string;
  /** Output of the run. */
  readonly output: unknown;
  /** Error message; null unless the run failed. */
  readonly error: string | null;
  /** Times of this resume: from the answer to the next pause or end of the run. */
  readonly metadata: {
    /** Duration of this resume, in ms. */
    readonly duration: number;
    /** When this resume started. */
    readonly startTime: string;
    /** When this resume ended. */
    readonly endTime: string;
  };
};

/** The revision to restore. */
export type RestoreDraftRequest = {
  /** The revision of the draft that becomes the present one. */
  readonly revision: number;
};

/** A draft that is as it was. */
export type RestoredDraft = {
  /** The revision that the restoration made. */
  readonly revision: number;
  /** Whether the document can be deployed. */
  readonly valid: boolean;
  /** The problems that prevent the deployment of the document. */
  readonly problems: readonly DocumentProblem[];
  /** Probable mistakes that do not prevent the deployment. */
  readonly warnings: readonly DocumentProblem[];
};

/** The fields of the form of the question, in `input` or as the whole body. */
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
  /** The id of the run that was answered. */
  readonly parentExecutionId: string;
  /** The id of the run that continues: the same run. */
  readonly newExecutionId: string;
  /** Id of the context. */
  readonly contextId: string;
  /** The answer. */
  readonly resumeInput: unknown;
  /** State of the answer: `pending`, `claimed`, `completed` or `failed`. */
  readonly status: EntryStatus;
  /** When the answer was queued. */
  readonly queuedAt: string;
  /** When the run continued with the answer; null if it has not yet. */
  readonly claimedAt: string | null;
  /** When the answer was processed; null before. */
  readonly completedAt: string | null;
  /** Why the run did not continue with the answer; null unless it failed. */
  readonly failureReason: string | null;
};

/** A field of the form of a question. */
export type ResumeField = {
  /** Name of the field in the answer. */
  readonly name: string;
  /** The label that people see; absent: the name. */
  readonly title?: string;
  /** Type of the value. */
  readonly type: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'file[]';
  /** What the field is for; null if the author says nothing. */
  readonly description: string | null;
  /** Whether an answer must have a value. */
  readonly required: boolean;
  /** The default value; null if there is none. */
  readonly value: unknown;
  /** The values to choose from, in their order; absent: any value of the type. */
  readonly options?: readonly FieldOption[];
};

/** The result of the run, or the status of the answer. */
export type Resumed = Rested | Started | Queued | Recorded;

/** The version to activate. */
export type RollBackWorkflowRequest = {
  /** Number of the version. The default is the version before the active one. */
  readonly version?: number | null;
};

/** The Merkle root over the hashes of a stretch of a chain. */
export type RootStatement = {
  /** The organization of the chain, or the id of the chain of the instance. */
  readonly chain: string;
  /** From 1, without gaps. */
  readonly number: number;
  /** Number of the first entry that it covers. */
  readonly first: number;
  /** Number of the last entry that it covers. */
  readonly last: number;
  /** The Merkle root, base64url. */
  readonly root: string;
  /** The hash of the last entry. */
  readonly head: string;
  /** The hash of the statement before it in its chain; null for the first one. */
  readonly previous: string | null;
  /** ISO 8601. */
  readonly closedAt: string;
  /** Id of the key. */
  readonly keyId: string;
};

/** How long the former value still works. */
export type RotateApiKeyRequest = {
  /** How long the former value still works, in seconds. */
  readonly overlapSeconds?: number;
};

/** The new secret. */
export type RotateSecretRequest = {
  /** For a provider that makes the secret. Default: the server makes one. */
  readonly secret?: string;
};

/** A change of a row. */
export type RowChangeView = {
  /** Id of the change. */
  readonly id: string;
  /** The kind of the change. */
  readonly operation: RowOperation;
  /** When the row was changed. */
  readonly at: string;
  /** Id of the user who made the change; null without one. */
  readonly actorId: string | null;
  /** Present e-mail address of that user; null without one. */
  readonly actorEmail: string | null;
  /** Id of the run that made the change; null without one. */
  readonly executionId: string | null;
  /** The changed cells. */
  readonly cells: readonly CellChange[];
};

/** The cells to change. */
export type RowDataRequest = {
  /** Cells by column name. A null clears a cell. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** A page of changes of a row. */
export type RowHistory = {
  /** The changes, newest first. */
  readonly changes: readonly RowChangeView[];
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
};

export type RowOperation = 'insert' | 'update' | 'delete' | 'restore';

export type RowUpdateRequest = {
  /** Id of the row. */
  readonly rowId: string;
  /** Cells by column name. A null clears a cell. */
  readonly data: Readonly<Record<string, unknown>>;
};

/** A row as clients see it. Times are ISO 8601, UTC. */
export type RowView = {
  /** Id of the row. */
  readonly id: string;
  /** The cells by column name. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Position of the row in the order of insertion. */
  readonly position: number;
  /** When the row was created. */
  readonly createdAt: string;
  /** When the row was last changed. */
  readonly updatedAt: string;
};

/** A run in the second generation of the API. The request succeeds even if the run failed; `status` says so. */
export type Run = {
  /** The run. */
  readonly data: {
    /** Id of the run. */
    readonly runId: string;
    /** Id of the workflow. */
    readonly workflowId: string;
    /** Status of the run. */
    readonly status: string;
    /** Output of the run; null before it ends, and with `includeOutput=false`. */
    readonly output: unknown;
    /** The selected outputs of blocks, by block and path; present if outputs were selected. */
    readonly blockOutputs?: Readonly<Record<string, unknown>>;
    /** The error; null unless the run failed or was cancelled. */
    readonly error: {
      /** Error code for programs. */
      readonly code: string;
      /** A message for people. */
      readonly message: string;
    };
    /** When the run started; null while it is queued. */
    readonly startedAt: string | null;
    /** When the run ended; null before. */
    readonly endedAt: string | null;
    /** Duration of the run without waiting times, in ms; null until it ends. */
    readonly durationMs: number | null;
  };
};

/** The input of a run of the draft, and how to run it. */
export type RunDraftRequest = {
  /** The input of the run. The default is an empty object. */
  readonly input?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
  /** Id of the trigger block with which the run begins. The default is the block of the delivery, or the start block. */
  readonly triggerBlockId?: string;
  /** Id of a delivery whose event is the input. */
  readonly deliveryId?: string;
  /** Whether to respond at once, with a job. */
  readonly async?: boolean;
  /** Whether to respond with server-sent events. */
  readonly stream?: boolean;
  /** Outputs to send while the run is active: `blockId.path`, or `blockName.path`; streamed runs only. */
  readonly selectedOutputs?: readonly string[];
  /** Whether to send the reasoning of models; streamed runs only. Needs the header `X-Sim-Stream-Protocol: agent-events-v1`. */
  readonly includeThinking?: boolean;
  /** Whether to send the beginning and the end of each tool call; streamed runs only. Needs the same header. */
  readonly includeToolCalls?: boolean;
};

/** Some events of a run, one after the other. */
export type RunEventsPage = {
  /** The events, in the order in which they happened. */
  readonly data: readonly ShownEvent[];
  /** Status of the run; `queued` for a run that waits for its start. */
  readonly status: 'queued' | 'paused' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** The `after` of the next page; null when the run has no more events yet. */
  readonly nextAfter: number | null;
  /** Present if the stored events were changed so that an event cannot be read: `data` ends before it. */
  readonly integrity?: RunIntegrityView;
};

/** Whether the stored events of a run are those that were recorded. */
export type RunIntegrityView = {
  /** `verified`, `pending`, `not_covered` or `changed`. */
  readonly status: IntegrityStatus;
  /** What was found; null for `verified`. */
  readonly detail: string | null;
};

export type RunMetadata = {
  /** When the run started. */
  readonly startTime: string;
  /** When the run ended or paused. */
  readonly endTime: string | null;
  /** Duration of the run, in ms; null until it ends. */
  readonly duration: number | null;
};

/** The run that a replay repeats. */
export type RunOrigin = {
  /** Our id of the run, even if its caller chose one. */
  readonly executionId: string;
  /** Whether effects return their recorded outcomes (`recorded`) or happen again (`live`). */
  readonly mode: ReplayMode;
  /** The block with which the replay starts, by its id or by its name within the run; absent for the start block. */
  readonly from?: string;
  /** The call of a model within the agent `from` with which the replay starts, from 1. */
  readonly call?: number;
  /** What the agent asks differently from that call on. */
  readonly with?: AgentFork;
  /** Names of blocks that ended in the other run and whose outcome does not fit the version of the replay, so that it was not taken over. */
  readonly notTakenOver?: readonly string[];
  /** Present when the replay continues where the other run, which was quarantined, has stopped. */
  readonly continues?: true;
};

/** A new draft of a workflow. */
export type SaveDraftRequest = {
  /** The workflow document. */
  readonly state: Readonly<Record<string, unknown>>;
};

/** A schedule as clients of other servers know it. */
export type Schedule = {
  /** Id of the trigger. */
  readonly id: string;
  /** The workflow that it starts. */
  readonly workflowId: string;
  /** Id of its block in the workflow. */
  readonly blockId: string;
  /** Always `schedule`. */
  readonly triggerType: 'schedule';
  /** *completed*: it has no further time. A paused schedule is *disabled* too. */
  readonly status: 'completed' | 'active' | 'disabled';
  /** Null for an interval that cron cannot express. */
  readonly cronExpression: string | null;
  /** IANA name of the zone. */
  readonly timezone: string;
  /** The next time, in ISO 8601. */
  readonly nextRunAt: string | null;
  /** When its latest run was queued, in ISO 8601. */
  readonly lastQueuedAt: string | null;
  /** When its latest run started. */
  readonly lastRanAt: string | null;
  /** When its latest failed run ended. */
  readonly lastFailedAt: string | null;
  /** How many of its latest runs failed without a success since, up to 100. */
  readonly failedCount: number;
  /** When it was first deployed. */
  readonly createdAt: string;
  /** When it was last deployed or changed, or fired. */
  readonly updatedAt: string;
};

/** The schedule of a workflow; null if it has none. */
export type ScheduleOfWorkflow = {
  /** The schedule; null if there is none. */
  readonly schedule: Schedule | null;
  /** Whether it is paused or disabled. */
  readonly isDisabled: boolean;
  /** Whether its latest runs failed. */
  readonly hasFailures: boolean;
  /** Whether `reactivate` lets it continue. */
  readonly canBeReactivated: boolean;
};

/** The schedules of a workspace, the first thousand. */
export type Schedules = {
  /** The schedules, oldest first. */
  readonly schedules: readonly Schedule[];
};

/** The columns of a new table. */
export type SchemaRequest = {
  /** The columns in their order, from 1 to 50. */
  readonly columns: readonly NewColumn[];
};

/** The results of a search. */
export type Search = {
  /** The found chunks, best match first. */
  readonly results: readonly SearchResult[];
  /** The query of the request; empty without one. */
  readonly query: string;
  /** Ids of the searched knowledge bases. */
  readonly knowledgeBaseIds: readonly string[];
  /** Maximum number of results of the request. */
  readonly topK: number;
  /** Number of results. */
  readonly totalResults: number;
  /** The search that was carried out: `vector`, `hybrid`, `words` if no embeddings were available, or `tags` without a query. */
  readonly searchMode: string;
};

/** A search in knowledge bases. Either `query` or `tagFilters` is required. */
export type SearchKnowledgeRequest = {
  /** Ids of the knowledge bases to search: one id, or a list of up to 20. */
  readonly knowledgeBaseIds: string | readonly string[];
  /** The text to search for. Without it, all chunks that match `tagFilters` are returned, oldest document first. */
  readonly query?: string;
  /** Maximum number of results. */
  readonly topK?: number;
  /** Conditions on the tags of documents: a list of `{tagName, operator, value, valueTo}`, or an object of tag names and values. */
  readonly tagFilters?: unknown;
  /** `vector` searches by meaning only, `hybrid` by meaning and by words. */
  readonly searchMode?: SearchMode;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

export type SearchMode = 'vector' | 'hybrid';

/** A chunk that matches a search. */
export type SearchResult = {
  /** Id of the knowledge base. */
  readonly knowledgeBaseId: string;
  /** Id of the document that contains the chunk. */
  readonly documentId: string;
  /** File name of the document. */
  readonly documentName: string;
  /** Always null. Documents are uploaded. */
  readonly sourceUrl: null;
  /** Text of the chunk. */
  readonly content: string;
  /** Position of the chunk in the document, from 0. */
  readonly chunkIndex: number;
  /** Tags of the document. */
  readonly metadata: Readonly<Record<string, TagValue>>;
  /** Similarity to the query, from 0 to 1. */
  readonly similarity: number;
};

/** The address to which a code is sent. */
export type SendCodeRequest = {
  /** The e-mail address of the visitor. */
  readonly email: string;
};

/** A process that is connected to the database. What it says of itself is null while it does not answer. */
export type ServerProcess = {
  /** Identifies the process until it ends. */
  readonly id: string;
  /** *working*: it answers. *stopping*: it takes no new work. *silent*: it is connected and did not answer within a second. */
  readonly state: 'working' | 'stopping' | 'silent';
  /** What the process does: `all`, `api`, `worker` or `follower`. */
  readonly role: 'api' | 'all' | 'worker' | 'follower' | null;
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
};

/** An MCP server and its tools. */
export type ServerWithTools = {
  /** The server as it is now. */
  readonly server: WorkflowServer;
  /** The tools by name. */
  readonly tools: readonly WorkflowTool[];
};

/** One place where a person is signed in. */
export type Session = {
  /** Id of the session. */
  readonly id: string;
  /** How the person has proved who they are. */
  readonly method: 'password' | 'recovery-link' | 'setup-link' | 'invitation' | 'oidc';
  /** Address that the person signed in from. */
  readonly address: string | null;
  /** What the browser calls itself. */
  readonly agent: string | null;
  /** When the person signed in. */
  readonly startedAt: string;
  /** When the session was used last, to within ten minutes. */
  readonly lastSeenAt: string;
  /** When the session ends at the latest. */
  readonly expiresAt: string;
  /** Whether it is the session of this request. */
  readonly isCurrent: boolean;
};

/** Where a person is signed in. */
export type Sessions = {
  /** The sessions, the newest first. */
  readonly data: readonly Session[];
};

/** Sets the value of a field of a block. `type` is the control of a field that the block does not have yet. */
export type SetField = {
  /** Name of the operation. */
  readonly op: 'set';
  /** Id of what is changed. */
  readonly id: string;
  /** Id of the field. */
  readonly field: string;
  /** The value. */
  readonly value: unknown;
  /** The control with which an editor shows the field. */
  readonly type?: string;
};

/** Sets a member of the metadata of the document, such as `strictInput`. Absent: removes it. */
export type SetMetadata = {
  /** Name of the operation. */
  readonly op: 'metadata';
  /** The name. */
  readonly name: string;
  /** The value. */
  readonly value?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
};

/** Sets a further member of a block, such as `enabled` or `retry`, or one of its data, such as `data.count`. Absent: removes it. */
export type SetOption = {
  /** Name of the operation. */
  readonly op: 'option';
  /** Id of what is changed. */
  readonly id: string;
  /** The name. */
  readonly name: string;
  /** The value. */
  readonly value?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
};

/** Adds or replaces a variable of the workflow. */
export type SetVariable = {
  /** Name of the operation. */
  readonly op: 'set-variable';
  /** The variable. */
  readonly variable: Variable;
};

/** One event of a run. */
export type ShownEvent = {
  /** Number of the event within its run, from 1. */
  readonly position: number;
  /** When the event was recorded. */
  readonly at: string;
  /** Kind of the event, such as `execution.block-completed`. */
  readonly type: string;
  /** Name of the block within the run, such as `loop[0]/inner`; absent for events of the run itself. */
  readonly node?: string;
  /** Id of the block in its workflow. */
  readonly blockId?: string;
  /** What the event says. Values above 8 KB are replaced by `{isLeftOut, bytes, preview}`. */
  readonly payload: Readonly<Record<string, unknown>>;
};

/** What a person must do before their session reaches an organization: sign in at a provider, or turn a second factor on. */
export type SignInDemand = 'provider' | 'second-factor';

/** How people must sign in before their sessions reach the organization and its workspaces. */
export type SignInPolicy = {
  /** Whether people who sign in with a password need a second factor. */
  readonly requireSecondFactor: boolean;
  /** Whether people may sign in with a password; owners always may. */
  readonly allowPasswords: boolean;
};

/** How people must sign in. */
export type SignInPolicyRequest = {
  /** Whether people who sign in with a password need a second factor. */
  readonly requireSecondFactor: boolean;
  /** Whether people may sign in with a password; owners always may. False needs a provider to sign in with. */
  readonly allowPasswords: boolean;
};

/** Who signs in. */
export type SignInRequest = {
  /** E-mail address of the user. */
  readonly email: string;
  /** Password of the user. */
  readonly password: string;
  /** Code of the authenticator app, or a recovery code, if the user has a second factor. */
  readonly code?: string;
  /** Whether the person stays signed in for 30 days, also when the browser is closed. */
  readonly keep?: boolean;
};

/** How people sign in here. */
export type SignInWays = {
  /** Why a sign-in at this address is refused, before a password is typed; null: it is possible. */
  readonly refusal: {
    /** `PLAIN_HTTP` or `WRONG_HOST`. */
    readonly code: string;
    /** The reason, and what to do. */
    readonly message: string;
  };
  /** Whether a user signs in already. Until then, the link that the server prints when it starts leads to the first password. */
  readonly isSetUp: boolean;
  /** Providers at which people sign in, in the order of the settings. */
  readonly providers: readonly {
    /** Id of the provider: `/auth/oidc/<id>` leads to it. */
    readonly id: string;
    /** What people know the provider as. */
    readonly name: string;
  }[];
};

/** A person who has just signed in. */
export type SignedIn = {
  /** Id of the user. */
  readonly userId: string;
  /** When the session ends at the latest. */
  readonly expiresAt: string;
};

/** In US dollars. */
export type SpanCost = {
  /** Cost of what the model has read. */
  readonly input: number;
  /** Cost of what the model has written. */
  readonly output: number;
  /** The sum of both, on the run with its base charge. */
  readonly total: number;
};

/** Cached tokens are part of `input`, reasoning tokens of `output`. */
export type SpanTokens = {
  /** What the model has read. */
  readonly input: number;
  /** What the model has written. */
  readonly output: number;
  /** The sum of input and output. */
  readonly total: number;
  /** Tokens of the input that came from a cache. */
  readonly cacheRead: number;
  /** Tokens of the input that were put into a cache. */
  readonly cacheWrite: number;
  /** Tokens of the output that were reasoning. */
  readonly reasoning: number;
};

export type Started = {
  /** Always `started`: the run continues, and a person with a session does not wait for it. */
  readonly status: 'started';
  /** Id of the execution. */
  readonly executionId: string;
  /** A message for people. */
  readonly message: string;
};

export type StartedRun = {
  /** The started run. */
  readonly data: {
    /** Id of the run. */
    readonly runId: string;
    /** Address of the run. */
    readonly statusUrl: string;
  };
};

/** A run of the draft that has started. */
export type StartedTest = {
  /** Id of the run. */
  readonly executionId: string;
};

/** The data of a message: a part of an output, the result or the pause of the run, its error, and `[DONE]` as the last one. */
export type StreamMessage =
  | '[DONE]'
  | {
      /** Block whose output this is. */
      readonly blockId: string;
      /** A part of the output, as text. */
      readonly chunk: string;
    }
  | {
      /** Kind of the frame. */
      readonly event: 'final';
      /** The result of the run. */
      readonly data: {
        /** Always true. */
        readonly success: true;
        /** Output of the run; with selected outputs, those that were not streamed yet. */
        readonly output: unknown;
        /** Present if the run is paused and not ended. */
        readonly status?: 'paused';
      };
    }
  | {
      /** Kind of the frame. */
      readonly event: 'error';
      /** Error message. */
      readonly error: string;
    }
  | {
      /** Block whose text this is about. */
      readonly blockId: string;
      /** Kind of the frame: the chunks of this block so far are not valid, and its text begins again. */
      readonly event: 'chunk_reset';
    }
  | {
      /** Block that asks a model. */
      readonly blockId: string;
      /** Kind of the frame. */
      readonly event: 'thinking';
      /** A part of the reasoning of the model. */
      readonly data: string;
    }
  | {
      /** Block that asks a model. */
      readonly blockId: string;
      /** Kind of the frame. */
      readonly event: 'tool';
      /** Whether the call begins or has ended. */
      readonly phase: 'start' | 'end';
      /** Id of the call, unique within the run. */
      readonly id: string;
      /** Name of the tool that the model used. */
      readonly name: string;
      /** Outcome of a call that has ended. */
      readonly status?: 'error' | 'success';
    }
  | {
      /** Block whose text is not valid. */
      readonly blockId: string;
      /** Kind of the frame. The stream continues. */
      readonly event: 'stream_error';
      /** Reason, for people. */
      readonly error: string;
    };

/** A field of a block. */
export type SubBlock = {
  /** Id of the sub block. */
  readonly id: string;
  /** The control with which an editor shows the field. */
  readonly type: string;
  /** The value of the field. It may contain references to other blocks. */
  readonly value: unknown;
};

export type SystemMessage = {
  /** Who says it. */
  readonly role: 'system';
  /** What is said. */
  readonly content: string;
};

/** A table without its rows. */
export type Table = {
  /** Id of the table. */
  readonly id: string;
  /** Name of the table, unique in the workspace. */
  readonly name: string;
  /** Description of the table; null if it has none. */
  readonly description: string | null;
  /** The schema of the table. */
  readonly schema: {
    /** The columns in their order. */
    readonly columns: readonly TableColumn[];
  };
  /** Number of rows. */
  readonly rowCount: number;
  /** Maximum number of rows; 9007199254740991 without a limit. */
  readonly maxRows: number;
  /** When the table was created. */
  readonly createdAt: string;
  /** When the schema of the table was last changed. */
  readonly updatedAt: string;
};

/** A column of a table. */
export type TableColumn = {
  /** Name of the column, unique in the table ignoring case. */
  readonly name: string;
  /** Type of the cells. */
  readonly type: 'string' | 'number' | 'boolean' | 'json' | 'date';
  /** Whether each row must have a value. */
  readonly required: boolean;
  /** Whether each value may occur only once. */
  readonly unique: boolean;
  /** True if filters and sorts by this column use an index; otherwise absent. */
  readonly indexed?: true;
};

/** The columns after a change. */
export type TableColumns = {
  /** All columns in their order. */
  readonly columns: readonly TableColumn[];
};

/** A page of rows. */
export type TableRows = {
  /** The rows of the page. */
  readonly rows: readonly RowView[];
  /** Number of rows on this page. */
  readonly rowCount: number;
  /** Number of matching rows on all pages; null if `includeTotal` is false. */
  readonly totalCount: number | null;
  /** Maximum number of rows of the request. */
  readonly limit: number;
  /** Number of skipped rows. */
  readonly offset: number;
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
};

/** The tables of a workspace. */
export type Tables = {
  /** The tables, oldest first. */
  readonly tables: readonly Table[];
  /** Number of tables. */
  readonly totalCount: number;
};

export type TagValue = boolean | string | number;

/** A test of the draft. */
export type TestDraftRequest = {
  /** The revision of the draft to run. The default is the present one. */
  readonly revision?: number;
  /** The input of the run. The default is the input of the run `reuse`, or an empty object. */
  readonly input?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
  /** Id or name of a block: only the blocks that lead to it run, and the run ends with its output. */
  readonly until?: string;
  /** Block of the run `reuse`, by its id, its name or its name within the run: everything that happened before it is taken over, also where the draft differs. Needs `reuse`. */
  readonly from?: string;
  /** Id of an earlier run of the workflow that has ended. Blocks that are defined as they were and whose inputs are the same are not run again: their results are taken over. */
  readonly reuse?: string;
  /** `none`: a block that would use an address, a model, a tool or data of the workspace fails, and its error says what it would have done. The default is `real`. */
  readonly outside?: 'none' | 'real';
  /** Whether pinned blocks complete with their pinned outputs and are not run. The default is `true`. */
  readonly pins?: boolean;
  /** Id of the trigger block with which the run begins. The default is the block of the delivery, or the start block. */
  readonly triggerBlockId?: string;
  /** Id of a delivery whose event is the input. */
  readonly deliveryId?: string;
};

/** The name of a model or of a provider. */
export type TestModelRequest = {
  /** Name of a model or of a provider. */
  readonly name: string;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** The outcome of a test. */
export type TestedMcpServer = {
  /** Whether the server answered as an MCP server. */
  readonly ok: boolean;
  /** How long the test took, in ms. */
  readonly latencyMs: number;
  /** The revision of the protocol; absent after a failure. */
  readonly protocolVersion?: string;
  /** What the server calls itself; absent after a failure. */
  readonly serverName?: string;
  /** How many tools it has; absent after a failure. */
  readonly toolCount?: number;
  /** What was wrong; absent if nothing was. */
  readonly error?: string;
};

/** The outcome of a test that a name was given for. */
export type TestedModel = {
  /** Whether the provider has answered, accepted the key and has the model. */
  readonly ok: boolean;
  /** How long the test took, in ms. */
  readonly latencyMs: number;
  /** The ids of the models that the provider lists; absent if it lists none. */
  readonly models?: readonly string[];
  /** What was wrong; absent if nothing was. */
  readonly error?: string;
  /** Name of the provider. */
  readonly provider: string;
  /** The model; null if the name is that of a provider. */
  readonly model: string | null;
};

export type TextPart = {
  /** Kind of the part. */
  readonly type: 'text';
  /** The text. */
  readonly text: string;
  /** The provider's own data. */
  readonly metadata?: Readonly<Record<string, unknown>>;
};

/** A place in a text. */
export type TextPosition = {
  /** Number of characters before it. */
  readonly offset: number;
  /** Line, from 1. */
  readonly line: number;
  /** Column, from 1. */
  readonly column: number;
};

/** A tool that the model wants to be called. */
export type ToolCall = {
  /** Kind of the part. */
  readonly type: 'tool-call';
  /** Unique within the run, made by the server: ids of providers may be missing, empty or repeated. */
  readonly callId: string;
  /** The name under which the tool was offered; any text when the model invents one. */
  readonly name: string;
  /** JSON text as the model wrote it; it may be invalid. */
  readonly arguments: string;
  /** The provider's own data. */
  readonly metadata?: Readonly<Record<string, unknown>>;
};

export type ToolMessage = {
  /** Who says it. */
  readonly role: 'tool';
  /** What the tools have answered. */
  readonly content: readonly ToolResult[];
};

/** What came of a tool call. *denied*: a person refused it, with the reason as value. */
export type ToolResult = {
  /** Id of the call. */
  readonly callId: string;
  /** Name of the tool. */
  readonly name: string;
  /** Kind of the value. */
  readonly kind: 'error' | 'denied' | 'text' | 'json';
  /** The value that the model is shown. */
  readonly value: unknown;
};

/** One piece of work in the trace of a run. Times are ISO 8601, durations milliseconds. */
export type TraceSpan = {
  /** Id of the trace span. */
  readonly id: string;
  /** Name of the trace span. */
  readonly name: string;
  /** Type of the block; `workflow` for the run itself, `loop-iteration` and `parallel-iteration` for a pass or a branch, `model` and `tool` for the calls of an agent. */
  readonly type: string;
  /** Whether the block succeeded. */
  readonly status: 'error' | 'success';
  /** When the span started. */
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
  /** Input of the block. */
  readonly input?: boolean | string | number | readonly unknown[] | Readonly<Record<string, unknown>> | null;
  /** Output of the block. */
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
  /** Set if the block did not run: the outcome is copied from the run that this one repeats. */
  readonly recorded?: true;
  /** The container and the pass or branch of it, on the span of that and of each block directly inside. */
  readonly loopId?: string;
  /** Id of the enclosing parallel. */
  readonly parallelId?: string;
  /** Index of the pass or branch, from 0. */
  readonly iterationIndex?: number;
  /** The workflow that the block ran. */
  readonly childWorkflowId?: string;
  /** The run of that workflow. */
  readonly childExecutionId?: string;
  /** What became of a call of an agent. *in-flight*: it has not ended. *abandoned*: the process was lost during the call, which was made again. *denied*: a person refused it. *unknown*: the process was lost, and the call was not repeated. */
  readonly outcome?: 'failed' | 'answered' | 'abandoned' | 'denied' | 'unknown' | 'in-flight';
  /** The model, as its provider is named. */
  readonly model?: string;
  /** Id of the provider of the model. */
  readonly provider?: string;
  /** Tokens of a call; on agents and on the run, of all their calls. */
  readonly tokens?: SpanTokens;
  /** Cost of a call; on agents, of all their calls, and on the run with its base charge. Null when no price is known. */
  readonly cost?: SpanCost | null;
  /** Time until the first token arrived, in ms. */
  readonly firstTokenMs?: number;
  /** Why the model stopped. */
  readonly finishReason?: string;
  /** Set if tokens were counted by the server, because the provider reported none. */
  readonly isEstimated?: true;
  /** By the names of the conventions of OpenTelemetry for generative AI. */
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** What ran inside. */
  readonly children: readonly TraceSpan[];
};

/** A block of a workflow that starts runs without a call. */
export type Trigger = {
  /** Id of the trigger. */
  readonly id: string;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** Id of the block. */
  readonly blockId: string;
  /** Name of the block. */
  readonly blockName: string;
  /** What it reacts to: `webhook`, `schedule`, `table`, `event` (of the workspace) or `polling` (a feed or a mailbox). */
  readonly kind: string;
  /** Where its events come from, for example `generic`, `github`, `schedule`, `rss` or `imap`. */
  readonly provider: string;
  /** `disabled`: the server stopped it because its runs fail. `retired`: the active version does not have the block. */
  readonly status: 'paused' | 'active' | 'disabled' | 'retired';
  /** What happens to deliveries while it is paused; null while it is not paused. */
  readonly pauseMode: 'hold' | 'drop' | null;
  /** Why the server disabled it; null while it is not disabled. */
  readonly disabledReason: string | null;
  /** Number of failed runs in a row that disable it; null: the limit of the server. */
  readonly failureLimit: number | null;
  /** Address for HTTP requests. Null for a trigger that receives none, for a retired one, and for callers without the permission `write`. */
  readonly url: string | null;
  /** The fields of the block that decide when it fires, without secrets. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The deployed version of the workflow whose block counts. */
  readonly version: number;
  /** When the trigger was created. */
  readonly createdAt: string;
  /** When it was changed last. */
  readonly updatedAt: string;
};

/** A trigger with what its deliveries tell. */
export type TriggerDetails = {
  /** When it last started a run; null if no such delivery is kept. */
  readonly lastFiredAt: string | null;
  /** How many of its runs have failed in a row. */
  readonly failedCount: number;
  /** Why the last poll of its source failed; null if it completed, and for triggers that do not poll. */
  readonly lastPollError: string | null;
  /** When the first poll failed since the last one that completed; null if that was the last one. */
  readonly pollFailingSince: string | null;
  /** The next times at which an active schedule fires, at most 5 and at most as many as `maxRuns` leaves, earliest first. Empty for other triggers. */
  readonly nextRuns: readonly string[];
  /** Deliveries of the last 24 hours by outcome, of the newest 10,000 at most. */
  readonly deliveries: Counters;
  /** Id of the trigger. */
  readonly id: string;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Id of the workflow. */
  readonly workflowId: string;
  /** Id of the block. */
  readonly blockId: string;
  /** Name of the block. */
  readonly blockName: string;
  /** What it reacts to: `webhook`, `schedule`, `table`, `event` (of the workspace) or `polling` (a feed or a mailbox). */
  readonly kind: string;
  /** Where its events come from, for example `generic`, `github`, `schedule`, `rss` or `imap`. */
  readonly provider: string;
  /** `disabled`: the server stopped it because its runs fail. `retired`: the active version does not have the block. */
  readonly status: 'paused' | 'active' | 'disabled' | 'retired';
  /** What happens to deliveries while it is paused; null while it is not paused. */
  readonly pauseMode: 'hold' | 'drop' | null;
  /** Why the server disabled it; null while it is not disabled. */
  readonly disabledReason: string | null;
  /** Number of failed runs in a row that disable it; null: the limit of the server. */
  readonly failureLimit: number | null;
  /** Address for HTTP requests. Null for a trigger that receives none, for a retired one, and for callers without the permission `write`. */
  readonly url: string | null;
  /** The fields of the block that decide when it fires, without secrets. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The deployed version of the workflow whose block counts. */
  readonly version: number;
  /** When the trigger was created. */
  readonly createdAt: string;
  /** When it was changed last. */
  readonly updatedAt: string;
};

/** What started a run without a call, or chose the block that it begins with. */
export type TriggerSource = {
  /** What the trigger reacts to: `webhook`, `schedule`, `table`, `event`, `polling`; `chat` for a message of a visitor, `mcp` for a call of a tool, `manual` for a run of the draft. */
  readonly kind: string;
  /** Where the event came from: `generic`, `github` … */
  readonly provider?: string;
  /** Id of the trigger. */
  readonly triggerId?: string;
  /** Id of the delivery that started the run, or whose event a run of the draft repeats. */
  readonly deliveryId?: string;
  /** The block that fired: the run begins with it. */
  readonly blockId?: string;
  /** When a run of a schedule was due, in ISO 8601. */
  readonly scheduledFor?: string;
  /** The conversation of a chat that the message belongs to. */
  readonly conversationId?: string;
  /** Id of the MCP server that was called. */
  readonly serverId?: string;
  /** Name of the tool that was called. */
  readonly tool?: string;
};

/** A row after one of its changes was reverted. */
export type UndoneRowChange = {
  /** The row; null if the reverted change was its insertion, so that the row was deleted. */
  readonly row: RowView | null;
  /** A message for people. */
  readonly message: string;
};

/** A row without its position. */
export type UnplacedRow = {
  /** Id of the row. */
  readonly id: string;
  /** The cells by column name. */
  readonly data: Readonly<Record<string, unknown>>;
  /** When the row was created. */
  readonly createdAt: string;
  /** When the row was last changed. */
  readonly updatedAt: string;
};

/** Removes a field of a block. */
export type UnsetField = {
  /** Name of the operation. */
  readonly op: 'unset';
  /** Id of what is changed. */
  readonly id: string;
  /** Id of the field. */
  readonly field: string;
};

/** Rows, and the cells to change in each of them. */
export type UpdateRowBatchRequest = {
  /** Up to 1,000 rows, each of them once. All or none of them are changed. */
  readonly updates: readonly RowUpdateRequest[];
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** A filter, and the cells to change in the matching rows. */
export type UpdateRowsRequest = {
  /** Filter: `{"column": value}`, `{"column": {"$gt": value}}`, `$and`, `$or`. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** Maximum number of rows to update. */
  readonly limit?: number;
  /** Cells by column name. A null clears a cell. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** The rows of a batch after their change. */
export type UpdatedRowBatch = {
  /** The rows, in the order of the request. */
  readonly rows: readonly RowView[];
  /** Number of rows in the request. */
  readonly updatedCount: number;
  /** A message for people. */
  readonly message: string;
};

/** The rows that an update changed. */
export type UpdatedRows = {
  /** A message for people. */
  readonly message: string;
  /** Number of updated rows. */
  readonly updatedCount: number;
  /** Ids of the updated rows. Absent if no row matched. */
  readonly updatedRowIds?: readonly string[];
};

/** An uploaded file. */
export type UploadedFile = {
  /** The uploaded file. */
  readonly file: File;
  /** A message for people. */
  readonly message: string;
};

/** The row to insert, or to replace an existing one with. */
export type UpsertRowRequest = {
  /** The unique column that identifies the row. Optional if the table has only one. */
  readonly conflictTarget?: string;
  /** Cells by column name. A null clears a cell. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** The inserted or replaced row. */
export type UpsertedRow = {
  /** The row after the change. */
  readonly row: UnplacedRow;
  /** Whether a row was inserted (`insert`) or replaced (`update`). */
  readonly operation: 'insert' | 'update';
  /** A message for people. */
  readonly message: string;
};

/** The usage of a workspace or an organization in a time span. */
export type Usage = {
  /** Id of the workspace; null if the usage is that of an organization. */
  readonly workspaceId: string | null;
  /** Id of the organization; null if the usage is that of a workspace. */
  readonly organizationId: string | null;
  /** What the usage is grouped by. */
  readonly groupBy: 'workspace' | 'block' | 'workflow' | 'key' | 'provider' | 'day' | 'model';
  /** Start of the time span. */
  readonly startDate: string;
  /** End of the time span, inclusive. */
  readonly endDate: string;
  /** Number of runs. */
  readonly executions: number;
  /** Number of calls of language models. */
  readonly calls: number;
  /** Number of calls whose cost is unknown, because no price is known. They are not part of `cost`. */
  readonly unpricedCalls: number;
  /** Number of tokens that models processed. */
  readonly tokens: number;
  /** Cost in US dollars. */
  readonly cost: number;
  /** The part of `cost` of calls with keys of workspaces, organizations or blocks. It does not count for the cost limit of the plan. */
  readonly ownKeyCost: number;
  /** One object for each workflow, key, day, model, provider, block or workspace, with its name, `executions`, `calls`, `unpricedCalls`, `tokens`, `inputTokens`, `outputTokens`, `cachedTokens`, `reasoningTokens`, `cost` and `ownKeyCost`. */
  readonly groups: readonly Readonly<Record<string, string | number | null>>[];
};

/** The limits of an account and its usage. */
export type UsageLimits = {
  /** Always true. */
  readonly success: true;
  /** The rate limits of synchronous and asynchronous starts of runs. */
  readonly rateLimit: {
    /** The bucket of synchronous starts. */
    readonly sync: Bucket;
    /** The bucket of asynchronous starts. */
    readonly async: Bucket;
    /** The kind of starts that the buckets count. */
    readonly authType: 'api';
  };
  /** The usage in the present billing period. */
  readonly usage: {
    /** Cost in US dollars. */
    readonly currentPeriodCost: number;
    /** Cost limit in US dollars; 999999 without a limit. */
    readonly limit: number;
    /** Name of the plan. */
    readonly plan: string;
    /** Whether the cost limit is reached, so that no more runs start. */
    readonly isExceeded: boolean;
  };
  /** The storage of files and documents. */
  readonly storage: {
    /** Used storage, in bytes. */
    readonly usedBytes: number;
    /** Storage limit, in bytes; 9007199254740991 without a limit. */
    readonly limitBytes: number;
    /** Used part of the limit, in percent. */
    readonly percentUsed: number;
  };
};

export type UserMessage = {
  /** Who says it. */
  readonly role: 'user';
  /** What is said. */
  readonly content: readonly UserPart[];
};

export type UserPart = TextPart | FilePart;

/** A document to validate as a new workflow. */
export type ValidateDocumentRequest = {
  /** The exported document, or its JSON text. */
  readonly workflow: unknown;
  /** Id of the workspace. */
  readonly workspaceId: string;
};

/** What to validate in place of the draft. */
export type ValidateDraftRequest = {
  /** The workflow document. Absent: the draft. */
  readonly state?: Readonly<Record<string, unknown>>;
};

/** What a validation found. */
export type ValidationReport = {
  /** Whether the document can be deployed. */
  readonly valid: boolean;
  /** The problems that prevent the deployment of the document. */
  readonly problems: readonly DocumentProblem[];
  /** Probable mistakes that do not prevent the deployment. */
  readonly warnings: readonly DocumentProblem[];
};

/** A part of a value of an event. */
export type ValuePart = {
  /** What the value is. */
  readonly kind: 'object' | 'text' | 'list' | 'value';
  /** Number of characters of a text, of members of a list or an object; 1 for any other value. */
  readonly length: number;
  /** About how many bytes the whole value takes as JSON. */
  readonly bytes: number;
  /** Place of the first character or member of this part. */
  readonly offset: number;
  /** The part: a text, a list or an object with the members from `offset` on. Members above 8 KB are left out in their turn. */
  readonly part: unknown;
  /** The `offset` of the next part; null when this is the last one. */
  readonly nextOffset: number | null;
};

/** A workflow variable. */
export type Variable = {
  /** Id of the variable. */
  readonly id: string;
  /** The name that references use. */
  readonly name: string;
  /** Type of the variable. */
  readonly type: string;
  /** The value of the variable. */
  readonly value: unknown;
};

/** A variable without its value. */
export type VariableView = {
  /** Name of the variable. */
  readonly name: string;
  /** When the variable was last set. */
  readonly updatedAt: string;
};

/** A version of a workflow with its document. */
export type VersionDetail = {
  /** The workflow document. */
  readonly state: WorkflowDocument;
  /** Number of the version, from 1. */
  readonly version: number;
  /** Name of the version; null if it has none. */
  readonly name: string | null;
  /** Description of the version; null if it has none. */
  readonly description: string | null;
  /** When the version was deployed. */
  readonly deployedAt: string;
  /** Id of the user who deployed the version. */
  readonly deployedBy: string;
  /** Whether this is the active version. */
  readonly isActive: boolean;
};

/** A version of a workflow without its document. */
export type VersionView = {
  /** Number of the version, from 1. */
  readonly version: number;
  /** Name of the version; null if it has none. */
  readonly name: string | null;
  /** Description of the version; null if it has none. */
  readonly description: string | null;
  /** When the version was deployed. */
  readonly deployedAt: string;
  /** Id of the user who deployed the version. */
  readonly deployedBy: string;
  /** Whether this is the active version. */
  readonly isActive: boolean;
};

export type ViewReport = {
  /** Name of the view report. */
  readonly name: string;
  /** The lag in ms. */
  readonly lagMs: number;
  /** The number of events that it has not applied, counted up to 10,000. */
  readonly lagEvents: number;
  /** Number of events that the projection could not process. */
  readonly deadLetters: number;
  /** Present during a rebuild. If the projection is `outdated`, the rows of an earlier release are shown until the rebuild ends. */
  readonly rebuild?: {
    /** Number of processed events. */
    readonly events: number;
    /** Number of events to process. */
    readonly total: number;
    /** Estimated remaining time, in ms; null while it is not known. */
    readonly remainingMs: number | null;
  };
  /** Present if the view was built by an older version of its projection. */
  readonly outdated?: true;
};

/** A workflow without its document. */
export type Workflow = {
  /** Id of the workflow. */
  readonly id: string;
  /** Name of the workflow. */
  readonly name: string;
  /** Description of the workflow; null if it has none. */
  readonly description: string | null;
  /** Id of the folder; null for the root. */
  readonly folderId: string | null;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Whether a version of the workflow is active. */
  readonly isDeployed: boolean;
  /** When the active version was activated; null while none is. */
  readonly deployedAt: string | null;
  /** When the workflow was created. */
  readonly createdAt: string;
  /** When the workflow was last changed. */
  readonly updatedAt: string;
};

/** A workflow with the variables and inputs of its draft. */
export type WorkflowDetail = {
  /** How often the workflow has run. A run is counted a few seconds after its start. */
  readonly runCount: number;
  /** When the latest run started that is still kept; null if there is none. */
  readonly lastRunAt: string | null;
  /** Status of that run; null if there is none. */
  readonly lastRunStatus: 'paused' | 'running' | 'completed' | 'failed' | 'cancelled' | null;
  /** Number of the active version; null while none is active. */
  readonly activeVersion: number | null;
  /** Id of the workflow. */
  readonly id: string;
  /** Name of the workflow. */
  readonly name: string;
  /** Description of the workflow; null if it has none. */
  readonly description: string | null;
  /** Id of the folder; null for the root. */
  readonly folderId: string | null;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Whether a version of the workflow is active. */
  readonly isDeployed: boolean;
  /** When the active version was activated; null while none is. */
  readonly deployedAt: string | null;
  /** When the workflow was created. */
  readonly createdAt: string;
  /** When the workflow was last changed. */
  readonly updatedAt: string;
  /** Workflow variables of the draft, by id. */
  readonly variables: Readonly<Record<string, Variable>>;
  /** Inputs that the start block declares. */
  readonly inputs: readonly DeclaredInput[];
};

/** A workflow document in format version "1.0". All optional parts are filled in, and every edge has its handles. */
export type WorkflowDocument = {
  /** The blocks, by id. */
  readonly blocks: Readonly<Record<string, Block>>;
  /** The connections between blocks. */
  readonly edges: readonly Edge[];
  /** The loops, by id. Derived from the blocks whenever a document is parsed. */
  readonly loops: Readonly<Record<string, unknown>>;
  /** The parallels, by id. Derived from the blocks whenever a document is parsed. */
  readonly parallels: Readonly<Record<string, unknown>>;
  /** The workflow variables, by id. */
  readonly variables: Readonly<Record<string, Variable>>;
  /** Data of editors, which the server stores. It reads `strictInput`: whether inputs are checked against the declared fields. */
  readonly metadata: Readonly<Record<string, unknown>>;
};

/** An MCP server that a workspace offers. */
export type WorkflowServer = {
  /** Id of the server. */
  readonly id: string;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Name of the server. */
  readonly name: string;
  /** What the server is for; null without a description. */
  readonly description: string | null;
  /** Whether it takes calls without a key. */
  readonly isPublic: boolean;
  /** The address for MCP clients. */
  readonly url: string;
  /** How many tools it has, those of workflows that are not deployed included. */
  readonly toolCount: number;
  /** The names of its tools. */
  readonly toolNames: readonly string[];
  /** Id of the user who created the server. */
  readonly createdBy: string;
  /** When the server was created. */
  readonly createdAt: string;
  /** When the server was last changed. */
  readonly updatedAt: string;
};

/** The MCP servers of a workspace. */
export type WorkflowServers = {
  /** The servers, the oldest first. */
  readonly servers: readonly WorkflowServer[];
};

/** The deployment status of a workflow. */
export type WorkflowStatus = {
  /** Whether a version of the workflow is active. */
  readonly isDeployed: boolean;
  /** When the active version was activated; null while none is. */
  readonly deployedAt: string | null;
  /** Whether the draft differs from the active version, so that deploying it would change what runs. False while no version is active. */
  readonly needsRedeployment: boolean;
};

/** A tool of an MCP server. */
export type WorkflowTool = {
  /** Id of the tool. */
  readonly id: string;
  /** Id of the server. */
  readonly serverId: string;
  /** Id of the workflow that the tool runs. */
  readonly workflowId: string;
  /** Name of the workflow. */
  readonly workflowName: string;
  /** Name of the tool. */
  readonly toolName: string;
  /** What the tool does; null: the description of the workflow. */
  readonly toolDescription: string | null;
  /** Descriptions of parameters in place of those of the workflow. */
  readonly parameterDescriptionOverrides: Readonly<Record<string, string>>;
  /** The JSON Schema of the arguments, from the input format of the active version; null while the tool is not offered. */
  readonly parameterSchema: Readonly<Record<string, unknown>> | null;
  /** Whether clients see the tool: a version of the workflow is deployed and begins with a start block. */
  readonly isAvailable: boolean;
  /** When the tool was added. */
  readonly createdAt: string;
  /** When the tool was last changed. */
  readonly updatedAt: string;
};

/** The tools of an MCP server. */
export type WorkflowTools = {
  /** The tools by name. */
  readonly tools: readonly WorkflowTool[];
};

export type WorkspaceMemberView = {
  /** Id of the user. */
  readonly userId: string;
  /** Lower case. */
  readonly email: string;
  /** Permission of the member in the workspace. */
  readonly permission: 'admin' | 'read' | 'write';
};

/** The workspace of a resource. */
export type WorkspaceRequest = {
  /** Id of the workspace. */
  readonly workspaceId: string;
};
