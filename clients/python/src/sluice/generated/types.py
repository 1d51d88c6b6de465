# Made from docs/openapi.json by `npm run openapi`.
from __future__ import annotations

from typing import Any, Dict, List, Literal, TypeAlias, TypedDict


class ErrorDetailsItemPosition(TypedDict):
    """Where in the text of that field the problem is."""
    offset: int
    """Number of characters before it."""
    line: int
    """Line, from 1."""
    column: int
    """Column, from 1."""


class _ErrorDetailsItemRequired(TypedDict):
    path: List[str | int]
    """Path of the invalid field. Empty if the whole body is invalid."""
    message: str
    """A description of the problem for people."""
    code: str
    """The code of the problem for programs."""


class ErrorDetailsItem(_ErrorDetailsItemRequired, total=False):
    blockId: str
    """Id of the block with the problem, if the body is a workflow document."""
    edgeId: str
    """Id of the edge with the problem, if the body is a workflow document."""
    field: str
    """Name of the field of that block."""
    position: ErrorDetailsItemPosition
    """Where in the text of that field the problem is."""


class _ErrorRequired(TypedDict):
    error: str
    """A description of the error for people."""
    code: str
    """The error code for programs. Codes do not change between releases."""


class Error(_ErrorRequired, total=False):
    """The body of every response with an error status."""
    executionId: str
    """The id of a run that has been used before. Only with the code `EXECUTION_ID_CONFLICT`."""
    details: List[ErrorDetailsItem]
    """The invalid fields. Present in every response with status 400."""


class ErrorObjectErrorDetailsItemPosition(TypedDict):
    """Where in the text of that field the problem is."""
    offset: int
    """Number of characters before it."""
    line: int
    """Line, from 1."""
    column: int
    """Column, from 1."""


class _ErrorObjectErrorDetailsItemRequired(TypedDict):
    path: List[str | int]
    """Path of the invalid field. Empty if the whole body is invalid."""
    message: str
    """A description of the problem for people."""
    code: str
    """The code of the problem for programs."""


class ErrorObjectErrorDetailsItem(_ErrorObjectErrorDetailsItemRequired, total=False):
    blockId: str
    """Id of the block with the problem, if the body is a workflow document."""
    edgeId: str
    """Id of the edge with the problem, if the body is a workflow document."""
    field: str
    """Name of the field of that block."""
    position: ErrorObjectErrorDetailsItemPosition
    """Where in the text of that field the problem is."""


class _ErrorObjectErrorRequired(TypedDict):
    code: str
    """The error code for programs. Codes do not change between releases."""
    message: str
    """A description of the error for people."""


class ErrorObjectError(_ErrorObjectErrorRequired, total=False):
    """The error."""
    executionId: str
    """The id of a run that has been used before. Only with the code `EXECUTION_ID_CONFLICT`."""
    details: List[ErrorObjectErrorDetailsItem]
    """The invalid fields. Present in every response with status 400."""


class ErrorObject(TypedDict):
    """The body of every response of version 2 of the API with an error status."""
    error: ErrorObjectError
    """The error."""


class _JsonRpcErrorErrorRequired(TypedDict):
    code: int
    """The error code of JSON-RPC or of the Model Context Protocol."""
    message: str
    """A description of the error for people."""


class JsonRpcErrorError(_JsonRpcErrorErrorRequired, total=False):
    """The error."""
    data: Dict[str, Any]
    """Further facts: `httpStatus`, `retryable`, `code` and `details` of refusals of this server."""


class _JsonRpcErrorRequired(TypedDict):
    jsonrpc: str
    """Always `2.0`."""
    error: JsonRpcErrorError
    """The error."""


class JsonRpcError(_JsonRpcErrorRequired, total=False):
    """The body of every response of an MCP server with an error status."""
    id: str | float | None
    """The id of the message; null if it is not known."""


class AcceptedReplay(TypedDict):
    """A replay that begins."""
    jobId: str
    """The job of the replay: `GET /api/jobs/{jobId}` shows its progress in `metadata`."""
    count: float
    """How many deliveries match."""
    id: str
    """Id of the delivery replay."""
    workspaceId: str
    """Id of the workspace."""
    status: Literal["running", "completed", "cancelled"]
    """Where it is."""
    filter: ReplayFilter
    """Which deliveries are repeated, as requested."""
    draft: bool
    """Whether the drafts run."""
    found: float
    """How many deliveries matched when it was requested."""
    replayed: float
    """How many of them were repeated so far."""
    refused: float
    """How many of them cannot be repeated."""
    refusals: List[RefusedReplays]
    """Why, with at most 20 different reasons."""
    waitsFor: str | None
    """Why it makes no progress at the moment, for people; it continues by itself. Null if it makes progress or has ended."""
    requestedAt: str
    """When it was requested."""
    endedAt: str | None
    """When it was completed or cancelled; null while it runs."""
    statusUrl: str
    """Where its job is shown."""


AcceptedResume: TypeAlias = "Queued | Begun"
"""The run continues as a job."""


class AddBlock(TypedDict):
    """Adds a block. Its parent, if it names one, must be in the draft."""
    op: Literal["add-block"]
    """Name of the operation."""
    block: Block
    """The block."""


class AddColumnRequest(TypedDict):
    """A column to add to a table."""
    column: PlacedColumn
    """The new column."""
    workspaceId: str
    """Id of the workspace."""


class _AddEdgeRequired(TypedDict):
    op: Literal["add-edge"]
    """Name of the operation."""
    edge: Edge
    """The edge."""


class AddEdge(_AddEdgeRequired, total=False):
    """Adds an edge between two blocks of the draft, at the end or at an index of the list of edges."""
    index: float
    """Place in the list of edges, from 0."""


class AddOrganizationMemberRequest(TypedDict):
    """Who becomes what."""
    email: str
    """E-mail address of the user to add or to invite."""
    role: Literal["member", "admin", "owner"]
    """Role of the member in the organization."""


class _AddWorkflowToolRequestRequired(TypedDict):
    workflowId: str
    """Id of the workflow. It is offered while a version is deployed."""


class AddWorkflowToolRequest(_AddWorkflowToolRequestRequired, total=False):
    """A workflow that becomes a tool."""
    toolName: str | None
    """Name of the tool: 1 to 64 lower case letters (a-z), digits and underscores; null: made of the name of the workflow."""
    toolDescription: str | None
    """What the tool does, for the model; null: the description of the workflow."""
    parameterDescriptionOverrides: Dict[str, str]
    """Descriptions of parameters in place of those of the workflow, by the names of the parameters: at most 200, and 64 KiB as JSON."""


class AddWorkspaceMemberRequest(TypedDict):
    """Who may do what."""
    email: str
    """E-mail address of the user to add."""
    permission: Literal["admin", "read", "write"]
    """Permission of the member in the workspace."""


class AddedMember(TypedDict):
    """A new member, or an invitation."""
    userId: str | None
    """Null for an invitation, whether a user has the address or not."""
    email: str
    """E-mail address of the user."""
    role: Literal["member", "admin", "owner"]
    """Role of the member in the organization."""
    status: Literal["member", "invited"]
    """`member`: the user belongs to the organization. `invited`: once they accept."""
    expiresAt: str | None
    """When the invitation expires; null for a member."""


class AgentFork(TypedDict, total=False):
    """What a replay changes in the request of an agent."""
    model: PinnedModel
    """The model."""
    temperature: float
    """The temperature."""
    messages: List[ModelMessage]
    """Instead of the conversation before the first answer."""


class AgentForkRequest(TypedDict, total=False):
    """What a replay changes in an agent."""
    model: str
    """The model, by its name."""
    temperature: float
    """The temperature, from 0 to 2."""
    messages: List[ForkMessage]
    """The conversation before the first answer, instead of the recorded one."""


class AnswerOutcome(TypedDict):
    status: Literal["queued", "failed", "continuing", "continued"]
    """`queued`: the run is processing another answer; `continuing`; `continued`: the run has ended or paused again; `failed`."""
    at: str
    """When the answer came to this state."""
    reason: str | None
    """Why the run failed with the answer, or did not continue with it; null unless the outcome is `failed`."""


class AskEligibilityRequest(TypedDict):
    """The address of a person who may have an account at a provider."""
    email: str
    """The e-mail address of the visitor."""


class AssistantMessage(TypedDict):
    role: Literal["assistant"]
    """Who says it."""
    content: List[AssistantPart]
    """What is said."""


AssistantPart: TypeAlias = "TextPart | ReasoningPart | ToolCall"
"""A part of what a model answered. `metadata` is the provider's own and goes back to it unchanged."""


_AsyncStartOdd = TypedDict("_AsyncStartOdd", {"async": "Literal[True]"})


class AsyncStart(_AsyncStartOdd):
    """Specification 2.3."""
    success: Literal[True]
    """Always true."""
    jobId: str
    """Id of the job."""
    executionId: str
    """Id of the execution."""
    message: str
    """A message for people."""
    statusUrl: str
    """Address of the job."""


class AuditEntry(TypedDict):
    """Who did what to which resource, and from where. The hash of the entry covers all members."""
    chain: str
    """The organization, or `instanceChain`."""
    seq: float
    """The place in the chain, from 1, without gaps."""
    id: str
    """Id of the audit entry."""
    createdAt: str
    """ISO 8601, UTC, milliseconds: when it happened. Neighbours of a chain may be a moment out of order."""
    action: str
    """The action, such as `workflow.deployed`."""
    resourceType: str
    """Type of the resource, such as `workflow`."""
    resourceId: str
    """Id of the resource."""
    resourceName: str | None
    """Name of the resource at that time; null if it has none."""
    workspaceId: str | None
    """The workspace; null for an entry about the organization itself."""
    actorId: str | None
    """Null: the server itself, or a person with a link without an email address."""
    actorName: str | None
    """Name of the actor at that time."""
    actorEmail: str | None
    """Email address of the actor at that time."""
    keyId: str | None
    """The API key of the request; null without one."""
    requestId: str | None
    """The request; null for the server itself."""
    ip: str | None
    """Address of the client."""
    userAgent: str | None
    """What the client calls itself."""
    metadata: Dict[str, Any]
    """Further facts; changed settings have `before` and `after`."""


class AuditKey(TypedDict):
    keyId: str
    """Id of the key."""
    publicKey: str
    """PEM."""


class AuditLog(TypedDict):
    """Specification 2.14. The address and the user agent of the actor are stored but not shown."""
    id: str
    """Id of the audit log."""
    workspaceId: str | None
    """The workspace; null for an entry about the organization itself."""
    actorId: str | None
    """Id of the user who acted; null for the server itself."""
    actorName: str | None
    """Name of the actor at the time of the event; null for the server itself."""
    actorEmail: str | None
    """E-mail address of the actor at the time of the event; null for the server itself."""
    action: str
    """The action, such as `workflow.deployed`."""
    resourceType: str
    """Type of the resource, such as `workflow`."""
    resourceId: str
    """Id of the resource."""
    resourceName: str | None
    """Name of the resource at the time of the event; null if it has none."""
    description: str
    """Description of the event for people."""
    metadata: Dict[str, Any]
    """Further facts about the action. Changed settings are shown as `before` and `after`."""
    createdAt: str
    """When the audit log was created."""


class AuthorizationAddress(TypedDict):
    """Where the browser goes."""
    address: str
    """Address of the authorization server."""


class Awaited(TypedDict):
    kind: Literal["worker", "room", "person", "time", "block"]
    """The person or the thing that it waits for."""
    blockId: str | None
    """The block that waits; null when the whole run waits."""
    since: str
    """The start of the wait."""
    until: str | None
    """The time at which the wait ends without an answer; null if there is none."""


class Backfill(TypedDict):
    """The times of a range that had no run."""
    occurrences: float
    """How many times of the range had no run."""
    started: float
    """How many of them have one now."""


_BackfillRequestOdd = TypedDict("_BackfillRequestOdd", {"from": "str"})


class BackfillRequest(_BackfillRequestOdd):
    to: str
    """The last one."""


_BegunOdd = TypedDict("_BegunOdd", {"async": "Literal[True]"})


class Begun(_BegunOdd):
    success: Literal[True]
    """Always true."""
    executionId: str
    """Id of the execution."""
    message: str
    """A message for people."""
    jobId: str
    """Id of the job of this resume, for an asynchronous run."""
    statusUrl: str
    """Address of the job of this resume."""


class _BegunListenerRequired(TypedDict):
    token: str
    """Names the listener in `GET /api/v1/triggers/{triggerId}/listen/{token}`. It is not shown again."""
    url: str
    """Where to send the event."""
    triggerId: str
    """Id of the trigger. A block of a draft that was never deployed has the id that its trigger will have."""
    workflowId: str
    """Id of the workflow."""
    triggerBlockId: str
    """Id of the block of the trigger, for a manual run."""
    status: Literal["expired", "waiting", "captured"]
    """`captured`: an event has arrived. `expired`: none arrived in time."""
    expiresAt: str
    """When it ends. ISO 8601."""


class BegunListener(_BegunListenerRequired, total=False):
    """A listener that begins now."""
    delivery: HeardEvent
    """What has arrived; present when `status` is `captured`."""


class BehindNews(TypedDict):
    """The reader is too far behind: it reads the whole draft again."""
    type: Literal["behind"]
    """Kind of the message."""
    revision: float
    """The present revision of the draft."""


class BlockPosition(TypedDict):
    """Position on the canvas of an editor."""
    x: float
    """Distance from the left."""
    y: float
    """Distance from the top."""


class BlockRetry(TypedDict):
    """How often the block is retried after a failure."""
    enabled: bool
    """Whether the block is retried."""
    maxTries: float
    """Maximum number of attempts."""
    waitBetweenTriesMs: float
    """Backoff between two attempts, in ms."""


class _BlockPinRequired(TypedDict):
    output: Dict[str, Any]
    """The output."""


class BlockPin(_BlockPinRequired, total=False):
    """The output of the block in runs of the draft that use pins: the block is not run. Deployments and exports have no pins."""
    handle: str
    """The outgoing path that is taken; absent: `source`."""


class _BlockRequired(TypedDict):
    id: str
    """Id of the block."""
    type: str
    """Type of the block. `GET /api/v1/blocks` lists all types."""
    name: str
    """Name of the block. References use it, ignoring case and spaces."""
    position: BlockPosition
    """Position on the canvas of an editor."""
    subBlocks: Dict[str, SubBlock]
    """The fields of the block, by id."""
    outputs: Dict[str, Any]
    """The outputs as an editor declares them."""
    enabled: bool
    """Whether the block runs. Disabled blocks are skipped."""
    data: Dict[str, Any]
    """Settings of containers and the parent of the block: `parentId`, `loopType`, `count`, `collection` and others."""


class Block(_BlockRequired, total=False):
    """A block of a workflow."""
    retry: BlockRetry
    """How often the block is retried after a failure."""
    pin: BlockPin
    """The output of the block in runs of the draft that use pins: the block is not run. Deployments and exports have no pins."""


__BlockDefinitionInputsRequiredOdd = TypedDict("__BlockDefinitionInputsRequiredOdd", {"$schema": "str"})


class _BlockDefinitionInputsRequired(__BlockDefinitionInputsRequiredOdd):
    type: Literal["object"]
    """The JSON Schema type of the fields: always an object."""
    properties: Dict[str, Dict[str, Any]]
    """The JSON Schema of each field, by its name."""


class BlockDefinitionInputs(_BlockDefinitionInputsRequired, total=False):
    """The input fields, as JSON Schema."""
    required: List[str]
    """Names of the required fields."""


class BlockDefinition(TypedDict):
    """One type of block, for editors and generators of workflows."""
    type: str
    """Type of the block."""
    container: bool
    """Whether it contains other blocks."""
    inputsIn: Literal["subBlocks", "data"]
    """Where the workflow document stores the values of `inputs`."""
    inputs: BlockDefinitionInputs
    """The input fields, as JSON Schema."""
    targetHandle: Literal["target"] | None
    """The handle where edges arrive; null when the block takes no edges."""
    errorEdge: bool
    """Whether the block has a handle `error`."""
    retry: bool
    """Whether the retry option applies to the block."""
    name: str
    """Name of the palette entry."""
    description: str
    """What the block does."""
    category: Literal["trigger", "control", "work", "note"]
    """The heading under which editors list it."""
    outputs: Dict[str, Dict[str, Any]]
    """The fields that later blocks can refer to."""
    handles: List[str]
    """Source handles; `<id>` stands for the ids of the author's entries."""
    replacedBy: str | None
    """The type that new workflows use instead, of an older type or another name; null if there is none."""


class Blocks(TypedDict):
    data: List[BlockDefinition]
    """The block types."""
    nextCursor: None
    """There is one page."""


class Bucket(TypedDict):
    """A rate limit bucket. Some values have two names for compatibility with clients."""
    limit: float
    """Capacity of the bucket, in requests. Equal to `maxBurst`."""
    reset: str
    """When the bucket is next refilled. Equal to `resetAt`."""
    isLimited: bool
    """Whether the bucket is empty, so that requests are rejected."""
    requestsPerMinute: float
    """Number of tokens that are added per minute."""
    maxBurst: float
    """Capacity of the bucket, in requests."""
    remaining: float
    """Number of requests that are left in the bucket."""
    resetAt: str
    """When the bucket is next refilled."""


class BucketView(TypedDict):
    """A rate limit bucket. Each start of a run takes one token."""
    requestsPerMinute: float
    """Number of tokens that are added per minute."""
    maxBurst: float
    """Capacity of the bucket, in requests."""
    remaining: float
    """Number of requests that are left in the bucket."""
    resetAt: str
    """When the bucket is next refilled."""


class BulkCount(TypedDict):
    """How many runs a bulk job would be about."""
    found: float
    """The number of runs."""


class BulkJob(TypedDict):
    """A job that cancels or replays many runs."""
    id: str
    """Id of the bulk job."""
    workspaceId: str
    """Id of the workspace."""
    action: Literal["cancel", "replay"]
    """What is done to the runs."""
    mode: Literal["recorded", "live", None]
    """For replays: whether effects return their recorded outcomes or happen again; null for cancellations."""
    status: Literal["running", "completed", "stopped"]
    """Where it is."""
    found: float
    """The number of its runs."""
    done: float
    """How many of them it has come to."""
    succeeded: float
    """How many of them were cancelled or replayed."""
    refused: float
    """How many of them were left as they are."""
    refusals: List[RefusedRuns]
    """Why, by the code of the reason."""
    waitsFor: str | None
    """Why it makes no progress at the moment, for people; it continues by itself. Null if it makes progress or has ended."""
    requestedAt: str
    """When it was requested."""
    endedAt: str | None
    """When it was completed or stopped; null while it runs."""


class _BulkJobRequestRequired(TypedDict):
    action: Literal["cancel", "replay"]
    """Whether the runs are cancelled or replayed."""
    workspaceId: str
    """Id of the workspace."""


class BulkJobRequest(_BulkJobRequestRequired, total=False):
    """What is done to which runs: to those that are named, or to all that match the filters."""
    mode: Literal["recorded", "live"]
    """For replays: whether effects return their recorded outcomes (`recorded`) or happen again (`live`)."""
    executionIds: List[str]
    """Ids of the runs, instead of filters."""
    workflowIds: List[str]
    """Ids of workflows, separated by commas."""
    folderIds: List[str]
    """Only workflows directly in these folders, without subfolders."""
    triggers: List[str]
    """Only runs with these triggers (`api`, `manual`, `webhook`, `schedule`, `chat`, `workflow`), or of these kinds or providers of triggers (`table`, `github` …); `all` for all triggers."""
    level: Literal["error", "info"]
    """Only runs without a failure (`info`), or only failed runs (`error`)."""
    status: List[Literal["paused", "running", "completed", "failed", "cancelled"]]
    """Only runs with these statuses (`running`, `paused`, `completed`, `failed`, `cancelled`), separated by commas."""
    startDate: str
    """Only runs that started at this time or later."""
    endDate: str
    """Only runs that started at this time or earlier."""
    executionId: str
    """Only the run with this id."""
    minDurationMs: int
    """Only runs with at least this duration, in ms."""
    maxDurationMs: int
    """Only runs with at most this duration, in ms."""
    minCost: float
    """Only runs with at least this cost, in US dollars."""
    maxCost: float
    """Only runs with at most this cost, in US dollars."""
    model: str
    """Only runs that used this model."""
    search: str
    """A part of an error message or of a workflow name. Letter case is ignored."""


class CallerUser(TypedDict):
    """The user that the caller acts as."""
    id: str
    """Id of the user."""
    email: str
    """Lower case."""
    name: str
    """Name of the user."""
    isOperator: bool
    """Whether the user is an operator of the server."""
    suspended: bool
    """Whether the user is suspended: all keys of a suspended user are refused."""
    createdAt: str
    """When the user was created."""
    updatedAt: str
    """When the user was last changed."""


class CallerOrganizationsItem(TypedDict):
    id: str
    """Id of the organization."""
    name: str
    """Name of the organization."""
    role: Literal["member", "admin", "owner"]
    """Role of the user in the organization."""


class CallerWorkspacesItem(TypedDict):
    id: str
    """Id of the workspace."""
    name: str
    """Name of the workspace."""
    organizationId: str | None
    """Id of the organization that the workspace belongs to; null if there is none."""
    permission: Literal["admin", "read", "write"]
    """What the caller may do in the workspace."""


class CallerDemandsItem(TypedDict):
    id: str
    """Id of the organization."""
    name: str
    """Name of the organization."""
    demand: SignInDemand
    """What it demands: to sign in at a provider, or to turn on a second factor."""


class Caller(TypedDict):
    """Who calls."""
    user: CallerUser
    """The user that the caller acts as."""
    kind: Literal["session", "api-key"]
    """How the caller has proved who they are."""
    recentUntil: str | None
    """Until when what needs a recent sign-in is possible; null for API keys."""
    expiresAt: str | None
    """When the session ends at the latest; null for API keys."""
    organizations: List[CallerOrganizationsItem]
    """Organizations of the user; none for a key that is limited or belongs to a workspace."""
    workspaces: List[CallerWorkspacesItem]
    """Workspaces that the caller reaches."""
    demands: List[CallerDemandsItem]
    """Organizations of the user that a session does not reach until the person does what they demand; none for API keys."""


class Cancellation(TypedDict):
    """Field names that existing clients of this route expect."""
    success: bool
    """Whether the run is cancelled."""
    executionId: str
    """Id of the execution."""
    redisAvailable: Literal[True]
    """Whether runs in other processes can be cancelled. Always true, since they are cancelled through the database."""
    durablyRecorded: bool
    """Whether the end of the run is durable."""
    locallyAborted: bool
    """Whether the process that responds drove the run."""
    pausedCancelled: bool
    """Whether the run was paused."""
    reason: Literal["recorded", "queue_cancelled", "already_cancelled", "cancellation_not_finalized"]
    """How the run was cancelled."""


class CancelledRunData(TypedDict):
    """The result of the cancellation."""
    runId: str
    """Id of the run."""
    cancelled: bool
    """Whether the run is cancelled."""


class CancelledRun(TypedDict):
    data: CancelledRunData
    """The result of the cancellation."""


class CellChange(TypedDict):
    """A changed cell."""
    column: str
    """Present name of the column, or its id if it has been deleted."""
    before: Any
    """Value before the change; null for an empty cell."""
    after: Any
    """Value after the change; null for an empty cell."""


class ChainHead(TypedDict):
    """The head of a chain."""
    chain: str
    """The organization of the chain, or the id of the chain of the instance."""
    seq: float
    """Number of its last entry."""
    hash: str
    """Hash of its last entry, base64url."""
    roots: float
    """Signed roots so far."""


class ChangeApiKeyRequest(TypedDict, total=False):
    """What is to be otherwise."""
    name: str
    """Name of the API key."""
    expiresAt: str | None
    """From when on it is no longer valid; null: never."""
    allowedIps: List[str]
    """Addresses and CIDR ranges that the key is good for; none: all."""


class ChangeChatRequest(TypedDict, total=False):
    """What is to be otherwise. Null takes a setting back to its default."""
    workflowId: str
    """Id of a deployed workflow of the workspace."""
    identifier: str
    """The last part of the address: 1 to 100 lower-case letters, digits and hyphens, unique on the server."""
    title: str
    """Name of the chat."""
    description: str | None
    """What the chat is for; null if it has no description."""
    customizations: ChatCustomizations | None
    """How the page looks."""
    authType: Literal["public", "password", "email", "sso"]
    """How visitors prove that they may use the chat. The default is `public`."""
    password: str
    """Password of 1 to 1024 characters; required for the `authType` `password`, and refused for others. No response contains it."""
    allowedEmails: List[str]
    """E-mail addresses, or `@domain`; required for `email` and `sso`."""
    outputConfigs: List[ChatOutput]
    """The outputs that are the reply. Without any it is the output of the run."""
    includeThinking: bool | None
    """Whether visitors may see the reasoning of models."""
    includeToolCalls: bool | None
    """Whether visitors may see which tools are called."""
    historyTurns: float | None
    """How many earlier turns the workflow receives as `history`, 0 to 50. The default is 0."""
    allowedOrigins: List[str]
    """Origins whose pages may embed the chat and call it, such as `https://www.example.com`."""
    isActive: bool | None
    """Whether visitors can use the chat. The default is true."""


class ChangeColumnRequestUpdates(TypedDict, total=False):
    """The fields to change."""
    name: str
    """Name of the column, unique in the table ignoring case: at most 50 letters, digits and underscores, not starting with a digit."""
    type: Literal["string", "number", "boolean", "json", "date"]
    """Type of the cells."""
    required: bool
    """Whether each row must have a value. The default is false."""
    unique: bool
    """Whether each value may occur only once. The default is false."""
    indexed: bool
    """Whether filters and sorts by this column use an index. The default is false. Not available for `json`."""


class ChangeColumnRequest(TypedDict):
    """The changes of a column."""
    updates: ChangeColumnRequestUpdates
    """The fields to change."""
    columnName: str
    """Name of the column."""
    workspaceId: str
    """Id of the workspace."""


class _ChangeDocumentRequestRequired(TypedDict):
    workspaceId: str
    """Id of the workspace."""


class ChangeDocumentRequest(_ChangeDocumentRequestRequired, total=False):
    """The changes of a document. At least one of them is required."""
    filename: str
    """New file name. Its extension determines the format."""
    enabled: bool
    """Whether searches find the document."""
    tags: Dict[str, TagValue]
    """New tags of the document; they replace all existing ones. Values are strings, numbers or booleans."""


class ChangeEnvironmentRequest(TypedDict):
    """The variables to set and to remove."""
    variables: Dict[str, str | None]
    """Variables by name. A string sets the value, null removes the variable."""


class ChangeFolderRequest(TypedDict, total=False):
    """The changes of a folder."""
    name: str
    """New name of the folder."""
    parentId: str | None
    """Id of the new parent folder; null for the root."""


class _ChangeKnowledgeBaseRequestRequired(TypedDict):
    workspaceId: str
    """Id of the workspace."""


class ChangeKnowledgeBaseRequest(_ChangeKnowledgeBaseRequestRequired, total=False):
    """The changes of a knowledge base. At least one of them is required."""
    name: str
    """New name, unique in the workspace."""
    description: str
    """New description."""
    chunkingConfig: ChunkingConfigRequest
    """New chunking configuration. It applies to documents that are processed later."""
    embeddingModel: str | None
    """New embedding model, as `<provider>/<model>`; null is the model of `SLUICE_EMBEDDINGS_URL`. It applies to documents that are processed later; others are found by their words until they are processed again."""


class ChangeMcpServerRequest(TypedDict, total=False):
    """What is to be otherwise."""
    name: str
    """Name of the server, unique in the workspace."""
    description: str | None
    """What it is for; null: nothing."""
    authType: Literal["none", "headers", "oauth"]
    """How the server knows this one. `none` removes the headers, and each but `oauth` the access tokens."""
    headers: Dict[str, str]
    """All headers, in place of the present ones; null removes them."""
    oauthClientId: str
    """Id of this server at the authorization server, for the authType `oauth`. The fields of `oauth…` are written together."""
    oauthClientSecret: str | None
    """The secret that belongs to it, as `{{NAME}}`; null, the default: a public client. It is never returned."""
    oauthGrant: Literal["authorization_code", "client_credentials"]
    """How access tokens are obtained: a person signs in (`authorization_code`, the default), or the credentials of the client suffice."""
    oauthScope: str | None
    """Scopes to ask for, with spaces between them; null, the default: those that the server names."""
    timeout: float
    """Longest time of a call in ms, 1000 to 300000."""
    retries: float
    """How often a call of an idempotent tool is repeated, 0 to 10."""
    enabled: bool
    """Whether blocks may use the server."""
    pinTools: bool
    """Whether a tool is refused that has changed since the workflow was deployed."""


class ChangeModelProviderRequest(TypedDict, total=False):
    """What is to be otherwise."""
    name: str
    """Name of the provider, unique in the workspace."""
    baseUrl: str
    """Address of the API. If its origin is another one, `apiKey` must be given again."""
    apiKey: str | None
    """`{{NAME}}` of the environment of the workspace; null removes the key."""
    headers: Dict[str, str]
    """Further headers of each request; null removes them."""
    idleTimeoutMs: float | None
    """How long a stream may pause, in ms; null: 120000."""
    models: List[ListedModel]
    """The models that may be used; null: any."""
    lacks: List[Literal["usage-in-streams", "json-schema", "tool-choice"]]
    """What the server refuses: `stream_options`, `json_schema`, `tool_choice`."""


class ChangeOrganizationMemberRequest(TypedDict):
    """What they become."""
    role: Literal["member", "admin", "owner"]
    """Role of the member in the organization."""


class ChangeOrganizationRequest(TypedDict, total=False):
    """What is to be otherwise."""
    name: str
    """Name of the organization."""
    plan: str
    """Name of the plan of the organization. Only operators can change it."""
    modelPolicy: ModelPolicy | None
    """What the organization demands of calls of language models. It replaces the former policy; null removes it. The strictest of the policies of the plan, the organization and the workspace applies."""


class ChangeOwnUserRequest(TypedDict, total=False):
    """What is to be otherwise with oneself."""
    name: str
    """Name of the user."""


class ChangePasswordRequest(TypedDict):
    """The present password and the next one."""
    password: str
    """Present password of the user."""
    newPassword: str
    """15 to 256 characters of any kind."""


class ChangeScheduleRequest(TypedDict):
    action: Literal["disable", "reactivate"]
    """`disable` stops the schedule, `reactivate` lets it continue with its next time."""


class ChangeTriggerRequest(TypedDict, total=False):
    """What is to be otherwise."""
    status: Literal["paused", "active"]
    """`active` resumes a paused or disabled trigger; `paused` pauses it."""
    pauseMode: Literal["hold", "drop"]
    """With `paused`: `hold`, the default, keeps deliveries until the trigger is resumed; `drop` refuses them."""
    failureLimit: int | None
    """Number of failed runs in a row that disable the trigger; null: the limit of the server."""


class ChangeUserRequest(TypedDict, total=False):
    """What is to be otherwise."""
    name: str
    """Name of the user."""
    isOperator: bool
    """Whether the user runs the server."""
    suspended: bool
    """Whether the user is suspended: all keys of a suspended user are refused."""


class ChangeWorkflowRequest(TypedDict, total=False):
    """The changes of a workflow."""
    name: str
    """New name of the workflow."""
    description: str | None
    """New description; null removes it."""
    folderId: str | None
    """Id of the new folder; null for the root."""


class ChangeWorkflowServerRequest(TypedDict, total=False):
    """What is to be changed about an MCP server."""
    name: str
    """Name of the server, as clients show it."""
    description: str | None
    """What the server is for; null removes it."""
    isPublic: bool
    """Whether the server takes calls without a key."""


class ChangeWorkflowToolRequest(TypedDict, total=False):
    """What a tool may say in place of its workflow."""
    toolName: str | None
    """Name of the tool: 1 to 64 lower case letters (a-z), digits and underscores; null: made of the name of the workflow."""
    toolDescription: str | None
    """What the tool does, for the model; null: the description of the workflow."""
    parameterDescriptionOverrides: Dict[str, str]
    """Descriptions of parameters in place of those of the workflow, by the names of the parameters: at most 200, and 64 KiB as JSON."""


class ChangeWorkspaceMemberRequest(TypedDict):
    """What they may do."""
    permission: Literal["admin", "read", "write"]
    """Permission of the member in the workspace."""


class ChangeWorkspaceRequest(TypedDict, total=False):
    """What is to be otherwise."""
    name: str
    """Name of the workspace."""
    allowPersonalApiKeys: bool
    """Whether members may use personal API keys in the workspace."""
    ownerId: str
    """Who owns the workspace: a member of it, or an admin of its organization, who becomes an admin of it. A workspace outside of organizations is paid for by its owner, so only callers themselves can become that."""
    retentionDays: int | None
    """Null: as long as the plan lets it."""
    modelPolicy: ModelPolicy | None
    """What the workspace demands of calls of language models. It replaces the former policy; null removes it. The strictest of the policies of the plan, the organization and the workspace applies."""


class ChangedDocument(TypedDict):
    document: Document
    """The document after the change."""
    message: str
    """A message for people."""


class _ChangedEnvironmentRequired(TypedDict):
    variables: List[VariableView]
    """The variables without their values, sorted by name."""


class ChangedEnvironment(_ChangedEnvironmentRequired, total=False):
    """The variables of a workspace after a change."""
    warnings: List[ErrorDetail]
    """Values that are stored and cannot be masked; absent if there are none."""


class ChangedKnowledgeBase(TypedDict):
    """A knowledge base after a change."""
    knowledgeBase: KnowledgeBase
    """The knowledge base after the change."""
    message: str
    """A message for people."""


class ChangedRow(TypedDict):
    """A row after a change."""
    row: RowView
    """The row after the change."""
    message: str
    """A message for people."""


class ChangedSchedule(TypedDict):
    """A schedule that was stopped or continues."""
    message: str
    """A message for people."""
    nextRunAt: str | None
    """The next time, in ISO 8601; null for a schedule that was stopped, or has no further time."""


class ChangedServer(TypedDict):
    """An MCP server after a change."""
    server: WorkflowServer
    """The server as it is now."""


class ChangedTool(TypedDict):
    """A tool after a change."""
    tool: WorkflowTool
    """The tool as it is now."""


class Chat(TypedDict):
    """A chat. No response contains its password."""
    id: str
    """Id of the chat."""
    workspaceId: str
    """Id of the workspace."""
    workflowId: str
    """Id of the workflow."""
    identifier: str
    """The last part of its address."""
    title: str
    """Name of the chat."""
    description: str | None
    """Null if it has none."""
    customizations: ChatCustomizations
    """How its page looks."""
    authType: Literal["public", "password", "email", "sso"]
    """How visitors prove that they may use it."""
    allowedEmails: List[str]
    """E-mail addresses, or `@domain`."""
    outputConfigs: List[ChatOutput]
    """The outputs that are the reply. Without any it is the output of the run."""
    includeThinking: bool
    """Whether visitors may see the reasoning of models."""
    includeToolCalls: bool
    """Whether visitors may see which tools are called."""
    historyTurns: float
    """How many earlier turns the workflow receives as `history`."""
    allowedOrigins: List[str]
    """Origins whose pages may embed the chat and call it."""
    isActive: bool
    """Whether visitors can use it."""
    hasPassword: bool
    """Whether a password is required."""
    chatUrl: str
    """Address of its page."""
    createdAt: str
    """When the chat was created."""
    updatedAt: str
    """When the chat was last changed."""


class _ChatAnswerRequired(TypedDict):
    contextId: str
    """Id of the question."""


class ChatAnswer(_ChatAnswerRequired, total=False):
    """The answer to a question of a paused run."""
    executionId: str
    """The run that asks. The default is the latest run of the conversation with an open question of this id."""
    input: bool | str | float | List[Any] | Dict[str, Any] | None
    """The fields of its form."""


class ChatConfiguration(TypedDict):
    """What a visitor may know about a chat."""
    id: str
    """Id of the chat configuration."""
    title: str
    """Name of the chat."""
    description: str | None
    """Null if it has none."""
    customizations: ChatCustomizations
    """How its page looks."""
    authType: Literal["public", "password", "email", "sso"]
    """How visitors prove that they may use it."""
    outputConfigs: List[ChatOutput]
    """The outputs that are the reply."""
    includeThinking: bool
    """Whether visitors may see the reasoning of models."""
    includeToolCalls: bool
    """Whether visitors may see which tools are called."""


class ChatConversationData(TypedDict):
    """The conversation with a page of its turns."""
    conversationId: str
    """Id of the conversation."""
    turns: List[ChatTurn]
    """The oldest first."""


class ChatConversation(TypedDict):
    """A part of a conversation."""
    data: ChatConversationData
    """The conversation with a page of its turns."""
    nextCursor: str | None
    """Cursor of the turns before these; null if there are none."""


class ChatConversationsDataItem(TypedDict):
    conversationId: str
    """Id of the conversation."""
    startedAt: str
    """When its first message was sent."""
    lastMessageAt: str
    """When its last message was sent."""


class ChatConversations(TypedDict):
    """Conversations of the visitor."""
    data: List[ChatConversationsDataItem]
    """The last used first, at most 50."""


class ChatCustomizations(TypedDict, total=False):
    """How the page of a chat looks. Absent: the usual look."""
    primaryColor: str
    """Colour of the name and of the messages of the visitor: `#` and 6 hexadecimal digits."""
    welcomeMessage: str
    """The first message on the page, before the visitor has written any."""
    imageUrl: str
    """Address of a picture above the welcome message."""
    logoUrl: str
    """Address of a picture in the header."""
    headerText: str
    """Text of the header. The default is the title."""


class _ChatFileRequired(TypedDict):
    name: str
    """Name of the file."""
    data: str
    """Its content as a data URL in base64."""


class ChatFile(_ChatFileRequired, total=False):
    """A file in the text of a request. A form is better for large ones."""
    type: str
    """Its media type. The default is that of `data`."""
    size: float
    """Its size in bytes. It is not read."""


class ChatMessageRequest(TypedDict, total=False):
    """A message of a visitor, the answer to a question, or a password alone. A form of the type `multipart/form-data` has the same text fields, and files in any other field."""
    input: str
    """The message: at most 1,000,000 characters."""
    password: str
    """The password of the chat. Alone, it begins a session."""
    email: str
    """The e-mail address of the visitor."""
    conversationId: str
    """The conversation to continue. Without it the server begins one; a new id begins one of that id: 1 to 256 visible ASCII characters other than `%`."""
    files: List[ChatFile]
    """Files for the workflow, at most 15."""
    resume: ChatAnswer
    """The answer to a question that the conversation has asked, in place of a message."""


class ChatOutput(TypedDict):
    """An output of a block that is part of the reply."""
    blockId: str
    """Id of the block."""
    path: str
    """Place in its output, such as `content`; empty for the whole output."""


class ChatQuestionFieldsItemOptionsItem(TypedDict):
    value: str | float
    """The value in the answer."""
    label: str
    """The text that people see."""


class _ChatQuestionFieldsItemRequired(TypedDict):
    name: str
    """Name of the field in the answer."""
    type: str
    """`free` for the only field of a question without a form."""
    description: str | None
    """Null if it has none."""
    required: bool
    """Whether the answer needs it."""
    value: Any
    """The initial value; null if there is none."""


class ChatQuestionFieldsItem(_ChatQuestionFieldsItemRequired, total=False):
    title: str
    """The label; absent: the name."""
    options: List[ChatQuestionFieldsItemOptionsItem]
    """The values to choose from; absent: any."""


class ChatQuestion(TypedDict):
    contextId: str
    """Id of the question, for its answer."""
    title: str
    """Name of the block that asks."""
    data: Any
    """The data that the question shows."""
    fields: List[ChatQuestionFieldsItem]
    """The fields of the answer, in the order of the form."""
    expiresAt: str | None
    """When the question expires; null if it does not."""
    mayAnswer: bool
    """Whether this visitor may answer."""


class ChatTurnFilesItem(TypedDict):
    name: str
    """Name of the file."""
    size: float
    """Its size in bytes."""
    type: str
    """Its media type."""


class ChatTurn(TypedDict):
    id: str
    """Id of the chat turn."""
    executionId: str
    """Id of the run that answers."""
    input: str | None
    """The message of the visitor; null in a workspace that keeps no contents."""
    files: List[ChatTurnFilesItem]
    """The files that were sent with it."""
    reply: str | None
    """The reply so far; null while there is none, and in a workspace that keeps no contents."""
    status: Literal["paused", "running", "completed", "failed", "cancelled"]
    """State of the run."""
    questions: List[ChatQuestion]
    """The open questions of a paused run."""
    at: str
    """When the message was sent."""


class Check(TypedDict):
    status: CheckStatus
    """Result of the check."""


class CheckCodeRequest(TypedDict):
    """A code that was sent to an address."""
    email: str
    """The e-mail address of the visitor."""
    otp: str
    """The six digits of the code."""


CheckStatus: TypeAlias = "Literal[\"ok\", \"slow\", \"failing\"]"
"""*failing*: the process cannot serve requests. *slow*: it serves requests, and an operator must investigate."""


class _CheckpointRequired(TypedDict):
    format: str
    """Name and version of the format."""
    keyId: str
    """Id of the key."""
    organization: str | None
    """The organization; null: all chains of the instance."""
    at: str
    """ISO 8601."""
    heads: List[ChainHead]
    """Sorted by chain."""


class Checkpoint(_CheckpointRequired, total=False):
    """The heads of the chains at one moment. An export begins with a checkpoint; one that is kept elsewhere reveals later that a tail was cut off."""
    formerKeys: List[str]
    """The predecessors of the signing key, oldest first; absent when there are none."""


class Chunk(TypedDict):
    """A chunk of a document."""
    chunkIndex: float
    """Position of the chunk in the document, from 0."""
    content: str
    """Text of the chunk."""
    tokenCount: float
    """Number of tokens in the text."""
    embeddingModel: str | None
    """Model of the embedding; null if the chunk is found by its words only."""


class ChunkingConfig(TypedDict):
    """How documents are split into chunks. Sizes are in tokens."""
    maxSize: float
    """Maximum size of a chunk."""
    minSize: float
    """A smaller chunk is joined to the one before it if both fit."""
    overlap: float
    """The number of tokens that a chunk repeats from the end of the previous one, so that a passage on the boundary stays whole in one of them. At most half of `maxSize` is repeated."""


class ChunkingConfigRequest(TypedDict, total=False):
    """How documents are split into chunks. An absent field keeps its value, or gets its default in a new knowledge base."""
    maxSize: int
    """Maximum size of a chunk, in tokens. The default is 1024."""
    minSize: int
    """Minimum size of a chunk, in tokens. A smaller chunk is joined to the one before it if both fit. The default is 100."""
    overlap: int
    """Number of tokens that a chunk repeats from the end of the previous one. It must be less than `maxSize`, of which at most half is repeated. The default is 200."""


class _ClaimLinkRequestRequired(TypedDict):
    token: str
    """What follows the `#` in the address of the link."""
    password: str
    """15 to 256 characters of any kind."""


class ClaimLinkRequest(_ClaimLinkRequestRequired, total=False):
    """What a link is used for."""
    code: str
    """Code of the authenticator app, or a recovery code, if the user has a second factor."""
    name: str
    """What the person is called."""
    keep: bool
    """Whether the person stays signed in for 30 days, also when the browser is closed."""


class _ClaimSetupLinkRequestRequired(TypedDict):
    token: str
    """What follows the `#` in the address of the link."""
    password: str
    """15 to 256 characters of any kind."""


class ClaimSetupLinkRequest(_ClaimSetupLinkRequestRequired, total=False):
    """How the first person signs in."""
    email: str
    """E-mail address of the person; absent: that of `SLUICE_BOOTSTRAP_EMAIL`."""
    code: str
    """Code of the authenticator app, or a recovery code, if the user has a second factor."""
    name: str
    """What the person is called."""
    keep: bool
    """Whether the person stays signed in for 30 days, also when the browser is closed."""


class CodeSent(TypedDict):
    """The answer to a request for a code."""
    message: str
    """What happens next, for people."""


class ColumnNameRequest(TypedDict):
    """A column of a table."""
    columnName: str
    """Name of the column."""
    workspaceId: str
    """Id of the workspace."""


class ComparedRunTokens(TypedDict):
    """Tokens of the calls that the run itself has made."""
    input: float
    """What the models have read."""
    output: float
    """What the models have written."""
    total: float
    """The sum of both."""


class ComparedRunCost(TypedDict):
    """Cost of the run."""
    total: float
    """In US dollars."""
    unpricedCalls: float
    """Calls that no price is known for. They are not part of the total."""


class ComparedRun(TypedDict):
    """What a run has answered and used."""
    executionId: str
    """Id of the execution."""
    workflowId: str
    """Id of the workflow."""
    deploymentVersion: float
    """The version of the workflow that it ran."""
    status: Literal["paused", "running", "completed", "failed", "cancelled"]
    """Status of the run."""
    answer: Any
    """The output of the run; null until it has ended."""
    error: str | None
    """Why it failed; null unless it did."""
    models: List[str]
    """The language models that it has called, sorted."""
    modelCalls: float
    """Calls of language models, those that a replay has copied included."""
    tools: List[ComparedTool]
    """Tool calls of agents, in the order of their ends."""
    tokens: ComparedRunTokens
    """Tokens of the calls that the run itself has made."""
    cost: ComparedRunCost
    """Cost of the run."""
    totalDurationMs: float | None
    """Duration without waiting times, in ms; null until it has ended."""


class ComparedTool(TypedDict):
    """A tool call of a run."""
    name: str
    """Name of the compared tool."""
    input: Any
    """The arguments, with those that the author filled in."""
    outcome: Literal["failed", "answered", "denied", "unknown"]
    """What became of the call."""


class ComparisonSame(TypedDict):
    """What is equal in both: the answer, and the names and the arguments of the tool calls in their order."""
    answer: bool
    """Whether the outputs are equal."""
    tools: bool
    """Whether the same tools were called with the same arguments."""


class ComparisonDifference(TypedDict):
    """What the other run has used more, or less if negative; null if unknown."""
    modelCalls: float
    """Number of calls of language models."""
    tokens: float
    """Number of tokens."""
    cost: float
    """In US dollars."""
    totalDurationMs: float | None
    """In ms."""


class Comparison(TypedDict):
    """Two runs side by side."""
    run: ComparedRun
    """The run of the path."""
    other: ComparedRun
    """The run that it is compared with."""
    same: ComparisonSame
    """What is equal in both: the answer, and the names and the arguments of the tool calls in their order."""
    difference: ComparisonDifference
    """What the other run has used more, or less if negative; null if unknown."""


class _ConfirmAtProviderRequestRequired(TypedDict):
    provider: str
    """Id of the provider."""


class ConfirmAtProviderRequest(_ConfirmAtProviderRequestRequired, total=False):
    """A provider at which the person proves again who they are."""
    next: str
    """Path of a page of this server to return to; absent: the page of the account."""


class ConfirmSessionRequest(TypedDict, total=False):
    """The password once more, or a code of the second factor."""
    password: str
    """Present password of the user. Absent: `code` is given."""
    code: str
    """Code of the authenticator app, or a recovery code. Absent: `password` is given."""


class Conversation(TypedDict):
    """A conversation that agents and memory blocks keep."""
    id: str
    """The id that the workflow gives."""
    messages: float
    """Number of stored messages."""
    bytes: float
    """Size of the stored texts, in bytes."""
    version: float
    """Grows with each change."""
    updatedAt: str
    """When it was changed last."""


class ConversationContent(TypedDict):
    """A conversation with its newest turns."""
    summary: str | None
    """Newest summary of earlier messages, which windows show instead of them; null if there is none."""
    turns: List[MemoryTurn]
    """The turns of this page, newest first."""
    id: str
    """The id that the workflow gives."""
    messages: float
    """Number of stored messages."""
    bytes: float
    """Size of the stored texts, in bytes."""
    version: float
    """Grows with each change."""
    updatedAt: str
    """When it was changed last."""


class ConversationPage(TypedDict):
    """A page of a conversation."""
    nextCursor: str | None
    """Cursor of the page with older turns; null on the last page."""
    data: ConversationContent
    """The content of the response."""


class Counters(TypedDict):
    """How many deliveries had each outcome."""
    accepted: float
    """Deliveries that started a run."""
    duplicate: float
    """Deliveries whose key an earlier one had."""
    filtered: float
    """Events to which the trigger does not react."""
    refused: float
    """Deliveries that were refused."""
    held: float
    """Deliveries that wait until the trigger is resumed."""
    skipped: float
    """Occurrences of a schedule that started no run."""
    poisoned: float
    """Deliveries whose run ended the processes that drove it."""


class _CreateChatRequestRequired(TypedDict):
    workflowId: str
    """Id of a deployed workflow."""
    identifier: str
    """The last part of the address: 1 to 100 lower-case letters, digits and hyphens, unique on the server."""
    title: str
    """Name of the chat."""


class CreateChatRequest(_CreateChatRequestRequired, total=False):
    """A chat as it is to be."""
    description: str | None
    """What the chat is for; null if it has no description."""
    customizations: ChatCustomizations | None
    """How the page looks."""
    authType: Literal["public", "password", "email", "sso"]
    """How visitors prove that they may use the chat. The default is `public`."""
    password: str
    """Password of 1 to 1024 characters; required for the `authType` `password`, and refused for others. No response contains it."""
    allowedEmails: List[str]
    """E-mail addresses, or `@domain`; required for `email` and `sso`."""
    outputConfigs: List[ChatOutput]
    """The outputs that are the reply. Without any it is the output of the run."""
    includeThinking: bool | None
    """Whether visitors may see the reasoning of models."""
    includeToolCalls: bool | None
    """Whether visitors may see which tools are called."""
    historyTurns: float | None
    """How many earlier turns the workflow receives as `history`, 0 to 50. The default is 0."""
    allowedOrigins: List[str]
    """Origins whose pages may embed the chat and call it, such as `https://www.example.com`."""
    isActive: bool | None
    """Whether visitors can use the chat. The default is true."""


class _CreateFolderRequestRequired(TypedDict):
    workspaceId: str
    """Id of the workspace."""
    name: str
    """Name of the folder."""


class CreateFolderRequest(_CreateFolderRequestRequired, total=False):
    """A new folder."""
    parentId: str | None
    """Id of the parent folder; null or absent for the root."""


class _CreateKnowledgeBaseRequestRequired(TypedDict):
    name: str
    """Name of the knowledge base, unique in the workspace."""
    workspaceId: str
    """Id of the workspace."""


class CreateKnowledgeBaseRequest(_CreateKnowledgeBaseRequestRequired, total=False):
    """A new knowledge base."""
    description: str | None
    """Description of the knowledge base. The default is an empty string."""
    chunkingConfig: ChunkingConfigRequest
    """How the documents are split into chunks."""
    embeddingModel: str | None
    """Model that embeds documents and searches, as `<provider>/<model>`. The default, null, is the model of `SLUICE_EMBEDDINGS_URL`, if that is set."""


class _CreateModelProviderRequestRequired(TypedDict):
    name: str
    """Name of the provider, unique in the workspace. Models are called `<name>/<model>`."""
    kind: Literal["openai", "anthropic", "google", "openai-compatible"]
    """The dialect that the provider speaks."""
    workspaceId: str
    """Id of the workspace."""


class CreateModelProviderRequest(_CreateModelProviderRequestRequired, total=False):
    """A model provider as it is to be."""
    baseUrl: str
    """Address of the API, without the path of an operation. The default is that of the vendor. https, unless it is private and listed in SLUICE_OUTBOUND_ALLOW."""
    apiKey: str | None
    """`{{NAME}}`: the variable of the environment of the workspace that holds the key. It is sent to the origin of `baseUrl` only."""
    headers: Dict[str, str]
    """Further headers of each request. Keys are not written here."""
    idleTimeoutMs: float | None
    """How long a stream may pause, in ms. The default is 120000."""
    models: List[ListedModel]
    """The models that may be used. Without a list, any model may be."""
    lacks: List[Literal["usage-in-streams", "json-schema", "tool-choice"]]
    """What the server refuses: `stream_options`, `json_schema`, `tool_choice`."""


class _CreateOrganizationRequestRequired(TypedDict):
    name: str
    """Name of the organization."""


class CreateOrganizationRequest(_CreateOrganizationRequestRequired, total=False):
    """An organization as it is to be."""
    plan: str
    """Name of the plan of the organization. Only operators can change it."""


class _CreateTableRequestRequired(TypedDict):
    name: str
    """Name of the table, unique in the workspace: at most 50 letters, digits and underscores, not starting with a digit."""
    schema: SchemaRequest
    """The schema of the table."""
    workspaceId: str
    """Id of the workspace."""


class CreateTableRequest(_CreateTableRequestRequired, total=False):
    """A new table."""
    description: str | None
    """Description of the table."""


class CreateUserRequest(TypedDict):
    """A user as they are to be."""
    email: str
    """E-mail address of the user."""
    name: str
    """Name of the user."""


class _CreateWorkflowRequestRequired(TypedDict):
    workspaceId: str
    """Id of the workspace."""
    name: str
    """Name of the workflow."""


class CreateWorkflowRequest(_CreateWorkflowRequestRequired, total=False):
    """A new workflow."""
    description: str | None
    """Description of the workflow."""
    folderId: str | None
    """Id of the folder; null or absent for the root."""


class _CreateWorkflowServerRequestRequired(TypedDict):
    name: str
    """Name of the server, as clients show it."""
    workspaceId: str
    """Id of the workspace."""


class CreateWorkflowServerRequest(_CreateWorkflowServerRequestRequired, total=False):
    """An MCP server with workflows as its tools."""
    description: str | None
    """What the server is for. Clients give it to the model."""
    isPublic: bool
    """Whether the server takes calls without a key. They act as the user who creates it. The default is false."""
    workflowIds: List[str]
    """Workflows of the workspace that become tools."""


class _CreateWorkspaceRequestRequired(TypedDict):
    name: str
    """Name of the workspace."""


class CreateWorkspaceRequest(_CreateWorkspaceRequestRequired, total=False):
    """A workspace as it is to be."""
    organizationId: str
    """Id of the organization that the workspace belongs to."""


class CreatedChat(TypedDict):
    """A new chat."""
    id: str
    """Id of the created chat."""
    chatId: str
    """The same as `id`."""
    chatUrl: str
    """Address of its page."""
    message: str
    """A message for people."""


class _DeclaredInputRequired(TypedDict):
    name: str
    """Name of the input."""
    type: str
    """Type of the input: `string`, `number`, `boolean`, `object`, `array` or `file[]`."""


class DeclaredInput(_DeclaredInputRequired, total=False):
    """An input that a workflow declares."""
    description: str
    """Description of the input. Absent if it has none."""
    required: bool
    """Whether the workflow refuses starts without the input. Absent if it does not."""
    enum: List[Any]
    """The values that are allowed. Absent if all are."""
    default: bool | str | float | List[Any] | Dict[str, Any] | None
    """The value of an input that is not sent, as `default` declares it. Absent if it has none."""


class DeleteRowsRequest(TypedDict, total=False):
    """The rows to delete: by a filter or by their ids."""
    filter: Dict[str, Any]
    """Filter: `{"column": value}`, `{"column": {"$gt": value}}`, `$and`, `$or`. It excludes `rowIds`."""
    rowIds: List[str]
    """Ids of the rows. It excludes `filter`."""
    limit: int
    """Maximum number of rows to delete by a filter."""
    workspaceId: str
    """Id of the workspace. Required in the body or in the query."""


class Deleted(TypedDict):
    """A deleted resource."""
    id: str
    """Id of the deleted resource."""
    message: str
    """A message for people."""


class DeletedRow(TypedDict):
    """A deleted row."""
    id: str
    """Id of the deleted row."""
    message: str
    """A message for people."""
    deletedCount: float
    """Always 1."""


class _DeletedRowsRequired(TypedDict):
    message: str
    """A message for people."""
    deletedCount: float
    """Number of deleted rows."""
    deletedRowIds: List[str]
    """Ids of the deleted rows."""


class DeletedRows(_DeletedRowsRequired, total=False):
    """The rows that a request deleted."""
    requestedCount: float
    """Number of ids in the request. Absent if the request had a filter."""
    missingRowIds: List[str]
    """Ids of the request that do not exist. Absent if the request had a filter."""


class Delivery(TypedDict):
    """An event that reached a trigger."""
    id: str
    """Id of the delivery."""
    workspaceId: str
    """Id of the workspace."""
    triggerId: str
    """Id of the trigger."""
    workflowId: str
    """Id of the workflow."""
    outcome: Literal["accepted", "duplicate", "filtered", "refused", "held", "skipped", "poisoned"]
    """What became of it."""
    reason: str | None
    """Why it started no run, for programs; null if it needs no reason."""
    executionId: str | None
    """Its run; of a duplicate, the run of the delivery that came first. Null without a run."""
    jobId: str | None
    """The job of its run; null for a duplicate and without a run."""
    duplicateOf: str | None
    """Of a duplicate, the delivery that came first; null for others."""
    replayOf: str | None
    """The delivery that it repeats; null if it repeats none."""
    scheduledFor: str | None
    """When the schedule was due; null for other triggers."""
    receivedAt: str
    """When it arrived."""


class DeliveryDetails(TypedDict):
    """A delivery with what it contained."""
    message: str | None
    """Why it was refused, for people; null for others."""
    headers: Dict[str, str]
    """The headers of its request, without those that carry credentials. Empty for events that were no requests."""
    body: Any
    """What the run received as its input. Secrets of the workspace are shown as `{{NAME}}`, fields that are named like credentials as `[REDACTED]`. Null for a duplicate: the delivery that came first has it."""
    id: str
    """Id of the delivery."""
    workspaceId: str
    """Id of the workspace."""
    triggerId: str
    """Id of the trigger."""
    workflowId: str
    """Id of the workflow."""
    outcome: Literal["accepted", "duplicate", "filtered", "refused", "held", "skipped", "poisoned"]
    """What became of it."""
    reason: str | None
    """Why it started no run, for programs; null if it needs no reason."""
    executionId: str | None
    """Its run; of a duplicate, the run of the delivery that came first. Null without a run."""
    jobId: str | None
    """The job of its run; null for a duplicate and without a run."""
    duplicateOf: str | None
    """Of a duplicate, the delivery that came first; null for others."""
    replayOf: str | None
    """The delivery that it repeats; null if it repeats none."""
    scheduledFor: str | None
    """When the schedule was due; null for other triggers."""
    receivedAt: str
    """When it arrived."""


class DeliveryReplay(TypedDict):
    """A replay of all deliveries that match a filter."""
    id: str
    """Id of the delivery replay."""
    workspaceId: str
    """Id of the workspace."""
    status: Literal["running", "completed", "cancelled"]
    """Where it is."""
    filter: ReplayFilter
    """Which deliveries are repeated, as requested."""
    draft: bool
    """Whether the drafts run."""
    found: float
    """How many deliveries matched when it was requested."""
    replayed: float
    """How many of them were repeated so far."""
    refused: float
    """How many of them cannot be repeated."""
    refusals: List[RefusedReplays]
    """Why, with at most 20 different reasons."""
    waitsFor: str | None
    """Why it makes no progress at the moment, for people; it continues by itself. Null if it makes progress or has ended."""
    requestedAt: str
    """When it was requested."""
    endedAt: str | None
    """When it was completed or cancelled; null while it runs."""
    statusUrl: str
    """Where its job is shown."""


class DeployWorkflowRequest(TypedDict, total=False):
    """The label of the new version, and the revision of the draft."""
    revision: int | None
    """The revision of the draft that was looked at: the deployment is refused if the draft has changed since. Absent: the present draft is deployed."""
    name: str | None
    """Name of the version."""
    description: str | None
    """Description of the version."""


class _DeployedRequired(TypedDict):
    authors: List[DraftAuthor]
    """Who has changed the draft since the deployment before, the author of the last change first."""
    id: str
    """Id of the workflow."""
    isDeployed: bool
    """Whether a version of the workflow is active."""
    deployedAt: str | None
    """When the active version was activated; null while none is."""
    warnings: List[DocumentProblem]
    """Probable mistakes in the deployed document. Empty if nothing was deployed."""


class Deployed(_DeployedRequired, total=False):
    """A new deployment of a workflow."""
    version: float
    """Number of the active version. Absent while none is."""


class _DeploymentRequired(TypedDict):
    id: str
    """Id of the workflow."""
    isDeployed: bool
    """Whether a version of the workflow is active."""
    deployedAt: str | None
    """When the active version was activated; null while none is."""
    warnings: List[DocumentProblem]
    """Probable mistakes in the deployed document. Empty if nothing was deployed."""


class Deployment(_DeploymentRequired, total=False):
    """The deployment of a workflow."""
    version: float
    """Number of the active version. Absent while none is."""


class DescribeVersionRequest(TypedDict, total=False):
    """What is said about a version."""
    name: str | None
    """Name of the version; null or an empty text removes it, absent keeps it."""
    description: str | None
    """Description of the version; null or an empty text removes it, absent keeps it."""


class DiagnosisLastEvent(TypedDict):
    """The last event; null if there is none."""
    type: str
    """Type of the event."""
    position: float
    """Position of the event in its stream."""
    at: str
    """When the event was recorded."""


class DiagnosisOwner(TypedDict):
    """The process that drives the run; null if none does."""
    id: float
    """Id of the process in the database."""
    alive: bool
    """Whether the process is running."""
    leaseUntil: str | None
    """When the lease expires; null if there is none."""


class DiagnosisDeadLettersItem(TypedDict):
    projection: str
    """Name of the projection."""
    type: str
    """Type of the event."""
    error: str
    """Error message."""


class _DiagnosisRequired(TypedDict):
    executionId: str
    """Id of the execution."""
    workflowId: str
    """Id of the workflow."""
    status: Literal["queued", "paused", "running", "completed", "failed", "cancelled"]
    """The state of the run."""
    finding: Finding
    """The reason for the state, as a code."""
    summary: str
    """The finding, as a sentence."""
    since: str | None
    """The start of the state; null if unknown."""
    lastEvent: DiagnosisLastEvent
    """The last event; null if there is none."""
    owner: DiagnosisOwner
    """The process that drives the run; null if none does."""
    attempts: float
    """How often a process has claimed the run."""
    deadlineAt: str | None
    """The deadline of the run; null if it has none."""
    awaits: List[Awaited]
    """The things that the run waits for."""
    deadLetters: List[DiagnosisDeadLettersItem]
    """Projections that could not apply an event of the run."""
    remedies: List[Remedy]
    """Actions that help."""


class Diagnosis(_DiagnosisRequired, total=False):
    integrity: RunIntegrityView
    """Present if the stored events of the run were changed so that they cannot be read."""


class DiscoverAuthentication(TypedDict):
    """How clients prove who they are."""
    method: Literal["API Key"]
    """The name of the method."""
    header: Literal["X-API-Key"]
    """The header for the key."""


class Discover(TypedDict):
    """The MCP servers that a key reaches."""
    success: Literal[True]
    """Always true."""
    servers: List[DiscoveredServer]
    """The servers, the oldest first; at most 1000."""
    authentication: DiscoverAuthentication
    """How clients prove who they are."""


class DiscoveredServerWorkspace(TypedDict):
    """The workspace of the server."""
    id: str
    """Id of the workspace."""
    name: str
    """Name of the workspace."""


class DiscoveredServer(TypedDict):
    """An MCP server in the list for clients."""
    id: str
    """Id of the server."""
    name: str
    """Name of the server."""
    description: str | None
    """What the server is for; null without a description."""
    workspace: DiscoveredServerWorkspace
    """The workspace of the server."""
    toolCount: float
    """How many tools it offers at the moment."""
    createdAt: str
    """When the server was created."""
    url: str
    """The address for MCP clients."""


class Document(TypedDict):
    """A document of a knowledge base."""
    id: str
    """Id of the document."""
    knowledgeBaseId: str
    """Id of the knowledge base."""
    filename: str
    """Name of the file."""
    fileSize: float
    """Size of the file, in bytes."""
    mimeType: str
    """Media type of the file, determined by its extension."""
    processingStatus: str
    """State of the processing: `pending`, `processing`, `completed` or `failed`."""
    chunkCount: float
    """Number of chunks."""
    tokenCount: float
    """Number of tokens in the text."""
    characterCount: float
    """Number of characters in the text."""
    enabled: bool
    """Whether searches find the document."""
    tags: Dict[str, TagValue]
    """Tags of the document."""
    createdAt: str
    """When the document was created."""


class DocumentDetailProgress(TypedDict):
    """Progress of the processing, in chunks."""
    done: float
    """Number of processed chunks."""
    total: float | None
    """Total number of chunks; null while it is unknown."""


class DocumentDetail(TypedDict):
    """A document of a knowledge base with the state of its processing."""
    processingError: str | None
    """Why the processing failed; null if it did not."""
    processingStartedAt: str | None
    """When the processing started; null before."""
    processingCompletedAt: str | None
    """When the processing ended; null before."""
    progress: DocumentDetailProgress
    """Progress of the processing, in chunks."""
    embeddingModel: str | None
    """Model of the embeddings; null if the document has none."""
    uploadedBy: str
    """Id of the user who uploaded the document."""
    connectorId: None
    """Always null. Connectors are not supported."""
    connectorType: None
    """Always null. Connectors are not supported."""
    sourceUrl: None
    """Always null. Documents are uploaded."""
    id: str
    """Id of the document."""
    knowledgeBaseId: str
    """Id of the knowledge base."""
    filename: str
    """Name of the file."""
    fileSize: float
    """Size of the file, in bytes."""
    mimeType: str
    """Media type of the file, determined by its extension."""
    processingStatus: str
    """State of the processing: `pending`, `processing`, `completed` or `failed`."""
    chunkCount: float
    """Number of chunks."""
    tokenCount: float
    """Number of tokens in the text."""
    characterCount: float
    """Number of characters in the text."""
    enabled: bool
    """Whether searches find the document."""
    tags: Dict[str, TagValue]
    """Tags of the document."""
    createdAt: str
    """When the document was created."""


class _DocumentProblemRequired(TypedDict):
    message: str
    """A description of the problem for people."""
    code: str
    """The code of the problem for programs."""


class DocumentProblem(_DocumentProblemRequired, total=False):
    """A problem of a workflow document."""
    blockId: str
    """Id of the block that the problem concerns, if any."""
    edgeId: str
    """Id of the edge that the problem concerns, if any."""
    field: str
    """Path of the field that the problem concerns, if any."""
    position: TextPosition
    """Where in the text of that field the problem is, if it concerns a part of it."""


class DocumentsPagination(TypedDict):
    """The position of the page in the list."""
    total: float
    """Number of matching documents on all pages."""
    limit: float
    """Maximum number of documents of the request."""
    offset: float
    """Number of skipped documents."""
    hasMore: bool
    """Whether there are more documents after this page."""


class Documents(TypedDict):
    """A page of documents."""
    documents: List[Document]
    """The documents of the page."""
    pagination: DocumentsPagination
    """The position of the page in the list."""


class Draft(TypedDict):
    """The draft of a workflow."""
    state: WorkflowDocument
    """The workflow document."""


class DraftAtRevision(TypedDict):
    """A draft with the version of the last event that changed it."""
    revision: float
    """The version of the draft."""
    document: WorkflowDocument
    """The workflow document."""


class DraftAuthor(TypedDict):
    """A person who has changed a draft."""
    userId: str | None
    """Id of the user; null when it is not known."""
    name: str | None
    """Name of the user; null when it is not known."""
    edits: float
    """Number of changes."""
    lastAt: str
    """When the last of them was made."""


class DraftBlame(TypedDict):
    """Who has changed which part of a draft last."""
    parts: List[PartBlame]
    """The parts, those that were changed last first."""
    others: DraftChange | None
    """The change that made every other part: the last time that the whole draft was replaced, or its creation; null when it is not among the last 5,000 revisions."""
    before: AddBlock | RemoveBlock | MoveBlock | RenameBlock | SetField | UnsetField | SetOption | AddEdge | RemoveEdge | SetVariable | RemoveVariable | SetMetadata | None
    """The operation that brings back the value before the last change; null when several parts were asked for, or none was changed."""


class DraftChange(TypedDict):
    """A change of a draft as the log of its workflow holds it."""
    revision: float
    """The revision that it made."""
    editId: str | None
    """The id that the client chose; null when the whole draft was replaced."""
    label: str | None
    """What the client calls the edit; null without a label."""
    operations: List[DraftOperation]
    """The operations; null when the whole draft was replaced."""
    userId: str | None
    """Id of the user who made it; null when it is not known."""
    userName: str | None
    """Name of that user; null when it is not known."""
    at: str
    """When it was made."""


class DraftEditsPage(TypedDict):
    """A page of the history of a draft."""
    data: List[DraftChange]
    """The changes, oldest first."""
    revision: float
    """The present revision of the draft."""
    nextAfter: float | None
    """The `after` of the next page; null when there is none."""


class DraftHistoryPage(TypedDict):
    """A page of the history of a draft in groups."""
    data: List[HistoryEntry]
    """The entries, newest first."""
    revision: float
    """The present revision of the draft."""
    nextBefore: float | None
    """The `before` of the next page; null when there is none."""


DraftMessage: TypeAlias = "EditNews | PresenceNews | BehindNews"
"""What happens to a draft."""


class DraftMessages(TypedDict):
    """What has happened to a draft."""
    data: List[DraftMessage]
    """The changes after the given revision, or a message that they are too many, and then who has the draft open."""


DraftOperation: TypeAlias = "AddBlock | RemoveBlock | MoveBlock | RenameBlock | SetField | UnsetField | SetOption | AddEdge | RemoveEdge | SetVariable | RemoveVariable | SetMetadata"
"""A small change of a draft. The list is closed: readers of recorded edits know every one."""


class DraftPresence(TypedDict):
    """The people who have a draft open."""
    people: List[PresentPerson]
    """Everyone who has the draft open, one entry for each client."""


class _DraftPresenceRequestRequired(TypedDict):
    client: str
    """An id that the client chooses once and keeps while the draft is open."""


class DraftPresenceRequest(_DraftPresenceRequestRequired, total=False):
    """What a person does with a draft."""
    block: str | None
    """Id of the block that the person edits; null or absent for none."""
    field: str | None
    """Id of the field that the person edits; null or absent for none."""
    isHidden: bool
    """Whether the tab is hidden or about to be closed: the person is absent at once."""


class Edge(TypedDict):
    """A connection between two blocks."""
    id: str
    """Id of the edge."""
    source: str
    """Id of the block where the edge starts."""
    target: str
    """Id of the block where the edge ends."""
    sourceHandle: str
    """The output of the source block: `source`, `error`, or a branch."""
    targetHandle: str
    """The input of the target block."""


class _EditDraftRequestRequired(TypedDict):
    editId: str
    """An id that the client chooses. An edit that is sent again with the same id is not applied again."""
    base: int
    """The revision of the draft that the client has changed."""
    ops: List[Dict[str, Any]]
    """The operations, which are applied in this order, all or none."""


class EditDraftRequest(_EditDraftRequestRequired, total=False):
    """An edit of a draft."""
    label: str
    """What the edit is called in the history."""


class EditNews(TypedDict):
    """A change of the draft."""
    type: Literal["edit"]
    """Kind of the message."""
    revision: float
    """The revision that it made."""
    editId: str | None
    """The id that the client chose; null when the whole draft was replaced."""
    label: str | None
    """What the client calls the edit; null without a label."""
    operations: List[DraftOperation]
    """The operations; null when the whole draft was replaced."""
    userId: str | None
    """Id of the user who made it; null when it is not known."""
    userName: str | None
    """Name of that user; null when it is not known."""
    at: str
    """When it was made."""


class EditedDraft(TypedDict):
    revision: float
    """The revision that contains the edit."""
    others: List[DraftChange]
    """What others have changed since the base, which the client applies before its edit."""
    undo: List[DraftOperation]
    """The operations that take the edit back."""
    valid: bool
    """Whether the document can be deployed."""
    problems: List[DocumentProblem]
    """The problems that prevent the deployment of the document."""
    warnings: List[DocumentProblem]
    """Probable mistakes that do not prevent the deployment."""


class _EffectViewCallSummaryRequired(TypedDict):
    turn: float
    """The turn of the agent, from 0."""
    attempt: float
    """The try of the turn, from 0."""


class EffectViewCallSummary(_EffectViewCallSummaryRequired, total=False):
    purpose: Literal["summary"]
    """Present for a call that sums up what the memory of the agent drops."""


class EffectViewCallTool(TypedDict):
    turn: float
    """The turn of the agent, from 0."""
    tool: float
    """The tool call of the turn, from 0."""


class _EffectViewRequired(TypedDict):
    effectKey: str
    """Sent as `Idempotency-Key` with every attempt."""
    kind: str
    """The kind of call: `http`, `email` …, `model` for a call of a language model, `tool` for a tool call of an agent."""
    target: str
    """The target of the call: for a model its provider and its name, for a tool its name."""
    blockId: str
    """The block that made the call."""
    node: str
    """The node, which is unique for each loop iteration and each call of a workflow."""
    intendedAt: str
    """The time of the first intent."""
    outcome: Literal["failed", "answered", "abandoned", "unknown", "succeeded"]
    """The outcome of its block; for a model or a tool that of the call. *unknown*: there is none, or the run continued without it; the external system may have received the call. *abandoned*: the process was lost during the call of a model, which was made again with the same key."""
    settledAt: str | None
    """The end of its block or of its call; null while unknown."""


class EffectView(_EffectViewRequired, total=False):
    """An effect of a run on an external system. Times are ISO 8601."""
    call: EffectViewCallSummary | EffectViewCallTool
    """Present for the calls of an agent: the n-th turn from 0, and the n-th try of the model or the n-th tool of that turn."""
    blockName: str
    """Absent for a block of a called workflow."""
    error: str
    """The error of the block or of the call."""
    cost: float | None
    """Present for a call of a model that has ended: its charge in US dollars; null when no price is known."""


class Eligibility(TypedDict):
    """Whether an address may use a chat."""
    eligible: bool
    """Whether `allowedEmails` of the chat has it or its domain."""


class EnableSecondFactorRequest(TypedDict):
    """A code that shows that the authenticator app knows the secret."""
    code: str
    """The six digits that the app shows now."""


EntryStatus: TypeAlias = "Literal[\"completed\", \"failed\", \"pending\", \"claimed\"]"


class Environment(TypedDict):
    """The variables of a workspace."""
    variables: List[VariableView]
    """The variables without their values, sorted by name."""


class ErrorDetail(TypedDict):
    """One problem with one field of the request."""
    path: List[str | float]
    """The field: names of objects and indexes of lists, from the outside in."""
    message: str
    """A message for people."""
    code: str
    """Kind of the problem, for programs."""


class ErrorGroup(TypedDict):
    """Failed runs of one workflow with the same error, apart from ids and numbers in it."""
    fingerprint: str
    """Name of the group, the same in every response."""
    workflowId: str
    """Id of the workflow."""
    pattern: str
    """The error with `<id>` and `<n>` in place of ids and numbers."""
    count: float
    """Number of failed runs."""
    firstAt: str
    """When the first of them started."""
    lastAt: str
    """When the last of them started."""
    lastExecutionId: str
    """Execution id of the last of them."""
    lastError: str
    """Error of the last of them."""


_ExecuteBodyOdd = TypedDict("_ExecuteBodyOdd", {"async": "bool"}, total=False)


class ExecuteBody(_ExecuteBodyOdd, total=False):
    """The input of a run and how to run it. The input consists of the fields of `inputs`, of `input`, and all other fields of the body that are not listed here; if several have a field of the same name, the first in this order counts. An empty body is an empty input."""
    inputs: Dict[str, Any]
    """The input of the run, by name."""
    input: bool | str | float | List[Any] | Dict[str, Any] | None
    """Further input. A field of the same name in `inputs` takes precedence. A value that is no object is the whole input if it is the only one, else the input field `input`."""
    stream: bool
    """Whether to respond with server-sent events."""
    selectedOutputs: List[str]
    """Outputs to send while a streamed run is active: `blockId.path`, or `blockName.path`."""
    includeThinking: bool
    """Whether to send the reasoning of models; streamed runs only. Needs the header `X-Sim-Stream-Protocol: agent-events-v1`."""
    includeToolCalls: bool
    """Whether to send the beginning and the end of each tool call; streamed runs only. Needs the same header."""
    executionId: str
    """Your own id for the run, unique in the workspace."""


_ExecuteRunBodyOdd = TypedDict("_ExecuteRunBodyOdd", {"async": "bool"}, total=False)


class ExecuteRunBody(_ExecuteRunBodyOdd, total=False):
    """The input of a run, and how to run it."""
    input: bool | str | float | List[Any] | Dict[str, Any] | None
    """The input of the run."""
    stream: bool
    """Whether to send outputs as server-sent events while the run is active."""
    selectedOutputs: List[str]
    """Outputs to send while the run is active, such as `agent.content`; streamed runs only."""
    executionTimeoutSeconds: float
    """Longest duration of an asynchronous run, in seconds. Values above the limit of the server are reduced to that limit, except on enterprise plans."""


class _ExecutionRequired(TypedDict):
    success: bool
    """Whether the run did not fail."""
    executionId: str
    """Id of the execution."""
    output: Any
    """Output of the run."""
    error: str | None
    """Error message; null unless the run failed."""
    metadata: RunMetadata
    """When the run started and ended."""


class Execution(_ExecutionRequired, total=False):
    """Specification 2.2; a failed run has the same shape with a code."""
    status: Literal["paused"]
    """Present when the run is paused."""
    code: str
    """The error code; present when the run failed."""
    limits: LimitsView
    """What remains of the limits of the account; present when the run did not fail."""


class ExecutionLogExecutionMetadataCost(TypedDict):
    """Cost of the run; null if nothing was charged yet."""
    total: float
    """Total cost, in US dollars."""


class ExecutionLogExecutionMetadata(TypedDict):
    """Times and cost of the run."""
    trigger: str
    """What started the run: `api`, `manual`, `workflow` …"""
    triggerSource: TriggerSource | None
    """The trigger and the delivery that started the run; null for a call."""
    startedAt: str
    """When the run started."""
    endedAt: str | None
    """When the run ended; null while it is active or paused."""
    totalDurationMs: float | None
    """Duration of the run without waiting times, in ms; null until it ends."""
    cost: ExecutionLogExecutionMetadataCost
    """Cost of the run; null if nothing was charged yet."""


class ExecutionLog(TypedDict):
    """A response without the `data` envelope."""
    executionId: str
    """Id of the execution."""
    workflowId: str
    """Id of the workflow."""
    workflowState: WorkflowDocument
    """The workflow version that ran. Fields with secrets are empty; references such as `{{NAME}}` stay."""
    executionMetadata: ExecutionLogExecutionMetadata
    """Times and cost of the run."""
    limits: LimitsView
    """Limits of the account and what is left of them."""


class ExecutionReportCost(TypedDict):
    """Cost of the run so far; null if nothing was charged yet."""
    total: float
    """The base charge and the charge of each call of a language model, in US dollars."""


class _ExecutionReportRequired(TypedDict):
    executionId: str
    """Id of the execution."""
    workflowId: str
    """Id of the workflow."""
    status: str
    """Status of the run: `queued`, `running`, `paused`, `completed`, `failed` or `cancelled`."""
    trigger: str
    """What started the run: `api`, `manual`, `workflow` …"""
    level: Literal["error", "info"]
    """`error` if the run failed, else `info`."""
    startedAt: str | None
    """When the run started; null while it is queued."""
    endedAt: str | None
    """When the run ended; null before."""
    totalDurationMs: float | None
    """Duration of the run without waiting times, in ms; null until it ends."""
    paused: Paused | None
    """The pause; null unless the run is paused."""
    cost: ExecutionReportCost
    """Cost of the run so far; null if nothing was charged yet."""
    error: str | None
    """Error message; null unless the run failed."""
    finalOutput: Any
    """The output; null unless `includeOutput` was set and the run has ended."""
    blockOutputs: Dict[str, Any]
    """The selected outputs; null unless outputs were selected."""
    integrity: RunIntegrityView | None
    """Whether the stored events of the run are those that were recorded; null before its first event."""


class ExecutionReport(_ExecutionReportRequired, total=False):
    origin: RunOrigin
    """Present when the run repeats another one."""


ExecutionStatus: TypeAlias = "Literal[\"paused\", \"running\", \"completed\", \"failed\", \"cancelled\"]"


class ExportConsumerStatus(TypedDict):
    """A consumer of the exports file of the process that answers."""
    consumer: str
    """Name of the consumer."""
    feed: Literal["logs", "audit"]
    """`logs` or `audit`."""
    to: str
    """The origin of the receiver, or the folder."""
    batches: float
    """Number of the last delivered batch."""
    lagMs: float
    """Age of the oldest entry that is not delivered, in ms."""
    lagEntries: float
    """Number of entries that are in no batch yet, counted up to 10,000."""
    fault: ExportFault | None
    """Why the present batch was not delivered; null if nothing failed since the last one."""


class ExportFault(TypedDict):
    """Why the batch of a consumer does not arrive."""
    message: str
    """What went wrong."""
    failures: float
    """Attempts that have failed since one succeeded."""
    at: str
    """When the latest attempt failed. ISO 8601."""


class ExportedDocument(TypedDict):
    """An exported workflow."""
    version: Literal["1.0"]
    """The version of the format."""
    exportedAt: str
    """When the document was exported."""
    workflow: ExportedWorkflow
    """The exported workflow."""
    state: WorkflowDocument
    """The workflow document without secrets."""


class _ExportedTextRequired(TypedDict):
    version: float
    """Version of the conversation that it made."""
    at: str
    """When it was stored."""
    executionId: str | None
    """The run that stored it; null without a run."""
    salt: str
    """Random text that is part of the digest."""
    digest: str
    """SHA-256 over the salt, a line feed and the stored text, in hexadecimal: the same as in the event."""


class ExportedText(_ExportedTextRequired, total=False):
    """A line of an export: a turn, or a summary."""
    messages: List[MemoryMessage]
    """Messages of a turn; absent for a summary."""
    summary: str
    """Text of a summary; absent for a turn."""
    through: float
    """The last version that the summary covers; absent for a turn."""


class ExportedWorkflow(TypedDict):
    """The workflow of an exported document."""
    id: str
    """Id of the exported workflow."""
    name: str
    """Name of the exported workflow."""
    description: str | None
    """Description of the workflow; null if it has none."""
    workspaceId: str
    """Id of the workspace."""
    folderId: str | None
    """Id of the folder; null for the root."""


class _FailedRunRequired(TypedDict):
    success: Literal[False]
    """Always false."""
    error: str
    """Error message."""
    code: str
    """Error code for programs."""
    executionId: str
    """Id of the execution."""
    output: Any
    """Output of the run."""
    metadata: RunMetadata
    """When the run started and ended."""


class FailedRun(_FailedRunRequired, total=False):
    """The response for a run that failed."""
    status: Literal["paused"]
    """Present when the run is paused."""
    limits: LimitsView
    """What remains of the limits of the account; present when the run did not fail."""


class FieldOption(TypedDict):
    """A value to choose."""
    value: str | float
    """The value of the answer."""
    label: str
    """The text that people see."""


class FigureBucket(TypedDict):
    """The runs that started within one span of time."""
    at: str
    """Start of the span."""
    workflowId: str | None
    """Id of the workflow; null without `groupBy=workflow`."""
    started: float
    """Number of runs that started."""
    completed: float
    """Number of them that completed."""
    failed: float
    """Number of them that failed."""
    cancelled: float
    """Number of them that were cancelled."""
    p50Ms: float | None
    """Half of the ended runs took at most so long, in ms; null when none has ended."""
    p95Ms: float | None
    """95 % of the ended runs took at most so long, in ms."""
    p99Ms: float | None
    """99 % of the ended runs took at most so long, in ms."""
    costUsd: float
    """What the runs have cost, in US dollars."""


class _FileRequired(TypedDict):
    id: str
    """Id of the file."""
    name: str
    """Name of the file."""
    size: float
    """Size of the file, in bytes."""
    type: str
    """Media type that the client declared at the upload."""
    key: str
    """Name for people and blocks, `files/<workspace>/<name>`. It grants no access."""
    uploadedBy: str | None
    """Id of the user who uploaded the file, or for whom a run did; null without a user."""
    uploadedAt: str
    """When the file was uploaded."""


class File(_FileRequired, total=False):
    """A file of a workspace."""
    uploadedByEmail: str
    """E-mail address of the person who uploaded the file on the answer page by a link that was sent to them; absent otherwise."""


class FileListData(TypedDict):
    """The page."""
    files: List[File]
    """The files of the page, newest first."""
    totalCount: float
    """Number of files in the workspace."""


class FileList(TypedDict):
    """A page of files."""
    success: Literal[True]
    """Always true."""
    data: FileListData
    """The page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class FilePart(TypedDict):
    """A file of the workspace. Its bytes are read for each call and are part of no event."""
    type: Literal["file"]
    """Kind of the part."""
    fileId: str
    """Id of the file."""
    name: str
    """Name of the file."""
    mediaType: str
    """Media type of the file."""
    size: float
    """Bytes."""


Finding: TypeAlias = "Literal[\"running\", \"finished\", \"quarantined\", \"owner-lost\", \"no-worker\", \"backlog\", \"waiting-for-room\", \"waiting-for-person\", \"waiting-for-time\", \"unattended\", \"changed\"]"
"""The reasons for the state of a run."""


class Fired(TypedDict):
    """What firing a trigger by hand has done."""
    deliveryId: str | None
    """Id of the delivery; null while there is none."""
    outcome: Literal["accepted", "duplicate", "filtered", "refused", "held", "skipped", "poisoned", "polling", "waiting"]
    """*refused*: the account may start no runs; `reason` says why. *skipped*: a run is active. *waiting*: the run starts when the active one has ended. *polling*: the trigger asks its source now."""
    executionId: str | None
    """Id of the run; null if there is none."""
    jobId: str | None
    """Id of its job, whose result can be polled."""
    reason: str | None
    """Why it may not start, for programs."""


class FolderView(TypedDict):
    """A folder of workflows."""
    id: str
    """Id of the folder."""
    name: str
    """Name of the folder."""
    workspaceId: str
    """Id of the workspace."""
    parentId: str | None
    """Id of the parent folder; null for the root."""
    createdAt: str
    """When the folder was created."""
    updatedAt: str
    """When the folder was last changed."""


class ForkMessage(TypedDict):
    """A message of the conversation with a model."""
    role: Literal["system", "user", "assistant"]
    """Who says it."""
    content: str
    """What is said."""


class FoundDocument(TypedDict):
    """A document."""
    document: DocumentDetail
    """The requested document."""


class FoundKnowledgeBase(TypedDict):
    """A knowledge base."""
    knowledgeBase: KnowledgeBase
    """The requested knowledge base."""


class FoundRow(TypedDict):
    """A row."""
    row: RowView
    """The requested row."""


class FoundTable(TypedDict):
    """A table."""
    table: Table
    """The requested table."""


class FreeSpace(TypedDict):
    folder: Literal["files", "database"]
    """What the folder has. *database*: the data of the embedded database. *files*: stored files."""
    freeBytes: float
    """Free space of its disk, in bytes."""


class Gone(TypedDict):
    """Confirms a deletion."""
    message: str
    """A message for people."""


class HeardEvent(TypedDict):
    """An event that arrived at a listener. It started no run."""
    receivedAt: str
    """When it arrived. ISO 8601."""
    shownUntil: str
    """When it is deleted: after an hour, or within ten minutes if runs of the workflow keep no contents. ISO 8601."""
    method: str
    """The method of the request."""
    headers: Dict[str, str]
    """The headers without those that carry credentials."""
    name: str | None
    """The name of the event, as its provider states it; null if it states none."""
    input: Any
    """What a run would receive: the `input` of a manual run."""
    isVerified: bool
    """Whether its signature was checked: not if the block has no secret yet."""
    startsRun: bool
    """Whether the trigger reacts to it."""


_HistoryEntryOdd = TypedDict("_HistoryEntryOdd", {"from": "float"})


class HistoryEntry(_HistoryEntryOdd):
    """Changes of one person that followed each other, or what became of versions."""
    kind: Literal["edits", "replaced", "deployed", "activated", "undeployed"]
    """*edits*: changes of parts. *replaced*: the whole draft was saved, imported or restored. *deployed*: the draft became a version. *activated*: an earlier version became the active one. *undeployed*: no version is active any more."""
    to: float
    """The revision after the last change. For versions the place among the revisions."""
    edits: float
    """Number of changes."""
    labels: List[str]
    """The different labels of the changes, the last ones, at most ten; the name of a version."""
    version: float | None
    """Number of the version; null for changes."""
    description: str | None
    """Description of the version; null for changes and without one."""
    userId: str | None
    """Id of the user; null when it is not known."""
    userName: str | None
    """Name of the user; null when it is not known."""
    startedAt: str
    """When the first of them happened."""
    endedAt: str
    """When the last of them happened."""


class Hold(TypedDict):
    executionId: str
    """Id of the execution."""
    held: bool
    """Whether the run is on hold: kept regardless of its age."""
    reason: str | None
    """The reason for the hold; null without a hold."""


class Identifier(TypedDict):
    """Whether an identifier can be used."""
    available: bool
    """Whether it is free, and has the form of one."""
    error: str | None
    """Why it cannot; null if it can."""


class ImportReportStopped(TypedDict):
    """Why reading stopped before the end of the file; null if it did not. Rows inserted before are kept."""
    line: float
    """Number of the line where reading stopped."""
    message: str
    """The reason."""


class ImportReport(TypedDict):
    """The result of an import."""
    insertedCount: float
    """Number of inserted rows."""
    refusedCount: float
    """Number of rejected lines."""
    refused: List[RefusedLine]
    """The first 100 rejected lines."""
    stopped: ImportReportStopped
    """Why reading stopped before the end of the file; null if it did not. Rows inserted before are kept."""


class _ImportWorkflowRequestRequired(TypedDict):
    workspaceId: str
    """Id of the workspace."""
    workflow: Any
    """The exported document, or its JSON text."""


class ImportWorkflowRequest(_ImportWorkflowRequestRequired, total=False):
    """An exported workflow to import."""
    name: str | None
    """Name of the workflow. The default is the name in the document."""
    description: str | None
    """Description of the workflow. The default is the description in the document."""
    folderId: str | None
    """Id of the folder; null or absent for the root."""
    keepPaths: bool
    """Whether triggers keep the addresses that they have in the document. Each must never have been used on this server."""


class ImportedWorkflow(TypedDict):
    """A new workflow with the problems of its draft."""
    problems: List[DocumentProblem]
    """The problems that prevent the deployment of the draft."""
    warnings: List[DocumentProblem]
    """Probable mistakes that do not prevent the deployment."""
    id: str
    """Id of the workflow."""
    name: str
    """Name of the workflow."""
    description: str | None
    """Description of the workflow; null if it has none."""
    folderId: str | None
    """Id of the folder; null for the root."""
    workspaceId: str
    """Id of the workspace."""
    isDeployed: bool
    """Whether a version of the workflow is active."""
    deployedAt: str | None
    """When the active version was activated; null while none is."""
    createdAt: str
    """When the workflow was created."""
    updatedAt: str
    """When the workflow was last changed."""


class _InclusionProofProofRequired(TypedDict):
    entry: AuditEntry
    """The entry as it is hashed."""
    previous: str
    """The hash of the entry before it."""
    path: List[str]
    """From the leaf upwards."""
    root: RootStatement
    """The root that was signed."""
    signature: str
    """Ed25519 signature of the root, base64url."""


class InclusionProofProof(_InclusionProofProofRequired, total=False):
    """The entry and its way to the root."""
    keys: List[str]
    """The lines in which keys name the ones after them; absent when there are none."""


class InclusionProof(TypedDict):
    """Proves that one entry is under a signed root, without other entries."""
    proof: InclusionProofProof
    """The entry and its way to the root."""


class _InsertRowsRequestRequired(TypedDict):
    workspaceId: str
    """Id of the workspace."""


class InsertRowsRequest(_InsertRowsRequestRequired, total=False):
    """One row as `data`, or several as `rows`."""
    data: Dict[str, Any]
    """The cells of one row, by column name. It excludes `rows`."""
    rows: List[Dict[str, Any]]
    """Up to 1,000 rows. All or none of them are inserted. It excludes `data`."""


class InsertedRows(TypedDict):
    """The inserted rows."""
    rows: List[RowView]
    """The inserted rows, in the order of the request."""
    insertedCount: float
    """Number of inserted rows."""
    message: str
    """A message for people."""


IntegrityStatus: TypeAlias = "Literal[\"pending\", \"changed\", \"verified\", \"not_covered\"]"
"""*verified*: the stored events of a run are those that the audit log vouches for. *pending*: the run has not ended, or its events are as recorded and the audit log does not vouch for the last of them yet. *not_covered*: a former release recorded at least one of them, without a digest. *changed*: they are not as recorded."""


class InvitationView(TypedDict):
    """An open invitation to an organization."""
    id: str
    """Id of the invitation."""
    organizationId: str
    """Id of the organization."""
    organizationName: str
    """Name of the organization."""
    email: str
    """The invited e-mail address."""
    role: Literal["member", "admin", "owner"]
    """Role of the user in the organization once they have accepted."""
    invitedAt: str
    """When the address was invited."""
    expiresAt: str
    """When the invitation expires, by default 7 days after it was sent (`SLUICE_INVITATION_LIFETIME`)."""
    expired: bool
    """Whether it has expired. It can then be declined, withdrawn or sent again, and not accepted."""


class _IssueApiKeyRequestRequired(TypedDict):
    name: str
    """Name of the API key."""


class IssueApiKeyRequest(_IssueApiKeyRequestRequired, total=False):
    """A key as it is to be."""
    expiresAt: str | None
    """From when on it is no longer valid; null: never; absent: as the key in use."""
    scopes: List[str]
    """What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Without scopes the key has all permissions of its user."""
    allowedIps: List[str]
    """Addresses and CIDR ranges that the key is good for; none: all; absent: those of the key in use."""


class _JobMetadataRequired(TypedDict):
    startedAt: str | None
    """When the job started; null before."""
    completedAt: str | None
    """When the job ended; null before."""
    duration: float | None
    """Duration of the job, in ms; null until it ends."""


class JobMetadata(_JobMetadataRequired, total=False):
    """When the run started and ended."""
    pausedAt: str
    """When the run asked the questions that it waits for; absent unless it waits for a person."""
    answerUrl: str
    """Address of the page on which people answer; absent unless the run waits for a person."""
    found: float
    """Present for the replay of many deliveries: how many match."""
    replayed: float
    """Present for the replay of many deliveries: how many were repeated so far."""
    refused: float
    """Present for the replay of many deliveries: how many cannot be repeated."""


class _JobRequired(TypedDict):
    success: Literal[True]
    """Always true."""
    taskId: str
    """The job."""
    status: JobStatus
    """Status of the job."""
    metadata: JobMetadata
    """When the run started and ended."""


class Job(_JobRequired, total=False):
    """Specification 2.5."""
    output: bool | str | float | List[Any] | Dict[str, Any] | None
    """The output of the run; present when it has completed."""
    error: str
    """The error; present when the run failed."""
    estimatedDuration: float
    """Typical duration of runs of this workflow, in ms; present until the job ends."""


JobStatus: TypeAlias = "Literal[\"queued\", \"completed\", \"failed\", \"cancelled\", \"processing\"]"


class JoinRequest(TypedDict):
    """The invitation that is accepted."""
    token: str
    """What follows the `#` in the address of the link."""


class Joined(TypedDict):
    """What a person has joined."""
    to: Literal["workspace", "organization"]
    """What the person belongs to now."""
    id: str
    """Id of the workspace or of the organization."""


KeyOwner: TypeAlias = "Literal[\"workspace\", \"organization\", \"block\", \"operator\", \"none\"]"
"""Who provides the key of a call, and so pays the provider."""


class KindOfWork(TypedDict):
    """Work of one kind, by its state."""
    kind: str
    """The kind of work, such as `job`."""
    due: float
    """Number of due work items without a process."""
    held: float
    """Number of work items that wait until other runs of their account or workflow have ended."""
    pausing: float
    """Number of work items that wait for their next attempt."""
    running: float
    """Number of active work items."""
    oldestDueMs: float
    """How long the oldest of them has been due, in ms."""


class KnowledgeBase(TypedDict):
    """A knowledge base."""
    id: str
    """Id of the knowledge base."""
    name: str
    """Name of the knowledge base."""
    description: str
    """Description of the knowledge base."""
    docCount: float
    """Number of documents."""
    tokenCount: float
    """Total number of tokens in the documents."""
    embeddingModel: str
    """Model that embeds the documents, `<provider>/<model>` if the knowledge base names one; `full-text` if none is configured."""
    embeddingDimension: float
    """Dimension of the embeddings; 0 if there are none."""
    chunkingConfig: ChunkingConfig
    """How the documents are split into chunks. Sizes are in tokens."""
    connectorTypes: List[str]
    """Always empty. Connectors are not supported."""
    createdAt: str
    """When the knowledge base was created."""
    updatedAt: str
    """When the knowledge base was last changed."""


class KnowledgeBases(TypedDict):
    """The knowledge bases of a workspace."""
    knowledgeBases: List[KnowledgeBase]
    """All knowledge bases of the workspace, newest first."""
    totalCount: float
    """Number of knowledge bases."""


_LimitsViewWorkflowExecutionRateLimitOdd = TypedDict("_LimitsViewWorkflowExecutionRateLimitOdd", {"async": "BucketView"})


class LimitsViewWorkflowExecutionRateLimit(_LimitsViewWorkflowExecutionRateLimitOdd):
    """The rate limits of starts of runs."""
    sync: BucketView
    """The bucket of synchronous starts."""


class LimitsViewUsage(TypedDict):
    """The usage in the present billing period."""
    currentPeriodCost: float
    """Cost in US dollars."""
    limit: float
    """Cost limit in US dollars; 999999 without a limit."""
    plan: str
    """Name of the plan."""
    isExceeded: bool
    """Whether the cost limit is reached, so that no more runs start."""


class LimitsView(TypedDict):
    """The limits of an account and its usage."""
    workflowExecutionRateLimit: LimitsViewWorkflowExecutionRateLimit
    """The rate limits of starts of runs."""
    usage: LimitsViewUsage
    """The usage in the present billing period."""


class ListedAnswer(TypedDict):
    userId: str | None
    """The user who answered; null for the holder of a link."""
    email: str | None
    """E-mail address of the person; null for the holder of a link that was sent to no named person."""
    via: Literal["link", "key", "session"]
    """How the person answered: with a `key`, signed in (`session`), or by a `link`."""
    at: str
    """When the answer was given."""
    input: Any
    """The answer."""


class ListedChunksPagination(TypedDict):
    """The position of the page in the document."""
    total: float
    """Number of chunks of the document."""
    limit: float
    """Maximum number of chunks of the request."""
    offset: float
    """Number of skipped chunks."""
    hasMore: bool
    """Whether there are more chunks after this page."""


class ListedChunks(TypedDict):
    """A page of chunks."""
    chunks: List[Chunk]
    """The chunks of the page, in the order of the text."""
    pagination: ListedChunksPagination
    """The position of the page in the document."""


class _ListedModelRequired(TypedDict):
    id: str
    """Name that the provider is sent."""


class ListedModel(_ListedModelRequired, total=False):
    """What is written about one model of a provider. Absent facts come from the catalogue of the server."""
    alias: List[str]
    """Further names of the model."""
    contextWindow: float
    """Longest conversation, in tokens."""
    maxOutput: float
    """Longest answer, in tokens."""
    capabilities: List[Literal["tools", "vision", "files", "audio", "json", "reasoning", "embeddings"]]
    """What the model can do."""
    prices: ListedPrices
    """What the model costs."""


class ListedPause(TypedDict):
    """A question with its answers."""
    contextId: str
    """Id of the question within its run."""
    executionId: str
    """Id of the execution."""
    workflowId: str
    """Id of the workflow."""
    workflowName: str
    """Name of the workflow."""
    blockId: str
    """Id of the block."""
    title: str
    """Name of the block that asks, with its pass or branch."""
    status: Literal["answered", "closed", "open", "expired"]
    """`open`; `answered`; `expired`: not answered in time; `closed`: the run has ended or continued without an answer."""
    data: Any
    """The data that the question shows."""
    form: List[ResumeField]
    """The fields of the answer, in the order of the form. Empty when any answer is accepted."""
    approvers: List[str]
    """E-mail addresses of the people who are asked; empty: everyone who can write in the workspace."""
    requiredApprovals: float
    """Number of answers that the question needs."""
    approvals: float
    """Number of answers so far."""
    answers: List[ListedAnswer]
    """The answers so far, the first one first."""
    outcome: AnswerOutcome | None
    """What has become of the answer; null until the answers are complete."""
    mayAnswer: bool
    """Whether the user of the caller may answer."""
    hindrance: Literal["answered-before", "not-asked", "may-not-write", None]
    """Why the user may not answer: `answered-before`, `not-asked` or `may-not-write`; null for those who may, and for a question that is not open."""
    askedAt: str
    """When the question was asked."""
    expiresAt: str | None
    """When the question expires; null if it does not."""
    onExpiry: Literal["fail", "continue"]
    """What a question does that expires: `fail` ends its run as failed, `continue` continues with the default answer."""
    apiUrl: str
    """Address for answers of programs."""
    uiUrl: str
    """Address of the answer page."""


class ListedPauses(TypedDict):
    """A page of questions."""
    data: List[ListedPause]
    """The questions."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class _ListedPricesRequired(TypedDict):
    input: float
    """Tokens of the request."""
    output: float
    """Tokens of the answer, reasoning included."""


class ListedPrices(_ListedPricesRequired, total=False):
    """Prices in US dollars for a million tokens."""
    cachedInput: float
    """Tokens of the request that the provider had cached; absent: as other tokens of the request."""
    cacheWrite: float
    """Tokens of the request that the provider puts into its cache; absent: as other tokens of the request."""


class ListedWorkflow(TypedDict):
    """A workflow of a list, with its runs."""
    runCount: float
    """How often the workflow has run. A run is counted a few seconds after its start."""
    lastRunAt: str | None
    """When the latest run started that is still kept; null if there is none."""
    lastRunStatus: Literal["paused", "running", "completed", "failed", "cancelled", None]
    """Status of that run; null if there is none."""
    activeVersion: float | None
    """Number of the active version; null while none is active."""
    id: str
    """Id of the workflow."""
    name: str
    """Name of the workflow."""
    description: str | None
    """Description of the workflow; null if it has none."""
    folderId: str | None
    """Id of the folder; null for the root."""
    workspaceId: str
    """Id of the workspace."""
    isDeployed: bool
    """Whether a version of the workflow is active."""
    deployedAt: str | None
    """When the active version was activated; null while none is."""
    createdAt: str
    """When the workflow was created."""
    updatedAt: str
    """When the workflow was last changed."""


class ListenRequest(TypedDict):
    """Which trigger to listen to."""
    triggerBlockId: str
    """Id of the webhook block in the draft."""


class _ListenerRequired(TypedDict):
    triggerId: str
    """Id of the trigger. A block of a draft that was never deployed has the id that its trigger will have."""
    workflowId: str
    """Id of the workflow."""
    triggerBlockId: str
    """Id of the block of the trigger, for a manual run."""
    status: Literal["expired", "waiting", "captured"]
    """`captured`: an event has arrived. `expired`: none arrived in time."""
    expiresAt: str
    """When it ends. ISO 8601."""


class Listener(_ListenerRequired, total=False):
    """What waits for one event of a trigger."""
    delivery: HeardEvent
    """What has arrived; present when `status` is `captured`."""


class LogWorkflow(TypedDict):
    """The workflow of the run."""
    id: str
    """Id of the logged workflow."""
    name: str
    """Name of the logged workflow."""
    description: str | None
    """Description of the workflow."""
    deleted: bool
    """Whether the workflow has been deleted since."""
    folderId: str | None
    """Id of the folder of the workflow; null if it is in none."""
    workspaceId: str
    """Id of the workspace."""


class LogExecutionDataTrigger(TypedDict):
    """What started the run: `api`, `manual`, `workflow` …"""
    type: str
    """Kind of trigger."""
    timestamp: str
    """When the run was triggered."""


class _LogExecutionDataRequired(TypedDict):
    status: Literal["paused", "running", "completed", "failed", "cancelled"]
    """Status of the run."""
    trigger: LogExecutionDataTrigger
    """What started the run: `api`, `manual`, `workflow` …"""
    error: str | None
    """Error message; null unless the run failed, or was cancelled because its workflow was deleted."""
    queuedAt: str | None
    """When the run was put into the queue; null if it did not wait there, and once its job is deleted."""
    workflowInput: Any
    """Input of the run."""
    finalOutput: Any
    """Output of the run."""
    models: Dict[str, ModelUse]
    """What the calls of each language model have used, by the name that its provider was sent."""
    traceSpans: List[TraceSpan]
    """Spans of the blocks, as a tree."""


class LogExecutionData(_LogExecutionDataRequired, total=False):
    """The input, the trace and the output of the run."""
    origin: RunOrigin
    """Present when the run replays another run."""


class LogCost(TypedDict):
    """Cost of the run; null if nothing was charged yet."""
    total: float
    """Total cost, in US dollars."""


class Log(TypedDict):
    """The response for one entry."""
    workflow: LogWorkflow
    """The workflow of the run."""
    executionData: LogExecutionData
    """The input, the trace and the output of the run."""
    integrity: RunIntegrityView | None
    """Whether the stored events of the run are those that were recorded; null when none is stored."""
    id: str
    """Id of the basic."""
    workflowId: str
    """Id of the workflow."""
    executionId: str
    """Id of the execution."""
    deploymentVersionId: str
    """Id of the deployment version."""
    level: Literal["error", "info"]
    """`error` if the run failed, else `info`."""
    trigger: str
    """What started the run: `api`, `manual`, `webhook`, `schedule`, `chat` or `workflow`."""
    triggerSource: TriggerSource | None
    """The trigger and the delivery that started the run; null for a call."""
    startedAt: str
    """When the run started."""
    endedAt: str | None
    """When the run ended; null while it is active or paused."""
    totalDurationMs: float | None
    """Duration of the run without waiting times, in ms; null until it ends."""
    cost: LogCost
    """Cost of the run; null if nothing was charged yet."""
    modelsUsed: List[str]
    """The language models that the run has called, sorted. Empty until the run has ended."""
    files: None
    """Always null: files are part of the input."""
    createdAt: str
    """When the basic was created."""


class LogChanges(TypedDict):
    """Runs that have started, paused, continued or ended."""
    data: List[LogEntry]
    """The changed runs as they are now, with their workflows. The one that changed last comes first; at most 50."""
    left: float
    """How many further runs have changed. Read the list again to see them."""
    isMissed: bool
    """Whether more has happened than can be listed since the given place. Read the list again; `data` is empty."""
    nextAfter: str
    """The `after` of the next changes."""


class LogEntryExecutionDataTrigger(TypedDict):
    """What started the run: `api`, `manual`, `workflow` …"""
    type: str
    """Kind of trigger."""
    timestamp: str
    """When the run was triggered."""


class _LogEntryExecutionDataRequired(TypedDict):
    status: Literal["paused", "running", "completed", "failed", "cancelled"]
    """Status of the run."""
    trigger: LogEntryExecutionDataTrigger
    """What started the run: `api`, `manual`, `workflow` …"""
    error: str | None
    """Error message; null unless the run failed, or was cancelled because its workflow was deleted."""


class LogEntryExecutionData(_LogEntryExecutionDataRequired, total=False):
    """Present with `details=full`."""
    models: Dict[str, ModelUse]
    """What the calls of each language model have used. Present with `includeFinalOutput` or `includeTraceSpans`."""


class LogEntryCost(TypedDict):
    """Cost of the run; null if nothing was charged yet."""
    total: float
    """Total cost, in US dollars."""


class _LogEntryRequired(TypedDict):
    id: str
    """Id of the basic."""
    workflowId: str
    """Id of the workflow."""
    executionId: str
    """Id of the execution."""
    deploymentVersionId: str
    """Id of the deployment version."""
    level: Literal["error", "info"]
    """`error` if the run failed, else `info`."""
    trigger: str
    """What started the run: `api`, `manual`, `webhook`, `schedule`, `chat` or `workflow`."""
    triggerSource: TriggerSource | None
    """The trigger and the delivery that started the run; null for a call."""
    startedAt: str
    """When the run started."""
    endedAt: str | None
    """When the run ended; null while it is active or paused."""
    totalDurationMs: float | None
    """Duration of the run without waiting times, in ms; null until it ends."""
    cost: LogEntryCost
    """Cost of the run; null if nothing was charged yet."""
    modelsUsed: List[str]
    """The language models that the run has called, sorted. Empty until the run has ended."""
    files: None
    """Always null: files are part of the input."""
    createdAt: str
    """When the basic was created."""


class LogEntry(_LogEntryRequired, total=False):
    """One entry of the list. `details=full` and its flags add members."""
    workflow: LoggedWorkflow
    """Present with `details=full`."""
    executionData: LogEntryExecutionData
    """Present with `details=full`."""
    finalOutput: bool | str | float | List[Any] | Dict[str, Any] | None
    """Present with `includeFinalOutput`."""
    traceSpans: List[TraceSpan]
    """Present with `includeTraceSpans`."""


class LoggedWorkflow(TypedDict):
    id: str
    """Id of the logged workflow."""
    name: str
    """Name of the logged workflow."""
    description: str | None
    """Description of the workflow."""
    deleted: bool
    """Whether the workflow has been deleted since."""


class MaybeWorkspaceRequest(TypedDict, total=False):
    """The workspace of a deletion, which is in the body or in the query."""
    workspaceId: str
    """Id of the workspace. Required in the body or in the query."""


class McpServer(TypedDict):
    """An MCP server that a workspace uses."""
    id: str
    """Id of the registration."""
    workspaceId: str
    """Id of the workspace."""
    name: str
    """Name of the server."""
    description: str | None
    """What it is for; null: nothing."""
    url: str
    """Address of the server."""
    transport: Literal["streamable-http"]
    """How messages travel."""
    authType: Literal["none", "headers", "oauth"]
    """How the server knows this one."""
    hasHeaders: bool
    """Whether requests carry headers. Their values are never shown."""
    headerNames: List[str]
    """The names of the headers."""
    oauthClientId: str | None
    """Id of this server at the authorization server; null without access tokens."""
    hasOauthClientSecret: bool
    """Whether a secret belongs to it."""
    oauthGrant: Literal["authorization_code", "client_credentials", None]
    """How access tokens are obtained; null without them."""
    oauthScope: str | None
    """The scopes that are asked for; null: those that the server names."""
    authorizedAt: str | None
    """When a person has signed in to the server; null: that has not happened with the present client and scope."""
    timeout: float
    """Longest time of a call, in ms."""
    retries: float
    """How often a call of an idempotent tool is repeated."""
    enabled: bool
    """Whether blocks may use the server."""
    pinTools: bool
    """Whether a tool is refused that has changed since the workflow was deployed."""
    protocolVersion: str | None
    """The revision of the protocol, when the server was last refreshed; null before that."""
    toolCount: float | None
    """How many tools it had then; null before that."""
    refreshedAt: str | None
    """When its tools were last found to have changed; null before the first refresh."""
    createdAt: str
    """When it was registered."""
    updatedAt: str
    """When the registration was last changed."""


class McpServerTool(TypedDict):
    """A tool of an MCP server."""
    name: str
    """Name of the tool."""
    description: str | None
    """What it does; null if the server does not say it."""
    inputSchema: Dict[str, Any]
    """JSON Schema of its arguments."""
    isIdempotent: bool
    """Whether the server says that a repeated call does nothing more."""


class MemberRemovedEndedApiKeysItem(TypedDict):
    id: str
    """Id of the API key."""
    name: str
    """Name of the API key."""
    workspaceId: str
    """Id of the workspace."""


class MemberRemoved(TypedDict):
    id: str
    """Id of the member removed."""
    message: str
    """A message for people."""
    endedApiKeys: List[MemberRemovedEndedApiKeysItem]
    """Keys of workspaces that acted as the member and work no more."""


class MemoryMessage(TypedDict):
    """A message of a conversation."""
    role: Literal["tool", "system", "user", "assistant"]
    """Who wrote it."""
    content: Any
    """The text of a system message; of others their parts: texts, files, tool calls, results of tools."""


class MemoryTurn(TypedDict):
    """The messages that were stored together."""
    version: float
    """Version of the conversation that they made."""
    at: str
    """When they were stored."""
    executionId: str | None
    """The run that stored them; null without a run."""
    messages: List[MemoryMessage]
    """In their order."""


class Model(TypedDict):
    """A model that the caller may use in the workspace."""
    id: str
    """The name that the provider is sent. By it the model is found, if no provider before has a model of that id."""
    name: str
    """`<provider>/<id>`: the name that always means this model."""
    aliases: List[str]
    """Further names."""
    provider: str
    """Name of the provider."""
    source: Literal["workspace", "operator"]
    """Who has set the provider up."""
    contextWindow: float | None
    """Longest conversation, in tokens; null when unknown."""
    maxOutput: float | None
    """Longest answer, in tokens; null when unknown."""
    capabilities: List[Literal["tools", "vision", "files", "audio", "json", "reasoning", "embeddings"]]
    """What the model can do."""
    prices: ListedPrices | None
    """Prices in US dollars for a million tokens, of a short request; null when unknown."""
    isPriced: bool
    """Whether the prices are known."""
    isDefault: bool
    """Whether an agent without a model uses this one."""


ModelCapability: TypeAlias = "Literal[\"tools\", \"vision\", \"files\", \"audio\", \"json\", \"reasoning\", \"embeddings\"]"
"""What a provider or the server says that a model can do."""


ModelFailureKind: TypeAlias = "Literal[\"refused\", \"unauthorized\", \"context-length\", \"rate-limited\", \"overloaded\", \"unavailable\", \"cut\", \"idle\", \"too-large\", \"unreadable\", \"blocked-address\"]"
"""Why a model gave no whole answer."""


ModelMessage: TypeAlias = "SystemMessage | UserMessage | AssistantMessage | ToolMessage"
"""One message of a conversation with a model, as events and memory keep it."""


class ModelPolicy(TypedDict, total=False):
    """What a plan, an organization, a workspace or the operator demands of model calls. An absent field demands nothing."""
    requirePrices: bool
    """Whether a model without a known price is refused."""
    contents: Literal["full", "none", "masked"]
    """How much of prompts and answers is stored: `none` keeps sizes and digests only."""
    allow: List[str]
    """What may be used: names of models, `<provider>/<model>`, `tool:<name>` or `host:<name>`, each with `*` for any text."""
    deny: List[str]
    """What may not be used, in the same form. It wins over `allow`."""
    tokensPerMinute: float
    """Most tokens of all model calls of a workspace in a minute."""
    callsAtOnce: float
    """Most model calls of a workspace at the same time."""
    approveWritesAfterUntrusted: bool
    """Whether tools that change something need an approval once the model has read data from outside."""


class ModelProvider(TypedDict):
    """A model provider of a workspace."""
    id: str
    """Id of the provider."""
    workspaceId: str
    """Id of the workspace."""
    name: str
    """Name of the provider."""
    kind: Literal["openai", "anthropic", "google", "openai-compatible"]
    """The dialect that the provider speaks."""
    baseUrl: str
    """Address of the API."""
    hasApiKey: bool
    """Whether the provider is called with a key of the environment. The key itself is never shown."""
    headers: Dict[str, str]
    """Further headers of each request."""
    idleTimeoutMs: float
    """How long a stream may pause, in ms."""
    models: List[ListedModel]
    """The models that may be used; null: any."""
    lacks: List[Literal["usage-in-streams", "json-schema", "tool-choice"]]
    """What the server refuses."""
    createdAt: str
    """When the provider was created."""
    updatedAt: str
    """When the provider was last changed."""


class ModelUseTokens(TypedDict):
    """Tokens of the calls."""
    input: float
    """What the model has read, cached tokens included."""
    output: float
    """What the model has written, reasoning included."""
    total: float
    """The sum of both."""


class ModelUse(TypedDict):
    """The calls of one language model within a run. Amounts are US dollars."""
    input: float
    """Cost of what the model has read."""
    output: float
    """Cost of what the model has written."""
    total: float
    """The sum of both."""
    calls: float
    """Number of calls."""
    unpricedCalls: float
    """Number of calls that no price is known for. They are not part of the cost."""
    tokens: ModelUseTokens
    """Tokens of the calls."""


class ModelsHealthLastError(TypedDict):
    """The last failure; null if there was none."""
    kind: ModelFailureKind
    """What kind of failure it was."""
    at: str
    """When it was."""


class ModelsHealth(TypedDict):
    """The circuit breaker of a provider."""
    providers: List[str]
    """The name of the provider whose calls the breaker counts."""
    origin: str
    """Scheme, host and port of the provider."""
    state: Literal["closed", "open", "half-open"]
    """*closed*: calls pass. *open*: calls are refused. *half-open*: one call passes, and its outcome decides."""
    failures: float
    """Failures since the last success that count towards opening."""
    opensAfter: float
    """How many such failures in a row open the breaker."""
    lastError: ModelsHealthLastError
    """The last failure; null if there was none."""
    retryAt: str | None
    """When an open breaker lets the next call pass; null if it is not open."""


class _MoveBlockRequired(TypedDict):
    op: Literal["move"]
    """Name of the operation."""
    id: str
    """Id of what is changed."""
    x: float
    """Distance from the left of the canvas."""
    y: float
    """Distance from the top of the canvas."""


class MoveBlock(_MoveBlockRequired, total=False):
    """Moves a block on the canvas, and into or out of a container when `parentId` is given; null takes it out."""
    parentId: str | None
    """Id of the container that contains the block from now on; null for none."""


class _NewColumnRequired(TypedDict):
    name: str
    """Name of the column, unique in the table ignoring case: at most 50 letters, digits and underscores, not starting with a digit."""
    type: Literal["string", "number", "boolean", "json", "date"]
    """Type of the cells."""


class NewColumn(_NewColumnRequired, total=False):
    """A new column."""
    required: bool
    """Whether each row must have a value. The default is false."""
    unique: bool
    """Whether each value may occur only once. The default is false."""
    indexed: bool
    """Whether filters and sorts by this column use an index. The default is false. Not available for `json`."""


class _NewSecretRequired(TypedDict):
    secretSetAt: str
    """When the secret was replaced. ISO 8601."""
    previousValidUntil: str
    """Until when the secret before is accepted too. ISO 8601."""


class NewSecret(_NewSecretRequired, total=False):
    """A secret that replaces the one before."""
    secret: str
    """The secret with which the sender signs from now on. Absent if the request contains it. It is not shown again."""


class NewTable(TypedDict):
    """The new table."""
    table: Table
    """The new table."""
    message: str
    """A message for people."""


class OneSchedule(TypedDict):
    """A schedule."""
    schedule: Schedule
    """The schedule."""


class OperatorStatusChecksDatabase(TypedDict):
    """The connection to the database."""
    status: CheckStatus
    """Result of the check."""
    latencyMs: float | None
    """Response time of the database, in ms; null if it did not respond."""


class OperatorStatusChecksAppends(TypedDict):
    """The append lane. *failing*: the database takes no writes, for example because its disk is full."""
    status: CheckStatus
    """Result of the check."""
    waiting: float
    """Number of waiting appends."""


class OperatorStatusChecksDisks(TypedDict):
    """Free space of the disks of the embedded database and of stored files."""
    status: CheckStatus
    """Result of the check."""
    folders: List[FreeSpace]
    """One entry for each folder."""


class OperatorStatusChecksLimits(TypedDict):
    """*local*: the store of rate limits fails, and each process grants its own share of each limit."""
    status: CheckStatus
    """Result of the check."""
    kept: Literal["together", "local"]
    """Whether all processes share the limits (`together`) or each applies them on its own (`local`)."""


class OperatorStatusChecksSignals(TypedDict):
    """What carries signals between processes. *slow*: the signals server that is set does not answer, and PostgreSQL carries them."""
    status: CheckStatus
    """Result of the check."""
    carrier: Literal["postgres", "server"]
    """Whether PostgreSQL or the signals server carries them."""


class OperatorStatusChecksMigrations(TypedDict):
    """Facts from the database; absent while it does not answer."""
    status: CheckStatus
    """Result of the check."""
    pending: float
    """Number of migrations that have not run."""


class OperatorStatusChecksReplicasServersItem(TypedDict):
    state: Literal["used", "behind", "away", "promoted"]
    """What it does at the moment. *behind*: it has not replayed what readers must find."""


class OperatorStatusChecksReplicas(TypedDict):
    """The standbys of `DATABASE_READ_URL`; absent without the setting. *slow*: one of them cannot be used, and the primary answers its reads."""
    status: CheckStatus
    """Result of the check."""
    servers: List[OperatorStatusChecksReplicasServersItem]
    """One entry for each replica, in the order of the setting."""


class OperatorStatusChecksClock(TypedDict):
    """The clock of this machine, compared with that of the database. Beyond 60 s the process is not ready."""
    status: CheckStatus
    """Result of the check."""
    skewMs: float
    """How far the clock of the process is ahead, in ms; negative if it is behind."""


class OperatorStatusChecksStandbys(TypedDict):
    """The standbys of the database. Asynchronous ones may lose what was answered when one of them is promoted."""
    status: CheckStatus
    """Result of the check."""
    synchronous: float
    """Standbys of which a commit waits for at least one."""
    asynchronous: float
    """Standbys for which no commit waits."""
    failover: Literal["unknown", "no standby", "keeps what was answered", "may lose what was answered"]
    """What the promotion of a standby would do. `unknown`: the role of the server may not see how standbys follow."""


class OperatorStatusChecksQueue(TypedDict):
    """The work queue."""
    status: CheckStatus
    """Result of the check."""
    waiting: float
    """Number of waiting work items."""
    running: float
    """Number of active work items."""
    oldestDueMs: float
    """Waiting time of the oldest due work item, in ms."""


class OperatorStatusChecksHorizon(TypedDict):
    """The position up to which events are visible to projections."""
    status: CheckStatus
    """Result of the check."""
    ageMs: float
    """Age of the oldest writing transaction, in ms."""


class OperatorStatusChecksProjections(TypedDict):
    """The projections."""
    status: CheckStatus
    """Result of the check."""
    views: List[ViewReport]
    """State of each projection."""


class OperatorStatusChecksSchedules(TypedDict):
    """Schedules. *slow*: the first of those that are due has been due for more than 60 s."""
    status: CheckStatus
    """Result of the check."""
    due: float
    """Number of schedules that are due, counted up to 10,000."""
    lateMs: float
    """How long the first of them has been due, in ms."""


class OperatorStatusChecksAudit(TypedDict):
    """The lag of the audit log behind the events, and whether its signing key exists."""
    status: CheckStatus
    """Result of the check."""
    lagMs: float
    """Lag of the projection, in ms."""
    lagEvents: float
    """Lag of the projection, in events."""
    signingKey: Literal["present", "missing"]
    """*missing*: entries are recorded without a signature."""


class _OperatorStatusChecksRequired(TypedDict):
    database: OperatorStatusChecksDatabase
    """The connection to the database."""
    appends: OperatorStatusChecksAppends
    """The append lane. *failing*: the database takes no writes, for example because its disk is full."""
    requests: Check
    """Concurrent requests. *slow*: the process has refused further requests for 5 s. *failing*: and no request has ended in that time."""
    disks: OperatorStatusChecksDisks
    """Free space of the disks of the embedded database and of stored files."""
    limits: OperatorStatusChecksLimits
    """*local*: the store of rate limits fails, and each process grants its own share of each limit."""
    signals: OperatorStatusChecksSignals
    """What carries signals between processes. *slow*: the signals server that is set does not answer, and PostgreSQL carries them."""


class OperatorStatusChecks(_OperatorStatusChecksRequired, total=False):
    """Its checks, as in `/health/ready`."""
    migrations: OperatorStatusChecksMigrations
    """Facts from the database; absent while it does not answer."""
    encryptionKey: Check
    """*failing*: the secrets of the database are sealed with a key that this process does not have, so it can verify no API key."""
    replicas: OperatorStatusChecksReplicas
    """The standbys of `DATABASE_READ_URL`; absent without the setting. *slow*: one of them cannot be used, and the primary answers its reads."""
    clock: OperatorStatusChecksClock
    """The clock of this machine, compared with that of the database. Beyond 60 s the process is not ready."""
    standbys: OperatorStatusChecksStandbys
    """The standbys of the database. Asynchronous ones may lose what was answered when one of them is promoted."""
    queue: OperatorStatusChecksQueue
    """The work queue."""
    horizon: OperatorStatusChecksHorizon
    """The position up to which events are visible to projections."""
    projections: OperatorStatusChecksProjections
    """The projections."""
    schedules: OperatorStatusChecksSchedules
    """Schedules. *slow*: the first of those that are due has been due for more than 60 s."""
    audit: OperatorStatusChecksAudit
    """The lag of the audit log behind the events, and whether its signing key exists."""


class OperatorStatus(TypedDict):
    status: Literal["unavailable", "ready", "degraded"]
    """Overall state of the process that answers."""
    checks: OperatorStatusChecks
    """Its checks, as in `/health/ready`."""
    answeredBy: str
    """Id of the process that answers."""
    processes: List[ServerProcess]
    """The processes that are connected to the database, in the order of their roles."""
    queue: QueueStatus
    """The work queue."""
    exports: List[ExportConsumerStatus]
    """Continuous exports."""


class OrganizationMemberView(TypedDict):
    userId: str
    """Id of the user."""
    email: str
    """E-mail address of the user."""
    role: Literal["member", "admin", "owner"]
    """Role of the member in the organization."""


class PartBlame(TypedDict):
    """Who has changed a part of a draft last."""
    key: str
    """The part, such as `block/<id>/field/<field>`."""
    operation: DraftOperation
    """The operation."""
    revision: float
    """The revision that it made."""
    label: str | None
    """What the client called the edit; null without a label."""
    userId: str | None
    """Id of the user; null when it is not known."""
    userName: str | None
    """Name of the user; null when it is not known."""
    at: str
    """When it was changed."""


class PauseContextExecutionMetadata(TypedDict):
    """The kind of pause, for existing clients."""
    pauseScope: Literal["execution"]
    """What is paused: always the whole run."""
    triggerIds: List[str]
    """Ids of start blocks. Always empty."""


class PauseContextExecution(TypedDict):
    """The run."""
    id: str
    """Id of the paused summary."""
    workflowId: str
    """Id of the workflow."""
    executionId: str
    """Id of the execution."""
    status: str
    """Whether the run is `paused`, `partially_resumed`, `fully_resumed` or `cancelled`."""
    totalPauseCount: float
    """Number of questions of the run, answered ones included."""
    resumedCount: float
    """Number of answered questions."""
    pausedAt: str
    """When the run paused."""
    updatedAt: str
    """When the paused summary was last changed."""
    expiresAt: str | None
    """When the first open point expires; null if none expires."""
    metadata: PauseContextExecutionMetadata
    """The kind of pause, for existing clients."""
    triggerIds: List[str]
    """Ids of start blocks. Always empty."""
    pausePoints: List[PausePoint]
    """The questions of the run."""


class PauseContext(TypedDict):
    execution: PauseContextExecution
    """The run."""
    pausePoint: PausePoint
    """The pause point with the requested `contextId`."""
    queue: List[ResumeEntry]
    """The queued answers."""
    activeResumeEntry: ResumeEntry | None
    """The answer that the run is processing now; null if there is none."""


class PausePointResumeLinks(TypedDict):
    """The addresses at which the question is answered."""
    apiUrl: str
    """Address for answers of programs."""
    uiUrl: str
    """Address of the answer page."""
    contextId: str
    """Id of the context."""
    executionId: str
    """Id of the execution."""
    workflowId: str
    """Id of the workflow."""


class PausePointParallelScope(TypedDict):
    """Branch that asks; absent outside of parallels."""
    parallelId: str
    """Id of the parallel."""
    branchIndex: float
    """Index of the branch, from 0."""
    branchTotal: float | None
    """Number of branches; null while it is not known."""


class PausePointLoopScope(TypedDict):
    """Pass that asks; absent outside of loops."""
    loopId: str
    """Id of the loop."""
    iteration: float
    """Index of the pass, from 0."""


class _PausePointRequired(TypedDict):
    contextId: str
    """Id of the context."""
    blockId: str
    """Id of the block."""
    response: Any
    """The question: `data`, which the page shows, `status` and `headers` for programs, and `inputFormat`, the fields of its form."""
    registeredAt: str
    """When the point was opened."""
    resumeStatus: PointStatus
    """The status of the point."""
    snapshotReady: Literal[True]
    """Always true: an answer is accepted even while the run is active."""
    resumeLinks: PausePointResumeLinks
    """The addresses at which the question is answered."""
    queuePosition: float | None
    """Position of the answer in the queue, from 1; null if no answer is queued."""
    latestResumeEntry: ResumeEntry | None
    """The last answer; null if there is none yet."""


class PausePoint(_PausePointRequired, total=False):
    parallelScope: PausePointParallelScope
    """Branch that asks; absent outside of parallels."""
    loopScope: PausePointLoopScope
    """Pass that asks; absent outside of loops."""


class Paused(TypedDict):
    """The pause of a run."""
    contextId: str
    """Id of the context."""
    pausedAt: str
    """When the run paused."""
    resumeAt: str | None
    """When the run continues automatically; null if it does not."""
    pauseKind: Literal["time", "human"]
    """Whether the run waits for an answer (`human`) or for a moment (`time`)."""
    blockedOnBlockId: str
    """Id of the blocked on block."""
    automaticResumeWaitingReason: None
    """Always null: a pause that has ended always resumes its run."""
    pausedExecutionId: str | None
    """Id of the paused run with its questions; null if it only waits for a moment."""
    pausePointCount: float
    """Number of questions, answered ones included."""
    resumedCount: float
    """Number of answered questions."""


class PausedDetailMetadata(TypedDict):
    """The kind of pause, for existing clients."""
    pauseScope: Literal["execution"]
    """What is paused: always the whole run."""
    triggerIds: List[str]
    """Ids of start blocks. Always empty."""


class PausedDetail(TypedDict):
    pausePoints: List[PausePoint]
    """The questions of the run."""
    queue: List[ResumeEntry]
    """Sorted by time, the oldest first."""
    id: str
    """Id of the paused summary."""
    workflowId: str
    """Id of the workflow."""
    executionId: str
    """Id of the execution."""
    status: str
    """Whether the run is `paused`, `partially_resumed`, `fully_resumed` or `cancelled`."""
    totalPauseCount: float
    """Number of questions of the run, answered ones included."""
    resumedCount: float
    """Number of answered questions."""
    pausedAt: str
    """When the run paused."""
    updatedAt: str
    """When the paused summary was last changed."""
    expiresAt: str | None
    """When the first open point expires; null if none expires."""
    metadata: PausedDetailMetadata
    """The kind of pause, for existing clients."""
    triggerIds: List[str]
    """Ids of start blocks. Always empty."""


class PausedList(TypedDict):
    pausedExecutions: List[PausedSummary]
    """The paused runs of this page of the list."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


PausedStatus: TypeAlias = "Literal[\"paused\", \"cancelled\", \"partially_resumed\", \"fully_resumed\", \"cancelling\"]"


class PausedSummaryMetadata(TypedDict):
    """The kind of pause, for existing clients."""
    pauseScope: Literal["execution"]
    """What is paused: always the whole run."""
    triggerIds: List[str]
    """Ids of start blocks. Always empty."""


class PausedSummary(TypedDict):
    """Specification 2.7. Times are ISO 8601."""
    id: str
    """Id of the paused summary."""
    workflowId: str
    """Id of the workflow."""
    executionId: str
    """Id of the execution."""
    status: str
    """Whether the run is `paused`, `partially_resumed`, `fully_resumed` or `cancelled`."""
    totalPauseCount: float
    """Number of questions of the run, answered ones included."""
    resumedCount: float
    """Number of answered questions."""
    pausedAt: str
    """When the run paused."""
    updatedAt: str
    """When the paused summary was last changed."""
    expiresAt: str | None
    """When the first open point expires; null if none expires."""
    metadata: PausedSummaryMetadata
    """The kind of pause, for existing clients."""
    triggerIds: List[str]
    """Ids of start blocks. Always empty."""


class PendingAnswer(TypedDict):
    """An answer that does not continue its run at once."""
    status: Literal["recorded", "queued", "begun"]
    """`recorded`: more approvals are needed. `queued`: the run processes another answer. `begun`: the run continues without a stream."""
    message: str
    """A message for people."""


class PinnedModel(TypedDict):
    """A model as an agent uses it until its end, whatever the configuration becomes."""
    name: str
    """The name that the author wrote."""
    provider: str
    """Id of the provider: that of the operator's file, or of the provider of the workspace."""
    providerName: str
    """The name of the provider that people see."""
    model: str
    """The name that the provider is sent."""
    source: Literal["workspace", "operator"]
    """Who has configured the provider."""
    keyOf: KeyOwner
    """Who provides the key."""
    capabilities: List[ModelCapability]
    """What the model can do."""
    contextWindow: float | None
    """Tokens that a conversation may have; null when unknown."""
    maxOutput: float | None
    """Tokens that an answer may have; null when unknown."""


class PlaceHoldRequest(TypedDict):
    """The reason for a hold on a run."""
    reason: str
    """The reason for the hold."""


class _PlacedColumnRequired(TypedDict):
    name: str
    """Name of the column, unique in the table ignoring case: at most 50 letters, digits and underscores, not starting with a digit."""
    type: Literal["string", "number", "boolean", "json", "date"]
    """Type of the cells."""


class PlacedColumn(_PlacedColumnRequired, total=False):
    position: float
    """Index at which the column is inserted, from 0. The default is the end."""
    required: bool
    """Whether each row must have a value. The default is false."""
    unique: bool
    """Whether each value may occur only once. The default is false."""
    indexed: bool
    """Whether filters and sorts by this column use an index. The default is false. Not available for `json`."""


PointStatus: TypeAlias = "Literal[\"queued\", \"paused\", \"failed\", \"resuming\", \"resumed\"]"


class PresenceNews(TypedDict):
    """The people who have the draft open, whenever that has changed."""
    type: Literal["presence"]
    """Kind of the message."""
    revision: float
    """The present revision of the draft."""
    people: List[PresentPerson]
    """Everyone who has the draft open, one entry for each client."""


class PresentPerson(TypedDict):
    """A person who has a draft open."""
    userId: str
    """Id of the user."""
    name: str | None
    """Name of the user; null when it is not known."""
    client: str
    """The id that their client chose, so that two tabs of a person are two entries."""
    block: str | None
    """Id of the block that the person edits; null for none."""
    field: str | None
    """Id of the field that the person edits; null for none."""


class _ProbeRequired(TypedDict):
    ok: bool
    """Whether the provider has answered and accepted the key."""
    latencyMs: float
    """How long the test took, in ms."""


class Probe(_ProbeRequired, total=False):
    """The outcome of a test of a provider."""
    models: List[str]
    """The ids of the models that the provider lists; absent if it lists none."""
    error: str
    """What was wrong; absent if nothing was."""


class ProtectedResource(TypedDict):
    """What OAuth clients must know about an MCP server (RFC 9728)."""
    resource: str
    """The address of the MCP server, which tokens must name as their audience."""
    authorization_servers: List[str]
    """The issuers whose tokens it takes."""
    scopes_supported: List[str]
    """What tokens must allow."""
    bearer_methods_supported: List[str]
    """How tokens are sent."""


class ProviderAddress(TypedDict):
    """Where the browser goes."""
    address: str
    """Address of the provider."""


class ProviderRequest(TypedDict):
    """A provider at which the person has an account."""
    provider: str
    """Id of the provider."""


class QueueStatus(TypedDict):
    """The work queue of all processes."""
    due: float
    """Number of due work items without a process."""
    held: float
    """Number of work items that wait until other runs of their account or workflow have ended."""
    pausing: float
    """Number of work items that wait for their next attempt."""
    running: float
    """Number of active work items."""
    later: float
    """Number of work items that become due later, counted up to 10,000."""
    oldestDueMs: float
    """How long the oldest work item has been due, in ms."""
    kinds: List[KindOfWork]
    """The same by kind of work."""


class _QueuedRequired(TypedDict):
    status: Literal["queued"]
    """Always `queued`."""
    executionId: str
    """Id of the execution."""
    queuePosition: float
    """Position of the answer in the queue, from 1."""
    message: str
    """A message for people."""


class Queued(_QueuedRequired, total=False):
    jobId: str
    """Id of the job of this resume, for an asynchronous run."""
    statusUrl: str
    """Address of the job of this resume."""


class _ReasoningPartRequired(TypedDict):
    type: Literal["reasoning"]
    """Kind of the part."""
    text: str
    """The text."""


class ReasoningPart(_ReasoningPartRequired, total=False):
    metadata: Dict[str, Any]
    """The provider's own data."""


class Recorded(TypedDict):
    status: Literal["recorded"]
    """Always `recorded`."""
    executionId: str
    """Id of the execution."""
    approvals: float
    """Number of recorded answers."""
    requiredApprovals: float
    """Number of required answers."""
    message: str
    """A message for people."""


class RecoveryCodes(TypedDict):
    """Codes with which a person signs in without the authenticator app, each once."""
    recoveryCodes: List[str]
    """The codes. They are not shown again."""


class RefreshedMcpServer(TypedDict):
    """What the refresh of an MCP server has found."""
    protocolVersion: str
    """The revision of the protocol."""
    toolCount: float
    """How many tools the server has."""
    added: List[str]
    """Names of tools that are new since the last refresh."""
    changed: List[str]
    """Names of tools that the server describes in another way."""
    removed: List[str]
    """Names of tools that are gone."""


class RefusedLineProblemsItem(TypedDict):
    message: str
    """A message for people."""
    code: str
    """The code of the problem for programs."""


class RefusedLine(TypedDict):
    """A line of the file that could not be inserted."""
    line: float
    """Number of the line on which the record ends. The header is line 1."""
    problems: List[RefusedLineProblemsItem]
    """The problems of the record."""


class RefusedReplays(TypedDict):
    code: str
    """The reason, for programs: the code with which the replay of one such delivery is refused."""
    message: str
    """The reason, for people."""
    count: float
    """How many deliveries have this reason."""


class RefusedRuns(TypedDict):
    code: str
    """The reason, for programs: the code with which the same is refused for a single run."""
    message: str
    """The reason of the first such run, for people."""
    count: float
    """How many runs have this reason."""


class _RegisterMcpServerRequestRequired(TypedDict):
    name: str
    """Name of the server, unique in the workspace. Blocks may name the server by it."""
    url: str
    """Address of the server. It cannot be changed, and contains no secrets."""
    workspaceId: str
    """Id of the workspace."""


class RegisterMcpServerRequest(_RegisterMcpServerRequestRequired, total=False):
    """An MCP server that the workspace is to use."""
    description: str | None
    """What it is for; null: nothing."""
    transport: Literal["streamable-http"]
    """How messages travel."""
    authType: Literal["none", "headers", "oauth"]
    """How the server knows this one. The default is `headers` for a server with headers, else `none`."""
    headers: Dict[str, str]
    """Headers of each request, with `{{NAME}}` in place of secrets of the environment of the workspace. They are never returned."""
    oauthClientId: str
    """Id of this server at the authorization server, for the authType `oauth`. The fields of `oauth…` are written together."""
    oauthClientSecret: str | None
    """The secret that belongs to it, as `{{NAME}}`; null, the default: a public client. It is never returned."""
    oauthGrant: Literal["authorization_code", "client_credentials"]
    """How access tokens are obtained: a person signs in (`authorization_code`, the default), or the credentials of the client suffice."""
    oauthScope: str | None
    """Scopes to ask for, with spaces between them; null, the default: those that the server names."""
    timeout: float
    """Longest time of a call in ms, 1000 to 300000. The default is 30000."""
    retries: float
    """How often a call of an idempotent tool is repeated after a failure that may pass, 0 to 10. The default is 3."""
    enabled: bool
    """Whether blocks may use the server. The default is true."""
    pinTools: bool
    """Whether a tool is refused that the server describes in another way than when the workflow was deployed. The default is true."""


class Remedy(TypedDict):
    """An action that helps, and how to take it."""
    action: Literal["cancel", "replay", "answer", "replay-draft", "start-worker", "retry-projection", "wait"]
    """The action."""
    how: str
    """A command line. Commands that send a request take the API key from `SLUICE_API_KEY`."""


class RemoveBlock(TypedDict):
    """Removes a block that no edge touches and that contains no blocks."""
    op: Literal["remove-block"]
    """Name of the operation."""
    id: str
    """Id of what is changed."""


class RemoveEdge(TypedDict):
    """Removes an edge."""
    op: Literal["remove-edge"]
    """Name of the operation."""
    id: str
    """Id of what is changed."""


class RemoveVariable(TypedDict):
    """Removes a variable of the workflow."""
    op: Literal["remove-variable"]
    """Name of the operation."""
    id: str
    """Id of what is changed."""


class RenameBlock(TypedDict):
    """Changes the name of a block. Fields that refer to it are changed by operations `set`."""
    op: Literal["rename"]
    """Name of the operation."""
    id: str
    """Id of what is changed."""
    name: str
    """The name."""


class _ReplayDeliveriesRequestRequired(TypedDict):
    workspaceId: str
    """Id of the workspace."""


_ReplayDeliveriesRequestOdd = TypedDict("_ReplayDeliveriesRequestOdd", {"from": "str"}, total=False)


class ReplayDeliveriesRequest(_ReplayDeliveriesRequestOdd, _ReplayDeliveriesRequestRequired, total=False):
    """Which deliveries are repeated, and how."""
    triggerId: str
    """Only deliveries to this trigger."""
    workflowId: str
    """Only deliveries to triggers of this workflow."""
    outcome: Literal["accepted", "filtered", "refused", "skipped", "poisoned"]
    """Only deliveries with this outcome. Held deliveries and duplicates cannot be repeated."""
    to: str
    """Only deliveries that arrived at this time or earlier."""
    draft: bool
    """Whether the drafts run. The default is the active version of each workflow."""


class ReplayDeliveryRequest(TypedDict, total=False):
    """How a delivery is repeated."""
    draft: bool
    """Whether the draft runs. The default is the active version."""


class _ReplayExecutionRequestRequired(TypedDict):
    mode: ReplayMode
    """Whether effects return their recorded outcomes (`recorded`) or happen again (`live`)."""


_ReplayExecutionRequestOdd = TypedDict("_ReplayExecutionRequestOdd", {"from": "str", "with": "AgentForkRequest", "async": "bool"}, total=False)


class ReplayExecutionRequest(_ReplayExecutionRequestOdd, _ReplayExecutionRequestRequired, total=False):
    """How to repeat a run."""
    version: Literal["draft"] | float
    """The version to run: its number, or `draft`. The default is the version of the repeated run."""
    call: int
    """The call of a model within the agent `from` with which a live replay starts: 1 for its first call. Earlier calls are taken from the record."""
    stream: bool
    """Not for replays."""


_ReplayFilterOdd = TypedDict("_ReplayFilterOdd", {"from": "str | None"})


class ReplayFilter(_ReplayFilterOdd):
    triggerId: str | None
    """Only deliveries to this trigger; null for all."""
    workflowId: str | None
    """Only deliveries to triggers of this workflow; null for all."""
    outcome: str | None
    """Only deliveries with this outcome; null for all that can be repeated."""
    to: str | None
    """When the last of them arrived at the latest; null without a limit."""


ReplayMode: TypeAlias = "Literal[\"recorded\", \"live\"]"
"""*recorded*: effects return their recorded outcomes. *live*: effects happen again."""


class RestedMetadata(TypedDict):
    """Times of this resume: from the answer to the next pause or end of the run."""
    duration: float
    """Duration of this resume, in ms."""
    startTime: str
    """When this resume started."""
    endTime: str
    """When this resume ended."""


class Rested(TypedDict):
    success: bool
    """Whether the run did not fail."""
    status: ExecutionStatus
    """Status of the run after this answer."""
    executionId: str
    """Id of the execution."""
    output: Any
    """Output of the run."""
    error: str | None
    """Error message; null unless the run failed."""
    metadata: RestedMetadata
    """Times of this resume: from the answer to the next pause or end of the run."""


class RestoreDraftRequest(TypedDict):
    """The revision to restore."""
    revision: int
    """The revision of the draft that becomes the present one."""


class RestoredDraft(TypedDict):
    """A draft that is as it was."""
    revision: float
    """The revision that the restoration made."""
    valid: bool
    """Whether the document can be deployed."""
    problems: List[DocumentProblem]
    """The problems that prevent the deployment of the document."""
    warnings: List[DocumentProblem]
    """Probable mistakes that do not prevent the deployment."""


class ResumeBody(TypedDict, total=False):
    """The fields of the form of the question, in `input` or as the whole body."""
    input: bool | str | float | List[Any] | Dict[str, Any] | None
    """The answer."""


class ResumeEntry(TypedDict):
    id: str
    """Id of the resume entry."""
    pausedExecutionId: str
    """Id of the paused execution."""
    parentExecutionId: str
    """The id of the run that was answered."""
    newExecutionId: str
    """The id of the run that continues: the same run."""
    contextId: str
    """Id of the context."""
    resumeInput: Any
    """The answer."""
    status: EntryStatus
    """State of the answer: `pending`, `claimed`, `completed` or `failed`."""
    queuedAt: str
    """When the answer was queued."""
    claimedAt: str | None
    """When the run continued with the answer; null if it has not yet."""
    completedAt: str | None
    """When the answer was processed; null before."""
    failureReason: str | None
    """Why the run did not continue with the answer; null unless it failed."""


class _ResumeFieldRequired(TypedDict):
    name: str
    """Name of the field in the answer."""
    type: Literal["string", "number", "boolean", "object", "array", "file[]"]
    """Type of the value."""
    description: str | None
    """What the field is for; null if the author says nothing."""
    required: bool
    """Whether an answer must have a value."""
    value: Any
    """The default value; null if there is none."""


class ResumeField(_ResumeFieldRequired, total=False):
    """A field of the form of a question."""
    title: str
    """The label that people see; absent: the name."""
    options: List[FieldOption]
    """The values to choose from, in their order; absent: any value of the type."""


Resumed: TypeAlias = "Rested | Started | Queued | Recorded"
"""The result of the run, or the status of the answer."""


class RollBackWorkflowRequest(TypedDict, total=False):
    """The version to activate."""
    version: int | None
    """Number of the version. The default is the version before the active one."""


class RootStatement(TypedDict):
    """The Merkle root over the hashes of a stretch of a chain."""
    chain: str
    """The organization of the chain, or the id of the chain of the instance."""
    number: float
    """From 1, without gaps."""
    first: float
    """Number of the first entry that it covers."""
    last: float
    """Number of the last entry that it covers."""
    root: str
    """The Merkle root, base64url."""
    head: str
    """The hash of the last entry."""
    previous: str | None
    """The hash of the statement before it in its chain; null for the first one."""
    closedAt: str
    """ISO 8601."""
    keyId: str
    """Id of the key."""


class RotateApiKeyRequest(TypedDict, total=False):
    """How long the former value still works."""
    overlapSeconds: int
    """How long the former value still works, in seconds."""


class RotateSecretRequest(TypedDict, total=False):
    """The new secret."""
    secret: str
    """For a provider that makes the secret. Default: the server makes one."""


class RowChangeView(TypedDict):
    """A change of a row."""
    id: str
    """Id of the change."""
    operation: RowOperation
    """The kind of the change."""
    at: str
    """When the row was changed."""
    actorId: str | None
    """Id of the user who made the change; null without one."""
    actorEmail: str | None
    """Present e-mail address of that user; null without one."""
    executionId: str | None
    """Id of the run that made the change; null without one."""
    cells: List[CellChange]
    """The changed cells."""


class RowDataRequest(TypedDict):
    """The cells to change."""
    data: Dict[str, Any]
    """Cells by column name. A null clears a cell."""
    workspaceId: str
    """Id of the workspace."""


class RowHistory(TypedDict):
    """A page of changes of a row."""
    changes: List[RowChangeView]
    """The changes, newest first."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


RowOperation: TypeAlias = "Literal[\"insert\", \"update\", \"delete\", \"restore\"]"


class RowUpdateRequest(TypedDict):
    rowId: str
    """Id of the row."""
    data: Dict[str, Any]
    """Cells by column name. A null clears a cell."""


class RowView(TypedDict):
    """A row as clients see it. Times are ISO 8601, UTC."""
    id: str
    """Id of the row."""
    data: Dict[str, Any]
    """The cells by column name."""
    position: float
    """Position of the row in the order of insertion."""
    createdAt: str
    """When the row was created."""
    updatedAt: str
    """When the row was last changed."""


class RunDataError(TypedDict):
    """The error; null unless the run failed or was cancelled."""
    code: str
    """Error code for programs."""
    message: str
    """A message for people."""


class _RunDataRequired(TypedDict):
    runId: str
    """Id of the run."""
    workflowId: str
    """Id of the workflow."""
    status: str
    """Status of the run."""
    output: Any
    """Output of the run; null before it ends, and with `includeOutput=false`."""
    error: RunDataError
    """The error; null unless the run failed or was cancelled."""
    startedAt: str | None
    """When the run started; null while it is queued."""
    endedAt: str | None
    """When the run ended; null before."""
    durationMs: float | None
    """Duration of the run without waiting times, in ms; null until it ends."""


class RunData(_RunDataRequired, total=False):
    """The run."""
    blockOutputs: Dict[str, Any]
    """The selected outputs of blocks, by block and path; present if outputs were selected."""


class Run(TypedDict):
    """A run in the second generation of the API. The request succeeds even if the run failed; `status` says so."""
    data: RunData
    """The run."""


_RunDraftRequestOdd = TypedDict("_RunDraftRequestOdd", {"async": "bool"}, total=False)


class RunDraftRequest(_RunDraftRequestOdd, total=False):
    """The input of a run of the draft, and how to run it."""
    input: bool | str | float | List[Any] | Dict[str, Any] | None
    """The input of the run. The default is an empty object."""
    triggerBlockId: str
    """Id of the trigger block with which the run begins. The default is the block of the delivery, or the start block."""
    deliveryId: str
    """Id of a delivery whose event is the input."""
    stream: bool
    """Whether to respond with server-sent events."""
    selectedOutputs: List[str]
    """Outputs to send while the run is active: `blockId.path`, or `blockName.path`; streamed runs only."""
    includeThinking: bool
    """Whether to send the reasoning of models; streamed runs only. Needs the header `X-Sim-Stream-Protocol: agent-events-v1`."""
    includeToolCalls: bool
    """Whether to send the beginning and the end of each tool call; streamed runs only. Needs the same header."""


class _RunEventsPageRequired(TypedDict):
    data: List[ShownEvent]
    """The events, in the order in which they happened."""
    status: Literal["queued", "paused", "running", "completed", "failed", "cancelled"]
    """Status of the run; `queued` for a run that waits for its start."""
    nextAfter: float | None
    """The `after` of the next page; null when the run has no more events yet."""


class RunEventsPage(_RunEventsPageRequired, total=False):
    """Some events of a run, one after the other."""
    integrity: RunIntegrityView
    """Present if the stored events were changed so that an event cannot be read: `data` ends before it."""


class RunIntegrityView(TypedDict):
    """Whether the stored events of a run are those that were recorded."""
    status: IntegrityStatus
    """`verified`, `pending`, `not_covered` or `changed`."""
    detail: str | None
    """What was found; null for `verified`."""


class RunMetadata(TypedDict):
    startTime: str
    """When the run started."""
    endTime: str | None
    """When the run ended or paused."""
    duration: float | None
    """Duration of the run, in ms; null until it ends."""


class _RunOriginRequired(TypedDict):
    executionId: str
    """Our id of the run, even if its caller chose one."""
    mode: ReplayMode
    """Whether effects return their recorded outcomes (`recorded`) or happen again (`live`)."""


_RunOriginOdd = TypedDict("_RunOriginOdd", {"from": "str", "with": "AgentFork"}, total=False)


class RunOrigin(_RunOriginOdd, _RunOriginRequired, total=False):
    """The run that a replay repeats."""
    call: float
    """The call of a model within the agent `from` with which the replay starts, from 1."""
    notTakenOver: List[str]
    """Names of blocks that ended in the other run and whose outcome does not fit the version of the replay, so that it was not taken over."""
    continues: Literal[True]
    """Present when the replay continues where the other run, which was quarantined, has stopped."""


class SaveDraftRequest(TypedDict):
    """A new draft of a workflow."""
    state: Dict[str, Any]
    """The workflow document."""


class Schedule(TypedDict):
    """A schedule as clients of other servers know it."""
    id: str
    """Id of the trigger."""
    workflowId: str
    """The workflow that it starts."""
    blockId: str
    """Id of its block in the workflow."""
    triggerType: Literal["schedule"]
    """Always `schedule`."""
    status: Literal["completed", "active", "disabled"]
    """*completed*: it has no further time. A paused schedule is *disabled* too."""
    cronExpression: str | None
    """Null for an interval that cron cannot express."""
    timezone: str
    """IANA name of the zone."""
    nextRunAt: str | None
    """The next time, in ISO 8601."""
    lastQueuedAt: str | None
    """When its latest run was queued, in ISO 8601."""
    lastRanAt: str | None
    """When its latest run started."""
    lastFailedAt: str | None
    """When its latest failed run ended."""
    failedCount: float
    """How many of its latest runs failed without a success since, up to 100."""
    createdAt: str
    """When it was first deployed."""
    updatedAt: str
    """When it was last deployed or changed, or fired."""


class ScheduleOfWorkflow(TypedDict):
    """The schedule of a workflow; null if it has none."""
    schedule: Schedule | None
    """The schedule; null if there is none."""
    isDisabled: bool
    """Whether it is paused or disabled."""
    hasFailures: bool
    """Whether its latest runs failed."""
    canBeReactivated: bool
    """Whether `reactivate` lets it continue."""


class Schedules(TypedDict):
    """The schedules of a workspace, the first thousand."""
    schedules: List[Schedule]
    """The schedules, oldest first."""


class SchemaRequest(TypedDict):
    """The columns of a new table."""
    columns: List[NewColumn]
    """The columns in their order, from 1 to 50."""


class Search(TypedDict):
    """The results of a search."""
    results: List[SearchResult]
    """The found chunks, best match first."""
    query: str
    """The query of the request; empty without one."""
    knowledgeBaseIds: List[str]
    """Ids of the searched knowledge bases."""
    topK: float
    """Maximum number of results of the request."""
    totalResults: float
    """Number of results."""
    searchMode: str
    """The search that was carried out: `vector`, `hybrid`, `words` if no embeddings were available, or `tags` without a query."""


class _SearchKnowledgeRequestRequired(TypedDict):
    knowledgeBaseIds: str | List[str]
    """Ids of the knowledge bases to search: one id, or a list of up to 20."""
    workspaceId: str
    """Id of the workspace."""


class SearchKnowledgeRequest(_SearchKnowledgeRequestRequired, total=False):
    """A search in knowledge bases. Either `query` or `tagFilters` is required."""
    query: str
    """The text to search for. Without it, all chunks that match `tagFilters` are returned, oldest document first."""
    topK: int
    """Maximum number of results."""
    tagFilters: Any
    """Conditions on the tags of documents: a list of `{tagName, operator, value, valueTo}`, or an object of tag names and values."""
    searchMode: SearchMode
    """`vector` searches by meaning only, `hybrid` by meaning and by words."""


SearchMode: TypeAlias = "Literal[\"vector\", \"hybrid\"]"


class SearchResult(TypedDict):
    """A chunk that matches a search."""
    knowledgeBaseId: str
    """Id of the knowledge base."""
    documentId: str
    """Id of the document that contains the chunk."""
    documentName: str
    """File name of the document."""
    sourceUrl: None
    """Always null. Documents are uploaded."""
    content: str
    """Text of the chunk."""
    chunkIndex: float
    """Position of the chunk in the document, from 0."""
    metadata: Dict[str, TagValue]
    """Tags of the document."""
    similarity: float
    """Similarity to the query, from 0 to 1."""


class SendCodeRequest(TypedDict):
    """The address to which a code is sent."""
    email: str
    """The e-mail address of the visitor."""


class ServerProcess(TypedDict):
    """A process that is connected to the database. What it says of itself is null while it does not answer."""
    id: str
    """Identifies the process until it ends."""
    state: Literal["working", "stopping", "silent"]
    """*working*: it answers. *stopping*: it takes no new work. *silent*: it is connected and did not answer within a second."""
    role: Literal["api", "all", "worker", "follower", None]
    """What the process does: `all`, `api`, `worker` or `follower`."""
    version: str | None
    """The release that it runs."""
    node: str | None
    """The version of Node.js."""
    host: str | None
    """The name of its machine or container."""
    pid: float | None
    """Its number there."""
    label: str | None
    """Its name, if a supervisor has started it beside others."""
    startedAt: str | None
    """When it was started. ISO 8601."""
    memoryBytes: float | None
    """Its memory, in bytes."""
    running: float | None
    """Number of work items that it is doing."""


class ServerWithTools(TypedDict):
    """An MCP server and its tools."""
    server: WorkflowServer
    """The server as it is now."""
    tools: List[WorkflowTool]
    """The tools by name."""


class Session(TypedDict):
    """One place where a person is signed in."""
    id: str
    """Id of the session."""
    method: Literal["password", "recovery-link", "setup-link", "invitation", "oidc"]
    """How the person has proved who they are."""
    address: str | None
    """Address that the person signed in from."""
    agent: str | None
    """What the browser calls itself."""
    startedAt: str
    """When the person signed in."""
    lastSeenAt: str
    """When the session was used last, to within ten minutes."""
    expiresAt: str
    """When the session ends at the latest."""
    isCurrent: bool
    """Whether it is the session of this request."""


class Sessions(TypedDict):
    """Where a person is signed in."""
    data: List[Session]
    """The sessions, the newest first."""


class _SetFieldRequired(TypedDict):
    op: Literal["set"]
    """Name of the operation."""
    id: str
    """Id of what is changed."""
    field: str
    """Id of the field."""
    value: Any
    """The value."""


class SetField(_SetFieldRequired, total=False):
    """Sets the value of a field of a block. `type` is the control of a field that the block does not have yet."""
    type: str
    """The control with which an editor shows the field."""


class _SetMetadataRequired(TypedDict):
    op: Literal["metadata"]
    """Name of the operation."""
    name: str
    """The name."""


class SetMetadata(_SetMetadataRequired, total=False):
    """Sets a member of the metadata of the document, such as `strictInput`. Absent: removes it."""
    value: bool | str | float | List[Any] | Dict[str, Any] | None
    """The value."""


class _SetOptionRequired(TypedDict):
    op: Literal["option"]
    """Name of the operation."""
    id: str
    """Id of what is changed."""
    name: str
    """The name."""


class SetOption(_SetOptionRequired, total=False):
    """Sets a further member of a block, such as `enabled` or `retry`, or one of its data, such as `data.count`. Absent: removes it."""
    value: bool | str | float | List[Any] | Dict[str, Any] | None
    """The value."""


class SetVariable(TypedDict):
    """Adds or replaces a variable of the workflow."""
    op: Literal["set-variable"]
    """Name of the operation."""
    variable: Variable
    """The variable."""


class _ShownEventRequired(TypedDict):
    position: float
    """Number of the event within its run, from 1."""
    at: str
    """When the event was recorded."""
    type: str
    """Kind of the event, such as `execution.block-completed`."""
    payload: Dict[str, Any]
    """What the event says. Values above 8 KB are replaced by `{isLeftOut, bytes, preview}`."""


class ShownEvent(_ShownEventRequired, total=False):
    """One event of a run."""
    node: str
    """Name of the block within the run, such as `loop[0]/inner`; absent for events of the run itself."""
    blockId: str
    """Id of the block in its workflow."""


SignInDemand: TypeAlias = "Literal[\"provider\", \"second-factor\"]"
"""What a person must do before their session reaches an organization: sign in at a provider, or turn a second factor on."""


class SignInPolicy(TypedDict):
    """How people must sign in before their sessions reach the organization and its workspaces."""
    requireSecondFactor: bool
    """Whether people who sign in with a password need a second factor."""
    allowPasswords: bool
    """Whether people may sign in with a password; owners always may."""


class SignInPolicyRequest(TypedDict):
    """How people must sign in."""
    requireSecondFactor: bool
    """Whether people who sign in with a password need a second factor."""
    allowPasswords: bool
    """Whether people may sign in with a password; owners always may. False needs a provider to sign in with."""


class _SignInRequestRequired(TypedDict):
    email: str
    """E-mail address of the user."""
    password: str
    """Password of the user."""


class SignInRequest(_SignInRequestRequired, total=False):
    """Who signs in."""
    code: str
    """Code of the authenticator app, or a recovery code, if the user has a second factor."""
    keep: bool
    """Whether the person stays signed in for 30 days, also when the browser is closed."""


class SignInWaysRefusal(TypedDict):
    """Why a sign-in at this address is refused, before a password is typed; null: it is possible."""
    code: str
    """`PLAIN_HTTP` or `WRONG_HOST`."""
    message: str
    """The reason, and what to do."""


class SignInWaysProvidersItem(TypedDict):
    id: str
    """Id of the provider: `/auth/oidc/<id>` leads to it."""
    name: str
    """What people know the provider as."""


class SignInWays(TypedDict):
    """How people sign in here."""
    refusal: SignInWaysRefusal
    """Why a sign-in at this address is refused, before a password is typed; null: it is possible."""
    isSetUp: bool
    """Whether a user signs in already. Until then, the link that the server prints when it starts leads to the first password."""
    providers: List[SignInWaysProvidersItem]
    """Providers at which people sign in, in the order of the settings."""


class SignedIn(TypedDict):
    """A person who has just signed in."""
    userId: str
    """Id of the user."""
    expiresAt: str
    """When the session ends at the latest."""


class SpanCost(TypedDict):
    """In US dollars."""
    input: float
    """Cost of what the model has read."""
    output: float
    """Cost of what the model has written."""
    total: float
    """The sum of both, on the run with its base charge."""


class SpanTokens(TypedDict):
    """Cached tokens are part of `input`, reasoning tokens of `output`."""
    input: float
    """What the model has read."""
    output: float
    """What the model has written."""
    total: float
    """The sum of input and output."""
    cacheRead: float
    """Tokens of the input that came from a cache."""
    cacheWrite: float
    """Tokens of the input that were put into a cache."""
    reasoning: float
    """Tokens of the output that were reasoning."""


class Started(TypedDict):
    status: Literal["started"]
    """Always `started`: the run continues, and a person with a session does not wait for it."""
    executionId: str
    """Id of the execution."""
    message: str
    """A message for people."""


class StartedRunData(TypedDict):
    """The started run."""
    runId: str
    """Id of the run."""
    statusUrl: str
    """Address of the run."""


class StartedRun(TypedDict):
    data: StartedRunData
    """The started run."""


class StartedTest(TypedDict):
    """A run of the draft that has started."""
    executionId: str
    """Id of the run."""


class StreamMessageChunk(TypedDict):
    blockId: str
    """Block whose output this is."""
    chunk: str
    """A part of the output, as text."""


class _StreamMessageFinalDataRequired(TypedDict):
    success: Literal[True]
    """Always true."""
    output: Any
    """Output of the run; with selected outputs, those that were not streamed yet."""


class StreamMessageFinalData(_StreamMessageFinalDataRequired, total=False):
    """The result of the run."""
    status: Literal["paused"]
    """Present if the run is paused and not ended."""


class StreamMessageFinal(TypedDict):
    event: Literal["final"]
    """Kind of the frame."""
    data: StreamMessageFinalData
    """The result of the run."""


class StreamMessageError(TypedDict):
    event: Literal["error"]
    """Kind of the frame."""
    error: str
    """Error message."""


class StreamMessageChunk_reset(TypedDict):
    blockId: str
    """Block whose text this is about."""
    event: Literal["chunk_reset"]
    """Kind of the frame: the chunks of this block so far are not valid, and its text begins again."""


class StreamMessageThinking(TypedDict):
    blockId: str
    """Block that asks a model."""
    event: Literal["thinking"]
    """Kind of the frame."""
    data: str
    """A part of the reasoning of the model."""


class _StreamMessageToolRequired(TypedDict):
    blockId: str
    """Block that asks a model."""
    event: Literal["tool"]
    """Kind of the frame."""
    phase: Literal["start", "end"]
    """Whether the call begins or has ended."""
    id: str
    """Id of the call, unique within the run."""
    name: str
    """Name of the tool that the model used."""


class StreamMessageTool(_StreamMessageToolRequired, total=False):
    status: Literal["error", "success"]
    """Outcome of a call that has ended."""


class StreamMessageStream_error(TypedDict):
    blockId: str
    """Block whose text is not valid."""
    event: Literal["stream_error"]
    """Kind of the frame. The stream continues."""
    error: str
    """Reason, for people."""


StreamMessage: TypeAlias = "Literal[\"[DONE]\"] | StreamMessageChunk | StreamMessageFinal | StreamMessageError | StreamMessageChunk_reset | StreamMessageThinking | StreamMessageTool | StreamMessageStream_error"
"""The data of a message: a part of an output, the result or the pause of the run, its error, and `[DONE]` as the last one."""


class SubBlock(TypedDict):
    """A field of a block."""
    id: str
    """Id of the sub block."""
    type: str
    """The control with which an editor shows the field."""
    value: Any
    """The value of the field. It may contain references to other blocks."""


class SystemMessage(TypedDict):
    role: Literal["system"]
    """Who says it."""
    content: str
    """What is said."""


class TableSchema(TypedDict):
    """The schema of the table."""
    columns: List[TableColumn]
    """The columns in their order."""


class Table(TypedDict):
    """A table without its rows."""
    id: str
    """Id of the table."""
    name: str
    """Name of the table, unique in the workspace."""
    description: str | None
    """Description of the table; null if it has none."""
    schema: TableSchema
    """The schema of the table."""
    rowCount: float
    """Number of rows."""
    maxRows: float
    """Maximum number of rows; 9007199254740991 without a limit."""
    createdAt: str
    """When the table was created."""
    updatedAt: str
    """When the schema of the table was last changed."""


class _TableColumnRequired(TypedDict):
    name: str
    """Name of the column, unique in the table ignoring case."""
    type: Literal["string", "number", "boolean", "json", "date"]
    """Type of the cells."""
    required: bool
    """Whether each row must have a value."""
    unique: bool
    """Whether each value may occur only once."""


class TableColumn(_TableColumnRequired, total=False):
    """A column of a table."""
    indexed: Literal[True]
    """True if filters and sorts by this column use an index; otherwise absent."""


class TableColumns(TypedDict):
    """The columns after a change."""
    columns: List[TableColumn]
    """All columns in their order."""


class TableRows(TypedDict):
    """A page of rows."""
    rows: List[RowView]
    """The rows of the page."""
    rowCount: float
    """Number of rows on this page."""
    totalCount: float | None
    """Number of matching rows on all pages; null if `includeTotal` is false."""
    limit: float
    """Maximum number of rows of the request."""
    offset: float
    """Number of skipped rows."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class Tables(TypedDict):
    """The tables of a workspace."""
    tables: List[Table]
    """The tables, oldest first."""
    totalCount: float
    """Number of tables."""


TagValue: TypeAlias = "bool | str | float"


_TestDraftRequestOdd = TypedDict("_TestDraftRequestOdd", {"from": "str"}, total=False)


class TestDraftRequest(_TestDraftRequestOdd, total=False):
    """A test of the draft."""
    revision: int
    """The revision of the draft to run. The default is the present one."""
    input: bool | str | float | List[Any] | Dict[str, Any] | None
    """The input of the run. The default is the input of the run `reuse`, or an empty object."""
    until: str
    """Id or name of a block: only the blocks that lead to it run, and the run ends with its output."""
    reuse: str
    """Id of an earlier run of the workflow that has ended. Blocks that are defined as they were and whose inputs are the same are not run again: their results are taken over."""
    outside: Literal["none", "real"]
    """`none`: a block that would use an address, a model, a tool or data of the workspace fails, and its error says what it would have done. The default is `real`."""
    pins: bool
    """Whether pinned blocks complete with their pinned outputs and are not run. The default is `true`."""
    triggerBlockId: str
    """Id of the trigger block with which the run begins. The default is the block of the delivery, or the start block."""
    deliveryId: str
    """Id of a delivery whose event is the input."""


class TestModelRequest(TypedDict):
    """The name of a model or of a provider."""
    name: str
    """Name of a model or of a provider."""
    workspaceId: str
    """Id of the workspace."""


class _TestedMcpServerRequired(TypedDict):
    ok: bool
    """Whether the server answered as an MCP server."""
    latencyMs: float
    """How long the test took, in ms."""


class TestedMcpServer(_TestedMcpServerRequired, total=False):
    """The outcome of a test."""
    protocolVersion: str
    """The revision of the protocol; absent after a failure."""
    serverName: str
    """What the server calls itself; absent after a failure."""
    toolCount: float
    """How many tools it has; absent after a failure."""
    error: str
    """What was wrong; absent if nothing was."""


class _TestedModelRequired(TypedDict):
    ok: bool
    """Whether the provider has answered, accepted the key and has the model."""
    latencyMs: float
    """How long the test took, in ms."""
    provider: str
    """Name of the provider."""
    model: str | None
    """The model; null if the name is that of a provider."""


class TestedModel(_TestedModelRequired, total=False):
    """The outcome of a test that a name was given for."""
    models: List[str]
    """The ids of the models that the provider lists; absent if it lists none."""
    error: str
    """What was wrong; absent if nothing was."""


class _TextPartRequired(TypedDict):
    type: Literal["text"]
    """Kind of the part."""
    text: str
    """The text."""


class TextPart(_TextPartRequired, total=False):
    metadata: Dict[str, Any]
    """The provider's own data."""


class TextPosition(TypedDict):
    """A place in a text."""
    offset: float
    """Number of characters before it."""
    line: float
    """Line, from 1."""
    column: float
    """Column, from 1."""


class _ToolCallRequired(TypedDict):
    type: Literal["tool-call"]
    """Kind of the part."""
    callId: str
    """Unique within the run, made by the server: ids of providers may be missing, empty or repeated."""
    name: str
    """The name under which the tool was offered; any text when the model invents one."""
    arguments: str
    """JSON text as the model wrote it; it may be invalid."""


class ToolCall(_ToolCallRequired, total=False):
    """A tool that the model wants to be called."""
    metadata: Dict[str, Any]
    """The provider's own data."""


class ToolMessage(TypedDict):
    role: Literal["tool"]
    """Who says it."""
    content: List[ToolResult]
    """What the tools have answered."""


class ToolResult(TypedDict):
    """What came of a tool call. *denied*: a person refused it, with the reason as value."""
    callId: str
    """Id of the call."""
    name: str
    """Name of the tool."""
    kind: Literal["error", "denied", "text", "json"]
    """Kind of the value."""
    value: Any
    """The value that the model is shown."""


class _TraceSpanRequired(TypedDict):
    id: str
    """Id of the trace span."""
    name: str
    """Name of the trace span."""
    type: str
    """Type of the block; `workflow` for the run itself, `loop-iteration` and `parallel-iteration` for a pass or a branch, `model` and `tool` for the calls of an agent."""
    status: Literal["error", "success"]
    """Whether the block succeeded."""
    startTime: str
    """When the span started."""
    endTime: str
    """When it ended."""
    duration: float
    """How long it took, in ms."""
    relativeStartMs: float
    """From the start of the run."""
    children: List[TraceSpan]
    """What ran inside."""


class TraceSpan(_TraceSpanRequired, total=False):
    """One piece of work in the trace of a run. Times are ISO 8601, durations milliseconds."""
    blockId: str
    """The block; absent for a run, a pass or a branch."""
    executionOrder: float
    """Of blocks, from 1, in the order of starting."""
    input: bool | str | float | List[Any] | Dict[str, Any] | None
    """Input of the block."""
    output: bool | str | float | List[Any] | Dict[str, Any] | None
    """Output of the block."""
    errorHandled: Literal[True]
    """An `error` edge took over."""
    errorMessage: str
    """Why it failed."""
    warning: str
    """Something that the author should know although the block did not fail."""
    paused: Literal[True]
    """The block has begun to wait and has not gone on."""
    waitedMs: float
    """How long the block waited, ms."""
    tries: float
    """Present when the block ran more than once."""
    recorded: Literal[True]
    """Set if the block did not run: the outcome is copied from the run that this one repeats."""
    loopId: str
    """The container and the pass or branch of it, on the span of that and of each block directly inside."""
    parallelId: str
    """Id of the enclosing parallel."""
    iterationIndex: float
    """Index of the pass or branch, from 0."""
    childWorkflowId: str
    """The workflow that the block ran."""
    childExecutionId: str
    """The run of that workflow."""
    outcome: Literal["failed", "answered", "abandoned", "denied", "unknown", "in-flight"]
    """What became of a call of an agent. *in-flight*: it has not ended. *abandoned*: the process was lost during the call, which was made again. *denied*: a person refused it. *unknown*: the process was lost, and the call was not repeated."""
    model: str
    """The model, as its provider is named."""
    provider: str
    """Id of the provider of the model."""
    tokens: SpanTokens
    """Tokens of a call; on agents and on the run, of all their calls."""
    cost: SpanCost | None
    """Cost of a call; on agents, of all their calls, and on the run with its base charge. Null when no price is known."""
    firstTokenMs: float
    """Time until the first token arrived, in ms."""
    finishReason: str
    """Why the model stopped."""
    isEstimated: Literal[True]
    """Set if tokens were counted by the server, because the provider reported none."""
    attributes: Dict[str, Any]
    """By the names of the conventions of OpenTelemetry for generative AI."""


class Trigger(TypedDict):
    """A block of a workflow that starts runs without a call."""
    id: str
    """Id of the trigger."""
    workspaceId: str
    """Id of the workspace."""
    workflowId: str
    """Id of the workflow."""
    blockId: str
    """Id of the block."""
    blockName: str
    """Name of the block."""
    kind: str
    """What it reacts to: `webhook`, `schedule`, `table`, `event` (of the workspace) or `polling` (a feed or a mailbox)."""
    provider: str
    """Where its events come from, for example `generic`, `github`, `schedule`, `rss` or `imap`."""
    status: Literal["paused", "active", "disabled", "retired"]
    """`disabled`: the server stopped it because its runs fail. `retired`: the active version does not have the block."""
    pauseMode: Literal["hold", "drop", None]
    """What happens to deliveries while it is paused; null while it is not paused."""
    disabledReason: str | None
    """Why the server disabled it; null while it is not disabled."""
    failureLimit: float | None
    """Number of failed runs in a row that disable it; null: the limit of the server."""
    url: str | None
    """Address for HTTP requests. Null for a trigger that receives none, for a retired one, and for callers without the permission `write`."""
    config: Dict[str, Any]
    """The fields of the block that decide when it fires, without secrets."""
    version: float
    """The deployed version of the workflow whose block counts."""
    createdAt: str
    """When the trigger was created."""
    updatedAt: str
    """When it was changed last."""


class TriggerDetails(TypedDict):
    """A trigger with what its deliveries tell."""
    lastFiredAt: str | None
    """When it last started a run; null if no such delivery is kept."""
    failedCount: float
    """How many of its runs have failed in a row."""
    lastPollError: str | None
    """Why the last poll of its source failed; null if it completed, and for triggers that do not poll."""
    pollFailingSince: str | None
    """When the first poll failed since the last one that completed; null if that was the last one."""
    nextRuns: List[str]
    """The next times at which an active schedule fires, at most 5 and at most as many as `maxRuns` leaves, earliest first. Empty for other triggers."""
    deliveries: Counters
    """Deliveries of the last 24 hours by outcome, of the newest 10,000 at most."""
    id: str
    """Id of the trigger."""
    workspaceId: str
    """Id of the workspace."""
    workflowId: str
    """Id of the workflow."""
    blockId: str
    """Id of the block."""
    blockName: str
    """Name of the block."""
    kind: str
    """What it reacts to: `webhook`, `schedule`, `table`, `event` (of the workspace) or `polling` (a feed or a mailbox)."""
    provider: str
    """Where its events come from, for example `generic`, `github`, `schedule`, `rss` or `imap`."""
    status: Literal["paused", "active", "disabled", "retired"]
    """`disabled`: the server stopped it because its runs fail. `retired`: the active version does not have the block."""
    pauseMode: Literal["hold", "drop", None]
    """What happens to deliveries while it is paused; null while it is not paused."""
    disabledReason: str | None
    """Why the server disabled it; null while it is not disabled."""
    failureLimit: float | None
    """Number of failed runs in a row that disable it; null: the limit of the server."""
    url: str | None
    """Address for HTTP requests. Null for a trigger that receives none, for a retired one, and for callers without the permission `write`."""
    config: Dict[str, Any]
    """The fields of the block that decide when it fires, without secrets."""
    version: float
    """The deployed version of the workflow whose block counts."""
    createdAt: str
    """When the trigger was created."""
    updatedAt: str
    """When it was changed last."""


class _TriggerSourceRequired(TypedDict):
    kind: str
    """What the trigger reacts to: `webhook`, `schedule`, `table`, `event`, `polling`; `chat` for a message of a visitor, `mcp` for a call of a tool, `manual` for a run of the draft."""


class TriggerSource(_TriggerSourceRequired, total=False):
    """What started a run without a call, or chose the block that it begins with."""
    provider: str
    """Where the event came from: `generic`, `github` …"""
    triggerId: str
    """Id of the trigger."""
    deliveryId: str
    """Id of the delivery that started the run, or whose event a run of the draft repeats."""
    blockId: str
    """The block that fired: the run begins with it."""
    scheduledFor: str
    """When a run of a schedule was due, in ISO 8601."""
    conversationId: str
    """The conversation of a chat that the message belongs to."""
    serverId: str
    """Id of the MCP server that was called."""
    tool: str
    """Name of the tool that was called."""


class UndoneRowChange(TypedDict):
    """A row after one of its changes was reverted."""
    row: RowView | None
    """The row; null if the reverted change was its insertion, so that the row was deleted."""
    message: str
    """A message for people."""


class UnplacedRow(TypedDict):
    """A row without its position."""
    id: str
    """Id of the row."""
    data: Dict[str, Any]
    """The cells by column name."""
    createdAt: str
    """When the row was created."""
    updatedAt: str
    """When the row was last changed."""


class UnsetField(TypedDict):
    """Removes a field of a block."""
    op: Literal["unset"]
    """Name of the operation."""
    id: str
    """Id of what is changed."""
    field: str
    """Id of the field."""


class UpdateRowBatchRequest(TypedDict):
    """Rows, and the cells to change in each of them."""
    updates: List[RowUpdateRequest]
    """Up to 1,000 rows, each of them once. All or none of them are changed."""
    workspaceId: str
    """Id of the workspace."""


class _UpdateRowsRequestRequired(TypedDict):
    filter: Dict[str, Any]
    """Filter: `{"column": value}`, `{"column": {"$gt": value}}`, `$and`, `$or`."""
    data: Dict[str, Any]
    """Cells by column name. A null clears a cell."""
    workspaceId: str
    """Id of the workspace."""


class UpdateRowsRequest(_UpdateRowsRequestRequired, total=False):
    """A filter, and the cells to change in the matching rows."""
    limit: int
    """Maximum number of rows to update."""


class UpdatedRowBatch(TypedDict):
    """The rows of a batch after their change."""
    rows: List[RowView]
    """The rows, in the order of the request."""
    updatedCount: float
    """Number of rows in the request."""
    message: str
    """A message for people."""


class _UpdatedRowsRequired(TypedDict):
    message: str
    """A message for people."""
    updatedCount: float
    """Number of updated rows."""


class UpdatedRows(_UpdatedRowsRequired, total=False):
    """The rows that an update changed."""
    updatedRowIds: List[str]
    """Ids of the updated rows. Absent if no row matched."""


class UploadedFile(TypedDict):
    """An uploaded file."""
    file: File
    """The uploaded file."""
    message: str
    """A message for people."""


class _UpsertRowRequestRequired(TypedDict):
    data: Dict[str, Any]
    """Cells by column name. A null clears a cell."""
    workspaceId: str
    """Id of the workspace."""


class UpsertRowRequest(_UpsertRowRequestRequired, total=False):
    """The row to insert, or to replace an existing one with."""
    conflictTarget: str
    """The unique column that identifies the row. Optional if the table has only one."""


class UpsertedRow(TypedDict):
    """The inserted or replaced row."""
    row: UnplacedRow
    """The row after the change."""
    operation: Literal["insert", "update"]
    """Whether a row was inserted (`insert`) or replaced (`update`)."""
    message: str
    """A message for people."""


class Usage(TypedDict):
    """The usage of a workspace or an organization in a time span."""
    workspaceId: str | None
    """Id of the workspace; null if the usage is that of an organization."""
    organizationId: str | None
    """Id of the organization; null if the usage is that of a workspace."""
    groupBy: Literal["workspace", "block", "workflow", "key", "provider", "day", "model"]
    """What the usage is grouped by."""
    startDate: str
    """Start of the time span."""
    endDate: str
    """End of the time span, inclusive."""
    executions: float
    """Number of runs."""
    calls: float
    """Number of calls of language models."""
    unpricedCalls: float
    """Number of calls whose cost is unknown, because no price is known. They are not part of `cost`."""
    tokens: float
    """Number of tokens that models processed."""
    cost: float
    """Cost in US dollars."""
    ownKeyCost: float
    """The part of `cost` of calls with keys of workspaces, organizations or blocks. It does not count for the cost limit of the plan."""
    groups: List[Dict[str, str | float | None]]
    """One object for each workflow, key, day, model, provider, block or workspace, with its name, `executions`, `calls`, `unpricedCalls`, `tokens`, `inputTokens`, `outputTokens`, `cachedTokens`, `reasoningTokens`, `cost` and `ownKeyCost`."""


_UsageLimitsRateLimitOdd = TypedDict("_UsageLimitsRateLimitOdd", {"async": "Bucket"})


class UsageLimitsRateLimit(_UsageLimitsRateLimitOdd):
    """The rate limits of synchronous and asynchronous starts of runs."""
    sync: Bucket
    """The bucket of synchronous starts."""
    authType: Literal["api"]
    """The kind of starts that the buckets count."""


class UsageLimitsUsage(TypedDict):
    """The usage in the present billing period."""
    currentPeriodCost: float
    """Cost in US dollars."""
    limit: float
    """Cost limit in US dollars; 999999 without a limit."""
    plan: str
    """Name of the plan."""
    isExceeded: bool
    """Whether the cost limit is reached, so that no more runs start."""


class UsageLimitsStorage(TypedDict):
    """The storage of files and documents."""
    usedBytes: float
    """Used storage, in bytes."""
    limitBytes: float
    """Storage limit, in bytes; 9007199254740991 without a limit."""
    percentUsed: float
    """Used part of the limit, in percent."""


class UsageLimits(TypedDict):
    """The limits of an account and its usage."""
    success: Literal[True]
    """Always true."""
    rateLimit: UsageLimitsRateLimit
    """The rate limits of synchronous and asynchronous starts of runs."""
    usage: UsageLimitsUsage
    """The usage in the present billing period."""
    storage: UsageLimitsStorage
    """The storage of files and documents."""


class UserMessage(TypedDict):
    role: Literal["user"]
    """Who says it."""
    content: List[UserPart]
    """What is said."""


UserPart: TypeAlias = "TextPart | FilePart"


class ValidateDocumentRequest(TypedDict):
    """A document to validate as a new workflow."""
    workflow: Any
    """The exported document, or its JSON text."""
    workspaceId: str
    """Id of the workspace."""


class ValidateDraftRequest(TypedDict, total=False):
    """What to validate in place of the draft."""
    state: Dict[str, Any]
    """The workflow document. Absent: the draft."""


class ValidationReport(TypedDict):
    """What a validation found."""
    valid: bool
    """Whether the document can be deployed."""
    problems: List[DocumentProblem]
    """The problems that prevent the deployment of the document."""
    warnings: List[DocumentProblem]
    """Probable mistakes that do not prevent the deployment."""


class ValuePart(TypedDict):
    """A part of a value of an event."""
    kind: Literal["object", "text", "list", "value"]
    """What the value is."""
    length: float
    """Number of characters of a text, of members of a list or an object; 1 for any other value."""
    bytes: float
    """About how many bytes the whole value takes as JSON."""
    offset: float
    """Place of the first character or member of this part."""
    part: Any
    """The part: a text, a list or an object with the members from `offset` on. Members above 8 KB are left out in their turn."""
    nextOffset: float | None
    """The `offset` of the next part; null when this is the last one."""


class Variable(TypedDict):
    """A workflow variable."""
    id: str
    """Id of the variable."""
    name: str
    """The name that references use."""
    type: str
    """Type of the variable."""
    value: Any
    """The value of the variable."""


class VariableView(TypedDict):
    """A variable without its value."""
    name: str
    """Name of the variable."""
    updatedAt: str
    """When the variable was last set."""


class VersionDetail(TypedDict):
    """A version of a workflow with its document."""
    state: WorkflowDocument
    """The workflow document."""
    version: float
    """Number of the version, from 1."""
    name: str | None
    """Name of the version; null if it has none."""
    description: str | None
    """Description of the version; null if it has none."""
    deployedAt: str
    """When the version was deployed."""
    deployedBy: str
    """Id of the user who deployed the version."""
    isActive: bool
    """Whether this is the active version."""


class VersionView(TypedDict):
    """A version of a workflow without its document."""
    version: float
    """Number of the version, from 1."""
    name: str | None
    """Name of the version; null if it has none."""
    description: str | None
    """Description of the version; null if it has none."""
    deployedAt: str
    """When the version was deployed."""
    deployedBy: str
    """Id of the user who deployed the version."""
    isActive: bool
    """Whether this is the active version."""


class ViewReportRebuild(TypedDict):
    """Present during a rebuild. If the projection is `outdated`, the rows of an earlier release are shown until the rebuild ends."""
    events: float
    """Number of processed events."""
    total: float
    """Number of events to process."""
    remainingMs: float | None
    """Estimated remaining time, in ms; null while it is not known."""


class _ViewReportRequired(TypedDict):
    name: str
    """Name of the view report."""
    lagMs: float
    """The lag in ms."""
    lagEvents: float
    """The number of events that it has not applied, counted up to 10,000."""
    deadLetters: float
    """Number of events that the projection could not process."""


class ViewReport(_ViewReportRequired, total=False):
    rebuild: ViewReportRebuild
    """Present during a rebuild. If the projection is `outdated`, the rows of an earlier release are shown until the rebuild ends."""
    outdated: Literal[True]
    """Present if the view was built by an older version of its projection."""


class Workflow(TypedDict):
    """A workflow without its document."""
    id: str
    """Id of the workflow."""
    name: str
    """Name of the workflow."""
    description: str | None
    """Description of the workflow; null if it has none."""
    folderId: str | None
    """Id of the folder; null for the root."""
    workspaceId: str
    """Id of the workspace."""
    isDeployed: bool
    """Whether a version of the workflow is active."""
    deployedAt: str | None
    """When the active version was activated; null while none is."""
    createdAt: str
    """When the workflow was created."""
    updatedAt: str
    """When the workflow was last changed."""


class WorkflowDetail(TypedDict):
    """A workflow with the variables and inputs of its draft."""
    runCount: float
    """How often the workflow has run. A run is counted a few seconds after its start."""
    lastRunAt: str | None
    """When the latest run started that is still kept; null if there is none."""
    lastRunStatus: Literal["paused", "running", "completed", "failed", "cancelled", None]
    """Status of that run; null if there is none."""
    activeVersion: float | None
    """Number of the active version; null while none is active."""
    id: str
    """Id of the workflow."""
    name: str
    """Name of the workflow."""
    description: str | None
    """Description of the workflow; null if it has none."""
    folderId: str | None
    """Id of the folder; null for the root."""
    workspaceId: str
    """Id of the workspace."""
    isDeployed: bool
    """Whether a version of the workflow is active."""
    deployedAt: str | None
    """When the active version was activated; null while none is."""
    createdAt: str
    """When the workflow was created."""
    updatedAt: str
    """When the workflow was last changed."""
    variables: Dict[str, Variable]
    """Workflow variables of the draft, by id."""
    inputs: List[DeclaredInput]
    """Inputs that the start block declares."""


class WorkflowDocument(TypedDict):
    """A workflow document in format version "1.0". All optional parts are filled in, and every edge has its handles."""
    blocks: Dict[str, Block]
    """The blocks, by id."""
    edges: List[Edge]
    """The connections between blocks."""
    loops: Dict[str, Any]
    """The loops, by id. Derived from the blocks whenever a document is parsed."""
    parallels: Dict[str, Any]
    """The parallels, by id. Derived from the blocks whenever a document is parsed."""
    variables: Dict[str, Variable]
    """The workflow variables, by id."""
    metadata: Dict[str, Any]
    """Data of editors, which the server stores. It reads `strictInput`: whether inputs are checked against the declared fields."""


class WorkflowServer(TypedDict):
    """An MCP server that a workspace offers."""
    id: str
    """Id of the server."""
    workspaceId: str
    """Id of the workspace."""
    name: str
    """Name of the server."""
    description: str | None
    """What the server is for; null without a description."""
    isPublic: bool
    """Whether it takes calls without a key."""
    url: str
    """The address for MCP clients."""
    toolCount: float
    """How many tools it has, those of workflows that are not deployed included."""
    toolNames: List[str]
    """The names of its tools."""
    createdBy: str
    """Id of the user who created the server."""
    createdAt: str
    """When the server was created."""
    updatedAt: str
    """When the server was last changed."""


class WorkflowServers(TypedDict):
    """The MCP servers of a workspace."""
    servers: List[WorkflowServer]
    """The servers, the oldest first."""


class WorkflowStatus(TypedDict):
    """The deployment status of a workflow."""
    isDeployed: bool
    """Whether a version of the workflow is active."""
    deployedAt: str | None
    """When the active version was activated; null while none is."""
    needsRedeployment: bool
    """Whether the draft differs from the active version, so that deploying it would change what runs. False while no version is active."""


class WorkflowTool(TypedDict):
    """A tool of an MCP server."""
    id: str
    """Id of the tool."""
    serverId: str
    """Id of the server."""
    workflowId: str
    """Id of the workflow that the tool runs."""
    workflowName: str
    """Name of the workflow."""
    toolName: str
    """Name of the tool."""
    toolDescription: str | None
    """What the tool does; null: the description of the workflow."""
    parameterDescriptionOverrides: Dict[str, str]
    """Descriptions of parameters in place of those of the workflow."""
    parameterSchema: Dict[str, Any] | None
    """The JSON Schema of the arguments, from the input format of the active version; null while the tool is not offered."""
    isAvailable: bool
    """Whether clients see the tool: a version of the workflow is deployed and begins with a start block."""
    createdAt: str
    """When the tool was added."""
    updatedAt: str
    """When the tool was last changed."""


class WorkflowTools(TypedDict):
    """The tools of an MCP server."""
    tools: List[WorkflowTool]
    """The tools by name."""


class WorkspaceMemberView(TypedDict):
    userId: str
    """Id of the user."""
    email: str
    """Lower case."""
    permission: Literal["admin", "read", "write"]
    """Permission of the member in the workspace."""


class WorkspaceRequest(TypedDict):
    """The workspace of a resource."""
    workspaceId: str
    """Id of the workspace."""


class WorkflowServersListAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: WorkflowServers
    """The content of the response."""


class WorkflowServersCreateAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: ChangedServer
    """The content of the response."""


class WorkflowServersDeleteAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: Gone
    """The content of the response."""


class WorkflowServersGetAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: ServerWithTools
    """The content of the response."""


class WorkflowServersChangeAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: ChangedServer
    """The content of the response."""


class ChatsListAnswer(TypedDict):
    data: List[Chat]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class ChatsDeleteAnswer(TypedDict):
    data: Deleted
    """The content of the response."""


class ChatsGetAnswer(TypedDict):
    data: Chat
    """The content of the response."""


class ChatsChangeAnswer(TypedDict):
    data: Chat
    """The content of the response."""


class WorkflowToolsListAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: WorkflowTools
    """The content of the response."""


class WorkflowToolsAddAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: ChangedTool
    """The content of the response."""


class WorkflowToolsRemoveAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: Gone
    """The content of the response."""


class WorkflowToolsChangeAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: ChangedTool
    """The content of the response."""


class SchedulesBackfillAnswer(TypedDict):
    data: Backfill
    """The content of the response."""


class SchedulesFireAnswer(TypedDict):
    data: Fired
    """The content of the response."""


class UsageGetAnswer(TypedDict):
    data: Usage
    """The content of the response."""


class AuditLogsListAnswer(TypedDict):
    data: List[AuditLog]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""
    limits: LimitsView
    """The limits of the caller's account and its usage."""


class AuditLogsKeyAnswer(TypedDict):
    data: AuditKey
    """The content of the response."""


class AuditLogsGetAnswer(TypedDict):
    data: AuditLog
    """The content of the response."""
    limits: LimitsView
    """The limits of the caller's account and its usage."""


class AuditProofsCheckpointAnswer(TypedDict):
    checkpoint: Checkpoint
    """The heads of the chains at this moment."""
    signature: str
    """Ed25519, base64url."""


class DeliveriesListAnswer(TypedDict):
    data: List[Delivery]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class DeliveriesReplayAllAnswer(TypedDict):
    data: AcceptedReplay
    """The content of the response."""


class DeliveriesGetReplayAnswer(TypedDict):
    data: DeliveryReplay
    """The content of the response."""


class DeliveriesCancelReplayAnswer(TypedDict):
    data: DeliveryReplay
    """The content of the response."""


class DeliveriesGetAnswer(TypedDict):
    data: DeliveryDetails
    """The content of the response."""


class DeliveriesReplayAnswer(TypedDict):
    data: Delivery
    """The content of the response."""


class FilesUploadAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: UploadedFile
    """The content of the response."""


class FilesDeleteAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: Deleted
    """The content of the response."""


class FoldersListAnswer(TypedDict):
    data: List[FolderView]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class FoldersCreateAnswer(TypedDict):
    data: FolderView
    """The content of the response."""


class FoldersDeleteAnswer(TypedDict):
    data: Deleted
    """The content of the response."""


class FoldersChangeAnswer(TypedDict):
    data: FolderView
    """The content of the response."""


class InvitationsListAnswer(TypedDict):
    data: List[InvitationView]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class InvitationsAcceptAnswer(TypedDict):
    data: InvitationView
    """The content of the response."""


class InvitationsDeclineAnswer(TypedDict):
    data: InvitationView
    """The content of the response."""


class KnowledgeBasesListAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: KnowledgeBases
    """The content of the response."""


class KnowledgeBasesCreateAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: ChangedKnowledgeBase
    """The content of the response."""


class KnowledgeBasesSearchAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: Search
    """The content of the response."""


class KnowledgeBasesDeleteAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: Deleted
    """The content of the response."""


class KnowledgeBasesGetAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: FoundKnowledgeBase
    """The content of the response."""


class KnowledgeBasesChangeAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: ChangedKnowledgeBase
    """The content of the response."""


class KnowledgeDocumentsListAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: Documents
    """The content of the response."""


class KnowledgeDocumentsUploadAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: ChangedDocument
    """The content of the response."""


class KnowledgeDocumentsDeleteAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: Deleted
    """The content of the response."""


class KnowledgeDocumentsGetAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: FoundDocument
    """The content of the response."""


class KnowledgeDocumentsChangeAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: ChangedDocument
    """The content of the response."""


class KnowledgeDocumentsListChunksAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: ListedChunks
    """The content of the response."""


class KnowledgeDocumentsReprocessAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: ChangedDocument
    """The content of the response."""


class InvitationLinksGetAnswerData(TypedDict):
    """The content of the response."""
    email: str
    """Address of the person who was invited."""
    to: Literal["workspace", "organization"]
    """What the person joins by accepting."""
    id: str
    """Id of the workspace or of the organization."""
    name: str
    """Name of the workspace or of the organization."""
    role: Literal["member", "admin", "owner", "read", "write"]
    """Permission in the workspace or role in the organization, after accepting."""
    invitedBy: str | None
    """Name of the user who invited; null: unknown."""
    expiresAt: str
    """Until when the link counts."""


class InvitationLinksGetAnswer(TypedDict):
    data: InvitationLinksGetAnswerData
    """The content of the response."""


class InvitationLinksClaimAnswer(TypedDict):
    data: SignedIn
    """The content of the response."""


class InvitationLinksJoinAnswer(TypedDict):
    data: Joined
    """The content of the response."""


class LinksGetRecoveryAnswerData(TypedDict):
    """The content of the response."""
    email: str
    """E-mail address of the user."""
    name: str
    """Name of the user."""
    expiresAt: str
    """Until when the link counts."""


class LinksGetRecoveryAnswer(TypedDict):
    data: LinksGetRecoveryAnswerData
    """The content of the response."""


class LinksClaimRecoveryAnswer(TypedDict):
    data: SignedIn
    """The content of the response."""


class LinksGetSetupAnswerData(TypedDict):
    """The content of the response."""
    email: str
    """E-mail address of the user."""
    name: str
    """Name of the user."""
    expiresAt: str
    """Until when the link counts."""


class LinksGetSetupAnswer(TypedDict):
    data: LinksGetSetupAnswerData
    """The content of the response."""


class LinksClaimSetupAnswer(TypedDict):
    data: SignedIn
    """The content of the response."""


class LogsListAnswer(TypedDict):
    data: List[LogEntry]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""
    limits: LimitsView
    """The limits of the caller's account and its usage."""


class LogsStartBulkJobAnswer(TypedDict):
    data: BulkJob
    """The content of the response."""


class LogsCountRunsOfBulkJobAnswer(TypedDict):
    data: BulkCount
    """The content of the response."""


class LogsGetBulkJobAnswer(TypedDict):
    data: BulkJob
    """The content of the response."""


class LogsStopBulkJobAnswer(TypedDict):
    data: BulkJob
    """The content of the response."""


class LogsErrorsAnswer(TypedDict):
    data: List[ErrorGroup]
    """The figures, in the order of the route."""
    since: str
    """Since when runs count. Later than requested when the retention of the workspace is shorter, or when the range has more runs than one request reads."""


class LogsCompareAnswer(TypedDict):
    data: Comparison
    """The content of the response."""
    limits: LimitsView
    """The limits of the caller's account and its usage."""


class LogsDiagnosisAnswer(TypedDict):
    data: Diagnosis
    """The content of the response."""
    limits: LimitsView
    """The limits of the caller's account and its usage."""


class LogsEffectsAnswer(TypedDict):
    data: List[EffectView]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""
    limits: LimitsView
    """The limits of the caller's account and its usage."""


class LogsSummaryAnswer(TypedDict):
    data: List[FigureBucket]
    """The figures, in the order of the route."""
    since: str
    """Since when runs count. Later than requested when the retention of the workspace is shorter, or when the range has more runs than one request reads."""


class LogsGetAnswer(TypedDict):
    data: Log
    """The run."""
    limits: LimitsView
    """The limits of the caller's account and its usage."""


class RunEventsPartAnswer(TypedDict):
    data: ValuePart
    """The content of the response."""


class HoldsReleaseAnswer(TypedDict):
    data: Hold
    """The content of the response."""


class HoldsFindAnswer(TypedDict):
    data: Hold
    """The content of the response."""


class HoldsPlaceAnswer(TypedDict):
    data: Hold
    """The content of the response."""


class McpServersListAnswer(TypedDict):
    data: List[McpServer]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class McpServersRegisterAnswer(TypedDict):
    data: McpServer
    """The content of the response."""


class McpServersDeleteAnswer(TypedDict):
    data: Deleted
    """The content of the response."""


class McpServersGetAnswer(TypedDict):
    data: McpServer
    """The content of the response."""


class McpServersChangeAnswer(TypedDict):
    data: McpServer
    """The content of the response."""


class McpServersAuthorizeAnswer(TypedDict):
    data: AuthorizationAddress
    """The content of the response."""


class McpServersRefreshAnswer(TypedDict):
    data: RefreshedMcpServer
    """The content of the response."""


class McpServersTestAnswer(TypedDict):
    data: TestedMcpServer
    """The content of the response."""


class McpServersToolsAnswer(TypedDict):
    data: List[McpServerTool]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class MemoryListAnswer(TypedDict):
    data: List[Conversation]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class MemoryDeleteAnswer(TypedDict):
    data: Deleted
    """The content of the response."""


class ModelProvidersListAnswer(TypedDict):
    data: List[ModelProvider]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class ModelProvidersCreateAnswer(TypedDict):
    data: ModelProvider
    """The content of the response."""


class ModelProvidersDeleteAnswer(TypedDict):
    data: Deleted
    """The content of the response."""


class ModelProvidersChangeAnswer(TypedDict):
    data: ModelProvider
    """The content of the response."""


class ModelProvidersTestAnswer(TypedDict):
    data: Probe
    """The content of the response."""


class ModelsListAnswer(TypedDict):
    data: List[Model]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class ModelsHealthAnswer(TypedDict):
    data: List[ModelsHealth]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class ModelsTestAnswer(TypedDict):
    data: TestedModel
    """The content of the response."""


class OperatorStatusAnswer(TypedDict):
    data: OperatorStatus
    """The content of the response."""


class OrganizationsListAnswerDataItem(TypedDict):
    id: str
    """Id of the organization."""
    name: str
    """Name of the organization."""
    plan: str
    """Name of the plan of the organization."""
    modelPolicy: ModelPolicy | None
    """What the organization demands of calls of language models in its workspaces; null: nothing."""
    createdAt: str
    """When the organization was created."""
    updatedAt: str
    """When the organization was last changed."""


class OrganizationsListAnswer(TypedDict):
    data: List[OrganizationsListAnswerDataItem]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class OrganizationsCreateAnswerData(TypedDict):
    """The content of the response."""
    id: str
    """Id of the organization."""
    name: str
    """Name of the organization."""
    plan: str
    """Name of the plan of the organization."""
    modelPolicy: ModelPolicy | None
    """What the organization demands of calls of language models in its workspaces; null: nothing."""
    createdAt: str
    """When the organization was created."""
    updatedAt: str
    """When the organization was last changed."""


class OrganizationsCreateAnswer(TypedDict):
    data: OrganizationsCreateAnswerData
    """The content of the response."""


class OrganizationsGetAnswerData(TypedDict):
    """The content of the response."""
    id: str
    """Id of the organization."""
    name: str
    """Name of the organization."""
    plan: str
    """Name of the plan of the organization."""
    modelPolicy: ModelPolicy | None
    """What the organization demands of calls of language models in its workspaces; null: nothing."""
    createdAt: str
    """When the organization was created."""
    updatedAt: str
    """When the organization was last changed."""


class OrganizationsGetAnswer(TypedDict):
    data: OrganizationsGetAnswerData
    """The content of the response."""


class OrganizationsChangeAnswerData(TypedDict):
    """The content of the response."""
    id: str
    """Id of the organization."""
    name: str
    """Name of the organization."""
    plan: str
    """Name of the plan of the organization."""
    modelPolicy: ModelPolicy | None
    """What the organization demands of calls of language models in its workspaces; null: nothing."""
    createdAt: str
    """When the organization was created."""
    updatedAt: str
    """When the organization was last changed."""


class OrganizationsChangeAnswer(TypedDict):
    data: OrganizationsChangeAnswerData
    """The content of the response."""


class OrganizationsSignInPolicyAnswer(TypedDict):
    data: SignInPolicy
    """The content of the response."""


class OrganizationsChangeSignInPolicyAnswer(TypedDict):
    data: SignInPolicy
    """The content of the response."""


class OrganizationInvitationsListAnswer(TypedDict):
    data: List[InvitationView]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class OrganizationInvitationsInviteAnswerData(TypedDict):
    """The content of the response."""
    token: str
    """What follows `/invite#` in the address of the link. Shown once."""
    id: str
    """Id of the invitation."""
    organizationId: str
    """Id of the organization."""
    organizationName: str
    """Name of the organization."""
    email: str
    """The invited e-mail address."""
    role: Literal["member", "admin", "owner"]
    """Role of the user in the organization once they have accepted."""
    invitedAt: str
    """When the address was invited."""
    expiresAt: str
    """When the invitation expires, by default 7 days after it was sent (`SLUICE_INVITATION_LIFETIME`)."""
    expired: bool
    """Whether it has expired. It can then be declined, withdrawn or sent again, and not accepted."""


class OrganizationInvitationsInviteAnswer(TypedDict):
    data: OrganizationInvitationsInviteAnswerData
    """The content of the response."""


class OrganizationInvitationsWithdrawAnswer(TypedDict):
    data: Deleted
    """The content of the response."""


class OrganizationMembersListAnswer(TypedDict):
    data: List[OrganizationMemberView]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class OrganizationMembersAddAnswer(TypedDict):
    data: AddedMember
    """The content of the response."""


class OrganizationMembersRemoveAnswer(TypedDict):
    data: MemberRemoved
    """The content of the response."""


class OrganizationMembersChangeAnswer(TypedDict):
    data: OrganizationMemberView
    """The content of the response."""


class SessionSignOutAnswer(TypedDict):
    data: Deleted
    """The content of the response."""


class SessionGetAnswer(TypedDict):
    data: Caller
    """The content of the response."""


class SessionSignInAnswer(TypedDict):
    data: SignedIn
    """The content of the response."""


class SessionConfirmAnswerData(TypedDict):
    """The content of the response."""
    userId: str
    """Id of the user."""


class SessionConfirmAnswer(TypedDict):
    data: SessionConfirmAnswerData
    """The content of the response."""


class IdentitiesConfirmAnswer(TypedDict):
    data: ProviderAddress
    """The content of the response."""


class IdentitiesListAnswerDataIdentitiesItem(TypedDict):
    id: str
    """Id of the linked account."""
    provider: str
    """Id of the provider."""
    providerName: str | None
    """What people know the provider as; null: it is not among the settings of this server any more."""
    email: str
    """E-mail address of the account when it was linked."""
    linkedAt: str
    """When the account was linked."""


class IdentitiesListAnswerData(TypedDict):
    """The content of the response."""
    hasPassword: bool
    """Whether the user has a password. Without one, they prove again who they are at a provider."""
    identities: List[IdentitiesListAnswerDataIdentitiesItem]
    """Accounts at providers with which the user signs in."""


class IdentitiesListAnswer(TypedDict):
    data: IdentitiesListAnswerData
    """The content of the response."""


class IdentitiesLinkAnswer(TypedDict):
    data: ProviderAddress
    """The content of the response."""


class IdentitiesUnlinkAnswer(TypedDict):
    data: Deleted
    """The content of the response."""


class SignInWaysGetAnswer(TypedDict):
    data: SignInWays
    """The content of the response."""


class TablesListAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: Tables
    """The content of the response."""


class TablesCreateAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: NewTable
    """The content of the response."""


class TablesArchiveAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: Deleted
    """The content of the response."""


class TablesGetAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: FoundTable
    """The content of the response."""


class TableColumnsDeleteAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: TableColumns
    """The content of the response."""


class TableColumnsChangeAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: TableColumns
    """The content of the response."""


class TableColumnsAddAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: TableColumns
    """The content of the response."""


class TableCsvImportAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: ImportReport
    """The content of the response."""


class TableRowsDeleteMatchingAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: DeletedRows
    """The content of the response."""


class TableRowsQueryAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: TableRows
    """The content of the response."""


class TableRowsInsertAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: ChangedRow | InsertedRows
    """The content of the response."""


class TableRowsUpdateMatchingAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: UpdatedRows
    """The content of the response."""


class TableRowsUpdateBatchAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: UpdatedRowBatch
    """The content of the response."""


class TableRowsUpsertAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: UpsertedRow
    """The content of the response."""


class TableRowsDeleteAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: DeletedRow
    """The content of the response."""


class TableRowsGetAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: FoundRow
    """The content of the response."""


class TableRowsUpdateAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: ChangedRow
    """The content of the response."""


class RowHistoryListAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: RowHistory
    """The content of the response."""


class RowHistoryUndoAnswer(TypedDict):
    success: Literal[True]
    """Always true."""
    data: UndoneRowChange
    """The content of the response."""


class TriggersListAnswer(TypedDict):
    data: List[Trigger]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class TriggersGetAnswer(TypedDict):
    data: TriggerDetails
    """The content of the response."""


class TriggersChangeAnswer(TypedDict):
    data: TriggerDetails
    """The content of the response."""


class WebhooksListenToTriggerAnswer(TypedDict):
    data: BegunListener
    """The content of the response."""


class WebhooksGetListenerAnswer(TypedDict):
    data: Listener
    """The content of the response."""


class WebhooksRotateSecretAnswer(TypedDict):
    data: NewSecret
    """The content of the response."""


class WebhooksListenToDraftAnswer(TypedDict):
    data: BegunListener
    """The content of the response."""


class UsersListAnswerDataItem(TypedDict):
    id: str
    """Id of the user."""
    email: str
    """Lower case."""
    name: str
    """Name of the user."""
    isOperator: bool
    """Whether the user is an operator of the server."""
    suspended: bool
    """Whether the user is suspended: all keys of a suspended user are refused."""
    createdAt: str
    """When the user was created."""
    updatedAt: str
    """When the user was last changed."""


class UsersListAnswer(TypedDict):
    data: List[UsersListAnswerDataItem]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class UsersCreateAnswerData(TypedDict):
    """The content of the response."""
    id: str
    """Id of the user."""
    email: str
    """Lower case."""
    name: str
    """Name of the user."""
    isOperator: bool
    """Whether the user is an operator of the server."""
    suspended: bool
    """Whether the user is suspended: all keys of a suspended user are refused."""
    createdAt: str
    """When the user was created."""
    updatedAt: str
    """When the user was last changed."""


class UsersCreateAnswer(TypedDict):
    data: UsersCreateAnswerData
    """The content of the response."""


class UsersGetAnswerData(TypedDict):
    """The content of the response."""
    id: str
    """Id of the user."""
    email: str
    """Lower case."""
    name: str
    """Name of the user."""
    isOperator: bool
    """Whether the user is an operator of the server."""
    suspended: bool
    """Whether the user is suspended: all keys of a suspended user are refused."""
    createdAt: str
    """When the user was created."""
    updatedAt: str
    """When the user was last changed."""


class UsersGetAnswer(TypedDict):
    data: UsersGetAnswerData
    """The content of the response."""


class UsersChangeAnswerData(TypedDict):
    """The content of the response."""
    id: str
    """Id of the user."""
    email: str
    """Lower case."""
    name: str
    """Name of the user."""
    isOperator: bool
    """Whether the user is an operator of the server."""
    suspended: bool
    """Whether the user is suspended: all keys of a suspended user are refused."""
    createdAt: str
    """When the user was created."""
    updatedAt: str
    """When the user was last changed."""


class UsersChangeAnswer(TypedDict):
    data: UsersChangeAnswerData
    """The content of the response."""


class OwnUserChangeAnswerData(TypedDict):
    """The content of the response."""
    id: str
    """Id of the user."""
    email: str
    """Lower case."""
    name: str
    """Name of the user."""
    isOperator: bool
    """Whether the user is an operator of the server."""
    suspended: bool
    """Whether the user is suspended: all keys of a suspended user are refused."""
    createdAt: str
    """When the user was created."""
    updatedAt: str
    """When the user was last changed."""


class OwnUserChangeAnswer(TypedDict):
    data: OwnUserChangeAnswerData
    """The content of the response."""


class PersonalApiKeysListAnswerDataItem(TypedDict):
    name: str
    """Name of the API key row."""
    id: str
    """Id of the API key row."""
    expiresAt: str | None
    """When the key expires; null if it never does."""
    createdAt: str
    """When the API key row was created."""
    displayKey: str
    """Beginning and end of the key."""
    allowedIps: List[str]
    """Addresses and CIDR ranges that the key can be used from. Empty: all addresses."""
    lastUsedAt: str | None
    """To within ten minutes; null for a key that was never used."""
    scopes: List[str]
    """What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user."""


class PersonalApiKeysListAnswer(TypedDict):
    data: List[PersonalApiKeysListAnswerDataItem]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class PersonalApiKeysIssueAnswerData(TypedDict):
    """The content of the response."""
    name: str
    """Name of the API key row."""
    id: str
    """Id of the API key row."""
    expiresAt: str | None
    """When the key expires; null if it never does."""
    createdAt: str
    """When the API key row was created."""
    displayKey: str
    """Beginning and end of the key."""
    allowedIps: List[str]
    """Addresses and CIDR ranges that the key can be used from. Empty: all addresses."""
    lastUsedAt: str | None
    """To within ten minutes; null for a key that was never used."""
    scopes: List[str]
    """What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user."""
    key: str
    """The API key. It is not shown again."""


class PersonalApiKeysIssueAnswer(TypedDict):
    data: PersonalApiKeysIssueAnswerData
    """The content of the response."""


class PersonalApiKeysRevokeAnswer(TypedDict):
    data: Deleted
    """The content of the response."""


class PersonalApiKeysChangeAnswerData(TypedDict):
    """The content of the response."""
    name: str
    """Name of the API key row."""
    id: str
    """Id of the API key row."""
    expiresAt: str | None
    """When the key expires; null if it never does."""
    createdAt: str
    """When the API key row was created."""
    displayKey: str
    """Beginning and end of the key."""
    allowedIps: List[str]
    """Addresses and CIDR ranges that the key can be used from. Empty: all addresses."""
    lastUsedAt: str | None
    """To within ten minutes; null for a key that was never used."""
    scopes: List[str]
    """What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user."""


class PersonalApiKeysChangeAnswer(TypedDict):
    data: PersonalApiKeysChangeAnswerData
    """The content of the response."""


class PersonalApiKeysRotateAnswerData(TypedDict):
    """The content of the response."""
    name: str
    """Name of the API key row."""
    id: str
    """Id of the API key row."""
    expiresAt: str | None
    """When the key expires; null if it never does."""
    createdAt: str
    """When the API key row was created."""
    displayKey: str
    """Beginning and end of the key."""
    allowedIps: List[str]
    """Addresses and CIDR ranges that the key can be used from. Empty: all addresses."""
    lastUsedAt: str | None
    """To within ten minutes; null for a key that was never used."""
    scopes: List[str]
    """What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user."""
    key: str
    """The API key. It is not shown again."""


class PersonalApiKeysRotateAnswer(TypedDict):
    data: PersonalApiKeysRotateAnswerData
    """The content of the response."""


class UserSessionsChangePasswordAnswerData(TypedDict):
    """The content of the response."""
    userId: str
    """Id of the user."""


class UserSessionsChangePasswordAnswer(TypedDict):
    data: UserSessionsChangePasswordAnswerData
    """The content of the response."""


class UserSessionsEndOthersAnswerData(TypedDict):
    """The content of the response."""
    message: str
    """A message for people."""


class UserSessionsEndOthersAnswer(TypedDict):
    data: UserSessionsEndOthersAnswerData
    """The content of the response."""


class UserSessionsEndAnswer(TypedDict):
    data: Deleted
    """The content of the response."""


class UserSessionsRecoverAnswerData(TypedDict):
    """The content of the response."""
    token: str
    """What follows the `#` in the address of the link."""
    expiresAt: str
    """Until when the link counts."""


class UserSessionsRecoverAnswer(TypedDict):
    data: UserSessionsRecoverAnswerData
    """The content of the response."""


class SecondFactorRemoveAnswerData(TypedDict):
    """The content of the response."""
    message: str
    """A message for people."""


class SecondFactorRemoveAnswer(TypedDict):
    data: SecondFactorRemoveAnswerData
    """The content of the response."""


class SecondFactorGetAnswerData(TypedDict):
    """The content of the response."""
    isOn: bool
    """Whether a sign-in needs a code beside the password."""
    since: str | None
    """Since when; null: it is off."""
    recoveryCodesLeft: float
    """How many recovery codes were not used yet."""


class SecondFactorGetAnswer(TypedDict):
    data: SecondFactorGetAnswerData
    """The content of the response."""


class SecondFactorBeginAnswerData(TypedDict):
    """The content of the response."""
    secret: str
    """The secret in base32, for an app that cannot read the address."""
    uri: str
    """The same as an address for authenticator apps (`otpauth://…`), for a QR code."""


class SecondFactorBeginAnswer(TypedDict):
    data: SecondFactorBeginAnswerData
    """The content of the response."""


class SecondFactorEnableAnswer(TypedDict):
    data: RecoveryCodes
    """The content of the response."""


class SecondFactorReplaceCodesAnswer(TypedDict):
    data: RecoveryCodes
    """The content of the response."""


class UserApiKeysListAnswerDataItem(TypedDict):
    name: str
    """Name of the API key row."""
    id: str
    """Id of the API key row."""
    expiresAt: str | None
    """When the key expires; null if it never does."""
    createdAt: str
    """When the API key row was created."""
    displayKey: str
    """Beginning and end of the key."""
    allowedIps: List[str]
    """Addresses and CIDR ranges that the key can be used from. Empty: all addresses."""
    lastUsedAt: str | None
    """To within ten minutes; null for a key that was never used."""
    scopes: List[str]
    """What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user."""


class UserApiKeysListAnswer(TypedDict):
    data: List[UserApiKeysListAnswerDataItem]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class UserApiKeysIssueAnswerData(TypedDict):
    """The content of the response."""
    name: str
    """Name of the API key row."""
    id: str
    """Id of the API key row."""
    expiresAt: str | None
    """When the key expires; null if it never does."""
    createdAt: str
    """When the API key row was created."""
    displayKey: str
    """Beginning and end of the key."""
    allowedIps: List[str]
    """Addresses and CIDR ranges that the key can be used from. Empty: all addresses."""
    lastUsedAt: str | None
    """To within ten minutes; null for a key that was never used."""
    scopes: List[str]
    """What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user."""
    key: str
    """The API key. It is not shown again."""


class UserApiKeysIssueAnswer(TypedDict):
    data: UserApiKeysIssueAnswerData
    """The content of the response."""


class UserApiKeysRevokeAnswer(TypedDict):
    data: Deleted
    """The content of the response."""


class UserApiKeysChangeAnswerData(TypedDict):
    """The content of the response."""
    name: str
    """Name of the API key row."""
    id: str
    """Id of the API key row."""
    expiresAt: str | None
    """When the key expires; null if it never does."""
    createdAt: str
    """When the API key row was created."""
    displayKey: str
    """Beginning and end of the key."""
    allowedIps: List[str]
    """Addresses and CIDR ranges that the key can be used from. Empty: all addresses."""
    lastUsedAt: str | None
    """To within ten minutes; null for a key that was never used."""
    scopes: List[str]
    """What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user."""


class UserApiKeysChangeAnswer(TypedDict):
    data: UserApiKeysChangeAnswerData
    """The content of the response."""


class UserApiKeysRotateAnswerData(TypedDict):
    """The content of the response."""
    name: str
    """Name of the API key row."""
    id: str
    """Id of the API key row."""
    expiresAt: str | None
    """When the key expires; null if it never does."""
    createdAt: str
    """When the API key row was created."""
    displayKey: str
    """Beginning and end of the key."""
    allowedIps: List[str]
    """Addresses and CIDR ranges that the key can be used from. Empty: all addresses."""
    lastUsedAt: str | None
    """To within ten minutes; null for a key that was never used."""
    scopes: List[str]
    """What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user."""
    key: str
    """The API key. It is not shown again."""


class UserApiKeysRotateAnswer(TypedDict):
    data: UserApiKeysRotateAnswerData
    """The content of the response."""


class _WorkflowsListAnswerRequired(TypedDict):
    data: List[ListedWorkflow]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class WorkflowsListAnswer(_WorkflowsListAnswerRequired, total=False):
    limits: LimitsView
    """The limits of the caller's account and its usage."""


class WorkflowsCreateAnswer(TypedDict):
    data: Workflow
    """The content of the response."""


class WorkflowsImportAnswer(TypedDict):
    data: ImportedWorkflow
    """The content of the response."""


class WorkflowsValidateDocumentAnswer(TypedDict):
    data: ValidationReport
    """The content of the response."""


class WorkflowsDeleteAnswer(TypedDict):
    data: Deleted
    """The content of the response."""


class _WorkflowsGetAnswerRequired(TypedDict):
    data: WorkflowDetail
    """The content of the response."""


class WorkflowsGetAnswer(_WorkflowsGetAnswerRequired, total=False):
    limits: LimitsView
    """The limits of the caller's account and its usage."""


class WorkflowsChangeAnswer(TypedDict):
    data: Workflow
    """The content of the response."""


class WorkflowsUndeployAnswer(TypedDict):
    data: Deployment
    """The content of the response."""


class WorkflowsDeployAnswer(TypedDict):
    data: Deployed
    """The content of the response."""


class WorkflowsDraftAnswer(TypedDict):
    data: DraftAtRevision
    """The content of the response."""


class WorkflowsEditDraftAnswer(TypedDict):
    data: EditedDraft
    """The content of the response."""


class WorkflowsDraftBlameAnswer(TypedDict):
    data: DraftBlame
    """The content of the response."""


class WorkflowsReportPresenceAnswer(TypedDict):
    data: DraftPresence
    """The content of the response."""


class WorkflowsRestoreDraftAnswer(TypedDict):
    data: RestoredDraft
    """The content of the response."""


class WorkflowsExportAnswer(TypedDict):
    data: ExportedDocument
    """The content of the response."""


class WorkflowsRollBackAnswer(TypedDict):
    data: Deployment
    """The content of the response."""


class WorkflowsStateAnswer(TypedDict):
    data: Draft
    """The content of the response."""


class WorkflowsSaveAnswer(TypedDict):
    data: ValidationReport
    """The content of the response."""


class WorkflowsValidateAnswer(TypedDict):
    data: ValidationReport
    """The content of the response."""


class WorkflowsVersionsAnswer(TypedDict):
    data: List[VersionView]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class WorkflowsVersionAnswer(TypedDict):
    data: VersionDetail
    """The content of the response."""


class WorkflowsDescribeVersionAnswer(TypedDict):
    data: VersionView
    """The content of the response."""


class ExecutionsTestDraftAnswer(TypedDict):
    data: StartedTest
    """The content of the response."""


class WorkspacesListAnswerDataItem(TypedDict):
    id: str
    """Id of the workspace."""
    name: str
    """Name of the workspace."""
    organizationId: str | None
    """Id of the organization that the workspace belongs to; null if there is none."""
    ownerId: str
    """Id of the owner."""
    allowPersonalApiKeys: bool
    """Whether members may use personal API keys in the workspace."""
    retentionDays: float | None
    """How long it wants to keep its runs, in days; null: as long as its plan lets it."""
    modelPolicy: ModelPolicy | None
    """What the workspace demands of calls of language models; null: nothing."""
    createdAt: str
    """When the workspace was created."""
    updatedAt: str
    """When the workspace was last changed."""


class WorkspacesListAnswer(TypedDict):
    data: List[WorkspacesListAnswerDataItem]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class WorkspacesCreateAnswerData(TypedDict):
    """The content of the response."""
    id: str
    """Id of the workspace."""
    name: str
    """Name of the workspace."""
    organizationId: str | None
    """Id of the organization that the workspace belongs to; null if there is none."""
    ownerId: str
    """Id of the owner."""
    allowPersonalApiKeys: bool
    """Whether members may use personal API keys in the workspace."""
    retentionDays: float | None
    """How long it wants to keep its runs, in days; null: as long as its plan lets it."""
    modelPolicy: ModelPolicy | None
    """What the workspace demands of calls of language models; null: nothing."""
    createdAt: str
    """When the workspace was created."""
    updatedAt: str
    """When the workspace was last changed."""


class WorkspacesCreateAnswer(TypedDict):
    data: WorkspacesCreateAnswerData
    """The content of the response."""


class WorkspacesDeleteAnswer(TypedDict):
    data: Deleted
    """The content of the response."""


class WorkspacesGetAnswerData(TypedDict):
    """The content of the response."""
    id: str
    """Id of the workspace."""
    name: str
    """Name of the workspace."""
    organizationId: str | None
    """Id of the organization that the workspace belongs to; null if there is none."""
    ownerId: str
    """Id of the owner."""
    allowPersonalApiKeys: bool
    """Whether members may use personal API keys in the workspace."""
    retentionDays: float | None
    """How long it wants to keep its runs, in days; null: as long as its plan lets it."""
    modelPolicy: ModelPolicy | None
    """What the workspace demands of calls of language models; null: nothing."""
    createdAt: str
    """When the workspace was created."""
    updatedAt: str
    """When the workspace was last changed."""


class WorkspacesGetAnswer(TypedDict):
    data: WorkspacesGetAnswerData
    """The content of the response."""


class WorkspacesChangeAnswerData(TypedDict):
    """The content of the response."""
    id: str
    """Id of the workspace."""
    name: str
    """Name of the workspace."""
    organizationId: str | None
    """Id of the organization that the workspace belongs to; null if there is none."""
    ownerId: str
    """Id of the owner."""
    allowPersonalApiKeys: bool
    """Whether members may use personal API keys in the workspace."""
    retentionDays: float | None
    """How long it wants to keep its runs, in days; null: as long as its plan lets it."""
    modelPolicy: ModelPolicy | None
    """What the workspace demands of calls of language models; null: nothing."""
    createdAt: str
    """When the workspace was created."""
    updatedAt: str
    """When the workspace was last changed."""


class WorkspacesChangeAnswer(TypedDict):
    data: WorkspacesChangeAnswerData
    """The content of the response."""


class WorkspaceApiKeysListAnswerDataItemCreatedBy(TypedDict):
    """The user that the key acts as: its creator."""
    userId: str
    """Id of the user."""
    email: str
    """E-mail address of the user."""


class WorkspaceApiKeysListAnswerDataItem(TypedDict):
    name: str
    """Name of the API key row."""
    id: str
    """Id of the API key row."""
    expiresAt: str | None
    """When the key expires; null if it never does."""
    createdAt: str
    """When the API key row was created."""
    displayKey: str
    """Beginning and end of the key."""
    allowedIps: List[str]
    """Addresses and CIDR ranges that the key can be used from. Empty: all addresses."""
    lastUsedAt: str | None
    """To within ten minutes; null for a key that was never used."""
    scopes: List[str]
    """What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user."""
    createdBy: WorkspaceApiKeysListAnswerDataItemCreatedBy
    """The user that the key acts as: its creator."""


class WorkspaceApiKeysListAnswer(TypedDict):
    data: List[WorkspaceApiKeysListAnswerDataItem]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class WorkspaceApiKeysIssueAnswerDataCreatedBy(TypedDict):
    """The user that the key acts as: its creator."""
    userId: str
    """Id of the user."""
    email: str
    """E-mail address of the user."""


class WorkspaceApiKeysIssueAnswerData(TypedDict):
    """The content of the response."""
    name: str
    """Name of the API key row."""
    id: str
    """Id of the API key row."""
    expiresAt: str | None
    """When the key expires; null if it never does."""
    createdAt: str
    """When the API key row was created."""
    displayKey: str
    """Beginning and end of the key."""
    allowedIps: List[str]
    """Addresses and CIDR ranges that the key can be used from. Empty: all addresses."""
    lastUsedAt: str | None
    """To within ten minutes; null for a key that was never used."""
    scopes: List[str]
    """What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user."""
    createdBy: WorkspaceApiKeysIssueAnswerDataCreatedBy
    """The user that the key acts as: its creator."""
    key: str
    """The API key. It is not shown again."""


class WorkspaceApiKeysIssueAnswer(TypedDict):
    data: WorkspaceApiKeysIssueAnswerData
    """The content of the response."""


class WorkspaceApiKeysRevokeAnswer(TypedDict):
    data: Deleted
    """The content of the response."""


class WorkspaceApiKeysChangeAnswerDataCreatedBy(TypedDict):
    """The user that the key acts as: its creator."""
    userId: str
    """Id of the user."""
    email: str
    """E-mail address of the user."""


class WorkspaceApiKeysChangeAnswerData(TypedDict):
    """The content of the response."""
    name: str
    """Name of the API key row."""
    id: str
    """Id of the API key row."""
    expiresAt: str | None
    """When the key expires; null if it never does."""
    createdAt: str
    """When the API key row was created."""
    displayKey: str
    """Beginning and end of the key."""
    allowedIps: List[str]
    """Addresses and CIDR ranges that the key can be used from. Empty: all addresses."""
    lastUsedAt: str | None
    """To within ten minutes; null for a key that was never used."""
    scopes: List[str]
    """What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user."""
    createdBy: WorkspaceApiKeysChangeAnswerDataCreatedBy
    """The user that the key acts as: its creator."""


class WorkspaceApiKeysChangeAnswer(TypedDict):
    data: WorkspaceApiKeysChangeAnswerData
    """The content of the response."""


class WorkspaceApiKeysRotateAnswerDataCreatedBy(TypedDict):
    """The user that the key acts as: its creator."""
    userId: str
    """Id of the user."""
    email: str
    """E-mail address of the user."""


class WorkspaceApiKeysRotateAnswerData(TypedDict):
    """The content of the response."""
    name: str
    """Name of the API key row."""
    id: str
    """Id of the API key row."""
    expiresAt: str | None
    """When the key expires; null if it never does."""
    createdAt: str
    """When the API key row was created."""
    displayKey: str
    """Beginning and end of the key."""
    allowedIps: List[str]
    """Addresses and CIDR ranges that the key can be used from. Empty: all addresses."""
    lastUsedAt: str | None
    """To within ten minutes; null for a key that was never used."""
    scopes: List[str]
    """What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user."""
    createdBy: WorkspaceApiKeysRotateAnswerDataCreatedBy
    """The user that the key acts as: its creator."""
    key: str
    """The API key. It is not shown again."""


class WorkspaceApiKeysRotateAnswer(TypedDict):
    data: WorkspaceApiKeysRotateAnswerData
    """The content of the response."""


class EnvironmentGetAnswer(TypedDict):
    data: Environment
    """The content of the response."""


class EnvironmentChangeAnswer(TypedDict):
    data: ChangedEnvironment
    """The content of the response."""


class WorkspaceInvitationsListAnswerDataItem(TypedDict):
    id: str
    """Id of the workspace invitation."""
    email: str
    """Address of the person who was invited."""
    permission: Literal["admin", "read", "write"]
    """What the person may do in the workspace after accepting."""
    invitedAt: str
    """When the person was invited."""
    expiresAt: str
    """Until when the link of the invitation counts."""


class WorkspaceInvitationsListAnswer(TypedDict):
    data: List[WorkspaceInvitationsListAnswerDataItem]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class WorkspaceInvitationsInviteAnswerData(TypedDict):
    """The content of the response."""
    token: str
    """What follows `/invite#` in the address of the link. Shown once."""
    id: str
    """Id of the workspace invitation."""
    email: str
    """Address of the person who was invited."""
    permission: Literal["admin", "read", "write"]
    """What the person may do in the workspace after accepting."""
    invitedAt: str
    """When the person was invited."""
    expiresAt: str
    """Until when the link of the invitation counts."""


class WorkspaceInvitationsInviteAnswer(TypedDict):
    data: WorkspaceInvitationsInviteAnswerData
    """The content of the response."""


class WorkspaceInvitationsWithdrawAnswer(TypedDict):
    data: Deleted
    """The content of the response."""


class WorkspaceMembersListAnswer(TypedDict):
    data: List[WorkspaceMemberView]
    """The items of this page."""
    nextCursor: str | None
    """Cursor of the next page; null on the last page."""


class WorkspaceMembersAddAnswer(TypedDict):
    data: WorkspaceMemberView
    """The content of the response."""


class WorkspaceMembersRemoveAnswer(TypedDict):
    data: MemberRemoved
    """The content of the response."""


class WorkspaceMembersChangeAnswer(TypedDict):
    data: WorkspaceMemberView
    """The content of the response."""


class HealthLiveAnswer(TypedDict):
    status: Literal["alive"]
    """Always `alive`."""


class HealthReadyAnswerChecksDatabase(TypedDict):
    """The connection to the database."""
    status: CheckStatus
    """Result of the check."""
    latencyMs: float | None
    """Response time of the database, in ms; null if it did not respond."""


class HealthReadyAnswerChecksAppends(TypedDict):
    """The append lane. *failing*: the database takes no writes, for example because its disk is full."""
    status: CheckStatus
    """Result of the check."""
    waiting: float
    """Number of waiting appends."""


class HealthReadyAnswerChecksDisks(TypedDict):
    """Free space of the disks of the embedded database and of stored files."""
    status: CheckStatus
    """Result of the check."""
    folders: List[FreeSpace]
    """One entry for each folder."""


class HealthReadyAnswerChecksLimits(TypedDict):
    """*local*: the store of rate limits fails, and each process grants its own share of each limit."""
    status: CheckStatus
    """Result of the check."""
    kept: Literal["together", "local"]
    """Whether all processes share the limits (`together`) or each applies them on its own (`local`)."""


class HealthReadyAnswerChecksSignals(TypedDict):
    """What carries signals between processes. *slow*: the signals server that is set does not answer, and PostgreSQL carries them."""
    status: CheckStatus
    """Result of the check."""
    carrier: Literal["postgres", "server"]
    """Whether PostgreSQL or the signals server carries them."""


class HealthReadyAnswerChecksMigrations(TypedDict):
    """Facts from the database; absent while it does not answer."""
    status: CheckStatus
    """Result of the check."""
    pending: float
    """Number of migrations that have not run."""


class HealthReadyAnswerChecksReplicasServersItem(TypedDict):
    state: Literal["used", "behind", "away", "promoted"]
    """What it does at the moment. *behind*: it has not replayed what readers must find."""


class HealthReadyAnswerChecksReplicas(TypedDict):
    """The standbys of `DATABASE_READ_URL`; absent without the setting. *slow*: one of them cannot be used, and the primary answers its reads."""
    status: CheckStatus
    """Result of the check."""
    servers: List[HealthReadyAnswerChecksReplicasServersItem]
    """One entry for each replica, in the order of the setting."""


class HealthReadyAnswerChecksClock(TypedDict):
    """The clock of this machine, compared with that of the database. Beyond 60 s the process is not ready."""
    status: CheckStatus
    """Result of the check."""
    skewMs: float
    """How far the clock of the process is ahead, in ms; negative if it is behind."""


class HealthReadyAnswerChecksStandbys(TypedDict):
    """The standbys of the database. Asynchronous ones may lose what was answered when one of them is promoted."""
    status: CheckStatus
    """Result of the check."""
    synchronous: float
    """Standbys of which a commit waits for at least one."""
    asynchronous: float
    """Standbys for which no commit waits."""
    failover: Literal["unknown", "no standby", "keeps what was answered", "may lose what was answered"]
    """What the promotion of a standby would do. `unknown`: the role of the server may not see how standbys follow."""


class HealthReadyAnswerChecksQueue(TypedDict):
    """The work queue."""
    status: CheckStatus
    """Result of the check."""
    waiting: float
    """Number of waiting work items."""
    running: float
    """Number of active work items."""
    oldestDueMs: float
    """Waiting time of the oldest due work item, in ms."""


class HealthReadyAnswerChecksHorizon(TypedDict):
    """The position up to which events are visible to projections."""
    status: CheckStatus
    """Result of the check."""
    ageMs: float
    """Age of the oldest writing transaction, in ms."""


class HealthReadyAnswerChecksProjections(TypedDict):
    """The projections."""
    status: CheckStatus
    """Result of the check."""
    views: List[ViewReport]
    """State of each projection."""


class HealthReadyAnswerChecksSchedules(TypedDict):
    """Schedules. *slow*: the first of those that are due has been due for more than 60 s."""
    status: CheckStatus
    """Result of the check."""
    due: float
    """Number of schedules that are due, counted up to 10,000."""
    lateMs: float
    """How long the first of them has been due, in ms."""


class HealthReadyAnswerChecksAudit(TypedDict):
    """The lag of the audit log behind the events, and whether its signing key exists."""
    status: CheckStatus
    """Result of the check."""
    lagMs: float
    """Lag of the projection, in ms."""
    lagEvents: float
    """Lag of the projection, in events."""
    signingKey: Literal["present", "missing"]
    """*missing*: entries are recorded without a signature."""


class _HealthReadyAnswerChecksRequired(TypedDict):
    database: HealthReadyAnswerChecksDatabase
    """The connection to the database."""
    appends: HealthReadyAnswerChecksAppends
    """The append lane. *failing*: the database takes no writes, for example because its disk is full."""
    requests: Check
    """Concurrent requests. *slow*: the process has refused further requests for 5 s. *failing*: and no request has ended in that time."""
    disks: HealthReadyAnswerChecksDisks
    """Free space of the disks of the embedded database and of stored files."""
    limits: HealthReadyAnswerChecksLimits
    """*local*: the store of rate limits fails, and each process grants its own share of each limit."""
    signals: HealthReadyAnswerChecksSignals
    """What carries signals between processes. *slow*: the signals server that is set does not answer, and PostgreSQL carries them."""


class HealthReadyAnswerChecks(_HealthReadyAnswerChecksRequired, total=False):
    """One by one."""
    migrations: HealthReadyAnswerChecksMigrations
    """Facts from the database; absent while it does not answer."""
    encryptionKey: Check
    """*failing*: the secrets of the database are sealed with a key that this process does not have, so it can verify no API key."""
    replicas: HealthReadyAnswerChecksReplicas
    """The standbys of `DATABASE_READ_URL`; absent without the setting. *slow*: one of them cannot be used, and the primary answers its reads."""
    clock: HealthReadyAnswerChecksClock
    """The clock of this machine, compared with that of the database. Beyond 60 s the process is not ready."""
    standbys: HealthReadyAnswerChecksStandbys
    """The standbys of the database. Asynchronous ones may lose what was answered when one of them is promoted."""
    queue: HealthReadyAnswerChecksQueue
    """The work queue."""
    horizon: HealthReadyAnswerChecksHorizon
    """The position up to which events are visible to projections."""
    projections: HealthReadyAnswerChecksProjections
    """The projections."""
    schedules: HealthReadyAnswerChecksSchedules
    """Schedules. *slow*: the first of those that are due has been due for more than 60 s."""
    audit: HealthReadyAnswerChecksAudit
    """The lag of the audit log behind the events, and whether its signing key exists."""


class _HealthReadyAnswerRequired(TypedDict):
    status: Literal["unavailable", "ready", "degraded"]
    """Overall state of the process."""
    draining: bool
    """Whether the process is stopping and takes no new work."""
    checks: HealthReadyAnswerChecks
    """One by one."""


class HealthReadyAnswer(_HealthReadyAnswerRequired, total=False):
    error: str
    """Error message; absent if the process is ready."""
    code: Literal["UNAVAILABLE"]
    """Error code; absent if the process is ready."""
