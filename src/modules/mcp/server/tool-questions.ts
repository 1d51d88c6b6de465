import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { LinkSignature } from '#host/secrets/link-signature.js';
import { foldExecution, type ExecutionState } from '#engine/execution.state.js';
import { actorOf } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { DomainError, invalidField, notFound, type ErrorDetail } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { FindQuestions, ResumeExecution, type Question } from '#modules/pauses/index.js';
import { RunStore, type RunResult } from '#modules/runs/index.js';
import { answerIn, askable, elicitation, keysOf } from '../domain/elicitation.js';
import type { ToolRow } from '../store/mcp-servers.js';
import type { InputRequired } from './results/tool-result.js';
import type { McpExchange } from './mcp-exchange.js';

/** A run of a tool, and what its client must ask before the run can continue. */
export interface AskedRun {
  readonly run: ToolRun;
  /** Undefined when the run has ended, and when no question can be asked by the client. */
  readonly asked?: InputRequired;
}

/** A run of a tool as it rests. */
export type ToolRun = Pick<RunResult, 'executionId' | 'workspaceId' | 'state'>;

/** What a client sends for the questions of a run. */
export interface ClientAnswers {
  /** Whether it can ask its user. */
  readonly mayAsk: boolean;
  /** By the key of the question. */
  readonly responses: Readonly<Record<string, unknown>>;
}

/** A run that an earlier answer has named. */
export interface ContinuedRun {
  readonly run: ToolRun;
  /** Digests of the questions that the client was asked, with their keys. Undefined for states of earlier releases. */
  readonly asked: ReadonlySet<string> | undefined;
}

interface Place {
  readonly exchange: McpExchange;
  readonly tool: ToolRow;
}

const purpose = 'mcp-call';
const lifetimeMs = 24 * 60 * 60_000;
/** More than these are asked when some of them are answered: the signed text names each. */
const mostAsked = 100;
const digestLength = 12;

/** Puts the questions of paused runs to the users of MCP clients. The client repeats its call with the answers and a signed text that names the run. */
@Injectable()
export class ToolQuestions {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly runs: RunStore,
    private readonly links: LinkSignature,
    private readonly clock: Clock,
  ) {}

  /** The run that an earlier answer has named. @throws DomainError invalid for a text that is not of this server, call and caller, or has expired */
  async continued(exchange: McpExchange, tool: ToolRow, state: string): Promise<ContinuedRun> {
    const claims = this.links.verify(state, purpose);
    const asked = typeof claims === 'string' ? undefined : askedIn(claims.contextId, bound({ exchange, tool }));
    if (typeof claims === 'string' || asked === undefined) {
      throw invalidField('requestState', 'requestState is not valid or has expired: call the tool without it');
    }
    const { executionId } = claims;
    const folded = foldExecution(await this.runs.history(executionId));
    if (folded === undefined) throw notFound('Run');
    const run = { executionId, workspaceId: exchange.served.server.workspaceId, state: folded };
    return { run, asked: asked.length === 0 ? undefined : new Set(asked) };
  }

  /** Answers questions with what the client has sent, one after the other, until the run ends or a question has no answer. */
  async settle(exchange: McpExchange, tool: ToolRow, rested: ContinuedRun, { mayAsk, responses }: ClientAnswers): Promise<AskedRun> {
    const place = { exchange, tool };
    const used = new Set<string>();
    let { run } = rested;
    while (mayAsk && run.state.status === 'paused') {
      const questions = askable(await this.queries.execute(new FindQuestions(run, null)));
      const answers = [...questions].map(([present, question]) => {
        const key = askedKey(present, question, rested.asked);
        return { key, question, answer: key === undefined ? undefined : answerIn(question, responses[key]) };
      });
      if (answers.length === 0 || answers.some(({ answer }) => answer === 'refused')) return { run };
      const next = answers.find(({ key, answer }) => answer !== undefined && key !== undefined && !used.has(key));
      if (next?.key === undefined || next.answer === undefined || next.answer === 'refused')
        return { run, asked: this.#asked(place, run, questions) };
      used.add(next.key);
      const outcome = await this.#answer(place, run, next.question, next.answer.input);
      if ('problems' in outcome) return { run, asked: this.#asked(place, run, questions, outcome.problems) };
      if (outcome.state === undefined) return { run };
      run = { ...run, state: outcome.state };
    }
    return { run };
  }

  /** The state is undefined when the run waits for more than this answer. */
  async #answer(
    { exchange: { requestId, source }, tool: { workflowId } }: Place,
    { executionId }: ToolRun,
    { contextId }: Question,
    input: Json,
  ): Promise<{ readonly state: ExecutionState | undefined } | { readonly problems: readonly ErrorDetail[] }> {
    const answering = { by: 'link', email: null } as const;
    const request = {
      workflowId,
      executionId,
      contextId,
      input,
      answering,
      answered: 'as-started',
      meta: { requestId, ...source },
    } as const;
    try {
      const outcome = await this.commands.execute(new ResumeExecution(request));
      return { state: outcome.kind === 'rested' ? outcome.state : undefined };
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'invalid') return { problems: error.details ?? [] };
      throw error;
    }
  }

  #asked(
    place: Place,
    { executionId }: ToolRun,
    open: ReadonlyMap<string, Question>,
    problems: readonly ErrorDetail[] = [],
  ): InputRequired {
    const questions = [...open].slice(0, mostAsked);
    const digests = questions.map(([key, { contextId }]) => digestOf(key, contextId));
    const contextId = `${bound(place)} ${digests.join(',')}`;
    const expiresAt = new Date(this.clock.now().getTime() + lifetimeMs).toISOString();
    const requestState = this.links.sign({ purpose, executionId, contextId, email: null, expiresAt });
    const inputRequests = Object.fromEntries(questions.map(([key, question]) => [key, elicitation(question, problems)]));
    return { resultType: 'input_required', inputRequests, requestState };
  }
}

/** The text that names a run is valid for its tool and its caller only. */
function bound({ exchange: { served, caller }, tool: { id } }: Place): string {
  return `${served.server.id} ${id} ${actorOf(caller).actorId}`;
}

/** The digests in the text of a state; undefined for another call. States of earlier releases have none. */
function askedIn(text: string, place: string): readonly string[] | undefined {
  if (text === place) return [];
  return text.startsWith(`${place} `) ? text.slice(place.length + 1).split(',') : undefined;
}

/**
 * The key under which the client was asked the question; undefined if it was not. Titles repeat, and a key passes to the next question when one is
 * answered elsewhere.
 */
function askedKey(present: string, { title, contextId }: Question, asked: ReadonlySet<string> | undefined): string | undefined {
  if (asked === undefined) return present;
  return keysOf({ title, contextId }).find((key) => asked.has(digestOf(key, contextId)));
}

function digestOf(key: string, contextId: string): string {
  return createHash('sha256').update(`${contextId} ${key}`).digest('base64url').slice(0, digestLength);
}
