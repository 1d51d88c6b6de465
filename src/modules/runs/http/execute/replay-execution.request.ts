import { Equals, IsBoolean, IsIn, IsInt, IsNumber, IsString, Max, MaxLength, Min, ValidateBy } from 'class-validator';
import { HoldsOnly, Nested } from '#edge/body/fields/request-class.js';
import { MayBeAbsent } from '#edge/request/request-fields.js';
import { isJsonObject } from '#kernel/json.js';
import type { ReplayMode } from '#engine/execution.events.js';

const mostMessages = 1_000;
const roles: readonly unknown[] = ['system', 'user', 'assistant'];

function isMessage(value: unknown): boolean {
  return isJsonObject(value) && roles.includes(value['role']) && typeof value['content'] === 'string';
}

/** A message of the conversation with a model. */
interface ForkMessage {
  /** Who says it. */
  readonly role: 'system' | 'user' | 'assistant';
  /** What is said. */
  readonly content: string;
}

/** What a replay changes in an agent. */
export class AgentForkRequest {
  /** The model, by its name. */
  @MayBeAbsent()
  @MaxLength(200)
  @IsString()
  model?: string;

  /** The temperature, from 0 to 2. */
  @MayBeAbsent()
  @Max(2)
  @Min(0)
  @IsNumber()
  temperature?: number;

  /** The conversation before the first answer, instead of the recorded one. */
  @MayBeAbsent()
  @HoldsOnly(['role', 'content'])
  @ValidateBy({
    name: 'areMessages',
    validator: {
      validate: (value) => Array.isArray(value) && value.length > 0 && value.length <= mostMessages && value.every(isMessage),
      defaultMessage: () => `messages must be a list of 1 to ${mostMessages} entries with role (${roles.join(', ')}) and content (text)`,
    },
  })
  messages?: ForkMessage[];
}

/** The database stores versions as integers of 32 bits. */
const highestVersion = 2 ** 31 - 1;

/**
 * How to repeat a run.
 * @example {"mode": "recorded"}
 */
export class ReplayExecutionRequest {
  /** Whether effects return their recorded outcomes (`recorded`) or happen again (`live`). */
  @IsIn(['recorded', 'live'])
  mode!: ReplayMode;

  /** The block to start with: its id, its name, or its name within the run. The default is the start block. */
  // Names within a run grow with the depth of containers.
  @MayBeAbsent()
  @MaxLength(2048)
  @IsString()
  from?: string;

  /** The version to run: its number, or `draft`. The default is the version of the repeated run. */
  @MayBeAbsent()
  @ValidateBy({
    name: 'isVersion',
    validator: {
      validate: (value) => value === 'draft' || (Number.isInteger(value) && (value as number) > 0 && (value as number) <= highestVersion),
      defaultMessage: () => `version must be a whole number from 1 to ${highestVersion}, or "draft"`,
    },
  })
  version?: number | 'draft';

  /** The call of a model within the agent `from` with which a live replay starts: 1 for its first call. Earlier calls are taken from the record. */
  @MayBeAbsent()
  @Min(1)
  @IsInt()
  call?: number;

  /** What the agent asks differently from that call on. */
  @MayBeAbsent()
  @Nested(() => AgentForkRequest)
  with?: AgentForkRequest;

  /** Whether to start the new run as a job and respond at once. */
  @IsBoolean()
  async = false;

  /** Not for replays. */
  @Equals(false, { message: 'stream is not available for replays: start one with async, and read the stream of its run' })
  stream = false;
}
