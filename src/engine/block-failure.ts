import type { Json, JsonObject } from '#kernel/json.js';

export interface BlockFailureOptions {
  /** What an `error` edge hands on beside the message. */
  readonly output?: JsonObject;
  /** HTTP status that the failure stands for, when there is one. */
  readonly status?: number;
  /** Resolved inputs, as traces show them. */
  readonly input?: Json;
  readonly stdout?: string;
  readonly cause?: unknown;
}

/** A block could not do its work. The message is for the author of the workflow and names the cause, not the block. */
export class BlockFailure extends Error {
  /** The output of the failed block: `error` holds the message. */
  readonly output: JsonObject;
  readonly status: number | undefined;
  readonly input: Json | undefined;
  readonly stdout: string | undefined;

  constructor(message: string, options: BlockFailureOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'BlockFailure';
    this.output = { ...options.output, error: message };
    this.status = options.status;
    this.input = options.input;
    this.stdout = options.stdout;
  }
}
