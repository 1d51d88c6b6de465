// Made from docs/openapi.json by `npm run openapi`.
import type { CallOptions, Transport } from '../transport.js';
import { behindCursor, behindPart, Paged } from '../paged.js';
import type { Upload } from '../upload.js';
import type * as Api from './types.js';

export class WorkflowServersOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Names the issuer of the access tokens that an MCP server takes. The answer says nothing about whether the server exists. */
  describe(serverId: string, options: CallOptions = {}): Promise<Api.ProtectedResource> {
    return this.#transport.json<Api.ProtectedResource>(
      { method: 'GET', path: `/.well-known/oauth-protected-resource/api/mcp/serve/${encodeURIComponent(serverId)}` },
      options,
    );
  }

  /** Lists the MCP servers of every workspace that the key reaches, with their addresses */
  discover(options: CallOptions = {}): Promise<Api.Discover> {
    return this.#transport.json<Api.Discover>({ method: 'GET', path: `/api/mcp/discover` }, options);
  }

  /** Lists the MCP servers of a workspace, the oldest first */
  list(
    query: {
      /** Id of the workspace. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.WorkflowServers;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.WorkflowServers;
    }>({ method: 'GET', path: `/api/mcp/workflow-servers`, query }, options);
  }

  /** Creates an MCP server, with workflows as its tools */
  create(
    body: Api.CreateWorkflowServerRequest,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.ChangedServer;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.ChangedServer;
    }>({ method: 'POST', path: `/api/mcp/workflow-servers`, body }, options);
  }

  /** Deletes an MCP server and its tools. The workflows stay as they are. */
  delete(
    serverId: string,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.Gone;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.Gone;
    }>({ method: 'DELETE', path: `/api/mcp/workflow-servers/${encodeURIComponent(serverId)}` }, options);
  }

  /** Returns an MCP server with its tools */
  get(
    serverId: string,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.ServerWithTools;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.ServerWithTools;
    }>({ method: 'GET', path: `/api/mcp/workflow-servers/${encodeURIComponent(serverId)}` }, options);
  }

  /** Changes an MCP server */
  change(
    serverId: string,
    body: Api.ChangeWorkflowServerRequest,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.ChangedServer;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.ChangedServer;
    }>({ method: 'PATCH', path: `/api/mcp/workflow-servers/${encodeURIComponent(serverId)}`, body }, options);
  }
}

export class ChatsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the chats of a workspace, the oldest first */
  list(
    query: {
      /** Id of the workspace. */
      readonly workspaceId: string;
      /** Maximum number of items to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
    },
    options: CallOptions = {},
  ): Paged<
    Api.Chat,
    {
      /** The items of this page. */
      readonly data: readonly Api.Chat[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }
  > {
    const request = { method: 'GET', path: `/api/chat`, query };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** The items of this page. */
          readonly data: readonly Api.Chat[];
          /** Cursor of the next page; null on the last page. */
          readonly nextCursor: string | null;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Creates a chat for a deployed workflow */
  create(body: Api.CreateChatRequest, options: CallOptions = {}): Promise<Api.CreatedChat> {
    return this.#transport.json<Api.CreatedChat>({ method: 'POST', path: `/api/chat`, body }, options);
  }

  /** Deletes a chat with its conversations. The runs that it started stay in the log. */
  delete(
    chatId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Deleted;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Deleted;
    }>({ method: 'DELETE', path: `/api/chat/manage/${encodeURIComponent(chatId)}` }, options);
  }

  /** Gets a chat */
  get(
    chatId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Chat;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Chat;
    }>({ method: 'GET', path: `/api/chat/manage/${encodeURIComponent(chatId)}` }, options);
  }

  /** Changes a chat. Another password, another `authType` and other `allowedEmails` end the sessions of all visitors. */
  change(
    chatId: string,
    body: Api.ChangeChatRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Chat;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Chat;
    }>({ method: 'PATCH', path: `/api/chat/manage/${encodeURIComponent(chatId)}`, body }, options);
  }

  /** Checks whether an identifier can be used for a new chat */
  validate(
    query: {
      /** The identifier to check. */
      readonly identifier: string;
    },
    options: CallOptions = {},
  ): Promise<Api.Identifier> {
    return this.#transport.json<Api.Identifier>({ method: 'GET', path: `/api/chat/validate`, query }, options);
  }
}

export class VisitsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns what a visitor may know about a chat */
  enter(identifier: string, options: CallOptions = {}): Promise<Api.ChatConfiguration> {
    return this.#transport.json<Api.ChatConfiguration>({ method: 'GET', path: `/api/chat/${encodeURIComponent(identifier)}` }, options);
  }

  /** Sends a message, and responds with the frames of its run as server-sent events. With a password and no message, it begins a session. With `resume`, it answers a question of the conversation. The id of the conversation is in the header `X-Conversation-Id`. */
  send(identifier: string, body: Api.ChatMessageRequest, options: CallOptions = {}): Promise<Api.ChatConfiguration | Api.PendingAnswer> {
    return this.#transport.json<Api.ChatConfiguration | Api.PendingAnswer>(
      { method: 'POST', path: `/api/chat/${encodeURIComponent(identifier)}`, body },
      options,
    );
  }

  /** Lists the conversations of the visitor, the last used first */
  list(identifier: string, options: CallOptions = {}): Promise<Api.ChatConversations> {
    return this.#transport.json<Api.ChatConversations>(
      { method: 'GET', path: `/api/chat/${encodeURIComponent(identifier)}/conversations` },
      options,
    );
  }

  /** Returns the latest turns of a conversation of the visitor, with the open questions of its runs */
  conversation(
    identifier: string,
    conversationId: string,
    query: {
      /** Maximum number of items to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
    } = {},
    options: CallOptions = {},
  ): Paged<Api.ChatTurn, Api.ChatConversation> {
    const request = {
      method: 'GET',
      path: `/api/chat/${encodeURIComponent(identifier)}/conversations/${encodeURIComponent(conversationId)}`,
      query,
    };
    return new Paged(
      (more) => this.#transport.json<Api.ChatConversation>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data.turns,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Streams the frames of the latest turn of a conversation, past and future. To continue after a disconnect, send the id of the last event. */
  follow(
    identifier: string,
    conversationId: string,
    query: {
      /** The id of the last event that the client has received; the stream continues after it. For clients that cannot send `Last-Event-ID`. */
      readonly lastEventId?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<Response> {
    return this.#transport.response(
      {
        method: 'GET',
        path: `/api/chat/${encodeURIComponent(identifier)}/conversations/${encodeURIComponent(conversationId)}/stream`,
        query,
        accept: 'text/event-stream',
      },
      options,
    );
  }

  /** Sends a code of six digits to an e-mail address, if it may use the chat. The response is the same if it may not, and after 3 codes in 15 minutes. */
  sendCode(identifier: string, body: Api.SendCodeRequest, options: CallOptions = {}): Promise<Api.CodeSent> {
    return this.#transport.json<Api.CodeSent>({ method: 'POST', path: `/api/chat/${encodeURIComponent(identifier)}/otp`, body }, options);
  }

  /** Begins the session of a visitor with the code */
  checkCode(identifier: string, body: Api.CheckCodeRequest, options: CallOptions = {}): Promise<Api.ChatConfiguration> {
    return this.#transport.json<Api.ChatConfiguration>(
      { method: 'PUT', path: `/api/chat/${encodeURIComponent(identifier)}/otp`, body, repeatable: false },
      options,
    );
  }

  /** Says whether a person with this address may use the chat, before they sign in at a provider */
  askEligibility(identifier: string, body: Api.AskEligibilityRequest, options: CallOptions = {}): Promise<Api.Eligibility> {
    return this.#transport.json<Api.Eligibility>(
      { method: 'POST', path: `/api/chat/${encodeURIComponent(identifier)}/sso`, body },
      options,
    );
  }

  /** Sends a browser to a provider of `GET /api/v1/sign-in`. It comes back to the page of the chat, with a session as visitor, or with the code of what failed as `problem`. */
  beginSignIn(identifier: string, provider: string, options: CallOptions = {}): Promise<Response> {
    return this.#transport.response(
      { method: 'GET', path: `/api/chat/${encodeURIComponent(identifier)}/sso/${encodeURIComponent(provider)}`, accept: '*/*' },
      options,
    );
  }
}

export class JobsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns the status of a job and its result. A job that has ended can be read for seven days. */
  get(jobId: string, options: CallOptions = {}): Promise<Api.Job> {
    return this.#transport.json<Api.Job>({ method: 'GET', path: `/api/jobs/${encodeURIComponent(jobId)}` }, options);
  }
}

export class WorkflowToolsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the tools of an MCP server by name, those of workflows that are not deployed included */
  list(
    serverId: string,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.WorkflowTools;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.WorkflowTools;
    }>({ method: 'GET', path: `/api/mcp/workflow-servers/${encodeURIComponent(serverId)}/tools` }, options);
  }

  /** Offers a workflow as a tool of an MCP server */
  add(
    serverId: string,
    body: Api.AddWorkflowToolRequest,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.ChangedTool;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.ChangedTool;
    }>({ method: 'POST', path: `/api/mcp/workflow-servers/${encodeURIComponent(serverId)}/tools`, body }, options);
  }

  /** Takes a tool off an MCP server. The workflow stays as it is. */
  remove(
    serverId: string,
    toolId: string,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.Gone;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.Gone;
    }>(
      { method: 'DELETE', path: `/api/mcp/workflow-servers/${encodeURIComponent(serverId)}/tools/${encodeURIComponent(toolId)}` },
      options,
    );
  }

  /** Changes the name or the descriptions of a tool */
  change(
    serverId: string,
    toolId: string,
    body: Api.ChangeWorkflowToolRequest,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.ChangedTool;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.ChangedTool;
    }>(
      { method: 'PATCH', path: `/api/mcp/workflow-servers/${encodeURIComponent(serverId)}/tools/${encodeURIComponent(toolId)}`, body },
      options,
    );
  }
}

export class PausesOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns all questions of a run, and their answers */
  execution(workflowId: string, executionId: string, options: CallOptions = {}): Promise<Api.PausedDetail> {
    return this.#transport.json<Api.PausedDetail>(
      { method: 'GET', path: `/api/resume/${encodeURIComponent(workflowId)}/${encodeURIComponent(executionId)}` },
      options,
    );
  }

  /** Returns one question of a run: its data, its form, its status and its answers */
  context(workflowId: string, executionId: string, contextId: string, options: CallOptions = {}): Promise<Api.PauseContext> {
    return this.#transport.json<Api.PauseContext>(
      {
        method: 'GET',
        path: `/api/resume/${encodeURIComponent(workflowId)}/${encodeURIComponent(executionId)}/${encodeURIComponent(contextId)}`,
      },
      options,
    );
  }

  /** Lists the questions of a workspace with their forms, the people who are asked, and their answers. The latest pause is first. Without `status` only open questions are listed. */
  inbox(
    query: {
      /** Id of the workspace. */
      readonly workspaceId: string;
      /** Return questions with these statuses only, separated by commas: `open`, `answered`, `expired`, `closed`. */
      readonly status?: readonly ('answered' | 'closed' | 'open' | 'expired')[];
      /** `me` returns only open questions that the user of the caller may answer and has not answered, and others that they have answered. */
      readonly for?: 'me';
      /** Maximum number of items to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
    },
    options: CallOptions = {},
  ): Paged<Api.ListedPause, Api.ListedPauses> {
    const request = { method: 'GET', path: `/api/v1/pauses`, query };
    return new Paged(
      (more) => this.#transport.json<Api.ListedPauses>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Lists the runs of a workflow that have asked a question, the latest first */
  list(
    id: string,
    query: {
      /** Return runs with these statuses only, separated by commas. */
      readonly status?: readonly Api.PausedStatus[];
      /** Maximum number of items to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
    } = {},
    options: CallOptions = {},
  ): Paged<Api.PausedSummary, Api.PausedList> {
    const request = { method: 'GET', path: `/api/workflows/${encodeURIComponent(id)}/paused`, query };
    return new Paged(
      (more) => this.#transport.json<Api.PausedList>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.pausedExecutions,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Returns all questions of a run, and their answers */
  get(id: string, executionId: string, options: CallOptions = {}): Promise<Api.PausedDetail> {
    return this.#transport.json<Api.PausedDetail>(
      { method: 'GET', path: `/api/workflows/${encodeURIComponent(id)}/paused/${encodeURIComponent(executionId)}` },
      options,
    );
  }
}

export class SchedulesOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns the schedule of a block of a workflow, or the schedules of a workspace */
  list(
    query: {
      /** The workflow of the schedule; with `workspaceId`: a workflow of this workspace. */
      readonly workflowId?: string;
      /** The block of the schedule, together with `workflowId`; absent: the first one of the workflow. */
      readonly blockId?: string;
      /** The workspace of the schedules. */
      readonly workspaceId?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<Api.ScheduleOfWorkflow | Api.Schedules> {
    return this.#transport.json<Api.ScheduleOfWorkflow | Api.Schedules>({ method: 'GET', path: `/api/schedules`, query }, options);
  }

  /** Returns a schedule */
  get(scheduleId: string, options: CallOptions = {}): Promise<Api.OneSchedule> {
    return this.#transport.json<Api.OneSchedule>({ method: 'GET', path: `/api/schedules/${encodeURIComponent(scheduleId)}` }, options);
  }

  /** Stops a schedule, or lets it continue. Times between the two have no run. */
  change(scheduleId: string, body: Api.ChangeScheduleRequest, options: CallOptions = {}): Promise<Api.ChangedSchedule> {
    return this.#transport.json<Api.ChangedSchedule>(
      { method: 'PUT', path: `/api/schedules/${encodeURIComponent(scheduleId)}`, body },
      options,
    );
  }

  /** Starts a run for each time of a schedule in a range that has had none: times that were skipped or missed. At most 1,000 times; each has one run at most, also if the request is repeated. */
  backfill(
    scheduleId: string,
    body: Api.BackfillRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Backfill;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Backfill;
    }>({ method: 'POST', path: `/api/v1/triggers/${encodeURIComponent(scheduleId)}/backfill`, body }, options);
  }

  /** Starts a run of a schedule now; if another one is active, its overlap policy decides. Its times stay as they are. A trigger that polls asks its source now. */
  fire(
    scheduleId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Fired;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Fired;
    }>({ method: 'POST', path: `/api/v1/triggers/${encodeURIComponent(scheduleId)}/fire` }, options);
  }
}

export class UsageOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns the limits of the caller's account and its usage. The request does not count against the rate limit. */
  limits(options: CallOptions = {}): Promise<Api.UsageLimits> {
    return this.#transport.json<Api.UsageLimits>({ method: 'GET', path: `/api/users/me/usage-limits` }, options);
  }

  /** Returns the usage of a workspace or an organization, grouped by workflow, key, day, model, provider, block or workspace */
  get(
    query: {
      /** Id of the workspace. Required unless `organizationId` is given. */
      readonly workspaceId?: string;
      /** Id of an organization, instead of `workspaceId`: includes all that it pays for in any workspace. Requires its admin or owner role. */
      readonly organizationId?: string;
      /** What the usage is grouped by. */
      readonly groupBy?: 'workspace' | 'block' | 'workflow' | 'key' | 'provider' | 'day' | 'model';
      /** Start of the time span. The default is the start of the billing period. */
      readonly startDate?: string;
      /** End of the time span, inclusive. The default is now. */
      readonly endDate?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Usage;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Usage;
    }>({ method: 'GET', path: `/api/v1/usage`, query }, options);
  }
}

export class AuditLogsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the audit entries of a workspace or of an organization, newest first */
  list(
    query: {
      /** Maximum number of entries on the page. */
      readonly limit?: number;
      /** `nextCursor` of the previous page; absent for the first page. */
      readonly cursor?: string;
      /** The workspace of the entries; required without `organizationId`. */
      readonly workspaceId?: string;
      /** Instead of `workspaceId`: only entries about this organization itself, not about its workspaces. */
      readonly organizationId?: string;
      /** Only entries with this action, such as `workflow.deployed`. */
      readonly action?: string;
      /** `a,b,c` */
      readonly resourceType?: string;
      /** Only entries about the resource with this id. */
      readonly resourceId?: string;
      /** Only entries with this user as the actor. */
      readonly actorId?: string;
      /** Start of the time span, included. */
      readonly startDate?: string;
      /** End of the time span, included. */
      readonly endDate?: string;
      /** Also entries whose actor is not a member of the organization: former members, and people who never were members. */
      readonly includeDeparted?: boolean;
    } = {},
    options: CallOptions = {},
  ): Paged<
    Api.AuditLog,
    {
      /** The items of this page. */
      readonly data: readonly Api.AuditLog[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
      /** The limits of the caller's account and its usage. */
      readonly limits: Api.LimitsView;
    }
  > {
    const request = { method: 'GET', path: `/api/v1/audit-logs`, query };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** The items of this page. */
          readonly data: readonly Api.AuditLog[];
          /** Cursor of the next page; null on the last page. */
          readonly nextCursor: string | null;
          /** The limits of the caller's account and its usage. */
          readonly limits: Api.LimitsView;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Exports all audit entries that match the filters as a file */
  export(
    query: {
      /** `jsonl` writes one JSON object on each line; `csv` writes a table for spreadsheets. */
      readonly format?: 'jsonl' | 'csv';
      /** The workspace of the entries; required without `organizationId`. */
      readonly workspaceId?: string;
      /** Instead of `workspaceId`: only entries about this organization itself, not about its workspaces. */
      readonly organizationId?: string;
      /** Only entries with this action, such as `workflow.deployed`. */
      readonly action?: string;
      /** `a,b,c` */
      readonly resourceType?: string;
      /** Only entries about the resource with this id. */
      readonly resourceId?: string;
      /** Only entries with this user as the actor. */
      readonly actorId?: string;
      /** Start of the time span, included. */
      readonly startDate?: string;
      /** End of the time span, included. */
      readonly endDate?: string;
      /** Also entries whose actor is not a member of the organization: former members, and people who never were members. */
      readonly includeDeparted?: boolean;
    } = {},
    options: CallOptions = {},
  ): Promise<Response> {
    return this.#transport.response({ method: 'GET', path: `/api/v1/audit-logs/export`, query, accept: 'application/x-ndjson' }, options);
  }

  /** Returns the present public key, which verifies exports and proofs of this instance */
  key(options: CallOptions = {}): Promise<{
    /** The content of the response. */
    readonly data: Api.AuditKey;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.AuditKey;
    }>({ method: 'GET', path: `/api/v1/audit-logs/public-key` }, options);
  }

  /** Returns one audit entry */
  get(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.AuditLog;
    /** The limits of the caller's account and its usage. */
    readonly limits: Api.LimitsView;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.AuditLog;
      /** The limits of the caller's account and its usage. */
      readonly limits: Api.LimitsView;
    }>({ method: 'GET', path: `/api/v1/audit-logs/${encodeURIComponent(id)}` }, options);
  }
}

export class AuditProofsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Exports the audit log of an organization with its hashes, roots and signatures. `sluice audit verify` and the console verify this file without the server. */
  archive(
    query: {
      /** A workspace of the organization; required without `organizationId`. */
      readonly workspaceId?: string;
      /** Instead of `workspaceId`: the organization. */
      readonly organizationId?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<Response> {
    return this.#transport.response({ method: 'GET', path: `/api/v1/audit-logs/archive`, query, accept: 'application/x-ndjson' }, options);
  }

  /** Returns the signed position of the audit log of an organization. Stored elsewhere, it proves later that the end of an export is complete. */
  checkpoint(
    query: {
      /** A workspace of the organization; required without `organizationId`. */
      readonly workspaceId?: string;
      /** Instead of `workspaceId`: the organization. */
      readonly organizationId?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<{
    /** The heads of the chains at this moment. */
    readonly checkpoint: Api.Checkpoint;
    /** Ed25519, base64url. */
    readonly signature: string;
  }> {
    return this.#transport.json<{
      /** The heads of the chains at this moment. */
      readonly checkpoint: Api.Checkpoint;
      /** Ed25519, base64url. */
      readonly signature: string;
    }>({ method: 'GET', path: `/api/v1/audit-logs/checkpoint`, query }, options);
  }

  /** Proves that a signed root covers an audit entry, without showing other entries. A root is signed at the end of each hour. */
  prove(id: string, options: CallOptions = {}): Promise<Api.InclusionProof> {
    return this.#transport.json<Api.InclusionProof>({ method: 'GET', path: `/api/v1/audit-logs/${encodeURIComponent(id)}/proof` }, options);
  }
}

export class BlocksOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the block types that workflows can contain, with their fields */
  list(options: CallOptions = {}): Promise<Api.Blocks> {
    return this.#transport.json<Api.Blocks>({ method: 'GET', path: `/api/v1/blocks` }, options);
  }
}

export class DeliveriesOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the deliveries of a workspace, newest first */
  list(
    query: {
      /** Id of the workspace. */
      readonly workspaceId: string;
      /** Only deliveries to this trigger. */
      readonly triggerId?: string;
      /** Only deliveries to triggers of this workflow. */
      readonly workflowId?: string;
      /** Only deliveries with this outcome. */
      readonly outcome?: 'accepted' | 'duplicate' | 'filtered' | 'refused' | 'held' | 'skipped' | 'poisoned';
      /** Only deliveries that arrived at this time or later. */
      readonly from?: string;
      /** Only deliveries that arrived at this time or earlier. */
      readonly to?: string;
      /** Maximum number of items to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
    },
    options: CallOptions = {},
  ): Paged<
    Api.Delivery,
    {
      /** The items of this page. */
      readonly data: readonly Api.Delivery[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }
  > {
    const request = { method: 'GET', path: `/api/v1/deliveries`, query };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** The items of this page. */
          readonly data: readonly Api.Delivery[];
          /** Cursor of the next page; null on the last page. */
          readonly nextCursor: string | null;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Repeats all deliveries of a workspace that match, oldest first, in the background. Only deliveries that have arrived before the request and that repeat no other delivery take part, at most 10,000. Each is repeated once, also if processes are killed meanwhile. */
  replayAll(
    body: Api.ReplayDeliveriesRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.AcceptedReplay;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.AcceptedReplay;
    }>({ method: 'POST', path: `/api/v1/deliveries/replay`, body }, options);
  }

  /** Gets a replay of deliveries with its progress */
  getReplay(
    replayId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.DeliveryReplay;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.DeliveryReplay;
    }>({ method: 'GET', path: `/api/v1/deliveries/replays/${encodeURIComponent(replayId)}` }, options);
  }

  /** Cancels a replay of deliveries. Deliveries that were repeated before keep their runs; a replay that has ended stays as it is. */
  cancelReplay(
    replayId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.DeliveryReplay;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.DeliveryReplay;
    }>({ method: 'POST', path: `/api/v1/deliveries/replays/${encodeURIComponent(replayId)}/cancel` }, options);
  }

  /** Gets a delivery with its headers and its body */
  get(
    deliveryId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.DeliveryDetails;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.DeliveryDetails;
    }>({ method: 'GET', path: `/api/v1/deliveries/${encodeURIComponent(deliveryId)}` }, options);
  }

  /** Repeats a delivery: a new delivery with the same headers and body starts a run, whatever the state of the trigger is */
  replay(
    deliveryId: string,
    body: Api.ReplayDeliveryRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Delivery;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Delivery;
    }>({ method: 'POST', path: `/api/v1/deliveries/${encodeURIComponent(deliveryId)}/replay`, body }, options);
  }
}

export class FilesOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the files of a workspace, newest first */
  list(
    query: {
      /** Maximum number of files to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
      /** Id of the workspace that contains the file. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Paged<Api.File, Api.FileList> {
    const request = { method: 'GET', path: `/api/v1/files`, query };
    return new Paged(
      (more) => this.#transport.json<Api.FileList>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data.files,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Uploads a file of at most 100 MiB. Its name must be unique in the workspace. */
  upload(
    form: {
      /** Id of the workspace that the file is stored in. */
      readonly workspaceId: string;
      /** The content of the file, with its name. */
      readonly file: Upload;
    },
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.UploadedFile;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.UploadedFile;
    }>({ method: 'POST', path: `/api/v1/files`, form }, options);
  }

  /** Deletes a file. Its name is free afterwards. */
  delete(
    fileId: string,
    query: {
      /** Id of the workspace that contains the file. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.Deleted;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.Deleted;
    }>({ method: 'DELETE', path: `/api/v1/files/${encodeURIComponent(fileId)}`, query }, options);
  }
}

export class FileContentOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Downloads a file, or the part that a `Range` header requests. HEAD returns the headers only. */
  get(
    fileId: string,
    query: {
      /** Id of the workspace that contains the file. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Promise<Response> {
    return this.#transport.response({ method: 'GET', path: `/api/v1/files/${encodeURIComponent(fileId)}`, query, accept: '*/*' }, options);
  }
}

export class FoldersOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists all folders of a workspace */
  list(
    query: {
      /** Id of the workspace. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Promise<{
    /** The items of this page. */
    readonly data: readonly Api.FolderView[];
    /** Cursor of the next page; null on the last page. */
    readonly nextCursor: string | null;
  }> {
    return this.#transport.json<{
      /** The items of this page. */
      readonly data: readonly Api.FolderView[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }>({ method: 'GET', path: `/api/v1/folders`, query }, options);
  }

  /** Creates a folder */
  create(
    body: Api.CreateFolderRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.FolderView;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.FolderView;
    }>({ method: 'POST', path: `/api/v1/folders`, body }, options);
  }

  /** Deletes a folder. Its workflows and subfolders move to its parent. */
  delete(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Deleted;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Deleted;
    }>({ method: 'DELETE', path: `/api/v1/folders/${encodeURIComponent(id)}` }, options);
  }

  /** Renames or moves a folder */
  change(
    id: string,
    body: Api.ChangeFolderRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.FolderView;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.FolderView;
    }>({ method: 'PATCH', path: `/api/v1/folders/${encodeURIComponent(id)}`, body }, options);
  }
}

export class InvitationsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the open invitations of the caller, by the address of their account */
  list(
    query: {
      /** Maximum number of items to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
    } = {},
    options: CallOptions = {},
  ): Paged<
    Api.InvitationView,
    {
      /** The items of this page. */
      readonly data: readonly Api.InvitationView[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }
  > {
    const request = { method: 'GET', path: `/api/v1/invitations`, query };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** The items of this page. */
          readonly data: readonly Api.InvitationView[];
          /** Cursor of the next page; null on the last page. */
          readonly nextCursor: string | null;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Joins the organization of an invitation */
  accept(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.InvitationView;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.InvitationView;
    }>({ method: 'POST', path: `/api/v1/invitations/${encodeURIComponent(id)}/accept` }, options);
  }

  /** Declines an invitation */
  decline(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.InvitationView;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.InvitationView;
    }>({ method: 'POST', path: `/api/v1/invitations/${encodeURIComponent(id)}/decline` }, options);
  }
}

export class KnowledgeBasesOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the knowledge bases of a workspace, newest first */
  list(
    query: {
      /** Id of the workspace. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.KnowledgeBases;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.KnowledgeBases;
    }>({ method: 'GET', path: `/api/v1/knowledge`, query }, options);
  }

  /** Creates a knowledge base */
  create(
    body: Api.CreateKnowledgeBaseRequest,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.ChangedKnowledgeBase;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.ChangedKnowledgeBase;
    }>({ method: 'POST', path: `/api/v1/knowledge`, body }, options);
  }

  /** Searches knowledge bases for chunks that match a query, tags, or both */
  search(
    body: Api.SearchKnowledgeRequest,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.Search;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.Search;
    }>({ method: 'POST', path: `/api/v1/knowledge/search`, body }, options);
  }

  /** Deletes a knowledge base with all its documents */
  delete(
    knowledgeBaseId: string,
    query: {
      /** Id of the workspace. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.Deleted;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.Deleted;
    }>({ method: 'DELETE', path: `/api/v1/knowledge/${encodeURIComponent(knowledgeBaseId)}`, query }, options);
  }

  /** Returns a knowledge base */
  get(
    knowledgeBaseId: string,
    query: {
      /** Id of the workspace. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.FoundKnowledgeBase;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.FoundKnowledgeBase;
    }>({ method: 'GET', path: `/api/v1/knowledge/${encodeURIComponent(knowledgeBaseId)}`, query }, options);
  }

  /** Changes the name, the description or the chunking configuration of a knowledge base */
  change(
    knowledgeBaseId: string,
    body: Api.ChangeKnowledgeBaseRequest,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.ChangedKnowledgeBase;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.ChangedKnowledgeBase;
    }>({ method: 'PUT', path: `/api/v1/knowledge/${encodeURIComponent(knowledgeBaseId)}`, body }, options);
  }
}

export class KnowledgeDocumentsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the documents of a knowledge base */
  list(
    knowledgeBaseId: string,
    query: {
      /** Maximum number of documents to return. */
      readonly limit?: number;
      /** Number of documents to skip. */
      readonly offset?: number;
      /** Returns only documents whose file name contains this text, ignoring case. */
      readonly search?: string;
      /** Returns all documents, only `enabled` ones or only `disabled` ones. */
      readonly enabledFilter?: 'disabled' | 'all' | 'enabled';
      /** Sort key. */
      readonly sortBy?: 'enabled' | 'filename' | 'fileSize' | 'tokenCount' | 'chunkCount' | 'uploadedAt' | 'processingStatus';
      /** Sort direction. */
      readonly sortOrder?: 'asc' | 'desc';
      /** Id of the workspace. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Paged<
    Api.Document,
    {
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.Documents;
    }
  > {
    const request = { method: 'GET', path: `/api/v1/knowledge/${encodeURIComponent(knowledgeBaseId)}/documents`, query };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** Always true. */
          readonly success: true;
          /** The content of the response. */
          readonly data: Api.Documents;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data.documents,
      (page) => behindPart(page.data.pagination),
    );
  }

  /** Uploads a document. It is split into chunks in the background and becomes searchable when `processingStatus` is `completed`. */
  upload(
    knowledgeBaseId: string,
    form: {
      /** Id of the workspace that the file is stored in. */
      readonly workspaceId: string;
      /** The content of the file, with its name. */
      readonly file: Upload;
    },
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.ChangedDocument;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.ChangedDocument;
    }>({ method: 'POST', path: `/api/v1/knowledge/${encodeURIComponent(knowledgeBaseId)}/documents`, form }, options);
  }

  /** Deletes a document */
  delete(
    knowledgeBaseId: string,
    documentId: string,
    query: {
      /** Id of the workspace. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.Deleted;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.Deleted;
    }>(
      {
        method: 'DELETE',
        path: `/api/v1/knowledge/${encodeURIComponent(knowledgeBaseId)}/documents/${encodeURIComponent(documentId)}`,
        query,
      },
      options,
    );
  }

  /** Returns a document with the state of its processing */
  get(
    knowledgeBaseId: string,
    documentId: string,
    query: {
      /** Id of the workspace. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.FoundDocument;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.FoundDocument;
    }>(
      {
        method: 'GET',
        path: `/api/v1/knowledge/${encodeURIComponent(knowledgeBaseId)}/documents/${encodeURIComponent(documentId)}`,
        query,
      },
      options,
    );
  }

  /** Renames, tags, enables or disables a document */
  change(
    knowledgeBaseId: string,
    documentId: string,
    body: Api.ChangeDocumentRequest,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.ChangedDocument;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.ChangedDocument;
    }>(
      {
        method: 'PATCH',
        path: `/api/v1/knowledge/${encodeURIComponent(knowledgeBaseId)}/documents/${encodeURIComponent(documentId)}`,
        body,
      },
      options,
    );
  }

  /** Lists the chunks of a document that searches find. While a document is processed again, these are the chunks of the time before. */
  listChunks(
    knowledgeBaseId: string,
    documentId: string,
    query: {
      /** Maximum number of chunks to return. */
      readonly limit?: number;
      /** Number of chunks to skip. */
      readonly offset?: number;
      /** Id of the workspace. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Paged<
    Api.Chunk,
    {
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.ListedChunks;
    }
  > {
    const request = {
      method: 'GET',
      path: `/api/v1/knowledge/${encodeURIComponent(knowledgeBaseId)}/documents/${encodeURIComponent(documentId)}/chunks`,
      query,
    };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** Always true. */
          readonly success: true;
          /** The content of the response. */
          readonly data: Api.ListedChunks;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data.chunks,
      (page) => behindPart(page.data.pagination),
    );
  }

  /** Processes a document again, for example after the chunking configuration or the embedding model has changed */
  reprocess(
    knowledgeBaseId: string,
    documentId: string,
    body: Api.WorkspaceRequest,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.ChangedDocument;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.ChangedDocument;
    }>(
      {
        method: 'POST',
        path: `/api/v1/knowledge/${encodeURIComponent(knowledgeBaseId)}/documents/${encodeURIComponent(documentId)}/reprocess`,
        body,
      },
      options,
    );
  }
}

export class InvitationLinksOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns what an invitation is for, and does not use it up */
  get(options: CallOptions = {}): Promise<{
    /** The content of the response. */
    readonly data: {
      /** Address of the person who was invited. */
      readonly email: string;
      /** What the person joins by accepting. */
      readonly to: 'workspace' | 'organization';
      /** Id of the workspace or of the organization. */
      readonly id: string;
      /** Name of the workspace or of the organization. */
      readonly name: string;
      /** Permission in the workspace or role in the organization, after accepting. */
      readonly role: 'member' | 'admin' | 'owner' | 'read' | 'write';
      /** Name of the user who invited; null: unknown. */
      readonly invitedBy: string | null;
      /** Until when the link counts. */
      readonly expiresAt: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** Address of the person who was invited. */
        readonly email: string;
        /** What the person joins by accepting. */
        readonly to: 'workspace' | 'organization';
        /** Id of the workspace or of the organization. */
        readonly id: string;
        /** Name of the workspace or of the organization. */
        readonly name: string;
        /** Permission in the workspace or role in the organization, after accepting. */
        readonly role: 'member' | 'admin' | 'owner' | 'read' | 'write';
        /** Name of the user who invited; null: unknown. */
        readonly invitedBy: string | null;
        /** Until when the link counts. */
        readonly expiresAt: string;
      };
    }>({ method: 'GET', path: `/api/v1/links/invitation` }, options);
  }

  /** Accepts an invitation as a new person: makes them a user with a password and a member, and signs them in */
  claim(
    body: Api.ClaimLinkRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.SignedIn;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.SignedIn;
    }>({ method: 'POST', path: `/api/v1/links/invitation`, body }, options);
  }

  /** Accepts an invitation as the person who is signed in */
  join(
    body: Api.JoinRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Joined;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Joined;
    }>({ method: 'POST', path: `/api/v1/links/invitation/join`, body }, options);
  }
}

export class LinksOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns whom a recovery link is for, and does not use it up */
  getRecovery(options: CallOptions = {}): Promise<{
    /** The content of the response. */
    readonly data: {
      /** E-mail address of the user. */
      readonly email: string;
      /** Name of the user. */
      readonly name: string;
      /** Until when the link counts. */
      readonly expiresAt: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** E-mail address of the user. */
        readonly email: string;
        /** Name of the user. */
        readonly name: string;
        /** Until when the link counts. */
        readonly expiresAt: string;
      };
    }>({ method: 'GET', path: `/api/v1/links/recovery` }, options);
  }

  /** Uses a recovery link: sets the password of its user and signs them in. All other sessions of the user end. */
  claimRecovery(
    body: Api.ClaimLinkRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.SignedIn;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.SignedIn;
    }>({ method: 'POST', path: `/api/v1/links/recovery`, body }, options);
  }

  /** Returns whom a setup link is for, and does not use it up. The server prints such a link when it starts, until a user has a password. */
  getSetup(options: CallOptions = {}): Promise<{
    /** The content of the response. */
    readonly data: {
      /** E-mail address of the user. */
      readonly email: string;
      /** Name of the user. */
      readonly name: string;
      /** Until when the link counts. */
      readonly expiresAt: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** E-mail address of the user. */
        readonly email: string;
        /** Name of the user. */
        readonly name: string;
        /** Until when the link counts. */
        readonly expiresAt: string;
      };
    }>({ method: 'GET', path: `/api/v1/links/setup` }, options);
  }

  /** Uses a setup link: the first person chooses their e-mail address and password, and is then signed in as an operator */
  claimSetup(
    body: Api.ClaimSetupLinkRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.SignedIn;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.SignedIn;
    }>({ method: 'POST', path: `/api/v1/links/setup`, body }, options);
  }
}

export class LogsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the runs of a workspace that match the filters */
  list(
    query: {
      /** Maximum number of runs on the page. */
      readonly limit?: number;
      /** `nextCursor` of the previous page; absent for the first page. */
      readonly cursor?: string;
      /** `full` includes the workflow and the execution data of each run. */
      readonly details?: 'basic' | 'full';
      /** With `details=full`: includes the trace spans. */
      readonly includeTraceSpans?: boolean;
      /** With `details=full`: includes the final output. */
      readonly includeFinalOutput?: boolean;
      /** The order by start time: newest first (`desc`) or oldest first (`asc`). */
      readonly order?: 'asc' | 'desc';
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
    },
    options: CallOptions = {},
  ): Paged<
    Api.LogEntry,
    {
      /** The items of this page. */
      readonly data: readonly Api.LogEntry[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
      /** The limits of the caller's account and its usage. */
      readonly limits: Api.LimitsView;
    }
  > {
    const request = { method: 'GET', path: `/api/v1/logs`, query };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** The items of this page. */
          readonly data: readonly Api.LogEntry[];
          /** Cursor of the next page; null on the last page. */
          readonly nextCursor: string | null;
          /** The limits of the caller's account and its usage. */
          readonly limits: Api.LimitsView;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Cancels or replays many runs in the background, the oldest first: up to 1,000 that are named, or up to 5,000 that match filters at the time of the request. No run is replayed twice, also if processes are killed meanwhile. */
  startBulkJob(
    body: Api.BulkJobRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.BulkJob;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.BulkJob;
    }>({ method: 'POST', path: `/api/v1/logs/bulk`, body }, options);
  }

  /** Counts the runs that a bulk job would cancel or replay, and does nothing to them */
  countRunsOfBulkJob(
    body: Api.BulkJobRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.BulkCount;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.BulkCount;
    }>({ method: 'POST', path: `/api/v1/logs/bulk/count`, body }, options);
  }

  /** Gets a bulk job with its progress */
  getBulkJob(
    bulkJobId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.BulkJob;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.BulkJob;
    }>({ method: 'GET', path: `/api/v1/logs/bulk/${encodeURIComponent(bulkJobId)}` }, options);
  }

  /** Stops a bulk job after the runs that it is at. Runs that were cancelled or replayed before stay so; a job that has ended does not change. */
  stopBulkJob(
    bulkJobId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.BulkJob;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.BulkJob;
    }>({ method: 'POST', path: `/api/v1/logs/bulk/${encodeURIComponent(bulkJobId)}/stop` }, options);
  }

  /** Lists the runs of a workspace that have changed after a place in the log. With `Accept: text/event-stream` it sends them as server-sent events, and those that change later; the first event says where the stream begins. A connection ends after a minute: to continue, send the id of the last event. */
  listLogChanges(
    query: {
      /** Id of the workspace. */
      readonly workspaceId: string;
      /** Only changes after this place: the id of an event of the stream, or `nextAfter`. Absent: only what changes from now on. */
      readonly after?: string;
    },
    options: CallOptions = {},
  ): Promise<Api.LogChanges> {
    return this.#transport.json<Api.LogChanges>({ method: 'GET', path: `/api/v1/logs/changes`, query }, options);
  }

  /** Groups failed runs by workflow and error, apart from ids and numbers in the error. At most the latest 20,000 failed runs of the range count. */
  errors(
    query: {
      /** Id of the workspace. */
      readonly workspaceId: string;
      /** Only runs of these workflows, separated by commas. */
      readonly workflowIds?: readonly string[];
      /** Only runs that started at this time or later; a day before `to` when absent. */
      readonly from?: string;
      /** Only runs that started before this time; now when absent. */
      readonly to?: string;
    },
    options: CallOptions = {},
  ): Promise<{
    /** The figures, in the order of the route. */
    readonly data: readonly Api.ErrorGroup[];
    /** Since when runs count. Later than requested when the retention of the workspace is shorter, or when the range has more runs than one request reads. */
    readonly since: string;
  }> {
    return this.#transport.json<{
      /** The figures, in the order of the route. */
      readonly data: readonly Api.ErrorGroup[];
      /** Since when runs count. Later than requested when the retention of the workspace is shorter, or when the range has more runs than one request reads. */
      readonly since: string;
    }>({ method: 'GET', path: `/api/v1/logs/errors`, query }, options);
  }

  /** Returns the definition that a run used */
  execution(
    executionId: string,
    query: {
      /** The workspace of the run. Needed if callers chose the same id for runs in several workspaces that you can access. */
      readonly workspaceId?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<Api.ExecutionLog> {
    return this.#transport.json<Api.ExecutionLog>(
      { method: 'GET', path: `/api/v1/logs/executions/${encodeURIComponent(executionId)}`, query },
      options,
    );
  }

  /** Compares the answers, the tool calls, the tokens, the cost and the time of two runs */
  compare(
    executionId: string,
    query: {
      /** Id of the run to compare with. */
      readonly with: string;
      /** The workspace of the run. Needed if callers chose the same id for runs in several workspaces that you can access. */
      readonly workspaceId?: string;
    },
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Comparison;
    /** The limits of the caller's account and its usage. */
    readonly limits: Api.LimitsView;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Comparison;
      /** The limits of the caller's account and its usage. */
      readonly limits: Api.LimitsView;
    }>({ method: 'GET', path: `/api/v1/logs/executions/${encodeURIComponent(executionId)}/compare`, query }, options);
  }

  /** Explains why a run is in its current state, with possible remedies */
  diagnosis(
    executionId: string,
    query: {
      /** The workspace of the run. Needed if callers chose the same id for runs in several workspaces that you can access. */
      readonly workspaceId?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Diagnosis;
    /** The limits of the caller's account and its usage. */
    readonly limits: Api.LimitsView;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Diagnosis;
      /** The limits of the caller's account and its usage. */
      readonly limits: Api.LimitsView;
    }>({ method: 'GET', path: `/api/v1/logs/executions/${encodeURIComponent(executionId)}/diagnosis`, query }, options);
  }

  /** Lists the external calls of a run */
  effects(
    executionId: string,
    query: {
      /** The workspace of the run. Needed if callers chose the same id for runs in several workspaces that you can access. */
      readonly workspaceId?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<{
    /** The items of this page. */
    readonly data: readonly Api.EffectView[];
    /** Cursor of the next page; null on the last page. */
    readonly nextCursor: string | null;
    /** The limits of the caller's account and its usage. */
    readonly limits: Api.LimitsView;
  }> {
    return this.#transport.json<{
      /** The items of this page. */
      readonly data: readonly Api.EffectView[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
      /** The limits of the caller's account and its usage. */
      readonly limits: Api.LimitsView;
    }>({ method: 'GET', path: `/api/v1/logs/executions/${encodeURIComponent(executionId)}/effects`, query }, options);
  }

  /** Exports all runs that match the filters, as a file */
  export(
    query: {
      /** `jsonl` writes one JSON object on each line; `csv` writes a table for spreadsheets, without spans and outputs. */
      readonly format?: 'jsonl' | 'csv';
      /** `full` includes the workflow and the execution data of each run. */
      readonly details?: 'basic' | 'full';
      /** With `details=full`: includes the trace spans. */
      readonly includeTraceSpans?: boolean;
      /** With `details=full`: includes the final output. */
      readonly includeFinalOutput?: boolean;
      /** The order by start time: newest first (`desc`) or oldest first (`asc`). */
      readonly order?: 'asc' | 'desc';
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
    },
    options: CallOptions = {},
  ): Promise<Response> {
    return this.#transport.response({ method: 'GET', path: `/api/v1/logs/export`, query, accept: 'application/x-ndjson' }, options);
  }

  /** Returns counts, durations and cost of runs over time. At most the latest 200,000 runs of the range count. */
  summary(
    query: {
      /** Length of the spans of time: 5 minutes, an hour or a day. They begin at whole hours and days in UTC. */
      readonly bucket?: '5m' | '1h' | '1d';
      /** `workflow` has figures for each workflow instead of all together. */
      readonly groupBy?: 'workflow';
      /** Id of the workspace. */
      readonly workspaceId: string;
      /** Only runs of these workflows, separated by commas. */
      readonly workflowIds?: readonly string[];
      /** Only runs that started at this time or later; a day before `to` when absent. */
      readonly from?: string;
      /** Only runs that started before this time; now when absent. */
      readonly to?: string;
    },
    options: CallOptions = {},
  ): Promise<{
    /** The figures, in the order of the route. */
    readonly data: readonly Api.FigureBucket[];
    /** Since when runs count. Later than requested when the retention of the workspace is shorter, or when the range has more runs than one request reads. */
    readonly since: string;
  }> {
    return this.#transport.json<{
      /** The figures, in the order of the route. */
      readonly data: readonly Api.FigureBucket[];
      /** Since when runs count. Later than requested when the retention of the workspace is shorter, or when the range has more runs than one request reads. */
      readonly since: string;
    }>({ method: 'GET', path: `/api/v1/logs/summary`, query }, options);
  }

  /** Returns one run with its spans and its output. With `workspaceId`, the id may be the execution id that the caller of the run chose. */
  get(
    id: string,
    query: {
      /** Only a run of this workspace. */
      readonly workspaceId?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<{
    /** The run. */
    readonly data: Api.Log;
    /** The limits of the caller's account and its usage. */
    readonly limits: Api.LimitsView;
  }> {
    return this.#transport.json<{
      /** The run. */
      readonly data: Api.Log;
      /** The limits of the caller's account and its usage. */
      readonly limits: Api.LimitsView;
    }>({ method: 'GET', path: `/api/v1/logs/${encodeURIComponent(id)}`, query }, options);
  }
}

export class RunEventsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the events of a run in the order in which they happened. With `Accept: text/event-stream` it sends them as server-sent events, and those that happen later until the run ends; to continue after a disconnect, send the id of the last event. */
  list(
    executionId: string,
    query: {
      /** Only events after this position. */
      readonly after?: number;
      /** Only events of blocks whose name within the run begins like this, such as `loop[3]/`, and events of the run itself. */
      readonly node?: string;
      /** Maximum number of events on the page. A page of large events has fewer. */
      readonly limit?: number;
      /** The workspace of the run. Needed if callers chose the same id for runs in several workspaces that you can access. */
      readonly workspaceId?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<Api.RunEventsPage> {
    return this.#transport.json<Api.RunEventsPage>(
      { method: 'GET', path: `/api/v1/logs/executions/${encodeURIComponent(executionId)}/events`, query },
      options,
    );
  }

  /** Returns a value of an event, such as one that is left out of the list, part by part */
  part(
    executionId: string,
    position: string,
    query: {
      /** Path of the value within `payload`, such as `output.rows[3]`; absent for the whole payload. */
      readonly path?: string;
      /** Place of the first character or member to return. */
      readonly offset?: number;
      /** Maximum number of characters of a text, or of members of a list or an object. */
      readonly limit?: number;
      /** The workspace of the run. Needed if callers chose the same id for runs in several workspaces that you can access. */
      readonly workspaceId?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.ValuePart;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.ValuePart;
    }>(
      { method: 'GET', path: `/api/v1/logs/executions/${encodeURIComponent(executionId)}/events/${encodeURIComponent(position)}`, query },
      options,
    );
  }
}

export class HoldsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Releases the hold of a run, so that retention may delete it */
  release(
    executionId: string,
    query: {
      /** The workspace of the run. Needed if callers chose the same id for runs in several workspaces that you can access. */
      readonly workspaceId?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Hold;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Hold;
    }>({ method: 'DELETE', path: `/api/v1/logs/executions/${encodeURIComponent(executionId)}/hold`, query }, options);
  }

  /** Says whether a run is on hold, and why */
  find(
    executionId: string,
    query: {
      /** The workspace of the run. Needed if callers chose the same id for runs in several workspaces that you can access. */
      readonly workspaceId?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Hold;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Hold;
    }>({ method: 'GET', path: `/api/v1/logs/executions/${encodeURIComponent(executionId)}/hold`, query }, options);
  }

  /** Places a hold on a run, which keeps it beyond its retention period */
  place(
    executionId: string,
    body: Api.PlaceHoldRequest,
    query: {
      /** The workspace of the run. Needed if callers chose the same id for runs in several workspaces that you can access. */
      readonly workspaceId?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Hold;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Hold;
    }>({ method: 'PUT', path: `/api/v1/logs/executions/${encodeURIComponent(executionId)}/hold`, query, body }, options);
  }
}

export class McpServersOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the MCP servers that a workspace uses, the oldest first */
  list(
    query: {
      /** Id of the workspace. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Promise<{
    /** The items of this page. */
    readonly data: readonly Api.McpServer[];
    /** Cursor of the next page; null on the last page. */
    readonly nextCursor: string | null;
  }> {
    return this.#transport.json<{
      /** The items of this page. */
      readonly data: readonly Api.McpServer[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }>({ method: 'GET', path: `/api/v1/mcp-servers`, query }, options);
  }

  /** Registers an MCP server. It is not asked yet. */
  register(
    body: Api.RegisterMcpServerRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.McpServer;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.McpServer;
    }>({ method: 'POST', path: `/api/v1/mcp-servers`, body }, options);
  }

  /** Deletes a registration. Runs that use its tools fail at their next call. */
  delete(
    mcpServerId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Deleted;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Deleted;
    }>({ method: 'DELETE', path: `/api/v1/mcp-servers/${encodeURIComponent(mcpServerId)}` }, options);
  }

  /** Gets one MCP server */
  get(
    mcpServerId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.McpServer;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.McpServer;
    }>({ method: 'GET', path: `/api/v1/mcp-servers/${encodeURIComponent(mcpServerId)}` }, options);
  }

  /** Changes a registration. The address stays. */
  change(
    mcpServerId: string,
    body: Api.ChangeMcpServerRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.McpServer;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.McpServer;
    }>({ method: 'PATCH', path: `/api/v1/mcp-servers/${encodeURIComponent(mcpServerId)}`, body }, options);
  }

  /** Begins the sign-in of a person to an MCP server: the browser then goes to the address, and comes back to the page of MCP servers. From then on, workflows of the workspace use the server in the name of this person. */
  authorize(
    mcpServerId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.AuthorizationAddress;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.AuthorizationAddress;
    }>({ method: 'POST', path: `/api/v1/mcp-servers/${encodeURIComponent(mcpServerId)}/authorization` }, options);
  }

  /** Asks a server for its tools, and records what has changed since the last refresh */
  refresh(
    mcpServerId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.RefreshedMcpServer;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.RefreshedMcpServer;
    }>({ method: 'POST', path: `/api/v1/mcp-servers/${encodeURIComponent(mcpServerId)}/refresh` }, options);
  }

  /** Asks a server whether it answers, with its headers */
  test(
    mcpServerId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.TestedMcpServer;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.TestedMcpServer;
    }>({ method: 'POST', path: `/api/v1/mcp-servers/${encodeURIComponent(mcpServerId)}/test` }, options);
  }

  /** Lists the tools of a server, as this process knew them at most 5 minutes ago */
  tools(
    mcpServerId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The items of this page. */
    readonly data: readonly Api.McpServerTool[];
    /** Cursor of the next page; null on the last page. */
    readonly nextCursor: string | null;
  }> {
    return this.#transport.json<{
      /** The items of this page. */
      readonly data: readonly Api.McpServerTool[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }>({ method: 'GET', path: `/api/v1/mcp-servers/${encodeURIComponent(mcpServerId)}/tools` }, options);
  }
}

export class MemoryOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the conversations of a workspace, sorted by id */
  list(
    query: {
      /** Only conversations whose id begins with this text. */
      readonly search?: string;
      /** Maximum number of conversations to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
      /** Id of the workspace that contains the conversation. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Paged<
    Api.Conversation,
    {
      /** The items of this page. */
      readonly data: readonly Api.Conversation[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }
  > {
    const request = { method: 'GET', path: `/api/v1/memory`, query };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** The items of this page. */
          readonly data: readonly Api.Conversation[];
          /** Cursor of the next page; null on the last page. */
          readonly nextCursor: string | null;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Deletes the messages of a conversation. Its events, which contain no text, remain as a proof. */
  delete(
    conversationId: string,
    query: {
      /** Id of the workspace that contains the conversation. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Deleted;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Deleted;
    }>({ method: 'DELETE', path: `/api/v1/memory/${encodeURIComponent(conversationId)}`, query }, options);
  }

  /** Gets a conversation with its newest turns */
  get(
    conversationId: string,
    query: {
      /** Maximum number of turns to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
      /** Id of the workspace that contains the conversation. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Paged<Api.MemoryTurn, Api.ConversationPage> {
    const request = { method: 'GET', path: `/api/v1/memory/${encodeURIComponent(conversationId)}`, query };
    return new Paged(
      (more) => this.#transport.json<Api.ConversationPage>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data.turns,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Exports a conversation as a file, oldest turn first */
  export(
    conversationId: string,
    query: {
      /** Id of the workspace that contains the conversation. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Promise<Response> {
    return this.#transport.response(
      { method: 'GET', path: `/api/v1/memory/${encodeURIComponent(conversationId)}/export`, query, accept: 'application/x-ndjson' },
      options,
    );
  }
}

export class ModelProvidersOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the model providers of a workspace, the oldest first */
  list(
    query: {
      /** Id of the workspace. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Promise<{
    /** The items of this page. */
    readonly data: readonly Api.ModelProvider[];
    /** Cursor of the next page; null on the last page. */
    readonly nextCursor: string | null;
  }> {
    return this.#transport.json<{
      /** The items of this page. */
      readonly data: readonly Api.ModelProvider[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }>({ method: 'GET', path: `/api/v1/model-providers`, query }, options);
  }

  /** Creates a model provider */
  create(
    body: Api.CreateModelProviderRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.ModelProvider;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.ModelProvider;
    }>({ method: 'POST', path: `/api/v1/model-providers`, body }, options);
  }

  /** Deletes a model provider. Runs that use it fail at their next call. */
  delete(
    providerId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Deleted;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Deleted;
    }>({ method: 'DELETE', path: `/api/v1/model-providers/${encodeURIComponent(providerId)}` }, options);
  }

  /** Changes a model provider. A base address of another origin needs the key again. */
  change(
    providerId: string,
    body: Api.ChangeModelProviderRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.ModelProvider;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.ModelProvider;
    }>({ method: 'PATCH', path: `/api/v1/model-providers/${encodeURIComponent(providerId)}`, body }, options);
  }

  /** Asks a provider for its models, with its key */
  test(
    providerId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Probe;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Probe;
    }>({ method: 'POST', path: `/api/v1/model-providers/${encodeURIComponent(providerId)}/test` }, options);
  }
}

export class ModelsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the models that may be used in a workspace and that are known by name. Providers may take further names. */
  list(
    query: {
      /** Id of the workspace. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Promise<{
    /** The items of this page. */
    readonly data: readonly Api.Model[];
    /** Cursor of the next page; null on the last page. */
    readonly nextCursor: string | null;
  }> {
    return this.#transport.json<{
      /** The items of this page. */
      readonly data: readonly Api.Model[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }>({ method: 'GET', path: `/api/v1/models`, query }, options);
  }

  /** Shows the circuit breakers of the providers that may be used in a workspace, as the process that answers sees them */
  health(
    query: {
      /** Id of the workspace. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Promise<{
    /** The items of this page. */
    readonly data: readonly Api.ModelsHealth[];
    /** Cursor of the next page; null on the last page. */
    readonly nextCursor: string | null;
  }> {
    return this.#transport.json<{
      /** The items of this page. */
      readonly data: readonly Api.ModelsHealth[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }>({ method: 'GET', path: `/api/v1/models/health`, query }, options);
  }

  /** Asks the provider of a model, or a provider, for its models */
  test(
    body: Api.TestModelRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.TestedModel;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.TestedModel;
    }>({ method: 'POST', path: `/api/v1/models/test`, body }, options);
  }
}

export class OperatorOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns the state of the server for its operators: processes, queue, projections, exports, free space and checks */
  status(options: CallOptions = {}): Promise<{
    /** The content of the response. */
    readonly data: Api.OperatorStatus;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.OperatorStatus;
    }>({ method: 'GET', path: `/api/v1/operator/status` }, options);
  }
}

export class OrganizationsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the organizations of this installation */
  list(
    query: {
      /** Maximum number of items to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
    } = {},
    options: CallOptions = {},
  ): Paged<
    {
      /** Id of the organization. */
      readonly id: string;
      /** Name of the organization. */
      readonly name: string;
      /** Name of the plan of the organization. */
      readonly plan: string;
      /** What the organization demands of calls of language models in its workspaces; null: nothing. */
      readonly modelPolicy: Api.ModelPolicy | null;
      /** When the organization was created. */
      readonly createdAt: string;
      /** When the organization was last changed. */
      readonly updatedAt: string;
    },
    {
      /** The items of this page. */
      readonly data: readonly {
        /** Id of the organization. */
        readonly id: string;
        /** Name of the organization. */
        readonly name: string;
        /** Name of the plan of the organization. */
        readonly plan: string;
        /** What the organization demands of calls of language models in its workspaces; null: nothing. */
        readonly modelPolicy: Api.ModelPolicy | null;
        /** When the organization was created. */
        readonly createdAt: string;
        /** When the organization was last changed. */
        readonly updatedAt: string;
      }[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }
  > {
    const request = { method: 'GET', path: `/api/v1/organizations`, query };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** The items of this page. */
          readonly data: readonly {
            /** Id of the organization. */
            readonly id: string;
            /** Name of the organization. */
            readonly name: string;
            /** Name of the plan of the organization. */
            readonly plan: string;
            /** What the organization demands of calls of language models in its workspaces; null: nothing. */
            readonly modelPolicy: Api.ModelPolicy | null;
            /** When the organization was created. */
            readonly createdAt: string;
            /** When the organization was last changed. */
            readonly updatedAt: string;
          }[];
          /** Cursor of the next page; null on the last page. */
          readonly nextCursor: string | null;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Creates an organization that the caller owns */
  create(
    body: Api.CreateOrganizationRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
      /** Id of the organization. */
      readonly id: string;
      /** Name of the organization. */
      readonly name: string;
      /** Name of the plan of the organization. */
      readonly plan: string;
      /** What the organization demands of calls of language models in its workspaces; null: nothing. */
      readonly modelPolicy: Api.ModelPolicy | null;
      /** When the organization was created. */
      readonly createdAt: string;
      /** When the organization was last changed. */
      readonly updatedAt: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** Id of the organization. */
        readonly id: string;
        /** Name of the organization. */
        readonly name: string;
        /** Name of the plan of the organization. */
        readonly plan: string;
        /** What the organization demands of calls of language models in its workspaces; null: nothing. */
        readonly modelPolicy: Api.ModelPolicy | null;
        /** When the organization was created. */
        readonly createdAt: string;
        /** When the organization was last changed. */
        readonly updatedAt: string;
      };
    }>({ method: 'POST', path: `/api/v1/organizations`, body }, options);
  }

  /** Returns one organization, for its admins */
  get(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
      /** Id of the organization. */
      readonly id: string;
      /** Name of the organization. */
      readonly name: string;
      /** Name of the plan of the organization. */
      readonly plan: string;
      /** What the organization demands of calls of language models in its workspaces; null: nothing. */
      readonly modelPolicy: Api.ModelPolicy | null;
      /** When the organization was created. */
      readonly createdAt: string;
      /** When the organization was last changed. */
      readonly updatedAt: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** Id of the organization. */
        readonly id: string;
        /** Name of the organization. */
        readonly name: string;
        /** Name of the plan of the organization. */
        readonly plan: string;
        /** What the organization demands of calls of language models in its workspaces; null: nothing. */
        readonly modelPolicy: Api.ModelPolicy | null;
        /** When the organization was created. */
        readonly createdAt: string;
        /** When the organization was last changed. */
        readonly updatedAt: string;
      };
    }>({ method: 'GET', path: `/api/v1/organizations/${encodeURIComponent(id)}` }, options);
  }

  /** Changes the name or the plan of an organization */
  change(
    id: string,
    body: Api.ChangeOrganizationRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
      /** Id of the organization. */
      readonly id: string;
      /** Name of the organization. */
      readonly name: string;
      /** Name of the plan of the organization. */
      readonly plan: string;
      /** What the organization demands of calls of language models in its workspaces; null: nothing. */
      readonly modelPolicy: Api.ModelPolicy | null;
      /** When the organization was created. */
      readonly createdAt: string;
      /** When the organization was last changed. */
      readonly updatedAt: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** Id of the organization. */
        readonly id: string;
        /** Name of the organization. */
        readonly name: string;
        /** Name of the plan of the organization. */
        readonly plan: string;
        /** What the organization demands of calls of language models in its workspaces; null: nothing. */
        readonly modelPolicy: Api.ModelPolicy | null;
        /** When the organization was created. */
        readonly createdAt: string;
        /** When the organization was last changed. */
        readonly updatedAt: string;
      };
    }>({ method: 'PATCH', path: `/api/v1/organizations/${encodeURIComponent(id)}`, body }, options);
  }

  /** Says how people must sign in before their sessions reach the organization and its workspaces, for its admins */
  signInPolicy(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.SignInPolicy;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.SignInPolicy;
    }>({ method: 'GET', path: `/api/v1/organizations/${encodeURIComponent(id)}/sign-in-policy` }, options);
  }

  /** Changes how people must sign in before their sessions reach the organization and its workspaces. It takes effect within a second, also for sessions that have begun. API keys are not concerned. */
  changeSignInPolicy(
    id: string,
    body: Api.SignInPolicyRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.SignInPolicy;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.SignInPolicy;
    }>({ method: 'PUT', path: `/api/v1/organizations/${encodeURIComponent(id)}/sign-in-policy`, body }, options);
  }
}

export class OrganizationInvitationsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the open invitations of an organization, for its owners */
  list(
    id: string,
    query: {
      /** Maximum number of items to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
    } = {},
    options: CallOptions = {},
  ): Paged<
    Api.InvitationView,
    {
      /** The items of this page. */
      readonly data: readonly Api.InvitationView[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }
  > {
    const request = { method: 'GET', path: `/api/v1/organizations/${encodeURIComponent(id)}/invitations`, query };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** The items of this page. */
          readonly data: readonly Api.InvitationView[];
          /** Cursor of the next page; null on the last page. */
          readonly nextCursor: string | null;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Invites an address to an organization, whether a user has it or not. The response contains the token of a link (`/invite#<token>`) that counts once; it is shown only here. An address that is invited again gets a new link instead of the former one. */
  invite(
    id: string,
    body: Api.AddOrganizationMemberRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
      /** What follows `/invite#` in the address of the link. Shown once. */
      readonly token: string;
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
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** What follows `/invite#` in the address of the link. Shown once. */
        readonly token: string;
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
    }>({ method: 'POST', path: `/api/v1/organizations/${encodeURIComponent(id)}/invitations`, body }, options);
  }

  /** Withdraws an open invitation */
  withdraw(
    id: string,
    invitationId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Deleted;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Deleted;
    }>(
      { method: 'DELETE', path: `/api/v1/organizations/${encodeURIComponent(id)}/invitations/${encodeURIComponent(invitationId)}` },
      options,
    );
  }
}

export class OrganizationMembersOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the members of an organization */
  list(
    id: string,
    query: {
      /** Maximum number of items to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
    } = {},
    options: CallOptions = {},
  ): Paged<
    Api.OrganizationMemberView,
    {
      /** The items of this page. */
      readonly data: readonly Api.OrganizationMemberView[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }
  > {
    const request = { method: 'GET', path: `/api/v1/organizations/${encodeURIComponent(id)}/members`, query };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** The items of this page. */
          readonly data: readonly Api.OrganizationMemberView[];
          /** Cursor of the next page; null on the last page. */
          readonly nextCursor: string | null;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Adds a member to an organization, if the caller is an operator; else invites the address. The response to an invitation is the same whether a user has the address or not. An address that is invited again gets a new invitation instead of the former one. */
  add(
    id: string,
    body: Api.AddOrganizationMemberRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.AddedMember;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.AddedMember;
    }>({ method: 'POST', path: `/api/v1/organizations/${encodeURIComponent(id)}/members`, body }, options);
  }

  /** Removes a member from an organization; the member's keys lose access to it. Memberships in workspaces of the organization end too, and workspaces that the member owned become an organization owner's. Members may leave by themselves. */
  remove(
    id: string,
    userId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.MemberRemoved;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.MemberRemoved;
    }>({ method: 'DELETE', path: `/api/v1/organizations/${encodeURIComponent(id)}/members/${encodeURIComponent(userId)}` }, options);
  }

  /** Changes the role of a member */
  change(
    id: string,
    userId: string,
    body: Api.ChangeOrganizationMemberRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.OrganizationMemberView;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.OrganizationMemberView;
    }>({ method: 'PATCH', path: `/api/v1/organizations/${encodeURIComponent(id)}/members/${encodeURIComponent(userId)}`, body }, options);
  }
}

export class SessionOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Signs out: ends the session of this request */
  signOut(options: CallOptions = {}): Promise<{
    /** The content of the response. */
    readonly data: Api.Deleted;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Deleted;
    }>({ method: 'DELETE', path: `/api/v1/session` }, options);
  }

  /** Returns who calls: the user, their organizations and the workspaces that the session or the API key reaches */
  get(options: CallOptions = {}): Promise<{
    /** The content of the response. */
    readonly data: Api.Caller;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Caller;
    }>({ method: 'GET', path: `/api/v1/session` }, options);
  }

  /** Signs a person in. The response sets the cookie of the session. */
  signIn(
    body: Api.SignInRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.SignedIn;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.SignedIn;
    }>({ method: 'POST', path: `/api/v1/session`, body }, options);
  }

  /** Proves again who the person is: what needs a recent sign-in is then possible for ten minutes. The cookie gets another value. */
  confirm(
    body: Api.ConfirmSessionRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
      /** Id of the user. */
      readonly userId: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** Id of the user. */
        readonly userId: string;
      };
    }>({ method: 'POST', path: `/api/v1/session/confirm`, body }, options);
  }
}

export class IdentitiesOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Begins to prove again at a provider who the person is: the browser then goes to the address, where the person signs in again. Afterwards, what needs a recent sign-in is possible for ten minutes. */
  confirm(
    body: Api.ConfirmAtProviderRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.ProviderAddress;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.ProviderAddress;
    }>({ method: 'POST', path: `/api/v1/session/confirm/provider`, body }, options);
  }

  /** Lists the accounts at providers with which the person signs in, and whether they have a password */
  list(options: CallOptions = {}): Promise<{
    /** The content of the response. */
    readonly data: {
      /** Whether the user has a password. Without one, they prove again who they are at a provider. */
      readonly hasPassword: boolean;
      /** Accounts at providers with which the user signs in. */
      readonly identities: readonly {
        /** Id of the linked account. */
        readonly id: string;
        /** Id of the provider. */
        readonly provider: string;
        /** What people know the provider as; null: it is not among the settings of this server any more. */
        readonly providerName: string | null;
        /** E-mail address of the account when it was linked. */
        readonly email: string;
        /** When the account was linked. */
        readonly linkedAt: string;
      }[];
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** Whether the user has a password. Without one, they prove again who they are at a provider. */
        readonly hasPassword: boolean;
        /** Accounts at providers with which the user signs in. */
        readonly identities: readonly {
          /** Id of the linked account. */
          readonly id: string;
          /** Id of the provider. */
          readonly provider: string;
          /** What people know the provider as; null: it is not among the settings of this server any more. */
          readonly providerName: string | null;
          /** E-mail address of the account when it was linked. */
          readonly email: string;
          /** When the account was linked. */
          readonly linkedAt: string;
        }[];
      };
    }>({ method: 'GET', path: `/api/v1/users/me/identities` }, options);
  }

  /** Begins to link an account at a provider: the browser then goes to the address, and comes back to the page of the account */
  link(
    body: Api.ProviderRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.ProviderAddress;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.ProviderAddress;
    }>({ method: 'POST', path: `/api/v1/users/me/identities`, body }, options);
  }

  /** Unlinks an account at a provider. Sessions that were started with it end. */
  unlink(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Deleted;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Deleted;
    }>({ method: 'DELETE', path: `/api/v1/users/me/identities/${encodeURIComponent(id)}` }, options);
  }
}

export class SignInWaysOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns how people sign in: whether the installation is set up, at which providers, and whether passwords are accepted at this address */
  get(options: CallOptions = {}): Promise<{
    /** The content of the response. */
    readonly data: Api.SignInWays;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.SignInWays;
    }>({ method: 'GET', path: `/api/v1/sign-in` }, options);
  }
}

export class TablesOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the tables of a workspace */
  list(
    query: {
      /** Id of the workspace. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.Tables;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.Tables;
    }>({ method: 'GET', path: `/api/v1/tables`, query }, options);
  }

  /** Creates a table */
  create(
    body: Api.CreateTableRequest,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.NewTable;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.NewTable;
    }>({ method: 'POST', path: `/api/v1/tables`, body }, options);
  }

  /** Archives a table. Its rows can no longer be read, and its name is free. */
  archive(
    tableId: string,
    body: Api.MaybeWorkspaceRequest,
    query: {
      /** Id of the workspace. Required in the body or in the query. */
      readonly workspaceId?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.Deleted;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.Deleted;
    }>({ method: 'DELETE', path: `/api/v1/tables/${encodeURIComponent(tableId)}`, query, body }, options);
  }

  /** Returns a table with its columns */
  get(
    tableId: string,
    query: {
      /** Id of the workspace. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.FoundTable;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.FoundTable;
    }>({ method: 'GET', path: `/api/v1/tables/${encodeURIComponent(tableId)}`, query }, options);
  }
}

export class TableColumnsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Deletes a column with its cells */
  delete(
    tableId: string,
    body: Api.ColumnNameRequest,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.TableColumns;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.TableColumns;
    }>({ method: 'DELETE', path: `/api/v1/tables/${encodeURIComponent(tableId)}/columns`, body }, options);
  }

  /** Changes the name, the type or the rules of a column. Existing rows must satisfy them. */
  change(
    tableId: string,
    body: Api.ChangeColumnRequest,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.TableColumns;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.TableColumns;
    }>({ method: 'PATCH', path: `/api/v1/tables/${encodeURIComponent(tableId)}/columns`, body }, options);
  }

  /** Adds a column, at a position or at the end */
  add(
    tableId: string,
    body: Api.AddColumnRequest,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.TableColumns;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.TableColumns;
    }>({ method: 'POST', path: `/api/v1/tables/${encodeURIComponent(tableId)}/columns`, body }, options);
  }
}

export class TableCsvOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Exports rows as a CSV file that is safe to open in a spreadsheet */
  export(
    tableId: string,
    query: {
      /** Filter as JSON: `{"column": value}`, `{"column": {"$gt": value}}`, `$and`, `$or`. */
      readonly filter?: string;
      /** Returns the state at this time, with the present columns. The default is now. */
      readonly asOf?: string;
      /** Id of the workspace. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Promise<Response> {
    return this.#transport.response(
      { method: 'GET', path: `/api/v1/tables/${encodeURIComponent(tableId)}/export`, query, accept: 'text/csv' },
      options,
    );
  }

  /** Imports the rows of a CSV file into a table, or with `dryRun=true` only reports what an import would do. With `Accept: application/x-ndjson` the response is a stream of progress lines, and the report is the last line. */
  import(
    tableId: string,
    content: Upload,
    query: {
      /** Whether to report what the import would do, without inserting a row. */
      readonly dryRun?: boolean;
      /** Id of the workspace. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.ImportReport;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.ImportReport;
    }>({ method: 'POST', path: `/api/v1/tables/${encodeURIComponent(tableId)}/import`, query, content, contentType: 'text/csv' }, options);
  }
}

export class TableRowsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Deletes the rows that match a filter, or those with the given ids */
  deleteMatching(
    tableId: string,
    body: Api.DeleteRowsRequest,
    query: {
      /** Id of the workspace. Required in the body or in the query. */
      readonly workspaceId?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.DeletedRows;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.DeletedRows;
    }>({ method: 'DELETE', path: `/api/v1/tables/${encodeURIComponent(tableId)}/rows`, query, body, repeatable: false }, options);
  }

  /** Lists the rows that match a filter */
  query(
    tableId: string,
    query: {
      /** Sort as JSON: `{"column": "desc"}`. The default is the order of insertion. */
      readonly sort?: string;
      /** Maximum number of rows to return. */
      readonly limit?: number;
      /** Number of rows to skip. It excludes `cursor`. The default is 0. */
      readonly offset?: number;
      /** Whether to count all matching rows. */
      readonly includeTotal?: boolean;
      /** The `nextCursor` of the previous page. It excludes `offset`. */
      readonly cursor?: string;
      /** Filter as JSON: `{"column": value}`, `{"column": {"$gt": value}}`, `$and`, `$or`. */
      readonly filter?: string;
      /** Returns the state at this time, with the present columns. The default is now. */
      readonly asOf?: string;
      /** Id of the workspace. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Paged<
    Api.RowView,
    {
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.TableRows;
    }
  > {
    const request = { method: 'GET', path: `/api/v1/tables/${encodeURIComponent(tableId)}/rows`, query };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** Always true. */
          readonly success: true;
          /** The content of the response. */
          readonly data: Api.TableRows;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data.rows,
      (page) => behindCursor(page.data.nextCursor),
    );
  }

  /** Inserts one row, or up to 1,000 at once */
  insert(
    tableId: string,
    body: Api.InsertRowsRequest,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.ChangedRow | Api.InsertedRows;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.ChangedRow | Api.InsertedRows;
    }>({ method: 'POST', path: `/api/v1/tables/${encodeURIComponent(tableId)}/rows`, body }, options);
  }

  /** Updates the rows that match a filter */
  updateMatching(
    tableId: string,
    body: Api.UpdateRowsRequest,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.UpdatedRows;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.UpdatedRows;
    }>({ method: 'PUT', path: `/api/v1/tables/${encodeURIComponent(tableId)}/rows`, body, repeatable: false }, options);
  }

  /** Changes different cells of up to 1,000 rows, all or none */
  updateBatch(
    tableId: string,
    body: Api.UpdateRowBatchRequest,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.UpdatedRowBatch;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.UpdatedRowBatch;
    }>({ method: 'POST', path: `/api/v1/tables/${encodeURIComponent(tableId)}/rows/batch`, body }, options);
  }

  /** Replaces the row that has the same value in a unique column, or inserts a new one */
  upsert(
    tableId: string,
    body: Api.UpsertRowRequest,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.UpsertedRow;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.UpsertedRow;
    }>({ method: 'POST', path: `/api/v1/tables/${encodeURIComponent(tableId)}/rows/upsert`, body }, options);
  }

  /** Deletes a row */
  delete(
    tableId: string,
    rowId: string,
    body: Api.MaybeWorkspaceRequest,
    query: {
      /** Id of the workspace. Required in the body or in the query. */
      readonly workspaceId?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.DeletedRow;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.DeletedRow;
    }>({ method: 'DELETE', path: `/api/v1/tables/${encodeURIComponent(tableId)}/rows/${encodeURIComponent(rowId)}`, query, body }, options);
  }

  /** Returns a row */
  get(
    tableId: string,
    rowId: string,
    query: {
      /** Returns the state at this time, with the present columns. The default is now. */
      readonly asOf?: string;
      /** Id of the workspace. */
      readonly workspaceId: string;
    },
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.FoundRow;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.FoundRow;
    }>({ method: 'GET', path: `/api/v1/tables/${encodeURIComponent(tableId)}/rows/${encodeURIComponent(rowId)}`, query }, options);
  }

  /** Changes cells of a row */
  update(
    tableId: string,
    rowId: string,
    body: Api.RowDataRequest,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.ChangedRow;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.ChangedRow;
    }>({ method: 'PATCH', path: `/api/v1/tables/${encodeURIComponent(tableId)}/rows/${encodeURIComponent(rowId)}`, body }, options);
  }
}

export class RowHistoryOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the changes of a row, newest first */
  list(
    tableId: string,
    rowId: string,
    query: {
      /** Id of the workspace. */
      readonly workspaceId: string;
      /** Maximum number of items to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
    },
    options: CallOptions = {},
  ): Paged<
    Api.RowChangeView,
    {
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.RowHistory;
    }
  > {
    const request = {
      method: 'GET',
      path: `/api/v1/tables/${encodeURIComponent(tableId)}/rows/${encodeURIComponent(rowId)}/history`,
      query,
    };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** Always true. */
          readonly success: true;
          /** The content of the response. */
          readonly data: Api.RowHistory;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data.changes,
      (page) => behindCursor(page.data.nextCursor),
    );
  }

  /** Reverts one change of a row, unless one of its cells has been changed since */
  undo(
    tableId: string,
    rowId: string,
    changeId: string,
    body: Api.WorkspaceRequest,
    options: CallOptions = {},
  ): Promise<{
    /** Always true. */
    readonly success: true;
    /** The content of the response. */
    readonly data: Api.UndoneRowChange;
  }> {
    return this.#transport.json<{
      /** Always true. */
      readonly success: true;
      /** The content of the response. */
      readonly data: Api.UndoneRowChange;
    }>(
      {
        method: 'POST',
        path: `/api/v1/tables/${encodeURIComponent(tableId)}/rows/${encodeURIComponent(rowId)}/history/${encodeURIComponent(changeId)}/undo`,
        body,
      },
      options,
    );
  }
}

export class TriggersOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the triggers of a workspace, oldest first */
  list(
    query: {
      /** Id of the workspace. */
      readonly workspaceId: string;
      /** Only triggers of this workflow. */
      readonly workflowId?: string;
      /** Only triggers of this kind. */
      readonly kind?: 'schedule' | 'webhook' | 'chat' | 'table' | 'event' | 'polling';
      /** Only triggers whose events come from this provider, for example `github`. */
      readonly provider?: string;
      /** Only triggers in this state. */
      readonly status?: 'paused' | 'active' | 'disabled' | 'retired';
      /** Maximum number of items to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
    },
    options: CallOptions = {},
  ): Paged<
    Api.Trigger,
    {
      /** The items of this page. */
      readonly data: readonly Api.Trigger[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }
  > {
    const request = { method: 'GET', path: `/api/v1/triggers`, query };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** The items of this page. */
          readonly data: readonly Api.Trigger[];
          /** Cursor of the next page; null on the last page. */
          readonly nextCursor: string | null;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Gets a trigger */
  get(
    triggerId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.TriggerDetails;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.TriggerDetails;
    }>({ method: 'GET', path: `/api/v1/triggers/${encodeURIComponent(triggerId)}` }, options);
  }

  /** Pauses or resumes a trigger, or changes its failure limit */
  change(
    triggerId: string,
    body: Api.ChangeTriggerRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.TriggerDetails;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.TriggerDetails;
    }>({ method: 'PATCH', path: `/api/v1/triggers/${encodeURIComponent(triggerId)}`, body }, options);
  }
}

export class WebhooksOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Waits 120 seconds for one event of a trigger. The event is checked and read as the block of the draft says, and starts no run. A webhook block of a draft that was never deployed is found by the id that its trigger will have. */
  listenToTrigger(
    triggerId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.BegunListener;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.BegunListener;
    }>({ method: 'POST', path: `/api/v1/triggers/${encodeURIComponent(triggerId)}/listen` }, options);
  }

  /** Gets a listener with the event that it has received. It is kept for an hour. */
  getListener(
    triggerId: string,
    listenToken: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Listener;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Listener;
    }>({ method: 'GET', path: `/api/v1/triggers/${encodeURIComponent(triggerId)}/listen/${encodeURIComponent(listenToken)}` }, options);
  }

  /** Replaces the secret of a trigger. The secret before is accepted for 24 more hours. */
  rotateSecret(
    triggerId: string,
    body: Api.RotateSecretRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.NewSecret;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.NewSecret;
    }>({ method: 'POST', path: `/api/v1/triggers/${encodeURIComponent(triggerId)}/rotate-secret`, body }, options);
  }

  /** Waits 120 seconds for one event of a webhook block of a draft, which need not have been deployed */
  listenToDraft(
    id: string,
    body: Api.ListenRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.BegunListener;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.BegunListener;
    }>({ method: 'POST', path: `/api/v1/workflows/${encodeURIComponent(id)}/listen`, body }, options);
  }

  /** Delivers an event to a listener by GET, if the webhook accepts other methods; also tests of the address by providers */
  getTestEvent(token: string, options: CallOptions = {}): Promise<Response> {
    return this.#transport.response(
      { method: 'GET', path: `/api/webhooks/test/${encodeURIComponent(token)}`, accept: '*/*', repeatable: false },
      options,
    );
  }

  /** Delivers an event to a listener. It is checked and read as the webhook block of the draft says, and starts no run. */
  postTestEvent(token: string, body?: unknown, options: CallOptions = {}): Promise<Response> {
    return this.#transport.response(
      { method: 'POST', path: `/api/webhooks/test/${encodeURIComponent(token)}`, body, accept: '*/*' },
      options,
    );
  }

  /** Delivers an event by DELETE, if the webhook accepts other methods */
  delete(path: string, options: CallOptions = {}): Promise<Response> {
    return this.#transport.response(
      { method: 'DELETE', path: `/api/webhooks/trigger/${encodeURIComponent(path)}`, accept: '*/*', repeatable: false },
      options,
    );
  }

  /** Delivers an event by GET, if the webhook accepts other methods; also tests of the address by providers */
  get(path: string, options: CallOptions = {}): Promise<Response> {
    return this.#transport.response(
      { method: 'GET', path: `/api/webhooks/trigger/${encodeURIComponent(path)}`, accept: '*/*', repeatable: false },
      options,
    );
  }

  /** Delivers an event by PATCH, if the webhook accepts other methods */
  patch(path: string, body?: unknown, options: CallOptions = {}): Promise<Response> {
    return this.#transport.response(
      { method: 'PATCH', path: `/api/webhooks/trigger/${encodeURIComponent(path)}`, body, accept: '*/*' },
      options,
    );
  }

  /** Delivers an event to a webhook. The delivery and its run are durable before the response. */
  post(path: string, body?: unknown, options: CallOptions = {}): Promise<Response> {
    return this.#transport.response(
      { method: 'POST', path: `/api/webhooks/trigger/${encodeURIComponent(path)}`, body, accept: '*/*' },
      options,
    );
  }

  /** Delivers an event by PUT, if the webhook accepts other methods */
  put(path: string, body?: unknown, options: CallOptions = {}): Promise<Response> {
    return this.#transport.response(
      { method: 'PUT', path: `/api/webhooks/trigger/${encodeURIComponent(path)}`, body, accept: '*/*', repeatable: false },
      options,
    );
  }
}

export class UsersOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the users of this installation */
  list(
    query: {
      /** Maximum number of items to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
    } = {},
    options: CallOptions = {},
  ): Paged<
    {
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
    },
    {
      /** The items of this page. */
      readonly data: readonly {
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
      }[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }
  > {
    const request = { method: 'GET', path: `/api/v1/users`, query };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** The items of this page. */
          readonly data: readonly {
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
          }[];
          /** Cursor of the next page; null on the last page. */
          readonly nextCursor: string | null;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Creates a user */
  create(
    body: Api.CreateUserRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
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
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
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
    }>({ method: 'POST', path: `/api/v1/users`, body }, options);
  }

  /** Returns one user */
  get(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
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
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
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
    }>({ method: 'GET', path: `/api/v1/users/${encodeURIComponent(id)}` }, options);
  }

  /** Changes a user: the name, whether they operate the server, whether they are suspended */
  change(
    id: string,
    body: Api.ChangeUserRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
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
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
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
    }>({ method: 'PATCH', path: `/api/v1/users/${encodeURIComponent(id)}`, body }, options);
  }
}

export class OwnUserOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Changes the name of the caller. Requires a session, or a personal key without limits. */
  change(
    body: Api.ChangeOwnUserRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
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
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
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
    }>({ method: 'PATCH', path: `/api/v1/users/me`, body }, options);
  }
}

export class PersonalApiKeysOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the API keys of a user */
  list(
    query: {
      /** Maximum number of items to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
    } = {},
    options: CallOptions = {},
  ): Paged<
    {
      /** Name of the API key row. */
      readonly name: string;
      /** Id of the API key row. */
      readonly id: string;
      /** When the key expires; null if it never does. */
      readonly expiresAt: string | null;
      /** When the API key row was created. */
      readonly createdAt: string;
      /** Beginning and end of the key. */
      readonly displayKey: string;
      /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
      readonly allowedIps: readonly string[];
      /** To within ten minutes; null for a key that was never used. */
      readonly lastUsedAt: string | null;
      /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
      readonly scopes: readonly string[];
    },
    {
      /** The items of this page. */
      readonly data: readonly {
        /** Name of the API key row. */
        readonly name: string;
        /** Id of the API key row. */
        readonly id: string;
        /** When the key expires; null if it never does. */
        readonly expiresAt: string | null;
        /** When the API key row was created. */
        readonly createdAt: string;
        /** Beginning and end of the key. */
        readonly displayKey: string;
        /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
        readonly allowedIps: readonly string[];
        /** To within ten minutes; null for a key that was never used. */
        readonly lastUsedAt: string | null;
        /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
        readonly scopes: readonly string[];
      }[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }
  > {
    const request = { method: 'GET', path: `/api/v1/users/me/api-keys`, query };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** The items of this page. */
          readonly data: readonly {
            /** Name of the API key row. */
            readonly name: string;
            /** Id of the API key row. */
            readonly id: string;
            /** When the key expires; null if it never does. */
            readonly expiresAt: string | null;
            /** When the API key row was created. */
            readonly createdAt: string;
            /** Beginning and end of the key. */
            readonly displayKey: string;
            /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
            readonly allowedIps: readonly string[];
            /** To within ten minutes; null for a key that was never used. */
            readonly lastUsedAt: string | null;
            /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
            readonly scopes: readonly string[];
          }[];
          /** Cursor of the next page; null on the last page. */
          readonly nextCursor: string | null;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Creates a personal API key. No other response shows its value. */
  issue(
    body: Api.IssueApiKeyRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
      /** Name of the API key row. */
      readonly name: string;
      /** Id of the API key row. */
      readonly id: string;
      /** When the key expires; null if it never does. */
      readonly expiresAt: string | null;
      /** When the API key row was created. */
      readonly createdAt: string;
      /** Beginning and end of the key. */
      readonly displayKey: string;
      /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
      readonly allowedIps: readonly string[];
      /** To within ten minutes; null for a key that was never used. */
      readonly lastUsedAt: string | null;
      /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
      readonly scopes: readonly string[];
      /** The API key. It is not shown again. */
      readonly key: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** Name of the API key row. */
        readonly name: string;
        /** Id of the API key row. */
        readonly id: string;
        /** When the key expires; null if it never does. */
        readonly expiresAt: string | null;
        /** When the API key row was created. */
        readonly createdAt: string;
        /** Beginning and end of the key. */
        readonly displayKey: string;
        /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
        readonly allowedIps: readonly string[];
        /** To within ten minutes; null for a key that was never used. */
        readonly lastUsedAt: string | null;
        /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
        readonly scopes: readonly string[];
        /** The API key. It is not shown again. */
        readonly key: string;
      };
    }>({ method: 'POST', path: `/api/v1/users/me/api-keys`, body }, options);
  }

  /** Revokes an API key at once */
  revoke(
    keyId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Deleted;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Deleted;
    }>({ method: 'DELETE', path: `/api/v1/users/me/api-keys/${encodeURIComponent(keyId)}` }, options);
  }

  /** Changes the name, the expiry or the allowed addresses of an API key */
  change(
    keyId: string,
    body: Api.ChangeApiKeyRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
      /** Name of the API key row. */
      readonly name: string;
      /** Id of the API key row. */
      readonly id: string;
      /** When the key expires; null if it never does. */
      readonly expiresAt: string | null;
      /** When the API key row was created. */
      readonly createdAt: string;
      /** Beginning and end of the key. */
      readonly displayKey: string;
      /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
      readonly allowedIps: readonly string[];
      /** To within ten minutes; null for a key that was never used. */
      readonly lastUsedAt: string | null;
      /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
      readonly scopes: readonly string[];
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** Name of the API key row. */
        readonly name: string;
        /** Id of the API key row. */
        readonly id: string;
        /** When the key expires; null if it never does. */
        readonly expiresAt: string | null;
        /** When the API key row was created. */
        readonly createdAt: string;
        /** Beginning and end of the key. */
        readonly displayKey: string;
        /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
        readonly allowedIps: readonly string[];
        /** To within ten minutes; null for a key that was never used. */
        readonly lastUsedAt: string | null;
        /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
        readonly scopes: readonly string[];
      };
    }>({ method: 'PATCH', path: `/api/v1/users/me/api-keys/${encodeURIComponent(keyId)}`, body }, options);
  }

  /** Rotates an API key: gives it a new value. The previous value stays valid for `overlapSeconds`. */
  rotate(
    keyId: string,
    body: Api.RotateApiKeyRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
      /** Name of the API key row. */
      readonly name: string;
      /** Id of the API key row. */
      readonly id: string;
      /** When the key expires; null if it never does. */
      readonly expiresAt: string | null;
      /** When the API key row was created. */
      readonly createdAt: string;
      /** Beginning and end of the key. */
      readonly displayKey: string;
      /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
      readonly allowedIps: readonly string[];
      /** To within ten minutes; null for a key that was never used. */
      readonly lastUsedAt: string | null;
      /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
      readonly scopes: readonly string[];
      /** The API key. It is not shown again. */
      readonly key: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** Name of the API key row. */
        readonly name: string;
        /** Id of the API key row. */
        readonly id: string;
        /** When the key expires; null if it never does. */
        readonly expiresAt: string | null;
        /** When the API key row was created. */
        readonly createdAt: string;
        /** Beginning and end of the key. */
        readonly displayKey: string;
        /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
        readonly allowedIps: readonly string[];
        /** To within ten minutes; null for a key that was never used. */
        readonly lastUsedAt: string | null;
        /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
        readonly scopes: readonly string[];
        /** The API key. It is not shown again. */
        readonly key: string;
      };
    }>({ method: 'POST', path: `/api/v1/users/me/api-keys/${encodeURIComponent(keyId)}/rotate`, body }, options);
  }
}

export class UserSessionsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Changes the password of the person who is signed in. All their other sessions end; the cookie gets another value. */
  changePassword(
    body: Api.ChangePasswordRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
      /** Id of the user. */
      readonly userId: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** Id of the user. */
        readonly userId: string;
      };
    }>({ method: 'PUT', path: `/api/v1/users/me/password`, body, repeatable: false }, options);
  }

  /** Ends all sessions of the caller but the one of this request */
  endOthers(options: CallOptions = {}): Promise<{
    /** The content of the response. */
    readonly data: {
      /** A message for people. */
      readonly message: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** A message for people. */
        readonly message: string;
      };
    }>({ method: 'DELETE', path: `/api/v1/users/me/sessions` }, options);
  }

  /** Lists where the caller is signed in, the newest first */
  list(options: CallOptions = {}): Promise<Api.Sessions> {
    return this.#transport.json<Api.Sessions>({ method: 'GET', path: `/api/v1/users/me/sessions` }, options);
  }

  /** Ends one session of the caller */
  end(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Deleted;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Deleted;
    }>({ method: 'DELETE', path: `/api/v1/users/me/sessions/${encodeURIComponent(id)}` }, options);
  }

  /** Makes a link with which a user chooses another password. It counts once, for an hour, and replaces earlier links of the user. Only for operators. */
  recover(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
      /** What follows the `#` in the address of the link. */
      readonly token: string;
      /** Until when the link counts. */
      readonly expiresAt: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** What follows the `#` in the address of the link. */
        readonly token: string;
        /** Until when the link counts. */
        readonly expiresAt: string;
      };
    }>({ method: 'POST', path: `/api/v1/users/${encodeURIComponent(id)}/recovery-link` }, options);
  }
}

export class SecondFactorOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Turns the second factor off: a sign-in needs the password alone */
  remove(options: CallOptions = {}): Promise<{
    /** The content of the response. */
    readonly data: {
      /** A message for people. */
      readonly message: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** A message for people. */
        readonly message: string;
      };
    }>({ method: 'DELETE', path: `/api/v1/users/me/second-factor` }, options);
  }

  /** Returns whether a sign-in needs a code of an authenticator app beside the password */
  get(options: CallOptions = {}): Promise<{
    /** The content of the response. */
    readonly data: {
      /** Whether a sign-in needs a code beside the password. */
      readonly isOn: boolean;
      /** Since when; null: it is off. */
      readonly since: string | null;
      /** How many recovery codes were not used yet. */
      readonly recoveryCodesLeft: number;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** Whether a sign-in needs a code beside the password. */
        readonly isOn: boolean;
        /** Since when; null: it is off. */
        readonly since: string | null;
        /** How many recovery codes were not used yet. */
        readonly recoveryCodesLeft: number;
      };
    }>({ method: 'GET', path: `/api/v1/users/me/second-factor` }, options);
  }

  /** Makes a secret for an authenticator app. Nothing changes until a code of the app confirms it. */
  begin(options: CallOptions = {}): Promise<{
    /** The content of the response. */
    readonly data: {
      /** The secret in base32, for an app that cannot read the address. */
      readonly secret: string;
      /** The same as an address for authenticator apps (`otpauth://…`), for a QR code. */
      readonly uri: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** The secret in base32, for an app that cannot read the address. */
        readonly secret: string;
        /** The same as an address for authenticator apps (`otpauth://…`), for a QR code. */
        readonly uri: string;
      };
    }>({ method: 'POST', path: `/api/v1/users/me/second-factor` }, options);
  }

  /** Turns the second factor on, with a code of the app that shows that it knows the secret */
  enable(
    body: Api.EnableSecondFactorRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.RecoveryCodes;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.RecoveryCodes;
    }>({ method: 'POST', path: `/api/v1/users/me/second-factor/enable`, body }, options);
  }

  /** Replaces the recovery codes. The former ones count no more. */
  replaceCodes(options: CallOptions = {}): Promise<{
    /** The content of the response. */
    readonly data: Api.RecoveryCodes;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.RecoveryCodes;
    }>({ method: 'POST', path: `/api/v1/users/me/second-factor/recovery-codes` }, options);
  }
}

export class UserApiKeysOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the API keys of a user */
  list(
    id: string,
    query: {
      /** Maximum number of items to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
    } = {},
    options: CallOptions = {},
  ): Paged<
    {
      /** Name of the API key row. */
      readonly name: string;
      /** Id of the API key row. */
      readonly id: string;
      /** When the key expires; null if it never does. */
      readonly expiresAt: string | null;
      /** When the API key row was created. */
      readonly createdAt: string;
      /** Beginning and end of the key. */
      readonly displayKey: string;
      /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
      readonly allowedIps: readonly string[];
      /** To within ten minutes; null for a key that was never used. */
      readonly lastUsedAt: string | null;
      /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
      readonly scopes: readonly string[];
    },
    {
      /** The items of this page. */
      readonly data: readonly {
        /** Name of the API key row. */
        readonly name: string;
        /** Id of the API key row. */
        readonly id: string;
        /** When the key expires; null if it never does. */
        readonly expiresAt: string | null;
        /** When the API key row was created. */
        readonly createdAt: string;
        /** Beginning and end of the key. */
        readonly displayKey: string;
        /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
        readonly allowedIps: readonly string[];
        /** To within ten minutes; null for a key that was never used. */
        readonly lastUsedAt: string | null;
        /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
        readonly scopes: readonly string[];
      }[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }
  > {
    const request = { method: 'GET', path: `/api/v1/users/${encodeURIComponent(id)}/api-keys`, query };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** The items of this page. */
          readonly data: readonly {
            /** Name of the API key row. */
            readonly name: string;
            /** Id of the API key row. */
            readonly id: string;
            /** When the key expires; null if it never does. */
            readonly expiresAt: string | null;
            /** When the API key row was created. */
            readonly createdAt: string;
            /** Beginning and end of the key. */
            readonly displayKey: string;
            /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
            readonly allowedIps: readonly string[];
            /** To within ten minutes; null for a key that was never used. */
            readonly lastUsedAt: string | null;
            /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
            readonly scopes: readonly string[];
          }[];
          /** Cursor of the next page; null on the last page. */
          readonly nextCursor: string | null;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Creates a personal API key. No other response shows its value. */
  issue(
    id: string,
    body: Api.IssueApiKeyRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
      /** Name of the API key row. */
      readonly name: string;
      /** Id of the API key row. */
      readonly id: string;
      /** When the key expires; null if it never does. */
      readonly expiresAt: string | null;
      /** When the API key row was created. */
      readonly createdAt: string;
      /** Beginning and end of the key. */
      readonly displayKey: string;
      /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
      readonly allowedIps: readonly string[];
      /** To within ten minutes; null for a key that was never used. */
      readonly lastUsedAt: string | null;
      /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
      readonly scopes: readonly string[];
      /** The API key. It is not shown again. */
      readonly key: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** Name of the API key row. */
        readonly name: string;
        /** Id of the API key row. */
        readonly id: string;
        /** When the key expires; null if it never does. */
        readonly expiresAt: string | null;
        /** When the API key row was created. */
        readonly createdAt: string;
        /** Beginning and end of the key. */
        readonly displayKey: string;
        /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
        readonly allowedIps: readonly string[];
        /** To within ten minutes; null for a key that was never used. */
        readonly lastUsedAt: string | null;
        /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
        readonly scopes: readonly string[];
        /** The API key. It is not shown again. */
        readonly key: string;
      };
    }>({ method: 'POST', path: `/api/v1/users/${encodeURIComponent(id)}/api-keys`, body }, options);
  }

  /** Revokes an API key at once */
  revoke(
    id: string,
    keyId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Deleted;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Deleted;
    }>({ method: 'DELETE', path: `/api/v1/users/${encodeURIComponent(id)}/api-keys/${encodeURIComponent(keyId)}` }, options);
  }

  /** Changes the name, the expiry or the allowed addresses of an API key */
  change(
    id: string,
    keyId: string,
    body: Api.ChangeApiKeyRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
      /** Name of the API key row. */
      readonly name: string;
      /** Id of the API key row. */
      readonly id: string;
      /** When the key expires; null if it never does. */
      readonly expiresAt: string | null;
      /** When the API key row was created. */
      readonly createdAt: string;
      /** Beginning and end of the key. */
      readonly displayKey: string;
      /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
      readonly allowedIps: readonly string[];
      /** To within ten minutes; null for a key that was never used. */
      readonly lastUsedAt: string | null;
      /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
      readonly scopes: readonly string[];
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** Name of the API key row. */
        readonly name: string;
        /** Id of the API key row. */
        readonly id: string;
        /** When the key expires; null if it never does. */
        readonly expiresAt: string | null;
        /** When the API key row was created. */
        readonly createdAt: string;
        /** Beginning and end of the key. */
        readonly displayKey: string;
        /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
        readonly allowedIps: readonly string[];
        /** To within ten minutes; null for a key that was never used. */
        readonly lastUsedAt: string | null;
        /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
        readonly scopes: readonly string[];
      };
    }>({ method: 'PATCH', path: `/api/v1/users/${encodeURIComponent(id)}/api-keys/${encodeURIComponent(keyId)}`, body }, options);
  }

  /** Rotates an API key: gives it a new value. The previous value stays valid for `overlapSeconds`. */
  rotate(
    id: string,
    keyId: string,
    body: Api.RotateApiKeyRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
      /** Name of the API key row. */
      readonly name: string;
      /** Id of the API key row. */
      readonly id: string;
      /** When the key expires; null if it never does. */
      readonly expiresAt: string | null;
      /** When the API key row was created. */
      readonly createdAt: string;
      /** Beginning and end of the key. */
      readonly displayKey: string;
      /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
      readonly allowedIps: readonly string[];
      /** To within ten minutes; null for a key that was never used. */
      readonly lastUsedAt: string | null;
      /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
      readonly scopes: readonly string[];
      /** The API key. It is not shown again. */
      readonly key: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** Name of the API key row. */
        readonly name: string;
        /** Id of the API key row. */
        readonly id: string;
        /** When the key expires; null if it never does. */
        readonly expiresAt: string | null;
        /** When the API key row was created. */
        readonly createdAt: string;
        /** Beginning and end of the key. */
        readonly displayKey: string;
        /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
        readonly allowedIps: readonly string[];
        /** To within ten minutes; null for a key that was never used. */
        readonly lastUsedAt: string | null;
        /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
        readonly scopes: readonly string[];
        /** The API key. It is not shown again. */
        readonly key: string;
      };
    }>({ method: 'POST', path: `/api/v1/users/${encodeURIComponent(id)}/api-keys/${encodeURIComponent(keyId)}/rotate`, body }, options);
  }
}

export class WorkflowsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the workflows of a workspace, oldest first */
  list(
    query: {
      /** Id of the workspace. */
      readonly workspaceId: string;
      /** Returns only workflows directly in this folder. */
      readonly folderId?: string;
      /** Returns only deployed workflows. */
      readonly deployedOnly?: boolean;
      /** Maximum number of items to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
    },
    options: CallOptions = {},
  ): Paged<
    Api.ListedWorkflow,
    {
      /** The items of this page. */
      readonly data: readonly Api.ListedWorkflow[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
      /** The limits of the caller's account and its usage. */
      readonly limits?: Api.LimitsView;
    }
  > {
    const request = { method: 'GET', path: `/api/v1/workflows`, query };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** The items of this page. */
          readonly data: readonly Api.ListedWorkflow[];
          /** Cursor of the next page; null on the last page. */
          readonly nextCursor: string | null;
          /** The limits of the caller's account and its usage. */
          readonly limits?: Api.LimitsView;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Creates a workflow with an empty draft */
  create(
    body: Api.CreateWorkflowRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Workflow;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Workflow;
    }>({ method: 'POST', path: `/api/v1/workflows`, body }, options);
  }

  /** Imports an exported document as a new workflow */
  import(
    body: Api.ImportWorkflowRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.ImportedWorkflow;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.ImportedWorkflow;
    }>({ method: 'POST', path: `/api/v1/workflows/import`, body }, options);
  }

  /** Validates a document as a new workflow of a workspace. Nothing is created. */
  validateDocument(
    body: Api.ValidateDocumentRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.ValidationReport;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.ValidationReport;
    }>({ method: 'POST', path: `/api/v1/workflows/validate`, body }, options);
  }

  /** Deletes a workflow. Its runs that are queued, active or paused are cancelled; runs that only call it continue. Its logs are kept. */
  delete(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Deleted;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Deleted;
    }>({ method: 'DELETE', path: `/api/v1/workflows/${encodeURIComponent(id)}` }, options);
  }

  /** Returns a workflow with the inputs that its draft declares */
  get(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.WorkflowDetail;
    /** The limits of the caller's account and its usage. */
    readonly limits?: Api.LimitsView;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.WorkflowDetail;
      /** The limits of the caller's account and its usage. */
      readonly limits?: Api.LimitsView;
    }>({ method: 'GET', path: `/api/v1/workflows/${encodeURIComponent(id)}` }, options);
  }

  /** Changes the name, the description or the folder of a workflow */
  change(
    id: string,
    body: Api.ChangeWorkflowRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Workflow;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Workflow;
    }>({ method: 'PATCH', path: `/api/v1/workflows/${encodeURIComponent(id)}`, body }, options);
  }

  /** Undeploys a workflow: deactivates its active version. Active runs continue. */
  undeploy(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Deployment;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Deployment;
    }>({ method: 'DELETE', path: `/api/v1/workflows/${encodeURIComponent(id)}/deploy` }, options);
  }

  /** Deploys the draft as a new version and activates it. The version is active when the response arrives. */
  deploy(
    id: string,
    body: Api.DeployWorkflowRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Deployed;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Deployed;
    }>({ method: 'POST', path: `/api/v1/workflows/${encodeURIComponent(id)}/deploy`, body }, options);
  }

  /** Returns the draft of a workflow with its revision, or an earlier revision of it */
  draft(
    id: string,
    query: {
      /** A revision of the draft; absent for the present one. */
      readonly revision?: number;
    } = {},
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.DraftAtRevision;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.DraftAtRevision;
    }>({ method: 'GET', path: `/api/v1/workflows/${encodeURIComponent(id)}/draft`, query }, options);
  }

  /** Changes parts of the draft. The edit may be based on an earlier revision: it is applied if the parts that it changes are as they were. An edit that is sent again with its `editId` is applied once. */
  editDraft(
    id: string,
    body: Api.EditDraftRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.EditedDraft;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.EditedDraft;
    }>({ method: 'PATCH', path: `/api/v1/workflows/${encodeURIComponent(id)}/draft`, body }, options);
  }

  /** Returns who has changed the parts of the draft last, when, and from what */
  draftBlame(
    id: string,
    query: {
      /** The part that is asked for, such as `block/<id>/field/<field>`, `block/<id>` or `variable/<id>`. Absent: the whole draft. */
      readonly key?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.DraftBlame;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.DraftBlame;
    }>({ method: 'GET', path: `/api/v1/workflows/${encodeURIComponent(id)}/draft/blame`, query }, options);
  }

  /** Lists the changes of the draft, oldest first, with their authors */
  draftEdits(
    id: string,
    query: {
      /** Only changes that made later revisions. */
      readonly after?: number;
      /** Maximum number of revisions on the page. Revisions that changed the name or the folder of the workflow are left out. */
      readonly limit?: number;
    } = {},
    options: CallOptions = {},
  ): Promise<Api.DraftEditsPage> {
    return this.#transport.json<Api.DraftEditsPage>(
      { method: 'GET', path: `/api/v1/workflows/${encodeURIComponent(id)}/draft/edits`, query },
      options,
    );
  }

  /** Lists what has happened to the draft, newest first: changes of one person that follow each other within five minutes are one entry, and deployments are between them */
  draftHistory(
    id: string,
    query: {
      /** Only what happened before this revision. */
      readonly before?: number;
    } = {},
    options: CallOptions = {},
  ): Promise<Api.DraftHistoryPage> {
    return this.#transport.json<Api.DraftHistoryPage>(
      { method: 'GET', path: `/api/v1/workflows/${encodeURIComponent(id)}/draft/history`, query },
      options,
    );
  }

  /** Reports that a person has the draft open and where they are in it. Clients repeat this every ten seconds and when the place changes; without a report for 30 seconds the person is absent. */
  reportPresence(
    id: string,
    body: Api.DraftPresenceRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.DraftPresence;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.DraftPresence;
    }>({ method: 'POST', path: `/api/v1/workflows/${encodeURIComponent(id)}/draft/presence`, body }, options);
  }

  /** Restores an earlier revision: the draft becomes what it was, as a new revision. Nothing of the history is lost. */
  restoreDraft(
    id: string,
    body: Api.RestoreDraftRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.RestoredDraft;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.RestoredDraft;
    }>({ method: 'POST', path: `/api/v1/workflows/${encodeURIComponent(id)}/draft/restore`, body }, options);
  }

  /** Returns the changes of the draft after a revision, and who has it open. With `Accept: text/event-stream` it sends them as server-sent events, and those that come later. The id of an event is a revision. The stream ends when the caller loses access, and when the workflow is deleted. */
  streamDraft(
    id: string,
    query: {
      /** The revision that the client has: the stream begins with the changes after it. Absent: only what changes from now on. */
      readonly after?: number;
    } = {},
    options: CallOptions = {},
  ): Promise<Api.DraftMessages> {
    return this.#transport.json<Api.DraftMessages>(
      { method: 'GET', path: `/api/v1/workflows/${encodeURIComponent(id)}/draft/stream`, query },
      options,
    );
  }

  /** Exports the draft of a workflow as a document without secrets */
  export(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.ExportedDocument;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.ExportedDocument;
    }>({ method: 'GET', path: `/api/v1/workflows/${encodeURIComponent(id)}/export` }, options);
  }

  /** Returns an OpenAPI 3.1 document of one workflow: its start, with the inputs that its active version declares, or its draft while none is active */
  openApi(id: string, options: CallOptions = {}): Promise<Readonly<Record<string, unknown>>> {
    return this.#transport.json<Readonly<Record<string, unknown>>>(
      { method: 'GET', path: `/api/v1/workflows/${encodeURIComponent(id)}/openapi.json` },
      options,
    );
  }

  /** Rolls a workflow back to an earlier version: the given one, or the one before the active version */
  rollBack(
    id: string,
    body: Api.RollBackWorkflowRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Deployment;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Deployment;
    }>({ method: 'POST', path: `/api/v1/workflows/${encodeURIComponent(id)}/rollback`, body }, options);
  }

  /** Returns the draft of a workflow */
  state(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Draft;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Draft;
    }>({ method: 'GET', path: `/api/v1/workflows/${encodeURIComponent(id)}/state` }, options);
  }

  /** Replaces the draft of a workflow. A draft with problems is saved, too. */
  save(
    id: string,
    body: Api.SaveDraftRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.ValidationReport;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.ValidationReport;
    }>({ method: 'PUT', path: `/api/v1/workflows/${encodeURIComponent(id)}/state`, body }, options);
  }

  /** Validates the draft of a workflow, or a document in its place. Nothing is deployed or saved. */
  validate(
    id: string,
    body: Api.ValidateDraftRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.ValidationReport;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.ValidationReport;
    }>({ method: 'POST', path: `/api/v1/workflows/${encodeURIComponent(id)}/validate`, body }, options);
  }

  /** Lists all versions of a workflow, newest first */
  versions(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    /** The items of this page. */
    readonly data: readonly Api.VersionView[];
    /** Cursor of the next page; null on the last page. */
    readonly nextCursor: string | null;
  }> {
    return this.#transport.json<{
      /** The items of this page. */
      readonly data: readonly Api.VersionView[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }>({ method: 'GET', path: `/api/v1/workflows/${encodeURIComponent(id)}/versions` }, options);
  }

  /** Returns a version of a workflow with its document */
  version(
    id: string,
    version: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.VersionDetail;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.VersionDetail;
    }>({ method: 'GET', path: `/api/v1/workflows/${encodeURIComponent(id)}/versions/${encodeURIComponent(version)}` }, options);
  }

  /** Changes the name and the description of a version. Its document stays as it is. */
  describeVersion(
    id: string,
    version: string,
    body: Api.DescribeVersionRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.VersionView;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.VersionView;
    }>({ method: 'PATCH', path: `/api/v1/workflows/${encodeURIComponent(id)}/versions/${encodeURIComponent(version)}`, body }, options);
  }

  /** Returns whether a workflow is deployed, and whether its draft differs from the active version */
  status(id: string, options: CallOptions = {}): Promise<Api.WorkflowStatus> {
    return this.#transport.json<Api.WorkflowStatus>({ method: 'GET', path: `/api/workflows/${encodeURIComponent(id)}/status` }, options);
  }
}

export class ExecutionsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Starts a test of the draft and responds at once. The run is one like any other: it is in the log, it survives its process, and it is followed, cancelled and replayed like a run of a version. Its first event names the revision and pins its content. */
  testDraft(
    id: string,
    body: Api.TestDraftRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.StartedTest;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.StartedTest;
    }>({ method: 'POST', path: `/api/v1/workflows/${encodeURIComponent(id)}/draft/runs`, body }, options);
  }

  /** Runs the draft of a workflow, deployed or not, as `manual`: from its start, from a trigger block, or with the event of an earlier delivery. Responds like the execution of a deployed workflow: with the result, with a job if `async` is true, or with server-sent events if `stream` is true. */
  run(id: string, body: Api.RunDraftRequest, options: CallOptions = {}): Promise<Api.Execution> {
    return this.#transport.json<Api.Execution>({ method: 'POST', path: `/api/v1/workflows/${encodeURIComponent(id)}/run`, body }, options);
  }

  /** Returns the status of a run, whether it is queued, running, paused or has ended */
  get(
    id: string,
    executionId: string,
    query: {
      /** Whether to include the output of the run. */
      readonly includeOutput?: boolean;
      /** Outputs to include, separated by commas, such as `agent.content`. */
      readonly selectedOutputs?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<Api.ExecutionReport> {
    return this.#transport.json<Api.ExecutionReport>(
      { method: 'GET', path: `/api/workflows/${encodeURIComponent(id)}/executions/${encodeURIComponent(executionId)}`, query },
      options,
    );
  }

  /** Cancels a run. A run that has ended does not change. */
  cancel(id: string, executionId: string, options: CallOptions = {}): Promise<Api.Cancellation> {
    return this.#transport.json<Api.Cancellation>(
      { method: 'POST', path: `/api/workflows/${encodeURIComponent(id)}/executions/${encodeURIComponent(executionId)}/cancel` },
      options,
    );
  }

  /** Continues a quarantined run as a new job, where it has stopped. Outcomes of blocks that have ended are kept. */
  release(id: string, executionId: string, options: CallOptions = {}): Promise<Api.AsyncStart> {
    return this.#transport.json<Api.AsyncStart>(
      { method: 'POST', path: `/api/workflows/${encodeURIComponent(id)}/executions/${encodeURIComponent(executionId)}/release` },
      options,
    );
  }
}

export class WorkspacesOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the workspaces that the key has access to */
  list(
    query: {
      /** Maximum number of items to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
    } = {},
    options: CallOptions = {},
  ): Paged<
    {
      /** Id of the workspace. */
      readonly id: string;
      /** Name of the workspace. */
      readonly name: string;
      /** Id of the organization that the workspace belongs to; null if there is none. */
      readonly organizationId: string | null;
      /** Id of the owner. */
      readonly ownerId: string;
      /** Whether members may use personal API keys in the workspace. */
      readonly allowPersonalApiKeys: boolean;
      /** How long it wants to keep its runs, in days; null: as long as its plan lets it. */
      readonly retentionDays: number | null;
      /** What the workspace demands of calls of language models; null: nothing. */
      readonly modelPolicy: Api.ModelPolicy | null;
      /** When the workspace was created. */
      readonly createdAt: string;
      /** When the workspace was last changed. */
      readonly updatedAt: string;
    },
    {
      /** The items of this page. */
      readonly data: readonly {
        /** Id of the workspace. */
        readonly id: string;
        /** Name of the workspace. */
        readonly name: string;
        /** Id of the organization that the workspace belongs to; null if there is none. */
        readonly organizationId: string | null;
        /** Id of the owner. */
        readonly ownerId: string;
        /** Whether members may use personal API keys in the workspace. */
        readonly allowPersonalApiKeys: boolean;
        /** How long it wants to keep its runs, in days; null: as long as its plan lets it. */
        readonly retentionDays: number | null;
        /** What the workspace demands of calls of language models; null: nothing. */
        readonly modelPolicy: Api.ModelPolicy | null;
        /** When the workspace was created. */
        readonly createdAt: string;
        /** When the workspace was last changed. */
        readonly updatedAt: string;
      }[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }
  > {
    const request = { method: 'GET', path: `/api/v1/workspaces`, query };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** The items of this page. */
          readonly data: readonly {
            /** Id of the workspace. */
            readonly id: string;
            /** Name of the workspace. */
            readonly name: string;
            /** Id of the organization that the workspace belongs to; null if there is none. */
            readonly organizationId: string | null;
            /** Id of the owner. */
            readonly ownerId: string;
            /** Whether members may use personal API keys in the workspace. */
            readonly allowPersonalApiKeys: boolean;
            /** How long it wants to keep its runs, in days; null: as long as its plan lets it. */
            readonly retentionDays: number | null;
            /** What the workspace demands of calls of language models; null: nothing. */
            readonly modelPolicy: Api.ModelPolicy | null;
            /** When the workspace was created. */
            readonly createdAt: string;
            /** When the workspace was last changed. */
            readonly updatedAt: string;
          }[];
          /** Cursor of the next page; null on the last page. */
          readonly nextCursor: string | null;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Creates a workspace */
  create(
    body: Api.CreateWorkspaceRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
      /** Id of the workspace. */
      readonly id: string;
      /** Name of the workspace. */
      readonly name: string;
      /** Id of the organization that the workspace belongs to; null if there is none. */
      readonly organizationId: string | null;
      /** Id of the owner. */
      readonly ownerId: string;
      /** Whether members may use personal API keys in the workspace. */
      readonly allowPersonalApiKeys: boolean;
      /** How long it wants to keep its runs, in days; null: as long as its plan lets it. */
      readonly retentionDays: number | null;
      /** What the workspace demands of calls of language models; null: nothing. */
      readonly modelPolicy: Api.ModelPolicy | null;
      /** When the workspace was created. */
      readonly createdAt: string;
      /** When the workspace was last changed. */
      readonly updatedAt: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** Id of the workspace. */
        readonly id: string;
        /** Name of the workspace. */
        readonly name: string;
        /** Id of the organization that the workspace belongs to; null if there is none. */
        readonly organizationId: string | null;
        /** Id of the owner. */
        readonly ownerId: string;
        /** Whether members may use personal API keys in the workspace. */
        readonly allowPersonalApiKeys: boolean;
        /** How long it wants to keep its runs, in days; null: as long as its plan lets it. */
        readonly retentionDays: number | null;
        /** What the workspace demands of calls of language models; null: nothing. */
        readonly modelPolicy: Api.ModelPolicy | null;
        /** When the workspace was created. */
        readonly createdAt: string;
        /** When the workspace was last changed. */
        readonly updatedAt: string;
      };
    }>({ method: 'POST', path: `/api/v1/workspaces`, body }, options);
  }

  /** Deletes a workspace with its content */
  delete(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Deleted;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Deleted;
    }>({ method: 'DELETE', path: `/api/v1/workspaces/${encodeURIComponent(id)}` }, options);
  }

  /** Returns one workspace */
  get(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
      /** Id of the workspace. */
      readonly id: string;
      /** Name of the workspace. */
      readonly name: string;
      /** Id of the organization that the workspace belongs to; null if there is none. */
      readonly organizationId: string | null;
      /** Id of the owner. */
      readonly ownerId: string;
      /** Whether members may use personal API keys in the workspace. */
      readonly allowPersonalApiKeys: boolean;
      /** How long it wants to keep its runs, in days; null: as long as its plan lets it. */
      readonly retentionDays: number | null;
      /** What the workspace demands of calls of language models; null: nothing. */
      readonly modelPolicy: Api.ModelPolicy | null;
      /** When the workspace was created. */
      readonly createdAt: string;
      /** When the workspace was last changed. */
      readonly updatedAt: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** Id of the workspace. */
        readonly id: string;
        /** Name of the workspace. */
        readonly name: string;
        /** Id of the organization that the workspace belongs to; null if there is none. */
        readonly organizationId: string | null;
        /** Id of the owner. */
        readonly ownerId: string;
        /** Whether members may use personal API keys in the workspace. */
        readonly allowPersonalApiKeys: boolean;
        /** How long it wants to keep its runs, in days; null: as long as its plan lets it. */
        readonly retentionDays: number | null;
        /** What the workspace demands of calls of language models; null: nothing. */
        readonly modelPolicy: Api.ModelPolicy | null;
        /** When the workspace was created. */
        readonly createdAt: string;
        /** When the workspace was last changed. */
        readonly updatedAt: string;
      };
    }>({ method: 'GET', path: `/api/v1/workspaces/${encodeURIComponent(id)}` }, options);
  }

  /** Changes a workspace: its name, its owner, whether personal keys are valid in it, or how long its runs are kept */
  change(
    id: string,
    body: Api.ChangeWorkspaceRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
      /** Id of the workspace. */
      readonly id: string;
      /** Name of the workspace. */
      readonly name: string;
      /** Id of the organization that the workspace belongs to; null if there is none. */
      readonly organizationId: string | null;
      /** Id of the owner. */
      readonly ownerId: string;
      /** Whether members may use personal API keys in the workspace. */
      readonly allowPersonalApiKeys: boolean;
      /** How long it wants to keep its runs, in days; null: as long as its plan lets it. */
      readonly retentionDays: number | null;
      /** What the workspace demands of calls of language models; null: nothing. */
      readonly modelPolicy: Api.ModelPolicy | null;
      /** When the workspace was created. */
      readonly createdAt: string;
      /** When the workspace was last changed. */
      readonly updatedAt: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** Id of the workspace. */
        readonly id: string;
        /** Name of the workspace. */
        readonly name: string;
        /** Id of the organization that the workspace belongs to; null if there is none. */
        readonly organizationId: string | null;
        /** Id of the owner. */
        readonly ownerId: string;
        /** Whether members may use personal API keys in the workspace. */
        readonly allowPersonalApiKeys: boolean;
        /** How long it wants to keep its runs, in days; null: as long as its plan lets it. */
        readonly retentionDays: number | null;
        /** What the workspace demands of calls of language models; null: nothing. */
        readonly modelPolicy: Api.ModelPolicy | null;
        /** When the workspace was created. */
        readonly createdAt: string;
        /** When the workspace was last changed. */
        readonly updatedAt: string;
      };
    }>({ method: 'PATCH', path: `/api/v1/workspaces/${encodeURIComponent(id)}`, body }, options);
  }
}

export class WorkspaceApiKeysOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the API keys of a workspace */
  list(
    id: string,
    query: {
      /** Maximum number of items to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
    } = {},
    options: CallOptions = {},
  ): Paged<
    {
      /** Name of the API key row. */
      readonly name: string;
      /** Id of the API key row. */
      readonly id: string;
      /** When the key expires; null if it never does. */
      readonly expiresAt: string | null;
      /** When the API key row was created. */
      readonly createdAt: string;
      /** Beginning and end of the key. */
      readonly displayKey: string;
      /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
      readonly allowedIps: readonly string[];
      /** To within ten minutes; null for a key that was never used. */
      readonly lastUsedAt: string | null;
      /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
      readonly scopes: readonly string[];
      /** The user that the key acts as: its creator. */
      readonly createdBy: {
        /** Id of the user. */
        readonly userId: string;
        /** E-mail address of the user. */
        readonly email: string;
      };
    },
    {
      /** The items of this page. */
      readonly data: readonly {
        /** Name of the API key row. */
        readonly name: string;
        /** Id of the API key row. */
        readonly id: string;
        /** When the key expires; null if it never does. */
        readonly expiresAt: string | null;
        /** When the API key row was created. */
        readonly createdAt: string;
        /** Beginning and end of the key. */
        readonly displayKey: string;
        /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
        readonly allowedIps: readonly string[];
        /** To within ten minutes; null for a key that was never used. */
        readonly lastUsedAt: string | null;
        /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
        readonly scopes: readonly string[];
        /** The user that the key acts as: its creator. */
        readonly createdBy: {
          /** Id of the user. */
          readonly userId: string;
          /** E-mail address of the user. */
          readonly email: string;
        };
      }[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }
  > {
    const request = { method: 'GET', path: `/api/v1/workspaces/${encodeURIComponent(id)}/api-keys`, query };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** The items of this page. */
          readonly data: readonly {
            /** Name of the API key row. */
            readonly name: string;
            /** Id of the API key row. */
            readonly id: string;
            /** When the key expires; null if it never does. */
            readonly expiresAt: string | null;
            /** When the API key row was created. */
            readonly createdAt: string;
            /** Beginning and end of the key. */
            readonly displayKey: string;
            /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
            readonly allowedIps: readonly string[];
            /** To within ten minutes; null for a key that was never used. */
            readonly lastUsedAt: string | null;
            /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
            readonly scopes: readonly string[];
            /** The user that the key acts as: its creator. */
            readonly createdBy: {
              /** Id of the user. */
              readonly userId: string;
              /** E-mail address of the user. */
              readonly email: string;
            };
          }[];
          /** Cursor of the next page; null on the last page. */
          readonly nextCursor: string | null;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Creates an API key of a workspace. No other answer shows it. */
  issue(
    id: string,
    body: Api.IssueApiKeyRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
      /** Name of the API key row. */
      readonly name: string;
      /** Id of the API key row. */
      readonly id: string;
      /** When the key expires; null if it never does. */
      readonly expiresAt: string | null;
      /** When the API key row was created. */
      readonly createdAt: string;
      /** Beginning and end of the key. */
      readonly displayKey: string;
      /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
      readonly allowedIps: readonly string[];
      /** To within ten minutes; null for a key that was never used. */
      readonly lastUsedAt: string | null;
      /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
      readonly scopes: readonly string[];
      /** The user that the key acts as: its creator. */
      readonly createdBy: {
        /** Id of the user. */
        readonly userId: string;
        /** E-mail address of the user. */
        readonly email: string;
      };
      /** The API key. It is not shown again. */
      readonly key: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** Name of the API key row. */
        readonly name: string;
        /** Id of the API key row. */
        readonly id: string;
        /** When the key expires; null if it never does. */
        readonly expiresAt: string | null;
        /** When the API key row was created. */
        readonly createdAt: string;
        /** Beginning and end of the key. */
        readonly displayKey: string;
        /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
        readonly allowedIps: readonly string[];
        /** To within ten minutes; null for a key that was never used. */
        readonly lastUsedAt: string | null;
        /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
        readonly scopes: readonly string[];
        /** The user that the key acts as: its creator. */
        readonly createdBy: {
          /** Id of the user. */
          readonly userId: string;
          /** E-mail address of the user. */
          readonly email: string;
        };
        /** The API key. It is not shown again. */
        readonly key: string;
      };
    }>({ method: 'POST', path: `/api/v1/workspaces/${encodeURIComponent(id)}/api-keys`, body }, options);
  }

  /** Revokes an API key at once */
  revoke(
    id: string,
    keyId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Deleted;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Deleted;
    }>({ method: 'DELETE', path: `/api/v1/workspaces/${encodeURIComponent(id)}/api-keys/${encodeURIComponent(keyId)}` }, options);
  }

  /** Changes the name, the expiry or the allowed addresses of an API key */
  change(
    id: string,
    keyId: string,
    body: Api.ChangeApiKeyRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
      /** Name of the API key row. */
      readonly name: string;
      /** Id of the API key row. */
      readonly id: string;
      /** When the key expires; null if it never does. */
      readonly expiresAt: string | null;
      /** When the API key row was created. */
      readonly createdAt: string;
      /** Beginning and end of the key. */
      readonly displayKey: string;
      /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
      readonly allowedIps: readonly string[];
      /** To within ten minutes; null for a key that was never used. */
      readonly lastUsedAt: string | null;
      /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
      readonly scopes: readonly string[];
      /** The user that the key acts as: its creator. */
      readonly createdBy: {
        /** Id of the user. */
        readonly userId: string;
        /** E-mail address of the user. */
        readonly email: string;
      };
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** Name of the API key row. */
        readonly name: string;
        /** Id of the API key row. */
        readonly id: string;
        /** When the key expires; null if it never does. */
        readonly expiresAt: string | null;
        /** When the API key row was created. */
        readonly createdAt: string;
        /** Beginning and end of the key. */
        readonly displayKey: string;
        /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
        readonly allowedIps: readonly string[];
        /** To within ten minutes; null for a key that was never used. */
        readonly lastUsedAt: string | null;
        /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
        readonly scopes: readonly string[];
        /** The user that the key acts as: its creator. */
        readonly createdBy: {
          /** Id of the user. */
          readonly userId: string;
          /** E-mail address of the user. */
          readonly email: string;
        };
      };
    }>({ method: 'PATCH', path: `/api/v1/workspaces/${encodeURIComponent(id)}/api-keys/${encodeURIComponent(keyId)}`, body }, options);
  }

  /** Rotates an API key: gives it a new value, while the previous one stays valid for a while */
  rotate(
    id: string,
    keyId: string,
    body: Api.RotateApiKeyRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
      /** Name of the API key row. */
      readonly name: string;
      /** Id of the API key row. */
      readonly id: string;
      /** When the key expires; null if it never does. */
      readonly expiresAt: string | null;
      /** When the API key row was created. */
      readonly createdAt: string;
      /** Beginning and end of the key. */
      readonly displayKey: string;
      /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
      readonly allowedIps: readonly string[];
      /** To within ten minutes; null for a key that was never used. */
      readonly lastUsedAt: string | null;
      /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
      readonly scopes: readonly string[];
      /** The user that the key acts as: its creator. */
      readonly createdBy: {
        /** Id of the user. */
        readonly userId: string;
        /** E-mail address of the user. */
        readonly email: string;
      };
      /** The API key. It is not shown again. */
      readonly key: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** Name of the API key row. */
        readonly name: string;
        /** Id of the API key row. */
        readonly id: string;
        /** When the key expires; null if it never does. */
        readonly expiresAt: string | null;
        /** When the API key row was created. */
        readonly createdAt: string;
        /** Beginning and end of the key. */
        readonly displayKey: string;
        /** Addresses and CIDR ranges that the key can be used from. Empty: all addresses. */
        readonly allowedIps: readonly string[];
        /** To within ten minutes; null for a key that was never used. */
        readonly lastUsedAt: string | null;
        /** What the key may do: a level (`read`, `write`, `admin`) and areas (`execute`, `logs`). Empty: all permissions of its user. */
        readonly scopes: readonly string[];
        /** The user that the key acts as: its creator. */
        readonly createdBy: {
          /** Id of the user. */
          readonly userId: string;
          /** E-mail address of the user. */
          readonly email: string;
        };
        /** The API key. It is not shown again. */
        readonly key: string;
      };
    }>(
      { method: 'POST', path: `/api/v1/workspaces/${encodeURIComponent(id)}/api-keys/${encodeURIComponent(keyId)}/rotate`, body },
      options,
    );
  }
}

export class EnvironmentOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the names of the variables of a workspace, without their values */
  get(
    id: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Environment;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Environment;
    }>({ method: 'GET', path: `/api/v1/workspaces/${encodeURIComponent(id)}/environment` }, options);
  }

  /** Sets the variables in the request, and removes those that are null. Other variables keep their value. */
  change(
    id: string,
    body: Api.ChangeEnvironmentRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.ChangedEnvironment;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.ChangedEnvironment;
    }>({ method: 'PUT', path: `/api/v1/workspaces/${encodeURIComponent(id)}/environment`, body }, options);
  }
}

export class WorkspaceInvitationsOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the open invitations to a workspace, for its admins */
  list(
    id: string,
    query: {
      /** Maximum number of items to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
    } = {},
    options: CallOptions = {},
  ): Paged<
    {
      /** Id of the workspace invitation. */
      readonly id: string;
      /** Address of the person who was invited. */
      readonly email: string;
      /** What the person may do in the workspace after accepting. */
      readonly permission: 'admin' | 'read' | 'write';
      /** When the person was invited. */
      readonly invitedAt: string;
      /** Until when the link of the invitation counts. */
      readonly expiresAt: string;
    },
    {
      /** The items of this page. */
      readonly data: readonly {
        /** Id of the workspace invitation. */
        readonly id: string;
        /** Address of the person who was invited. */
        readonly email: string;
        /** What the person may do in the workspace after accepting. */
        readonly permission: 'admin' | 'read' | 'write';
        /** When the person was invited. */
        readonly invitedAt: string;
        /** Until when the link of the invitation counts. */
        readonly expiresAt: string;
      }[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }
  > {
    const request = { method: 'GET', path: `/api/v1/workspaces/${encodeURIComponent(id)}/invitations`, query };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** The items of this page. */
          readonly data: readonly {
            /** Id of the workspace invitation. */
            readonly id: string;
            /** Address of the person who was invited. */
            readonly email: string;
            /** What the person may do in the workspace after accepting. */
            readonly permission: 'admin' | 'read' | 'write';
            /** When the person was invited. */
            readonly invitedAt: string;
            /** Until when the link of the invitation counts. */
            readonly expiresAt: string;
          }[];
          /** Cursor of the next page; null on the last page. */
          readonly nextCursor: string | null;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Invites an address to a workspace, whether a user has it or not. The response contains the token of a link (`/invite#<token>`) that counts once; it is shown only here. An address that is invited again gets a new link instead of the former one. */
  invite(
    id: string,
    body: Api.AddWorkspaceMemberRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: {
      /** What follows `/invite#` in the address of the link. Shown once. */
      readonly token: string;
      /** Id of the workspace invitation. */
      readonly id: string;
      /** Address of the person who was invited. */
      readonly email: string;
      /** What the person may do in the workspace after accepting. */
      readonly permission: 'admin' | 'read' | 'write';
      /** When the person was invited. */
      readonly invitedAt: string;
      /** Until when the link of the invitation counts. */
      readonly expiresAt: string;
    };
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: {
        /** What follows `/invite#` in the address of the link. Shown once. */
        readonly token: string;
        /** Id of the workspace invitation. */
        readonly id: string;
        /** Address of the person who was invited. */
        readonly email: string;
        /** What the person may do in the workspace after accepting. */
        readonly permission: 'admin' | 'read' | 'write';
        /** When the person was invited. */
        readonly invitedAt: string;
        /** Until when the link of the invitation counts. */
        readonly expiresAt: string;
      };
    }>({ method: 'POST', path: `/api/v1/workspaces/${encodeURIComponent(id)}/invitations`, body }, options);
  }

  /** Withdraws an open invitation: its link ends */
  withdraw(
    id: string,
    invitationId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.Deleted;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.Deleted;
    }>({ method: 'DELETE', path: `/api/v1/workspaces/${encodeURIComponent(id)}/invitations/${encodeURIComponent(invitationId)}` }, options);
  }
}

export class WorkspaceMembersOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists the members of a workspace with their permissions */
  list(
    id: string,
    query: {
      /** Maximum number of items to return. */
      readonly limit?: number;
      /** The `nextCursor` of the previous page. */
      readonly cursor?: string;
    } = {},
    options: CallOptions = {},
  ): Paged<
    Api.WorkspaceMemberView,
    {
      /** The items of this page. */
      readonly data: readonly Api.WorkspaceMemberView[];
      /** Cursor of the next page; null on the last page. */
      readonly nextCursor: string | null;
    }
  > {
    const request = { method: 'GET', path: `/api/v1/workspaces/${encodeURIComponent(id)}/members`, query };
    return new Paged(
      (more) =>
        this.#transport.json<{
          /** The items of this page. */
          readonly data: readonly Api.WorkspaceMemberView[];
          /** Cursor of the next page; null on the last page. */
          readonly nextCursor: string | null;
        }>({ ...request, query: { ...query, ...more } }, options),
      (page) => page.data,
      (page) => behindCursor(page.nextCursor),
    );
  }

  /** Adds a member to a workspace */
  add(
    id: string,
    body: Api.AddWorkspaceMemberRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.WorkspaceMemberView;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.WorkspaceMemberView;
    }>({ method: 'POST', path: `/api/v1/workspaces/${encodeURIComponent(id)}/members`, body }, options);
  }

  /** Removes a member from a workspace. Members may leave by themselves, with a personal key that is not limited. */
  remove(
    id: string,
    userId: string,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.MemberRemoved;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.MemberRemoved;
    }>({ method: 'DELETE', path: `/api/v1/workspaces/${encodeURIComponent(id)}/members/${encodeURIComponent(userId)}` }, options);
  }

  /** Changes the permission of a member */
  change(
    id: string,
    userId: string,
    body: Api.ChangeWorkspaceMemberRequest,
    options: CallOptions = {},
  ): Promise<{
    /** The content of the response. */
    readonly data: Api.WorkspaceMemberView;
  }> {
    return this.#transport.json<{
      /** The content of the response. */
      readonly data: Api.WorkspaceMemberView;
    }>({ method: 'PATCH', path: `/api/v1/workspaces/${encodeURIComponent(id)}/members/${encodeURIComponent(userId)}`, body }, options);
  }
}

export class RunsV2Operations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Executes a workflow: runs its deployed version. The response has status 200 even if the run failed. */
  execute(id: string, body: Api.ExecuteRunBody, options: CallOptions = {}): Promise<Api.Run> {
    return this.#transport.json<Api.Run>({ method: 'POST', path: `/api/v2/workflows/${encodeURIComponent(id)}/execute`, body }, options);
  }

  /** Returns the status of a run and its result */
  get(
    id: string,
    executionId: string,
    query: {
      /** Whether to include the output of the run. */
      readonly includeOutput?: boolean;
      /** Outputs of blocks to include, separated by commas, such as `agent.content`. */
      readonly selectedOutputs?: string;
    } = {},
    options: CallOptions = {},
  ): Promise<Api.Run> {
    return this.#transport.json<Api.Run>(
      { method: 'GET', path: `/api/v2/workflows/${encodeURIComponent(id)}/runs/${encodeURIComponent(executionId)}`, query },
      options,
    );
  }

  /** Cancels a run */
  cancel(id: string, executionId: string, options: CallOptions = {}): Promise<Api.CancelledRun> {
    return this.#transport.json<Api.CancelledRun>(
      { method: 'POST', path: `/api/v2/workflows/${encodeURIComponent(id)}/runs/${encodeURIComponent(executionId)}/cancel` },
      options,
    );
  }
}

export class HealthOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Reports that the process responds. A restart can cure only a process that does not. */
  live(options: CallOptions = {}): Promise<{
    /** Always `alive`. */
    readonly status: 'alive';
  }> {
    return this.#transport.json<{
      /** Always `alive`. */
      readonly status: 'alive';
    }>({ method: 'GET', path: `/health/live` }, options);
  }

  /** Reports whether the process can serve requests: its database, queue and projections */
  ready(options: CallOptions = {}): Promise<{
    /** Overall state of the process. */
    readonly status: 'unavailable' | 'ready' | 'degraded';
    /** Whether the process is stopping and takes no new work. */
    readonly draining: boolean;
    /** One by one. */
    readonly checks: {
      /** The connection to the database. */
      readonly database: {
        /** Result of the check. */
        readonly status: Api.CheckStatus;
        /** Response time of the database, in ms; null if it did not respond. */
        readonly latencyMs: number | null;
      };
      /** The append lane. *failing*: the database takes no writes, for example because its disk is full. */
      readonly appends: {
        /** Result of the check. */
        readonly status: Api.CheckStatus;
        /** Number of waiting appends. */
        readonly waiting: number;
      };
      /** Concurrent requests. *slow*: the process has refused further requests for 5 s. *failing*: and no request has ended in that time. */
      readonly requests: Api.Check;
      /** Free space of the disks of the embedded database and of stored files. */
      readonly disks: {
        /** Result of the check. */
        readonly status: Api.CheckStatus;
        /** One entry for each folder. */
        readonly folders: readonly Api.FreeSpace[];
      };
      /** *local*: the store of rate limits fails, and each process grants its own share of each limit. */
      readonly limits: {
        /** Result of the check. */
        readonly status: Api.CheckStatus;
        /** Whether all processes share the limits (`together`) or each applies them on its own (`local`). */
        readonly kept: 'together' | 'local';
      };
      /** What carries signals between processes. *slow*: the signals server that is set does not answer, and PostgreSQL carries them. */
      readonly signals: {
        /** Result of the check. */
        readonly status: Api.CheckStatus;
        /** Whether PostgreSQL or the signals server carries them. */
        readonly carrier: 'postgres' | 'server';
      };
      /** Facts from the database; absent while it does not answer. */
      readonly migrations?: {
        /** Result of the check. */
        readonly status: Api.CheckStatus;
        /** Number of migrations that have not run. */
        readonly pending: number;
      };
      /** *failing*: the secrets of the database are sealed with a key that this process does not have, so it can verify no API key. */
      readonly encryptionKey?: Api.Check;
      /** The standbys of `DATABASE_READ_URL`; absent without the setting. *slow*: one of them cannot be used, and the primary answers its reads. */
      readonly replicas?: {
        /** Result of the check. */
        readonly status: Api.CheckStatus;
        /** One entry for each replica, in the order of the setting. */
        readonly servers: readonly {
          /** What it does at the moment. *behind*: it has not replayed what readers must find. */
          readonly state: 'used' | 'behind' | 'away' | 'promoted';
        }[];
      };
      /** The clock of this machine, compared with that of the database. Beyond 60 s the process is not ready. */
      readonly clock?: {
        /** Result of the check. */
        readonly status: Api.CheckStatus;
        /** How far the clock of the process is ahead, in ms; negative if it is behind. */
        readonly skewMs: number;
      };
      /** The standbys of the database. Asynchronous ones may lose what was answered when one of them is promoted. */
      readonly standbys?: {
        /** Result of the check. */
        readonly status: Api.CheckStatus;
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
        readonly status: Api.CheckStatus;
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
        readonly status: Api.CheckStatus;
        /** Age of the oldest writing transaction, in ms. */
        readonly ageMs: number;
      };
      /** The projections. */
      readonly projections?: {
        /** Result of the check. */
        readonly status: Api.CheckStatus;
        /** State of each projection. */
        readonly views: readonly Api.ViewReport[];
      };
      /** Schedules. *slow*: the first of those that are due has been due for more than 60 s. */
      readonly schedules?: {
        /** Result of the check. */
        readonly status: Api.CheckStatus;
        /** Number of schedules that are due, counted up to 10,000. */
        readonly due: number;
        /** How long the first of them has been due, in ms. */
        readonly lateMs: number;
      };
      /** The lag of the audit log behind the events, and whether its signing key exists. */
      readonly audit?: {
        /** Result of the check. */
        readonly status: Api.CheckStatus;
        /** Lag of the projection, in ms. */
        readonly lagMs: number;
        /** Lag of the projection, in events. */
        readonly lagEvents: number;
        /** *missing*: entries are recorded without a signature. */
        readonly signingKey: 'present' | 'missing';
      };
    };
    /** Error message; absent if the process is ready. */
    readonly error?: string;
    /** Error code; absent if the process is ready. */
    readonly code?: 'UNAVAILABLE';
  }> {
    return this.#transport.json<{
      /** Overall state of the process. */
      readonly status: 'unavailable' | 'ready' | 'degraded';
      /** Whether the process is stopping and takes no new work. */
      readonly draining: boolean;
      /** One by one. */
      readonly checks: {
        /** The connection to the database. */
        readonly database: {
          /** Result of the check. */
          readonly status: Api.CheckStatus;
          /** Response time of the database, in ms; null if it did not respond. */
          readonly latencyMs: number | null;
        };
        /** The append lane. *failing*: the database takes no writes, for example because its disk is full. */
        readonly appends: {
          /** Result of the check. */
          readonly status: Api.CheckStatus;
          /** Number of waiting appends. */
          readonly waiting: number;
        };
        /** Concurrent requests. *slow*: the process has refused further requests for 5 s. *failing*: and no request has ended in that time. */
        readonly requests: Api.Check;
        /** Free space of the disks of the embedded database and of stored files. */
        readonly disks: {
          /** Result of the check. */
          readonly status: Api.CheckStatus;
          /** One entry for each folder. */
          readonly folders: readonly Api.FreeSpace[];
        };
        /** *local*: the store of rate limits fails, and each process grants its own share of each limit. */
        readonly limits: {
          /** Result of the check. */
          readonly status: Api.CheckStatus;
          /** Whether all processes share the limits (`together`) or each applies them on its own (`local`). */
          readonly kept: 'together' | 'local';
        };
        /** What carries signals between processes. *slow*: the signals server that is set does not answer, and PostgreSQL carries them. */
        readonly signals: {
          /** Result of the check. */
          readonly status: Api.CheckStatus;
          /** Whether PostgreSQL or the signals server carries them. */
          readonly carrier: 'postgres' | 'server';
        };
        /** Facts from the database; absent while it does not answer. */
        readonly migrations?: {
          /** Result of the check. */
          readonly status: Api.CheckStatus;
          /** Number of migrations that have not run. */
          readonly pending: number;
        };
        /** *failing*: the secrets of the database are sealed with a key that this process does not have, so it can verify no API key. */
        readonly encryptionKey?: Api.Check;
        /** The standbys of `DATABASE_READ_URL`; absent without the setting. *slow*: one of them cannot be used, and the primary answers its reads. */
        readonly replicas?: {
          /** Result of the check. */
          readonly status: Api.CheckStatus;
          /** One entry for each replica, in the order of the setting. */
          readonly servers: readonly {
            /** What it does at the moment. *behind*: it has not replayed what readers must find. */
            readonly state: 'used' | 'behind' | 'away' | 'promoted';
          }[];
        };
        /** The clock of this machine, compared with that of the database. Beyond 60 s the process is not ready. */
        readonly clock?: {
          /** Result of the check. */
          readonly status: Api.CheckStatus;
          /** How far the clock of the process is ahead, in ms; negative if it is behind. */
          readonly skewMs: number;
        };
        /** The standbys of the database. Asynchronous ones may lose what was answered when one of them is promoted. */
        readonly standbys?: {
          /** Result of the check. */
          readonly status: Api.CheckStatus;
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
          readonly status: Api.CheckStatus;
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
          readonly status: Api.CheckStatus;
          /** Age of the oldest writing transaction, in ms. */
          readonly ageMs: number;
        };
        /** The projections. */
        readonly projections?: {
          /** Result of the check. */
          readonly status: Api.CheckStatus;
          /** State of each projection. */
          readonly views: readonly Api.ViewReport[];
        };
        /** Schedules. *slow*: the first of those that are due has been due for more than 60 s. */
        readonly schedules?: {
          /** Result of the check. */
          readonly status: Api.CheckStatus;
          /** Number of schedules that are due, counted up to 10,000. */
          readonly due: number;
          /** How long the first of them has been due, in ms. */
          readonly lateMs: number;
        };
        /** The lag of the audit log behind the events, and whether its signing key exists. */
        readonly audit?: {
          /** Result of the check. */
          readonly status: Api.CheckStatus;
          /** Lag of the projection, in ms. */
          readonly lagMs: number;
          /** Lag of the projection, in events. */
          readonly lagEvents: number;
          /** *missing*: entries are recorded without a signature. */
          readonly signingKey: 'present' | 'missing';
        };
      };
      /** Error message; absent if the process is ready. */
      readonly error?: string;
      /** Error code; absent if the process is ready. */
      readonly code?: 'UNAVAILABLE';
    }>({ method: 'GET', path: `/health/ready` }, options);
  }
}

/** Every operation of the API, in groups. */
export class Operations {
  readonly workflowServers: WorkflowServersOperations;
  readonly chats: ChatsOperations;
  readonly visits: VisitsOperations;
  readonly jobs: JobsOperations;
  readonly workflowTools: WorkflowToolsOperations;
  readonly pauses: PausesOperations;
  readonly schedules: SchedulesOperations;
  readonly usage: UsageOperations;
  readonly auditLogs: AuditLogsOperations;
  readonly auditProofs: AuditProofsOperations;
  readonly blocks: BlocksOperations;
  readonly deliveries: DeliveriesOperations;
  readonly files: FilesOperations;
  readonly fileContent: FileContentOperations;
  readonly folders: FoldersOperations;
  readonly invitations: InvitationsOperations;
  readonly knowledgeBases: KnowledgeBasesOperations;
  readonly knowledgeDocuments: KnowledgeDocumentsOperations;
  readonly invitationLinks: InvitationLinksOperations;
  readonly links: LinksOperations;
  readonly logs: LogsOperations;
  readonly runEvents: RunEventsOperations;
  readonly holds: HoldsOperations;
  readonly mcpServers: McpServersOperations;
  readonly memory: MemoryOperations;
  readonly modelProviders: ModelProvidersOperations;
  readonly models: ModelsOperations;
  readonly operator: OperatorOperations;
  readonly organizations: OrganizationsOperations;
  readonly organizationInvitations: OrganizationInvitationsOperations;
  readonly organizationMembers: OrganizationMembersOperations;
  readonly session: SessionOperations;
  readonly identities: IdentitiesOperations;
  readonly signInWays: SignInWaysOperations;
  readonly tables: TablesOperations;
  readonly tableColumns: TableColumnsOperations;
  readonly tableCsv: TableCsvOperations;
  readonly tableRows: TableRowsOperations;
  readonly rowHistory: RowHistoryOperations;
  readonly triggers: TriggersOperations;
  readonly webhooks: WebhooksOperations;
  readonly users: UsersOperations;
  readonly ownUser: OwnUserOperations;
  readonly personalApiKeys: PersonalApiKeysOperations;
  readonly userSessions: UserSessionsOperations;
  readonly secondFactor: SecondFactorOperations;
  readonly userApiKeys: UserApiKeysOperations;
  readonly workflows: WorkflowsOperations;
  readonly executions: ExecutionsOperations;
  readonly workspaces: WorkspacesOperations;
  readonly workspaceApiKeys: WorkspaceApiKeysOperations;
  readonly environment: EnvironmentOperations;
  readonly workspaceInvitations: WorkspaceInvitationsOperations;
  readonly workspaceMembers: WorkspaceMembersOperations;
  readonly runsV2: RunsV2Operations;
  readonly health: HealthOperations;

  constructor(transport: Transport) {
    this.workflowServers = new WorkflowServersOperations(transport);
    this.chats = new ChatsOperations(transport);
    this.visits = new VisitsOperations(transport);
    this.jobs = new JobsOperations(transport);
    this.workflowTools = new WorkflowToolsOperations(transport);
    this.pauses = new PausesOperations(transport);
    this.schedules = new SchedulesOperations(transport);
    this.usage = new UsageOperations(transport);
    this.auditLogs = new AuditLogsOperations(transport);
    this.auditProofs = new AuditProofsOperations(transport);
    this.blocks = new BlocksOperations(transport);
    this.deliveries = new DeliveriesOperations(transport);
    this.files = new FilesOperations(transport);
    this.fileContent = new FileContentOperations(transport);
    this.folders = new FoldersOperations(transport);
    this.invitations = new InvitationsOperations(transport);
    this.knowledgeBases = new KnowledgeBasesOperations(transport);
    this.knowledgeDocuments = new KnowledgeDocumentsOperations(transport);
    this.invitationLinks = new InvitationLinksOperations(transport);
    this.links = new LinksOperations(transport);
    this.logs = new LogsOperations(transport);
    this.runEvents = new RunEventsOperations(transport);
    this.holds = new HoldsOperations(transport);
    this.mcpServers = new McpServersOperations(transport);
    this.memory = new MemoryOperations(transport);
    this.modelProviders = new ModelProvidersOperations(transport);
    this.models = new ModelsOperations(transport);
    this.operator = new OperatorOperations(transport);
    this.organizations = new OrganizationsOperations(transport);
    this.organizationInvitations = new OrganizationInvitationsOperations(transport);
    this.organizationMembers = new OrganizationMembersOperations(transport);
    this.session = new SessionOperations(transport);
    this.identities = new IdentitiesOperations(transport);
    this.signInWays = new SignInWaysOperations(transport);
    this.tables = new TablesOperations(transport);
    this.tableColumns = new TableColumnsOperations(transport);
    this.tableCsv = new TableCsvOperations(transport);
    this.tableRows = new TableRowsOperations(transport);
    this.rowHistory = new RowHistoryOperations(transport);
    this.triggers = new TriggersOperations(transport);
    this.webhooks = new WebhooksOperations(transport);
    this.users = new UsersOperations(transport);
    this.ownUser = new OwnUserOperations(transport);
    this.personalApiKeys = new PersonalApiKeysOperations(transport);
    this.userSessions = new UserSessionsOperations(transport);
    this.secondFactor = new SecondFactorOperations(transport);
    this.userApiKeys = new UserApiKeysOperations(transport);
    this.workflows = new WorkflowsOperations(transport);
    this.executions = new ExecutionsOperations(transport);
    this.workspaces = new WorkspacesOperations(transport);
    this.workspaceApiKeys = new WorkspaceApiKeysOperations(transport);
    this.environment = new EnvironmentOperations(transport);
    this.workspaceInvitations = new WorkspaceInvitationsOperations(transport);
    this.workspaceMembers = new WorkspaceMembersOperations(transport);
    this.runsV2 = new RunsV2Operations(transport);
    this.health = new HealthOperations(transport);
  }
}
