import type { Json } from '#kernel/json.js';
import type { ExecutionState } from '#engine/execution.state.js';
import type { ResumeResult } from '../commands/resume-execution.command.js';

/**
 * The fields of the form of the question, in `input` or as the whole body.
 * @example {"input": {"approved": true}}
 */
export interface ResumeBody {
  /** The answer. */
  readonly input?: Json;
  readonly [field: string]: unknown;
}

/** The result of the run, or the status of the answer. */
export type ResumedResponse = RestedResponse | StartedResponse | QueuedResponse | RecordedResponse;

/** The run continues as a job. */
export type AcceptedResumeResponse = BegunResponse | QueuedResponse;

/** The result of a run that was resumed synchronously. `executionId` is the id of the resume. */
export interface ResumeAnswer {
  readonly status: 200 | 202;
  readonly body: ResumedResponse | AcceptedResumeResponse;
}

interface RestedResponse {
  /** Whether the run did not fail. */
  readonly success: boolean;
  /** Status of the run after this answer. */
  readonly status: ExecutionState['status'];
  readonly executionId: string;
  /** Output of the run. */
  readonly output: Json;
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
}

interface JobLink {
  /** Id of the job of this resume, for an asynchronous run. */
  readonly jobId: string;
  /** Address of the job of this resume. */
  readonly statusUrl: string;
}

interface BegunResponse extends JobLink {
  readonly success: true;
  /** Always true: the run continues without its caller. */
  readonly async: true;
  readonly executionId: string;
  readonly message: string;
}

interface StartedResponse {
  /** Always `started`: the run continues, and a person with a session does not wait for it. */
  readonly status: 'started';
  readonly executionId: string;
  readonly message: string;
}

interface QueuedResponse extends Partial<JobLink> {
  /** Always `queued`. */
  readonly status: 'queued';
  readonly executionId: string;
  /** Position of the answer in the queue, from 1. */
  readonly queuePosition: number;
  readonly message: string;
}

interface RecordedResponse {
  /** Always `recorded`. */
  readonly status: 'recorded';
  readonly executionId: string;
  /** Number of recorded answers. */
  readonly approvals: number;
  /** Number of required answers. */
  readonly requiredApprovals: number;
  readonly message: string;
}

export function resumeAnswer(result: Exclude<ResumeResult, { kind: 'streamed' }>, baseUrl: string): ResumeAnswer {
  const { resumeId: executionId } = result;
  switch (result.kind) {
    case 'rested':
      return { status: 200, body: restedResponse(executionId, result.state, result.resumedAt) };
    case 'begun': {
      const { jobId } = result;
      if (jobId === null) return { status: 200, body: { status: 'started', executionId, message: 'Resume execution started.' } };
      const message = 'Resume execution queued';
      return { status: 202, body: { success: true, async: true, jobId, executionId, message, statusUrl: statusUrl(jobId, baseUrl) } };
    }
    case 'queued': {
      const { queuePosition, jobId } = result;
      const message = 'Resume queued. It will run after current resumes finish.';
      const job = jobId === null ? {} : { jobId, statusUrl: statusUrl(jobId, baseUrl) };
      return { status: 200, body: { status: 'queued', executionId, queuePosition, message, ...job } };
    }
    case 'recorded': {
      const { approvals, requiredApprovals } = result;
      const message = `Answer recorded. The run continues when ${requiredApprovals} people have answered.`;
      return { status: 200, body: { status: 'recorded', executionId, approvals, requiredApprovals, message } };
    }
  }
}

function restedResponse(executionId: string, state: ExecutionState, startTime: string): RestedResponse {
  const { status, output, error, endedAt, pausedAt } = state;
  const endTime = endedAt ?? pausedAt ?? startTime;
  const metadata = { duration: Math.max(0, Date.parse(endTime) - Date.parse(startTime)), startTime, endTime };
  return { success: status === 'completed' || status === 'paused', status, executionId, output, error, metadata };
}

function statusUrl(jobId: string, baseUrl: string): string {
  return `${baseUrl}/api/jobs/${jobId}`;
}
