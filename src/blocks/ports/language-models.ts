import type { AnswerSchema, ModelSettings } from '#engine/agents/agent-request.js';
import type { ModelAnswer, ModelCost, ModelUsage, PinnedModel } from '#engine/agents/model-answer.js';
import type { ModelMessage } from '#engine/agents/model-message.js';
import type { JsonObject } from '#kernel/json.js';
import type { PolicyRefusal } from '#kernel/models/model-policy.js';
import { Port } from './port.js';

/** A tool as a provider sees it. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
}

/** One call of a model. */
export interface ModelRequest {
  readonly model: PinnedModel;
  readonly messages: readonly ModelMessage[];
  readonly settings: ModelSettings;
  readonly tools: readonly OfferedTool[];
  readonly toolChoice: 'auto' | 'none' | { readonly tool: string };
  readonly answerSchema?: AnswerSchema | undefined;
  /** Sent as `Idempotency-Key`: the same on every try. */
  readonly key: string;
  /** The key that the block gives; absent: that of the provider. It is a secret. */
  readonly apiKey?: string | undefined;
  /** The bytes of a file part. @throws DomainError */
  readonly readFile: (fileId: string) => Promise<Buffer>;
  /** Is called when the request is about to be sent, and with false when it is about to wait for a retry. Before, the provider can charge nothing. */
  readonly onSent?: ((isSent: boolean) => void) | undefined;
}

/** A part of an answer while it arrives. The last one is always *answered*, with the whole answer. */
export type ModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** The model has begun to write a tool call. */
  | { readonly type: 'tool-call-began'; readonly name: string }
  | { readonly type: 'answered'; readonly answer: ModelAnswer };

/** Why a model gave no whole answer. */
export type ModelFailureKind =
  /** The configuration or the request is wrong: no key, no such model, refused schema. */
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

/** A call that failed for good: after retries, or after its first token. The message names provider, model and remedy, and no secret. */
export class ModelFailure extends Error {
  constructor(
    message: string,
    readonly kind: ModelFailureKind,
    /** What had arrived; null if nothing had, so that another model can be asked instead. */
    readonly partial: ModelAnswer | null,
    readonly tries: number,
    /** HTTP status of the provider. */
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ModelFailure';
  }
}

/** The language models that one run may use. */
export interface LanguageModels {
  /**
   * The model that a name means now: by exact id, alias or prefix.
   * @param hasOwnKey whether the block gives its own key
   * @throws DomainError for an unknown name, with the five nearest ones, or for a model that the run may not use
   */
  resolve(name: string, hasOwnKey: boolean): Promise<PinnedModel>;
  /** Whether tools that change something need approval once an agent has read data from outside. Absent: they do not. */
  approvesWrites?(): Promise<boolean>;
  /** Why tools and the hosts that they reach must not be used by the present policy. Absent: all may be used. */
  toolRefusal?(): Promise<PolicyRefusal>;
  /** Asks a model. An aborted signal closes the connection. @throws ModelFailure, or the reason of the signal */
  ask(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>;
  /** About how many tokens the request has, and at least how much it may cost: the hold of a budget check. */
  estimate(request: Pick<ModelRequest, 'model' | 'messages' | 'settings' | 'tools'>): Promise<ModelEstimate>;
}

/** What a call may take. */
export interface ModelEstimate {
  /** The whole input, and the most that the answer may have. */
  readonly usage: ModelUsage;
  /** Null when no price is known. */
  readonly costNanoUsd: number | null;
  /** What so many tokens cost by the present prices; null when no price is known. */
  costOf(usage: ModelUsage): ModelCost | null;
}

/** Language models of the operator and of the workspace. */
export const Models = new Port<LanguageModels, 'models'>('models', 'outside');
