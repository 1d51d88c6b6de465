import type { JsonObject } from '#kernel/json.js';
import type { PinnedModel } from './model-answer.js';
import type { ModelMessage } from './model-message.js';

/** What an agent is to do. It is fixed when the agent begins, so that deployments and changed tools cannot change a run in progress. */
export type AgentRequest = {
  model: PinnedModel;
  /** Asked in turn after a failure, as long as the model has said nothing in that turn. */
  fallbacks: PinnedModel[];
  /** The conversation before the first answer, with memory. */
  messages: ModelMessage[];
  settings: ModelSettings;
  tools: AgentTool[];
  /** Names of the tools that must be called first, one in each turn, in this order. */
  forcedTools: string[];
  answerSchema?: AnswerSchema;
  /** Most calls that ask for an answer that fits the schema. */
  repairs: number;
  limits: AgentLimits;
  /** Where the conversation is kept; absent for an agent without memory. */
  memory?: AgentMemory;
  /** What memory drops, to be summed up before the first turn; absent if there is nothing, or the author wants no summary. */
  summary?: AgentSummary;
  /** Names of secrets that the author's texts show to the model as `{{NAME}}`. */
  shownSecrets: string[];
  /** What is left out or doubtful: dropped tools and the like. */
  warnings: string[];
  /** Whether tools that write need approval once the agent has read something from outside. */
  approvesWrites?: boolean;
  /** False for a block whose output is made of the answer: the text of the model is sent to no reader. Absent: the output contains the text. */
  showsText?: false;
};

/** What a replay changes in the request of an agent. */
export type AgentFork = {
  /** The model. */
  model?: PinnedModel;
  /** The temperature. */
  temperature?: number;
  /** Instead of the conversation before the first answer. */
  messages?: ModelMessage[];
};

export type ModelSettings = {
  maxOutputTokens?: number;
  temperature?: number;
  seed?: number;
  /** How much the model is to think; absent: as the provider does by itself. */
  reasoning?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';
  verbosity?: 'low' | 'medium' | 'high';
  promptCaching?: boolean;
};

export type AnswerSchema = {
  name: string;
  /** JSON Schema. */
  schema: JsonObject;
  strict: boolean;
};

export type AgentLimits = {
  /** Most calls of a model, repairs and fallbacks included. */
  maxSteps: number;
  maxCostUsd?: number;
  maxTotalTokens?: number;
  /** Most tool calls at the same time. */
  maxParallelTools: number;
  /** What happens at a limit: the agent fails, or the model is asked once more without tools. */
  onLimit: 'fail' | 'answer';
};

export type AgentMemory = {
  conversationId: string;
  /** Whether calls and results of tools are kept as well. */
  keepsTools: boolean;
  /** How long the messages of a turn are remembered; absent: until they are deleted. */
  expireAfterMs?: number;
  /** Whether a memory that cannot be used is a warning and not a failure. */
  isOptional: boolean;
};

/** A call before the first turn, which sums up the part of a conversation that the model is not shown. */
export type AgentSummary = {
  /** What the model is sent instead of the conversation. */
  messages: ModelMessage[];
  /** The version of the conversation up to which the summary reaches. */
  through: number;
  /** The stored summary, which is used if the call fails and memory is optional; null for none. */
  former: string | null;
};

/** A tool that is offered to the model. */
export type AgentTool = {
  /** Name on the wire: letters, digits, `_` and `-`, 64 at most. */
  name: string;
  /** The name that it has alone, if it has another one because two tools are alike. */
  id?: string;
  /** The title that people see. */
  title: string;
  description: string;
  /** JSON Schema of the arguments: the values that the author filled in are not part of it. */
  parameters: JsonObject;
  /** SHA-256 over name, description and parameters, base64url. */
  digest: string;
  runs: ToolTarget;
  approval: 'never' | 'always' | { when: string };
  /** Whether the tool changes something outside the run. */
  writes: boolean;
};

/** What a tool call runs. */
export type ToolTarget =
  /**
   * A block of this type, run below the agent. `params` are the author's texts, whose placeholders are filled. `given` are values that are
   * data; arguments of the model are data as well, and go into the sub-block of their name, or into `argumentsInto`.
   */
  | { kind: 'block'; type: string; params: JsonObject; given: JsonObject; argumentsInto?: string; workflow?: PinnedWorkflow }
  /** The text of a skill, by its name in the argument `skill_name`. */
  | { kind: 'skill'; skills: Record<string, string> }
  | {
      kind: 'mcp';
      /** Id of the registration. */
      server: string;
      /** Its name; absent in runs of before it was kept. */
      serverName?: string;
      tool: string;
      /** Values that are data. Runs of before `params` was kept have those of the author here. */
      given: JsonObject;
      /** The author's texts, whose placeholders are filled when the tool is called. */
      params?: JsonObject;
      /** Present when the server says that a repeated call does nothing more. */
      isIdempotent?: boolean;
    };

/** The version of a workflow that was deployed when the agent began. All its calls run this one. */
export type PinnedWorkflow = { name: string; version: number };

/** Who is asked about a tool call, and until when. The same as for a human block. */
export type ToolApproval = {
  approvers: string[];
  requiredApprovals: number;
  /** Milliseconds; null: the question does not expire. */
  expiresInMs: number | null;
  onExpiry: 'fail' | 'continue';
};

/** The arguments of a tool call after they were read; `problem` is for the model. */
export type ReadArguments = { readonly value: JsonObject } | { readonly problem: string };
