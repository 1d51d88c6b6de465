import { Operations } from './generated/operations.js';
import type {
  AcceptedResume,
  AsyncStart,
  DraftMessage,
  Execution,
  LogChanges,
  ReplayExecutionRequest,
  Resumed,
  ShownEvent,
} from './generated/types.js';
import { messagesOf, type RunMessage } from './run-stream.js';
import { isJson, SluiceError } from './sluice-error.js';
import { StartedJob } from './started-job.js';
import { bodyOf, longestRunMs, Transport, type ApiRequest, type CallOptions, type ClientOptions, type RateLimit } from './transport.js';
import { randomId } from './random-id.js';

export interface ExecuteOptions extends CallOptions {
  /** The server runs one key once. Default: a new key for each call, so that a retry after a lost answer starts no second run. */
  readonly idempotencyKey?: string;
  /** Your own id for the run. */
  readonly executionId?: string;
  /** Runs the draft instead of the deployed version. */
  readonly draft?: DraftOptions;
}

/** How a run of the draft begins. */
export interface DraftOptions {
  /** The trigger block to begin with. Default: the block of the delivery, or the start block. */
  readonly triggerBlockId?: string;
  /** The delivery whose event is the input; the other input is not sent. */
  readonly deliveryId?: string;
}

export interface StartOptions extends ExecuteOptions {
  /** Time limit of the run, in seconds. */
  readonly executionTimeoutSeconds?: number;
}

export interface StreamOptions extends ExecuteOptions {
  /** Outputs to stream while the run is active, such as `agent.content`. */
  readonly selectedOutputs?: readonly string[];
}

/** Which events of a run are followed. */
export interface FollowOptions {
  /** Only events after this position. */
  readonly after?: number;
  /** Needed if callers chose the same id for runs in several workspaces that you can access. */
  readonly workspaceId?: string;
  readonly signal?: AbortSignal;
}

/** Which changes of runs are followed. */
export interface FollowChangesOptions {
  readonly after?: string | undefined;
  readonly signal?: AbortSignal;
}

/** Which changes of a draft are followed. */
export interface FollowDraftOptions {
  /** The revision that the caller has. Absent: only changes from now on. */
  readonly after?: number;
  readonly signal?: AbortSignal;
}

type ReplayAsJob = ReplayExecutionRequest & { readonly async: true };
type AwaitedReplay = ReplayExecutionRequest & { readonly async?: false };

/** The HTTP answer of a run. */
export interface RawExecution<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly executionId: string;
  readonly body: Body;
}

/**
 * Client of a Sluice server. `execute`, `start`, `stream` and `resume` run workflows; all other operations are in groups, such as
 * `client.workflows`, `client.logs` and `client.tables`. Methods throw SluiceError, or the reason of your signal when you abort.
 */
export class SluiceClient extends Operations {
  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    const transport = new Transport(options);
    super(transport);
    this.#transport = transport;
  }

  /** Rate limit of the last answer that had the headers. */
  get rateLimit(): RateLimit | undefined {
    return this.#transport.rateLimit;
  }

  /**
   * Runs a workflow and returns the body of the answer: the result of the run (`Execution`), or, when a Response block answered, the data of
   * that block, whose type you name: `execute<Fee>(…)`.
   * @throws SluiceError EXECUTION_ERROR when the run fails; `body` holds the answer when a Response block chose a status of 400 or more
   */
  execute<Body = Execution>(workflowId: string, input: unknown = {}, options: ExecuteOptions = {}): Promise<Body> {
    return this.#transport.json<Body>(executeRequest(workflowId, { input }, options), this.#transport.ofRun(options));
  }

  /**
   * Runs a workflow and returns status, headers and body of its answer, whatever status a Response block chose. The body is a text if that block
   * chose a media type other than JSON.
   * @throws SluiceError when the run fails, or when no run was started
   */
  async executeRaw<Body = unknown>(workflowId: string, input: unknown = {}, options: ExecuteOptions = {}): Promise<RawExecution<Body>> {
    const request = executeRequest(workflowId, { input }, options);
    const response = await this.#transport.answer(request, this.#transport.ofRun(options));
    const { status, headers } = response;
    const executionId = headers.get('x-execution-id') ?? '';
    // A page of a proxy belongs to no run.
    const isText = executionId !== '' && !isJson(headers);
    return { status, headers, executionId, body: isText ? ((await response.text()) as Body) : await bodyOf<Body>(response) };
  }

  /** Starts a workflow as a job and returns at once. */
  async start(workflowId: string, input: unknown = {}, options: StartOptions = {}): Promise<StartedJob> {
    const request = executeRequest(workflowId, { input, async: true }, options);
    const seconds = options.executionTimeoutSeconds;
    const headers = { ...request.headers, ...(seconds === undefined ? {} : { 'X-Execution-Timeout-Seconds': String(seconds) }) };
    const started = await this.#transport.json<AsyncStart>({ ...request, headers }, options);
    return new StartedJob(started, (look) => this.jobs.get(started.jobId, look));
  }

  /** The messages of an active run. Reconnects after a lost connection and continues at the same position; the run is not affected. */
  async *stream(workflowId: string, input: unknown = {}, options: StreamOptions = {}): AsyncIterable<RunMessage> {
    const { selectedOutputs, signal } = options;
    const body = { input, stream: true, ...(selectedOutputs === undefined ? {} : { selectedOutputs }) };
    const request = { ...executeRequest(workflowId, body, options), accept: 'text/event-stream' };
    const first = await this.#transport
      .response(request, { timeoutMs: longestRunMs, ...options })
      .catch((error: unknown) => this.#join(workflowId, error, options));
    const executionId = first.headers.get('x-execution-id') ?? '';
    const again = (last: string | undefined): Promise<Response> => this.#follow(workflowId, executionId, last, options);
    yield* messagesOf<RunMessage>({ first, again, executionId, signal });
  }

  /** The recorded events of a run, and those that follow until it ends. Reconnects after a lost connection and continues after the last event. */
  async *followEvents(executionId: string, { after = 0, workspaceId, signal }: FollowOptions = {}): AsyncIterable<ShownEvent> {
    const path = `/api/v1/logs/executions/${encodeURIComponent(executionId)}/events`;
    const open = (last: string | undefined): Promise<Response> =>
      this.#transport.response(
        { method: 'GET', path, query: { workspaceId, after: last }, accept: 'text/event-stream' },
        { timeoutMs: longestRunMs, ...(signal === undefined ? {} : { signal }) },
      );
    const begin = after === 0 ? undefined : String(after);
    yield* messagesOf<ShownEvent>({ first: await open(begin), after: begin, again: open, executionId, signal });
  }

  /**
   * The runs of a workspace that change from now on, or after the place `after` (`nextAfter` of a message). The first message tells the place. Reconnects after a
   * lost connection and continues after the last message.
   */
  async *followLogChanges(workspaceId: string, { after, signal }: FollowChangesOptions = {}): AsyncIterable<LogChanges> {
    const open = (last: string | undefined): Promise<Response> =>
      this.#transport.response(
        { method: 'GET', path: '/api/v1/logs/changes', query: { workspaceId, after: last }, accept: 'text/event-stream' },
        { timeoutMs: longestRunMs, ...(signal === undefined ? {} : { signal }) },
      );
    yield* messagesOf<LogChanges>({ first: await open(after), after, again: open, signal });
  }

  /**
   * The edits of a draft and the people who have it open. Reconnects after a lost connection and continues after the last message; ends by an error when the caller
   * has lost access or the workflow is deleted.
   */
  async *followDraft(workflowId: string, { after, signal }: FollowDraftOptions = {}): AsyncIterable<DraftMessage> {
    const from = after === undefined ? undefined : String(after);
    const open = (last: string | undefined): Promise<Response> =>
      this.#transport.response(
        {
          method: 'GET',
          path: `/api/v1/workflows/${encodeURIComponent(workflowId)}/draft/stream`,
          query: { after: last },
          accept: 'text/event-stream',
        },
        { timeoutMs: longestRunMs, ...(signal === undefined ? {} : { signal }) },
      );
    yield* messagesOf<DraftMessage>({ first: await open(from), after: from, again: open, signal });
  }

  /** Answers a question of a run. Returns the outcome of the run, its next pause, or a job. */
  resume(
    workflowId: string,
    executionId: string,
    contextId: string,
    input: unknown = {},
    options: CallOptions = {},
  ): Promise<Resumed | AcceptedResume> {
    const path = `/api/resume/${encodeURIComponent(workflowId)}/${encodeURIComponent(executionId)}/${encodeURIComponent(contextId)}`;
    return this.#transport.json<Resumed | AcceptedResume>({ method: 'POST', path, body: { input } }, this.#transport.ofRun(options));
  }

  /** Replays a run as a new run: from the beginning, or from one of its blocks. With `async: true` the answer names the job: see `startReplay`. */
  replay(workflowId: string, executionId: string, how: ReplayAsJob, options?: ExecuteOptions): Promise<AsyncStart>;
  replay(workflowId: string, executionId: string, how: AwaitedReplay, options?: ExecuteOptions): Promise<Execution>;
  replay(workflowId: string, executionId: string, how: ReplayExecutionRequest, options?: ExecuteOptions): Promise<Execution | AsyncStart>;
  replay(
    workflowId: string,
    executionId: string,
    how: ReplayExecutionRequest,
    options: ExecuteOptions = {},
  ): Promise<Execution | AsyncStart> {
    const path = `/api/workflows/${encodeURIComponent(workflowId)}/executions/${encodeURIComponent(executionId)}/replay`;
    return this.#transport.json<Execution | AsyncStart>(once({ method: 'POST', path, body: how }, options), this.#transport.ofRun(options));
  }

  /** Replays a run as a job and returns at once. */
  async startReplay(
    workflowId: string,
    executionId: string,
    how: ReplayExecutionRequest,
    options: ExecuteOptions = {},
  ): Promise<StartedJob> {
    const started = await this.replay(workflowId, executionId, { ...how, async: true }, options);
    return new StartedJob(started, (look) => this.jobs.get(started.jobId, look));
  }

  /** A job that was started earlier, perhaps by another program. Sends no request. */
  job(jobId: string): StartedJob {
    return new StartedJob({ jobId }, (options) => this.jobs.get(jobId, options));
  }

  /** The active run under the same key, because of which a start was refused. */
  async #join(workflowId: string, error: unknown, options: StreamOptions): Promise<Response> {
    if (!(error instanceof SluiceError) || error.code !== 'IDEMPOTENCY_KEY_IN_USE' || error.executionId === undefined) throw error;
    return this.#follow(workflowId, error.executionId, undefined, options);
  }

  #follow(workflowId: string, executionId: string, last: string | undefined, options: StreamOptions): Promise<Response> {
    const path = `/api/workflows/${encodeURIComponent(workflowId)}/executions/${encodeURIComponent(executionId)}/stream`;
    const headers = last === undefined ? {} : { 'Last-Event-ID': last };
    return this.#transport.response(
      { method: 'GET', path, query: { selectedOutputs: options.selectedOutputs }, accept: 'text/event-stream', headers },
      { timeoutMs: longestRunMs, ...options },
    );
  }
}

function executeRequest(
  workflowId: string,
  body: { readonly input: unknown; readonly [field: string]: unknown },
  options: ExecuteOptions,
): ApiRequest {
  const id = encodeURIComponent(workflowId);
  const { draft } = options;
  if (draft === undefined) return once({ method: 'POST', path: `/api/workflows/${id}/execute`, body }, options);
  const { input, ...how } = body;
  const begun = draft.deliveryId === undefined ? { input, ...how } : how;
  return once({ method: 'POST', path: `/api/v1/workflows/${id}/run`, body: { ...begun, ...draft } }, options);
}

/** A start that is safe to retry: the server runs one key once. */
function once(request: ApiRequest, { idempotencyKey = randomId(), executionId }: ExecuteOptions): ApiRequest {
  const own = executionId === undefined ? {} : { 'X-Execution-Id': executionId };
  return { ...request, headers: { 'Idempotency-Key': idempotencyKey, ...own }, repeatable: true };
}
