import type { Registry } from 'prom-client';
import type { RunTrace } from './trace-context.js';

/** Work that has ended, to be sent to the receiver of traces. */
export interface FinishedSpan {
  readonly name: string;
  readonly trace: Pick<RunTrace, 'traceId' | 'spanId' | 'parentSpanId'>;
  /** Whether the parent is in another process. */
  readonly isParentRemote: boolean;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly endedAt: string;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  /** Present if the work failed. It contains no value of the run. */
  readonly error?: string;
}

/** Sends what is handed to it, without waiting. */
export interface Sender {
  send(span: FinishedSpan): void;
  watch(registries: readonly Registry[]): void;
  close(): Promise<void>;
}
