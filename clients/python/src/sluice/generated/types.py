# Made from docs/openapi.json by `npm run openapi`.
from __future__ import annotations

from typing import Any, Dict, List, Literal, TypeAlias, TypedDict


class _ErrorDetailsItemRequired(TypedDict):
    path: List[str | int]
    """Where the field is; empty: the whole."""
    message: str
    code: str


class ErrorDetailsItem(_ErrorDetailsItemRequired, total=False):
    blockId: str
    """Of a workflow document: the block that it is about."""
    edgeId: str
    field: str


class _ErrorRequired(TypedDict):
    error: str
    """A sentence for people."""
    code: str
    """For programs; it does not change."""


class Error(_ErrorRequired, total=False):
    """Every answer that is not a success."""
    details: List[ErrorDetailsItem]
    """Present with every 400."""


class _ErrorObjectErrorDetailsItemRequired(TypedDict):
    path: List[str | int]
    """Where the field is; empty: the whole."""
    message: str
    code: str


class ErrorObjectErrorDetailsItem(_ErrorObjectErrorDetailsItemRequired, total=False):
    blockId: str
    """Of a workflow document: the block that it is about."""
    edgeId: str
    field: str


class _ErrorObjectErrorRequired(TypedDict):
    code: str
    message: str


class ErrorObjectError(_ErrorObjectErrorRequired, total=False):
    details: List[ErrorObjectErrorDetailsItem]
    """Present with every 400."""


class ErrorObject(TypedDict):
    """The same for clients of the second generation."""
    error: ErrorObjectError


AcceptedResume: TypeAlias = "Queued | Begun"
"""The run goes on as a job."""


class AddColumnRequest(TypedDict):
    column: Dict[str, Any]
    workspaceId: str


class AddOrganizationMemberRequest(TypedDict):
    email: str
    role: Literal["member", "admin", "owner"]


class AddWorkspaceMemberRequest(TypedDict):
    email: str
    permission: Literal["admin", "read", "write"]


_AsyncStartOdd = TypedDict("_AsyncStartOdd", {"async": "Literal[True]"})


class AsyncStart(_AsyncStartOdd):
    """Specification 2.3."""
    success: Literal[True]
    jobId: str
    executionId: str
    message: str
    statusUrl: str


class AuditKey(TypedDict):
    keyId: str
    publicKey: str
    """PEM."""


class AuditLog(TypedDict):
    """Specification 2.14. From where somebody came is kept and not shown."""
    id: str
    workspaceId: str | None
    actorId: str | None
    actorName: str | None
    actorEmail: str | None
    action: str
    resourceType: str
    resourceId: str
    resourceName: str | None
    description: str
    metadata: Dict[str, Any]
    """Any JSON object."""
    createdAt: str


class Awaited(TypedDict):
    kind: Literal["worker", "room", "person", "time", "block"]
    blockId: str | None
    since: str
    until: str | None
    """When it ends by itself; null when it does not."""


_BegunOdd = TypedDict("_BegunOdd", {"async": "Literal[True]"})


class Begun(_BegunOdd):
    success: Literal[True]
    executionId: str
    message: str
    jobId: str
    statusUrl: str


class BlockPosition(TypedDict):
    x: float
    y: float


class BlockRetry(TypedDict):
    enabled: bool
    maxTries: float
    waitBetweenTriesMs: float


class _BlockRequired(TypedDict):
    id: str
    type: str
    name: str
    position: BlockPosition
    subBlocks: Dict[str, SubBlock]
    outputs: Dict[str, Any]
    enabled: bool
    data: Dict[str, Any]
    """Containers and membership: `parentId`, `loopType`, `count`, `collection` …"""


class Block(_BlockRequired, total=False):
    retry: BlockRetry


__BlockDefinitionInputsRequiredOdd = TypedDict("__BlockDefinitionInputsRequiredOdd", {"$schema": "str"})


class _BlockDefinitionInputsRequired(__BlockDefinitionInputsRequiredOdd):
    type: Literal["object"]
    properties: Dict[str, Dict[str, Any]]


class BlockDefinitionInputs(_BlockDefinitionInputsRequired, total=False):
    required: List[str]


class BlockDefinition(TypedDict):
    """One type of block, as editors and generators of workflows need it."""
    type: str
    container: bool
    """Other blocks stand inside it."""
    inputsIn: Literal["subBlocks", "data"]
    """Where the document keeps the values of `inputs`."""
    inputs: BlockDefinitionInputs
    targetHandle: Literal["target"] | None
    """Where edges arrive; null when none may."""
    errorEdge: bool
    """Whether an edge may lead from its handle `error`."""
    retry: bool
    """Whether the retry option of the document has an effect."""
    name: str
    description: str
    category: Literal["trigger", "control", "work", "note"]
    outputs: Dict[str, Dict[str, Any]]
    """The fields that later blocks can refer to."""
    handles: List[str]
    """Source handles; `<id>` stands for the ids of the author's entries."""


class Blocks(TypedDict):
    data: List[BlockDefinition]
    nextCursor: None


class Bucket(TypedDict):
    """Under every name by which clients know it."""
    limit: float
    """The capacity, as in `X-RateLimit-Limit`."""
    reset: str
    isLimited: bool
    requestsPerMinute: float
    maxBurst: float
    remaining: float
    resetAt: str


class BucketView(TypedDict):
    """A bucket that starts take from. Specification 2.4."""
    requestsPerMinute: float
    maxBurst: float
    remaining: float
    resetAt: str


class Cancellation(TypedDict):
    """The fields that clients of this route know from elsewhere, each with the meaning that it has here."""
    success: bool
    executionId: str
    redisAvailable: Literal[True]
    """Whether runs in other processes can be reached. They are reached through the database, without which there is no answer."""
    durablyRecorded: bool
    """The end of the run is on disk."""
    locallyAborted: bool
    """The run was driven by the process that answers."""
    pausedCancelled: bool
    """The run was waiting for the end of a pause."""
    reason: Literal["recorded", "queue_cancelled", "already_cancelled", "cancellation_not_finalized"]


class CancelledRunData(TypedDict):
    runId: str
    cancelled: bool


class CancelledRun(TypedDict):
    data: CancelledRunData


class ChangeColumnRequest(TypedDict):
    updates: Dict[str, Any]
    columnName: str
    workspaceId: str


class _ChangeDocumentRequestRequired(TypedDict):
    workspaceId: str


class ChangeDocumentRequest(_ChangeDocumentRequestRequired, total=False):
    filename: str
    enabled: bool
    tags: Any


class ChangeEnvironmentRequest(TypedDict):
    variables: Dict[str, Any]
    """A text sets the variable, null removes it; names and values are for the domain to judge."""


class ChangeFolderRequest(TypedDict, total=False):
    name: str
    parentId: str | None
    """Null: the root."""


class _ChangeKnowledgeBaseRequestRequired(TypedDict):
    workspaceId: str


class ChangeKnowledgeBaseRequest(_ChangeKnowledgeBaseRequestRequired, total=False):
    name: str
    description: str
    chunkingConfig: ChunkingConfigRequest


class ChangeOrganizationMemberRequest(TypedDict):
    role: Literal["member", "admin", "owner"]


class ChangeOrganizationRequest(TypedDict, total=False):
    name: str
    plan: str


class ChangeUserRequest(TypedDict, total=False):
    suspended: bool


class ChangeWorkflowRequest(TypedDict, total=False):
    name: str
    description: str | None
    folderId: str | None
    """Null: the root."""


class ChangeWorkspaceMemberRequest(TypedDict):
    permission: Literal["admin", "read", "write"]


class ChangeWorkspaceRequest(TypedDict, total=False):
    name: str
    allowPersonalApiKeys: bool
    retentionDays: int
    """Null: as long as the plan lets it."""


class ChangedDocument(TypedDict):
    document: Document
    message: str


CheckStatus: TypeAlias = "Literal[\"ok\", \"slow\", \"failing\"]"
"""*failing*: send no requests here. *slow*: it works, and somebody has to look at it."""


class ChunkingConfig(TypedDict):
    """How documents are cut into chunks; sizes are tokens."""
    maxSize: float
    minSize: float
    """What is smaller is joined to the chunk before it where there is room."""
    overlap: float
    """How much of a chunk the next one repeats, so that no thought is cut in two for good."""


class ChunkingConfigRequest(TypedDict, total=False):
    """What is left out keeps its value, or gets the usual one."""
    maxSize: int
    minSize: int
    overlap: int


class ColumnNameRequest(TypedDict):
    columnName: str
    workspaceId: str


class _CreateFolderRequestRequired(TypedDict):
    workspaceId: str
    name: str


class CreateFolderRequest(_CreateFolderRequestRequired, total=False):
    parentId: str | None


class _CreateKnowledgeBaseRequestRequired(TypedDict):
    name: str
    workspaceId: str


class CreateKnowledgeBaseRequest(_CreateKnowledgeBaseRequestRequired, total=False):
    description: str | None
    chunkingConfig: ChunkingConfigRequest


class _CreateOrganizationRequestRequired(TypedDict):
    name: str


class CreateOrganizationRequest(_CreateOrganizationRequestRequired, total=False):
    plan: str


class _CreateTableRequestRequired(TypedDict):
    name: Any
    schema: SchemaRequest
    workspaceId: str


class CreateTableRequest(_CreateTableRequestRequired, total=False):
    description: str | None


class CreateUserRequest(TypedDict):
    email: str
    name: str


class _CreateWorkflowRequestRequired(TypedDict):
    workspaceId: str
    name: str


class CreateWorkflowRequest(_CreateWorkflowRequestRequired, total=False):
    description: str | None
    folderId: str | None


class _CreateWorkspaceRequestRequired(TypedDict):
    name: str


class CreateWorkspaceRequest(_CreateWorkspaceRequestRequired, total=False):
    organizationId: str


class _DeclaredInputRequired(TypedDict):
    name: str
    type: str


class DeclaredInput(_DeclaredInputRequired, total=False):
    """One field that a workflow asks its callers for."""
    description: str


class DeleteRowsRequest(TypedDict, total=False):
    filter: Dict[str, Any]
    """Any JSON object."""
    rowIds: List[str]
    limit: int
    workspaceId: str


class DeployWorkflowRequest(TypedDict, total=False):
    """What the version is called."""
    name: str | None
    description: str | None


class _DeploymentRequired(TypedDict):
    id: str
    isDeployed: bool
    deployedAt: str | None
    warnings: List[str]


class Deployment(_DeploymentRequired, total=False):
    """What is deployed now. `version` is absent while nothing is."""
    version: float


class DiagnosisLastEvent(TypedDict):
    type: str
    position: float
    at: str


class DiagnosisOwner(TypedDict):
    id: float
    alive: bool
    leaseUntil: str | None


class DiagnosisDeadLettersItem(TypedDict):
    projection: str
    type: str
    error: str


class Diagnosis(TypedDict):
    executionId: str
    workflowId: str
    status: Literal["queued", "completed", "failed", "cancelled", "paused", "running"]
    finding: Finding
    summary: str
    """The finding in a sentence."""
    since: str | None
    lastEvent: DiagnosisLastEvent
    owner: DiagnosisOwner
    attempts: float
    deadlineAt: str | None
    awaits: List[Awaited]
    deadLetters: List[DiagnosisDeadLettersItem]
    """Views that could not digest something of the run."""
    remedies: List[Remedy]


class Document(TypedDict):
    id: str
    knowledgeBaseId: str
    filename: str
    fileSize: float
    mimeType: str
    processingStatus: str
    chunkCount: float
    tokenCount: float
    characterCount: float
    enabled: bool
    tags: Dict[str, TagValue]
    createdAt: str


class DocumentDetailProgress(TypedDict):
    """Chunks that are done, and how many there will be; null while nobody knows."""
    done: float
    total: float | None


class DocumentDetail(TypedDict):
    """A document, how it came to be as it is, and how far its processing is."""
    processingError: str | None
    processingStartedAt: str | None
    processingCompletedAt: str | None
    progress: DocumentDetailProgress
    """Chunks that are done, and how many there will be; null while nobody knows."""
    embeddingModel: str | None
    uploadedBy: str
    connectorId: None
    connectorType: None
    sourceUrl: None
    id: str
    knowledgeBaseId: str
    filename: str
    fileSize: float
    mimeType: str
    processingStatus: str
    chunkCount: float
    tokenCount: float
    characterCount: float
    enabled: bool
    tags: Dict[str, TagValue]
    createdAt: str


class _DocumentProblemRequired(TypedDict):
    message: str
    code: str


class DocumentProblem(_DocumentProblemRequired, total=False):
    """One thing wrong with a document, naming block or edge and field."""
    blockId: str
    edgeId: str
    field: str


class DocumentsPagination(TypedDict):
    total: float
    limit: float
    offset: float
    hasMore: bool


class Documents(TypedDict):
    documents: List[Document]
    pagination: DocumentsPagination


class Draft(TypedDict):
    state: WorkflowDocument


class Edge(TypedDict):
    id: str
    source: str
    target: str
    sourceHandle: str
    targetHandle: str


class _EffectViewRequired(TypedDict):
    effectKey: str
    """Goes along as `Idempotency-Key` on every try."""
    kind: str
    target: str
    blockId: str
    node: str
    """Tells the passes of a loop and the uses of a workflow apart."""
    intendedAt: str
    """When it was first about to be done."""
    outcome: Literal["failed", "succeeded", "unknown"]
    """That of its block. *unknown*: the block has not ended, or the run went on without knowing; the outside may have been touched."""
    settledAt: str | None
    """When its block ended; null while unknown."""


class EffectView(_EffectViewRequired, total=False):
    """Something that a run wanted to do to the outside. Times are ISO 8601."""
    blockName: str
    """Absent for a block of another workflow that this one called."""
    error: str
    """Why the block failed."""


EntryStatus: TypeAlias = "Literal[\"completed\", \"failed\", \"pending\", \"claimed\"]"


class Environment(TypedDict):
    variables: List[VariableView]


_ExecuteBodyOdd = TypedDict("_ExecuteBodyOdd", {"async": "bool"}, total=False)


class ExecuteBody(_ExecuteBodyOdd, total=False):
    """What to run a workflow with, and how. `inputs` is the input; without it `input`; without both every field that is not named here. An empty body is an empty input."""
    inputs: Dict[str, Any]
    """Any JSON object."""
    input: bool | str | float | List[Any] | Dict[str, Any] | None
    stream: bool
    """Answer with server-sent events."""
    selectedOutputs: List[str]
    """Outputs to show while a streamed run goes on: `blockId.path`, or the name of a block instead of its id."""
    executionId: str
    """An id of the caller's own for the run."""


_ExecuteRunBodyOdd = TypedDict("_ExecuteRunBodyOdd", {"async": "bool"}, total=False)


class ExecuteRunBody(_ExecuteRunBodyOdd, total=False):
    """What to run a workflow with, and how."""
    input: bool | str | float | List[Any] | Dict[str, Any] | None
    stream: bool
    selectedOutputs: List[str]
    executionTimeoutSeconds: float
    """Of asynchronous runs."""


class _ExecutionRequired(TypedDict):
    success: bool
    executionId: str
    output: Any
    """Any JSON value."""
    error: str | None
    metadata: RunMetadata


class Execution(_ExecutionRequired, total=False):
    """Specification 2.2; a failed run has the same shape with a code."""
    status: Literal["paused"]
    """Present when the run waits for the end of a pause."""
    code: str
    limits: Any


class ExecutionDataTrigger(TypedDict):
    type: str
    timestamp: str


class ExecutionData(TypedDict):
    status: LogStatus
    trigger: ExecutionDataTrigger
    error: str | None


class ExecutionLogExecutionMetadataCost(TypedDict):
    total: float


class ExecutionLogExecutionMetadata(TypedDict):
    trigger: str
    startedAt: str
    endedAt: str | None
    totalDurationMs: float | None
    cost: ExecutionLogExecutionMetadataCost


class ExecutionLog(TypedDict):
    """Stands without a `data` around it."""
    executionId: str
    workflowId: str
    workflowState: Graph
    executionMetadata: ExecutionLogExecutionMetadata
    limits: LimitsView


class ExecutionReportCost(TypedDict):
    total: float


class _ExecutionReportRequired(TypedDict):
    executionId: str
    workflowId: str
    status: str
    trigger: str
    level: Literal["error", "info"]
    startedAt: str | None
    endedAt: str | None
    totalDurationMs: float | None
    paused: Paused | None
    cost: ExecutionReportCost
    error: str | None
    finalOutput: Any
    """Null unless it was asked for and the run has ended."""
    blockOutputs: Dict[str, Any]
    """Null unless outputs were selected."""


class ExecutionReport(_ExecutionReportRequired, total=False):
    origin: RunOrigin
    """Present when the run repeats another one."""


ExecutionStatus: TypeAlias = "Literal[\"completed\", \"failed\", \"cancelled\", \"paused\", \"running\"]"


class ExportedDocument(TypedDict):
    version: Literal["1.0"]
    exportedAt: str
    """ISO 8601, UTC."""
    workflow: ExportedWorkflow
    state: WorkflowDocument


class ExportedWorkflow(TypedDict):
    id: str
    name: str
    description: str | None
    workspaceId: str
    folderId: str | None


class _FailedRunRequired(TypedDict):
    success: Literal[False]
    error: str
    code: str
    executionId: str
    output: Any
    """Any JSON value."""
    metadata: RunMetadata


class FailedRun(_FailedRunRequired, total=False):
    """The answer for a run that failed."""
    status: Literal["paused"]
    """Present when the run waits for the end of a pause."""
    limits: Any


class File(TypedDict):
    id: str
    name: str
    size: float
    type: str
    key: str
    """A name for humans and blocks. It opens nothing."""
    uploadedBy: str | None
    uploadedAt: str


class FileListData(TypedDict):
    files: List[File]
    totalCount: float


class FileList(TypedDict):
    data: FileListData
    nextCursor: str | None


Finding: TypeAlias = "Literal[\"running\", \"finished\", \"quarantined\", \"owner-lost\", \"no-worker\", \"backlog\", \"waiting-for-room\", \"waiting-for-person\", \"waiting-for-time\", \"unattended\"]"
"""Why a run stands where it stands."""


class FolderView(TypedDict):
    id: str
    name: str
    workspaceId: str
    parentId: str | None
    """Null at the root."""
    createdAt: str
    updatedAt: str


class Graph(TypedDict):
    """The graph that ran. What its fields hold is left out: some of it is secret."""
    blocks: Dict[str, LoggedBlock]
    edges: List[Edge]
    loops: Dict[str, Any]
    """Derived from the blocks; rebuilt whenever a document comes in."""
    parallels: Dict[str, Any]


class Hold(TypedDict):
    executionId: str
    held: bool
    reason: str | None


class ImportReportStopped(TypedDict):
    """Why the file was not read to its end, if it was not. What was inserted before stays."""
    line: float
    message: str


class ImportReport(TypedDict):
    insertedCount: float
    refusedCount: float
    refused: List[RefusedLine]
    """The first hundred."""
    stopped: ImportReportStopped
    """Why the file was not read to its end, if it was not. What was inserted before stays."""


class _ImportWorkflowRequestRequired(TypedDict):
    workspaceId: str
    workflow: Any
    """An exported document or its JSON text; what is in it is for the domain to judge."""


class ImportWorkflowRequest(_ImportWorkflowRequestRequired, total=False):
    name: str | None
    description: str | None
    folderId: str | None


class ImportedWorkflow(TypedDict):
    problems: List[DocumentProblem]
    """What keeps it from being deployed as it is."""
    id: str
    name: str
    description: str | None
    folderId: str | None
    workspaceId: str
    isDeployed: bool
    deployedAt: str | None
    createdAt: str
    updatedAt: str


class _InsertRowsRequestRequired(TypedDict):
    workspaceId: str


class InsertRowsRequest(_InsertRowsRequestRequired, total=False):
    data: Dict[str, Any]
    """Any JSON object."""
    rows: List[Any]


class _IssueApiKeyRequestRequired(TypedDict):
    name: str


class IssueApiKeyRequest(_IssueApiKeyRequestRequired, total=False):
    expiresAt: str | None
    scopes: List[str]
    allowedIps: List[str]


class JobMetadata(TypedDict):
    startedAt: str | None
    completedAt: str | None
    duration: float | None


class _JobRequired(TypedDict):
    success: Literal[True]
    taskId: str
    status: JobStatus
    metadata: JobMetadata


class Job(_JobRequired, total=False):
    """Specification 2.5."""
    output: bool | str | float | List[Any] | Dict[str, Any] | None
    error: str
    estimatedDuration: float


JobStatus: TypeAlias = "Literal[\"queued\", \"processing\", \"completed\", \"failed\", \"cancelled\"]"


class KnowledgeBase(TypedDict):
    id: str
    name: str
    description: str
    docCount: float
    tokenCount: float
    embeddingModel: str
    embeddingDimension: float
    chunkingConfig: ChunkingConfig
    connectorTypes: List[str]
    createdAt: str
    updatedAt: str


_LimitsViewWorkflowExecutionRateLimitOdd = TypedDict("_LimitsViewWorkflowExecutionRateLimitOdd", {"async": "BucketView"})


class LimitsViewWorkflowExecutionRateLimit(_LimitsViewWorkflowExecutionRateLimitOdd):
    sync: BucketView


class LimitsViewUsage(TypedDict):
    """US dollars, of the present billing period."""
    currentPeriodCost: float
    limit: float
    plan: str
    isExceeded: bool


class LimitsView(TypedDict):
    """What an account has left. Specification 2.4."""
    workflowExecutionRateLimit: LimitsViewWorkflowExecutionRateLimit
    usage: LimitsViewUsage
    """US dollars, of the present billing period."""


class LogWorkflow(TypedDict):
    id: str
    name: str
    description: str | None
    deleted: bool
    folderId: str | None
    workspaceId: str


class LogExecutionDataTrigger(TypedDict):
    type: str
    timestamp: str


class _LogExecutionDataRequired(TypedDict):
    status: LogStatus
    trigger: LogExecutionDataTrigger
    error: str | None
    workflowInput: Any
    """Any JSON value."""
    finalOutput: Any
    """Any JSON value."""
    traceSpans: List[TraceSpan]


class LogExecutionData(_LogExecutionDataRequired, total=False):
    origin: RunOrigin
    """Present when the run repeats another one."""


class LogCost(TypedDict):
    total: float


class Log(TypedDict):
    """The answer for one entry."""
    workflow: LogWorkflow
    executionData: LogExecutionData
    id: str
    workflowId: str
    executionId: str
    deploymentVersionId: str
    level: Literal["error", "info"]
    trigger: str
    startedAt: str
    endedAt: str | None
    totalDurationMs: float | None
    cost: LogCost
    files: None
    createdAt: str


class LogEntryCost(TypedDict):
    total: float


class _LogEntryRequired(TypedDict):
    id: str
    workflowId: str
    executionId: str
    deploymentVersionId: str
    level: Literal["error", "info"]
    trigger: str
    startedAt: str
    endedAt: str | None
    totalDurationMs: float | None
    cost: LogEntryCost
    files: None
    createdAt: str


class LogEntry(_LogEntryRequired, total=False):
    """One entry of the list: the basics, with `details=full` more of it, with flags its history."""
    workflow: LoggedWorkflow
    executionData: ExecutionData
    finalOutput: bool | str | float | List[Any] | Dict[str, Any] | None
    traceSpans: List[TraceSpan]


LogStatus: TypeAlias = "Literal[\"completed\", \"failed\", \"cancelled\", \"paused\", \"running\"]"


class LoggedBlockPosition(TypedDict):
    x: float
    y: float


class LoggedBlock(TypedDict):
    name: str
    enabled: bool
    id: str
    type: str
    position: LoggedBlockPosition


class LoggedWorkflow(TypedDict):
    id: str
    name: str
    description: str | None
    deleted: bool


class MaybeWorkspaceRequest(TypedDict, total=False):
    """For deletions, whose workspace stands in the body or in the query."""
    workspaceId: str


class OrganizationMemberView(TypedDict):
    userId: str
    email: str
    role: Literal["member", "admin", "owner"]


class PauseContextExecutionMetadata(TypedDict):
    pauseScope: Literal["execution"]
    triggerIds: List[str]


class PauseContextExecution(TypedDict):
    id: str
    workflowId: str
    executionId: str
    status: str
    totalPauseCount: float
    resumedCount: float
    pausedAt: str
    updatedAt: str
    expiresAt: str | None
    """When the earliest of the open points ends by itself; null when they all wait for ever."""
    metadata: PauseContextExecutionMetadata
    triggerIds: List[str]
    pausePoints: List[PausePoint]


class PauseContext(TypedDict):
    execution: PauseContextExecution
    pausePoint: PausePoint
    queue: List[ResumeEntry]
    activeResumeEntry: ResumeEntry | None


class PausePointResumeLinks(TypedDict):
    apiUrl: str
    uiUrl: str
    contextId: str
    executionId: str
    workflowId: str


class PausePointParallelScope(TypedDict):
    parallelId: str
    branchIndex: float
    branchTotal: float | None


class PausePointLoopScope(TypedDict):
    loopId: str
    iteration: float


class _PausePointRequired(TypedDict):
    contextId: str
    blockId: str
    response: Any
    """Any JSON value."""
    registeredAt: str
    resumeStatus: PointStatus
    snapshotReady: Literal[True]
    resumeLinks: PausePointResumeLinks
    queuePosition: float | None
    latestResumeEntry: ResumeEntry | None


class PausePoint(_PausePointRequired, total=False):
    parallelScope: PausePointParallelScope
    loopScope: PausePointLoopScope


class Paused(TypedDict):
    """What the run waits for."""
    contextId: str
    pausedAt: str
    resumeAt: str | None
    pauseKind: Literal["time", "human"]
    blockedOnBlockId: str
    automaticResumeWaitingReason: None
    """Nothing ever stands between the server and a pause that is over."""
    pausedExecutionId: str | None
    pausePointCount: float
    resumedCount: float


class PausedDetailMetadata(TypedDict):
    pauseScope: Literal["execution"]
    triggerIds: List[str]


class PausedDetail(TypedDict):
    pausePoints: List[PausePoint]
    queue: List[ResumeEntry]
    """The oldest first."""
    id: str
    workflowId: str
    executionId: str
    status: str
    totalPauseCount: float
    resumedCount: float
    pausedAt: str
    updatedAt: str
    expiresAt: str | None
    """When the earliest of the open points ends by itself; null when they all wait for ever."""
    metadata: PausedDetailMetadata
    triggerIds: List[str]


class PausedList(TypedDict):
    pausedExecutions: List[PausedSummary]
    nextCursor: str | None


PausedStatus: TypeAlias = "Literal[\"cancelled\", \"paused\", \"partially_resumed\", \"fully_resumed\", \"cancelling\"]"


class PausedSummaryMetadata(TypedDict):
    pauseScope: Literal["execution"]
    triggerIds: List[str]


class PausedSummary(TypedDict):
    """Specification 2.7. Times are ISO 8601."""
    id: str
    workflowId: str
    executionId: str
    status: str
    totalPauseCount: float
    resumedCount: float
    pausedAt: str
    updatedAt: str
    expiresAt: str | None
    """When the earliest of the open points ends by itself; null when they all wait for ever."""
    metadata: PausedSummaryMetadata
    triggerIds: List[str]


class PlaceHoldRequest(TypedDict):
    reason: str
    """Why the run has to be kept."""


PointStatus: TypeAlias = "Literal[\"queued\", \"failed\", \"paused\", \"resuming\", \"resumed\"]"


class _QueuedRequired(TypedDict):
    status: Literal["queued"]
    executionId: str
    queuePosition: float
    message: str


class Queued(_QueuedRequired, total=False):
    jobId: str
    statusUrl: str


class Recorded(TypedDict):
    status: Literal["recorded"]
    executionId: str
    approvals: float
    requiredApprovals: float
    message: str


class RefusedLineProblemsItem(TypedDict):
    message: str
    code: str


class RefusedLine(TypedDict):
    """A record of a file that has become no row."""
    line: float
    """On which it ends, from 1; the first line has the names of the columns."""
    problems: List[RefusedLineProblemsItem]


class Remedy(TypedDict):
    """What would help, and how to do it."""
    action: Literal["cancel", "answer", "replay", "start-worker", "retry-projection", "wait"]
    how: str
    """A request to the API, or a command line."""


class _ReplayExecutionRequestRequired(TypedDict):
    mode: ReplayMode


_ReplayExecutionRequestOdd = TypedDict("_ReplayExecutionRequestOdd", {"from": "str", "async": "bool"}, total=False)


class ReplayExecutionRequest(_ReplayExecutionRequestOdd, _ReplayExecutionRequestRequired, total=False):
    stream: bool


ReplayMode: TypeAlias = "Literal[\"recorded\", \"live\"]"
"""*recorded*: what touched the outside is told again from the record. *live*: it is done again."""


class RestedMetadata(TypedDict):
    """Of this resume alone: from the answer to when the run rested again or ended."""
    duration: float
    startTime: str
    endTime: str


class Rested(TypedDict):
    success: bool
    status: ExecutionStatus
    executionId: str
    output: Any
    """Any JSON value."""
    error: str | None
    metadata: RestedMetadata
    """Of this resume alone: from the answer to when the run rested again or ended."""


class ResumeBody(TypedDict, total=False):
    """The `input`, or else the whole body: what the form asks for."""
    input: bool | str | float | List[Any] | Dict[str, Any] | None


class ResumeEntry(TypedDict):
    id: str
    pausedExecutionId: str
    parentExecutionId: str
    newExecutionId: str
    contextId: str
    resumeInput: Any
    """Any JSON value."""
    status: EntryStatus
    queuedAt: str
    claimedAt: str | None
    completedAt: str | None
    failureReason: str | None


Resumed: TypeAlias = "Rested | Queued | Recorded"
"""What the run came to, or why it waits on."""


class RollBackWorkflowRequest(TypedDict, total=False):
    version: int
    """Absent: the version before the active one."""


class RotateApiKeyRequest(TypedDict, total=False):
    overlapSeconds: int


class RowDataRequest(TypedDict):
    data: Dict[str, Any]
    """Any JSON object."""
    workspaceId: str


class RunDataError(TypedDict):
    code: str
    message: str


class RunData(TypedDict):
    runId: str
    workflowId: str
    status: str
    output: Any
    """Any JSON value."""
    error: RunDataError
    startedAt: str | None
    endedAt: str | None
    durationMs: float | None


class Run(TypedDict):
    """A run as clients of the second generation know it. A run that failed is one that answers say so of, and no failure of the request."""
    data: RunData


class RunMetadata(TypedDict):
    startTime: str
    endTime: str | None
    duration: float | None


class _RunOriginRequired(TypedDict):
    executionId: str
    """Ours, whatever its caller called it."""
    mode: ReplayMode


_RunOriginOdd = TypedDict("_RunOriginOdd", {"from": "str"}, total=False)


class RunOrigin(_RunOriginOdd, _RunOriginRequired, total=False):
    """The run that a replay repeats."""


class SaveDraftRequest(TypedDict):
    state: Dict[str, Any]


class SchemaRequest(TypedDict):
    columns: Any


class Search(TypedDict):
    results: List[SearchResult]
    query: str
    knowledgeBaseIds: List[str]
    topK: float
    totalResults: float
    searchMode: str
    """What was really done: `words` where no embeddings are to be had."""


class _SearchKnowledgeRequestRequired(TypedDict):
    knowledgeBaseIds: str | List[str]
    workspaceId: str


class SearchKnowledgeRequest(_SearchKnowledgeRequestRequired, total=False):
    query: str
    topK: int
    tagFilters: Any
    searchMode: SearchMode


SearchMode: TypeAlias = "Literal[\"vector\", \"hybrid\"]"


class SearchResult(TypedDict):
    knowledgeBaseId: str
    documentId: str
    documentName: str
    sourceUrl: None
    content: str
    chunkIndex: float
    metadata: Dict[str, TagValue]
    """The tags of the document."""
    similarity: float


class StartedRunData(TypedDict):
    runId: str
    statusUrl: str


class StartedRun(TypedDict):
    data: StartedRunData


class StreamMessageChunk(TypedDict):
    blockId: str
    chunk: str


class _StreamMessageFinalDataRequired(TypedDict):
    success: Literal[True]
    output: Any
    """Any JSON value."""


class StreamMessageFinalData(_StreamMessageFinalDataRequired, total=False):
    status: Literal["paused"]


class StreamMessageFinal(TypedDict):
    event: Literal["final"]
    data: StreamMessageFinalData


class StreamMessageError(TypedDict):
    event: Literal["error"]
    error: str


StreamMessage: TypeAlias = "Literal[\"[DONE]\"] | StreamMessageChunk | StreamMessageFinal | StreamMessageError"
"""The data of a message: a part of an output, the end of the run or its pause, how it failed, and `[DONE]` at last."""


class SubBlock(TypedDict):
    id: str
    type: str
    value: Any
    """Any JSON value."""


TagValue: TypeAlias = "bool | str | float"


class _TraceSpanRequired(TypedDict):
    id: str
    name: str
    type: str
    """Type of the block; `workflow` for the run itself, `loop-iteration` and `parallel-iteration` for a pass or a branch."""
    status: Literal["success", "error"]
    startTime: str
    endTime: str
    duration: float
    relativeStartMs: float
    """From the start of the run."""
    children: List[TraceSpan]


class TraceSpan(_TraceSpanRequired, total=False):
    """One piece of work in the trace of a run. Times are ISO 8601, durations milliseconds."""
    blockId: str
    executionOrder: float
    """Of blocks, from 1, in the order of starting."""
    input: bool | str | float | List[Any] | Dict[str, Any] | None
    output: bool | str | float | List[Any] | Dict[str, Any] | None
    errorHandled: Literal[True]
    """An `error` edge took over."""
    errorMessage: str
    warning: str
    """Something that the author should know although the block did not fail."""
    paused: Literal[True]
    """The block has begun to wait and has not gone on."""
    waitedMs: float
    """How long the block waited, ms."""
    tries: float
    """Present when the block ran more than once."""
    recorded: Literal[True]
    """The block did not run here: this is what it came to in the run that this one repeats."""
    loopId: str
    """The container and the pass or branch of it, on the span of that and of each block directly inside."""
    parallelId: str
    iterationIndex: float
    childWorkflowId: str
    """The workflow that the block ran."""
    childExecutionId: str


class _UpdateRowsRequestRequired(TypedDict):
    filter: Dict[str, Any]
    """Any JSON object."""
    data: Dict[str, Any]
    """Any JSON object."""
    workspaceId: str


class UpdateRowsRequest(_UpdateRowsRequestRequired, total=False):
    limit: int


class _UpsertRowRequestRequired(TypedDict):
    data: Dict[str, Any]
    """Any JSON object."""
    workspaceId: str


class UpsertRowRequest(_UpsertRowRequestRequired, total=False):
    conflictTarget: str


class Usage(TypedDict):
    workspaceId: str
    groupBy: Literal["workflow", "key", "day", "model"]
    startDate: str
    endDate: str
    executions: float
    cost: float
    """US dollars."""
    groups: List[Dict[str, str | float | None]]


_UsageLimitsRateLimitOdd = TypedDict("_UsageLimitsRateLimitOdd", {"async": "Bucket"})


class UsageLimitsRateLimit(_UsageLimitsRateLimitOdd):
    sync: Bucket
    authType: Literal["api"]


class UsageLimitsUsage(TypedDict):
    currentPeriodCost: float
    limit: float
    plan: str
    isExceeded: bool


class UsageLimitsStorage(TypedDict):
    usedBytes: float
    limitBytes: float
    percentUsed: float


class UsageLimits(TypedDict):
    success: Literal[True]
    rateLimit: UsageLimitsRateLimit
    usage: UsageLimitsUsage
    storage: UsageLimitsStorage


class ValidationReport(TypedDict):
    """What stands between a draft and its deployment."""
    valid: bool
    problems: List[DocumentProblem]


class Variable(TypedDict):
    id: str
    name: str
    type: str
    value: Any
    """Any JSON value."""


class VariableView(TypedDict):
    """A variable as it may be shown: that it is there, not what it holds."""
    name: str
    updatedAt: str


class VersionView(TypedDict):
    """One deployment of a workflow, without its document."""
    version: float
    name: str | None
    description: str | None
    deployedAt: str
    deployedBy: str
    isActive: bool


class ViewReportRebuild(TypedDict):
    """Present while it is built anew; what is shown until then is of an earlier release if it is `outdated`."""
    events: float
    total: float
    remainingMs: float | None


class _ViewReportRequired(TypedDict):
    name: str
    lagMs: float
    deadLetters: float


class ViewReport(_ViewReportRequired, total=False):
    rebuild: ViewReportRebuild
    """Present while it is built anew; what is shown until then is of an earlier release if it is `outdated`."""
    outdated: Literal[True]


class Workflow(TypedDict):
    """A workflow in lists and as the answer of a change."""
    id: str
    name: str
    description: str | None
    folderId: str | None
    workspaceId: str
    isDeployed: bool
    deployedAt: str | None
    createdAt: str
    updatedAt: str


class WorkflowDetail(TypedDict):
    """One workflow, and what its draft tells about calling it."""
    id: str
    name: str
    description: str | None
    folderId: str | None
    workspaceId: str
    isDeployed: bool
    deployedAt: str | None
    createdAt: str
    updatedAt: str
    variables: Dict[str, Variable]
    inputs: List[DeclaredInput]


class WorkflowDocument(TypedDict):
    """The workflow document, format version "1.0", after healing: every optional part is present, every edge carries its handles."""
    blocks: Dict[str, Block]
    edges: List[Edge]
    loops: Dict[str, Any]
    """Derived from the blocks; rebuilt whenever a document comes in."""
    parallels: Dict[str, Any]
    variables: Dict[str, Variable]
    metadata: Dict[str, Any]


class WorkflowStatus(TypedDict):
    isDeployed: bool
    deployedAt: str | None
    needsRedeployment: bool
    """Deploying the draft would change what runs. False while nothing is deployed."""


class WorkspaceMemberView(TypedDict):
    userId: str
    email: str
    permission: Literal["admin", "read", "write"]


class WorkspaceRequest(TypedDict):
    """In which workspace a thing is, or is to be."""
    workspaceId: str


class UsageGetAnswer(TypedDict):
    data: Usage


class AuditLogsListAnswer(TypedDict):
    data: List[AuditLog]
    nextCursor: str | None
    limits: LimitsView


class AuditLogsKeyAnswer(TypedDict):
    data: AuditKey


class AuditLogsGetAnswer(TypedDict):
    data: AuditLog
    limits: LimitsView


class FilesUploadAnswerData(TypedDict):
    file: File
    message: str


class FilesUploadAnswer(TypedDict):
    data: FilesUploadAnswerData


class FilesDeleteAnswerData(TypedDict):
    id: str
    message: str


class FilesDeleteAnswer(TypedDict):
    data: FilesDeleteAnswerData


class FoldersListAnswer(TypedDict):
    data: List[FolderView]
    nextCursor: str | None


class FoldersCreateAnswer(TypedDict):
    data: FolderView


class FoldersDeleteAnswerData(TypedDict):
    id: str
    message: str


class FoldersDeleteAnswer(TypedDict):
    data: FoldersDeleteAnswerData


class FoldersChangeAnswer(TypedDict):
    data: FolderView


class KnowledgeBasesListAnswerData(TypedDict):
    knowledgeBases: List[KnowledgeBase]
    totalCount: float


class KnowledgeBasesListAnswer(TypedDict):
    success: Literal[True]
    data: KnowledgeBasesListAnswerData


class KnowledgeBasesCreateAnswerData(TypedDict):
    knowledgeBase: KnowledgeBase
    message: str


class KnowledgeBasesCreateAnswer(TypedDict):
    success: Literal[True]
    data: KnowledgeBasesCreateAnswerData


class KnowledgeBasesSearchAnswer(TypedDict):
    success: Literal[True]
    data: Search


class KnowledgeBasesDeleteAnswerData(TypedDict):
    id: str
    message: str


class KnowledgeBasesDeleteAnswer(TypedDict):
    success: Literal[True]
    data: KnowledgeBasesDeleteAnswerData


class KnowledgeBasesGetAnswerData(TypedDict):
    knowledgeBase: KnowledgeBase


class KnowledgeBasesGetAnswer(TypedDict):
    success: Literal[True]
    data: KnowledgeBasesGetAnswerData


class KnowledgeBasesChangeAnswerData(TypedDict):
    knowledgeBase: KnowledgeBase
    message: str


class KnowledgeBasesChangeAnswer(TypedDict):
    success: Literal[True]
    data: KnowledgeBasesChangeAnswerData


class KnowledgeDocumentsListAnswer(TypedDict):
    success: Literal[True]
    data: Documents


class KnowledgeDocumentsUploadAnswer(TypedDict):
    success: Literal[True]
    data: ChangedDocument


class KnowledgeDocumentsDeleteAnswerData(TypedDict):
    id: str
    message: str


class KnowledgeDocumentsDeleteAnswer(TypedDict):
    success: Literal[True]
    data: KnowledgeDocumentsDeleteAnswerData


class KnowledgeDocumentsGetAnswerData(TypedDict):
    document: DocumentDetail


class KnowledgeDocumentsGetAnswer(TypedDict):
    success: Literal[True]
    data: KnowledgeDocumentsGetAnswerData


class KnowledgeDocumentsChangeAnswer(TypedDict):
    success: Literal[True]
    data: ChangedDocument


class KnowledgeDocumentsReprocessAnswer(TypedDict):
    success: Literal[True]
    data: ChangedDocument


class LogsListAnswer(TypedDict):
    data: List[LogEntry]
    nextCursor: str | None
    limits: LimitsView


class LogsDiagnosisAnswer(TypedDict):
    data: Diagnosis
    limits: LimitsView


class LogsEffectsAnswer(TypedDict):
    data: List[EffectView]
    nextCursor: str | None
    limits: LimitsView


class LogsGetAnswer(TypedDict):
    data: Log
    limits: LimitsView


class HoldsReleaseAnswer(TypedDict):
    data: Hold


class HoldsPlaceAnswer(TypedDict):
    data: Hold


class OrganizationsListAnswerDataItem(TypedDict):
    id: str
    name: str
    plan: str
    createdAt: str
    updatedAt: str


class OrganizationsListAnswer(TypedDict):
    data: List[OrganizationsListAnswerDataItem]
    nextCursor: str | None


class OrganizationsCreateAnswerData(TypedDict):
    id: str
    name: str
    plan: str
    createdAt: str
    updatedAt: str


class OrganizationsCreateAnswer(TypedDict):
    data: OrganizationsCreateAnswerData


class OrganizationsChangeAnswerData(TypedDict):
    id: str
    name: str
    plan: str
    createdAt: str
    updatedAt: str


class OrganizationsChangeAnswer(TypedDict):
    data: OrganizationsChangeAnswerData


class OrganizationMembersListAnswer(TypedDict):
    data: List[OrganizationMemberView]
    nextCursor: str | None


class OrganizationMembersAddAnswer(TypedDict):
    data: OrganizationMemberView


class OrganizationMembersRemoveAnswerData(TypedDict):
    id: str
    message: str


class OrganizationMembersRemoveAnswer(TypedDict):
    data: OrganizationMembersRemoveAnswerData


class OrganizationMembersChangeAnswer(TypedDict):
    data: OrganizationMemberView


class TablesListAnswer(TypedDict):
    success: Literal[True]
    data: Dict[str, Any]


class TablesCreateAnswer(TypedDict):
    success: Literal[True]
    data: Dict[str, Any]


class TablesArchiveAnswer(TypedDict):
    success: Literal[True]
    data: Dict[str, Any]


class TablesGetAnswer(TypedDict):
    success: Literal[True]
    data: Dict[str, Any]


class TableColumnsDeleteAnswer(TypedDict):
    success: Literal[True]
    data: Dict[str, Any]


class TableColumnsChangeAnswer(TypedDict):
    success: Literal[True]
    data: Dict[str, Any]


class TableColumnsAddAnswer(TypedDict):
    success: Literal[True]
    data: Dict[str, Any]


class TableCsvImportAnswer(TypedDict):
    success: Literal[True]
    data: ImportReport


class TableRowsDeleteMatchingAnswer(TypedDict):
    success: Literal[True]
    data: Dict[str, Any]


class TableRowsQueryAnswer(TypedDict):
    success: Literal[True]
    data: Dict[str, Any]


class TableRowsInsertAnswer(TypedDict):
    success: Literal[True]
    data: Dict[str, Any]


class TableRowsUpdateMatchingAnswer(TypedDict):
    success: Literal[True]
    data: Dict[str, Any]


class TableRowsUpsertAnswer(TypedDict):
    success: Literal[True]
    data: Dict[str, Any]


class TableRowsDeleteAnswer(TypedDict):
    success: Literal[True]
    data: Dict[str, Any]


class TableRowsGetAnswer(TypedDict):
    success: Literal[True]
    data: Dict[str, Any]


class TableRowsUpdateAnswer(TypedDict):
    success: Literal[True]
    data: Dict[str, Any]


class RowHistoryListAnswer(TypedDict):
    success: Literal[True]
    data: Dict[str, Any]


class RowHistoryUndoAnswer(TypedDict):
    success: Literal[True]
    data: Dict[str, Any]


class UsersListAnswerDataItem(TypedDict):
    id: str
    email: str
    """Lower case."""
    name: str
    isOperator: bool
    suspended: bool
    createdAt: str
    updatedAt: str


class UsersListAnswer(TypedDict):
    data: List[UsersListAnswerDataItem]
    nextCursor: str | None


class UsersCreateAnswerData(TypedDict):
    id: str
    email: str
    """Lower case."""
    name: str
    isOperator: bool
    suspended: bool
    createdAt: str
    updatedAt: str


class UsersCreateAnswer(TypedDict):
    data: UsersCreateAnswerData


class UsersChangeAnswerData(TypedDict):
    id: str
    email: str
    """Lower case."""
    name: str
    isOperator: bool
    suspended: bool
    createdAt: str
    updatedAt: str


class UsersChangeAnswer(TypedDict):
    data: UsersChangeAnswerData


class PersonalApiKeysListAnswerDataItem(TypedDict):
    name: str
    id: str
    createdAt: str
    displayKey: str
    expiresAt: str | None
    allowedIps: List[str]
    lastUsedAt: str | None
    """To within ten minutes; null for a key that was never used."""
    scopes: List[str]


class PersonalApiKeysListAnswer(TypedDict):
    data: List[PersonalApiKeysListAnswerDataItem]
    nextCursor: str | None


class PersonalApiKeysIssueAnswerData(TypedDict):
    name: str
    id: str
    createdAt: str
    displayKey: str
    expiresAt: str | None
    allowedIps: List[str]
    lastUsedAt: str | None
    """To within ten minutes; null for a key that was never used."""
    scopes: List[str]
    key: str


class PersonalApiKeysIssueAnswer(TypedDict):
    data: PersonalApiKeysIssueAnswerData


class PersonalApiKeysRevokeAnswerData(TypedDict):
    id: str
    message: str


class PersonalApiKeysRevokeAnswer(TypedDict):
    data: PersonalApiKeysRevokeAnswerData


class PersonalApiKeysRotateAnswerData(TypedDict):
    name: str
    id: str
    createdAt: str
    displayKey: str
    expiresAt: str | None
    allowedIps: List[str]
    lastUsedAt: str | None
    """To within ten minutes; null for a key that was never used."""
    scopes: List[str]
    key: str


class PersonalApiKeysRotateAnswer(TypedDict):
    data: PersonalApiKeysRotateAnswerData


class UserApiKeysListAnswerDataItem(TypedDict):
    name: str
    id: str
    createdAt: str
    displayKey: str
    expiresAt: str | None
    allowedIps: List[str]
    lastUsedAt: str | None
    """To within ten minutes; null for a key that was never used."""
    scopes: List[str]


class UserApiKeysListAnswer(TypedDict):
    data: List[UserApiKeysListAnswerDataItem]
    nextCursor: str | None


class UserApiKeysIssueAnswerData(TypedDict):
    name: str
    id: str
    createdAt: str
    displayKey: str
    expiresAt: str | None
    allowedIps: List[str]
    lastUsedAt: str | None
    """To within ten minutes; null for a key that was never used."""
    scopes: List[str]
    key: str


class UserApiKeysIssueAnswer(TypedDict):
    data: UserApiKeysIssueAnswerData


class UserApiKeysRevokeAnswerData(TypedDict):
    id: str
    message: str


class UserApiKeysRevokeAnswer(TypedDict):
    data: UserApiKeysRevokeAnswerData


class UserApiKeysRotateAnswerData(TypedDict):
    name: str
    id: str
    createdAt: str
    displayKey: str
    expiresAt: str | None
    allowedIps: List[str]
    lastUsedAt: str | None
    """To within ten minutes; null for a key that was never used."""
    scopes: List[str]
    key: str


class UserApiKeysRotateAnswer(TypedDict):
    data: UserApiKeysRotateAnswerData


class _WorkflowsListAnswerRequired(TypedDict):
    data: List[Workflow]
    nextCursor: str | None


class WorkflowsListAnswer(_WorkflowsListAnswerRequired, total=False):
    limits: LimitsView


class WorkflowsCreateAnswer(TypedDict):
    data: Workflow


class WorkflowsImportAnswer(TypedDict):
    data: ImportedWorkflow


class WorkflowsDeleteAnswerData(TypedDict):
    id: str
    message: str


class WorkflowsDeleteAnswer(TypedDict):
    data: WorkflowsDeleteAnswerData


class _WorkflowsGetAnswerRequired(TypedDict):
    data: WorkflowDetail


class WorkflowsGetAnswer(_WorkflowsGetAnswerRequired, total=False):
    limits: LimitsView


class WorkflowsChangeAnswer(TypedDict):
    data: Workflow


class WorkflowsUndeployAnswer(TypedDict):
    data: Deployment


class WorkflowsDeployAnswer(TypedDict):
    data: Deployment


class WorkflowsExportAnswer(TypedDict):
    data: ExportedDocument


class WorkflowsRollBackAnswer(TypedDict):
    data: Deployment


class WorkflowsStateAnswer(TypedDict):
    data: Draft


class WorkflowsSaveAnswer(TypedDict):
    data: ValidationReport


class WorkflowsVersionsAnswer(TypedDict):
    data: List[VersionView]
    nextCursor: str | None


class WorkspacesListAnswerDataItem(TypedDict):
    id: str
    name: str
    organizationId: str | None
    ownerId: str
    allowPersonalApiKeys: bool
    retentionDays: float | None
    """How long it wants to keep its runs, in days; null: as long as its plan lets it."""
    createdAt: str
    updatedAt: str


class WorkspacesListAnswer(TypedDict):
    data: List[WorkspacesListAnswerDataItem]
    nextCursor: str | None


class WorkspacesCreateAnswerData(TypedDict):
    id: str
    name: str
    organizationId: str | None
    ownerId: str
    allowPersonalApiKeys: bool
    retentionDays: float | None
    """How long it wants to keep its runs, in days; null: as long as its plan lets it."""
    createdAt: str
    updatedAt: str


class WorkspacesCreateAnswer(TypedDict):
    data: WorkspacesCreateAnswerData


class WorkspacesDeleteAnswerData(TypedDict):
    id: str
    message: str


class WorkspacesDeleteAnswer(TypedDict):
    data: WorkspacesDeleteAnswerData


class WorkspacesGetAnswerData(TypedDict):
    id: str
    name: str
    organizationId: str | None
    ownerId: str
    allowPersonalApiKeys: bool
    retentionDays: float | None
    """How long it wants to keep its runs, in days; null: as long as its plan lets it."""
    createdAt: str
    updatedAt: str


class WorkspacesGetAnswer(TypedDict):
    data: WorkspacesGetAnswerData


class WorkspacesChangeAnswerData(TypedDict):
    id: str
    name: str
    organizationId: str | None
    ownerId: str
    allowPersonalApiKeys: bool
    retentionDays: float | None
    """How long it wants to keep its runs, in days; null: as long as its plan lets it."""
    createdAt: str
    updatedAt: str


class WorkspacesChangeAnswer(TypedDict):
    data: WorkspacesChangeAnswerData


class WorkspaceApiKeysListAnswerDataItem(TypedDict):
    name: str
    id: str
    createdAt: str
    displayKey: str
    expiresAt: str | None
    allowedIps: List[str]
    lastUsedAt: str | None
    """To within ten minutes; null for a key that was never used."""
    scopes: List[str]


class WorkspaceApiKeysListAnswer(TypedDict):
    data: List[WorkspaceApiKeysListAnswerDataItem]
    nextCursor: str | None


class WorkspaceApiKeysIssueAnswerData(TypedDict):
    name: str
    id: str
    createdAt: str
    displayKey: str
    expiresAt: str | None
    allowedIps: List[str]
    lastUsedAt: str | None
    """To within ten minutes; null for a key that was never used."""
    scopes: List[str]
    key: str


class WorkspaceApiKeysIssueAnswer(TypedDict):
    data: WorkspaceApiKeysIssueAnswerData


class WorkspaceApiKeysRevokeAnswerData(TypedDict):
    id: str
    message: str


class WorkspaceApiKeysRevokeAnswer(TypedDict):
    data: WorkspaceApiKeysRevokeAnswerData


class WorkspaceApiKeysRotateAnswerData(TypedDict):
    name: str
    id: str
    createdAt: str
    displayKey: str
    expiresAt: str | None
    allowedIps: List[str]
    lastUsedAt: str | None
    """To within ten minutes; null for a key that was never used."""
    scopes: List[str]
    key: str


class WorkspaceApiKeysRotateAnswer(TypedDict):
    data: WorkspaceApiKeysRotateAnswerData


class EnvironmentGetAnswer(TypedDict):
    data: Environment


class EnvironmentChangeAnswer(TypedDict):
    data: Environment


class WorkspaceMembersListAnswer(TypedDict):
    data: List[WorkspaceMemberView]
    nextCursor: str | None


class WorkspaceMembersAddAnswer(TypedDict):
    data: WorkspaceMemberView


class WorkspaceMembersRemoveAnswerData(TypedDict):
    id: str
    message: str


class WorkspaceMembersRemoveAnswer(TypedDict):
    data: WorkspaceMembersRemoveAnswerData


class WorkspaceMembersChangeAnswer(TypedDict):
    data: WorkspaceMemberView


class HealthLiveAnswer(TypedDict):
    status: Literal["alive"]


class HealthReadyAnswerChecksDatabase(TypedDict):
    status: CheckStatus
    latencyMs: float | None


class HealthReadyAnswerChecksAppends(TypedDict):
    status: CheckStatus
    waiting: float


class HealthReadyAnswerChecksLimits(TypedDict):
    """*local*: the store of rate limits fails, and each process gives callers its own part of them."""
    status: CheckStatus
    kept: Literal["together", "local"]


class HealthReadyAnswerChecksMigrations(TypedDict):
    """What the database alone can tell; absent as long as it does not answer."""
    status: CheckStatus
    pending: float


class HealthReadyAnswerChecksQueue(TypedDict):
    status: CheckStatus
    waiting: float
    running: float
    oldestDueMs: float


class HealthReadyAnswerChecksHorizon(TypedDict):
    status: CheckStatus
    ageMs: float


class HealthReadyAnswerChecksProjections(TypedDict):
    status: CheckStatus
    views: List[ViewReport]


class _HealthReadyAnswerChecksRequired(TypedDict):
    database: HealthReadyAnswerChecksDatabase
    appends: HealthReadyAnswerChecksAppends
    limits: HealthReadyAnswerChecksLimits
    """*local*: the store of rate limits fails, and each process gives callers its own part of them."""


class HealthReadyAnswerChecks(_HealthReadyAnswerChecksRequired, total=False):
    migrations: HealthReadyAnswerChecksMigrations
    """What the database alone can tell; absent as long as it does not answer."""
    queue: HealthReadyAnswerChecksQueue
    horizon: HealthReadyAnswerChecksHorizon
    projections: HealthReadyAnswerChecksProjections


class _HealthReadyAnswerRequired(TypedDict):
    status: Literal["ready", "degraded", "unavailable"]
    draining: bool
    checks: HealthReadyAnswerChecks


class HealthReadyAnswer(_HealthReadyAnswerRequired, total=False):
    error: str
    code: Literal["UNAVAILABLE"]
