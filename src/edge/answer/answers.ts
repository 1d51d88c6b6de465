/**
 * The responses of a route that writes them itself: one type for each status, and `default` for any other. These types have no effect at run time; the API
 * description is generated from them.
 */
export type Answers<_ByStatus extends Readonly<Record<number, unknown> & { default?: unknown }>> = void;

/** Server-sent events; the `data` of each is a message. */
export interface EventStream<Message> {
  readonly __messages?: Message;
}

/** The body of every refusal, where a status has another body as well. */
export interface Refusal {
  readonly __refusal?: never;
}

/** A page for people. */
export type Html = string;

/** The stored bytes, of any type. */
export type Bytes = Uint8Array;

/** Rows as comma-separated values. */
export type Csv = string;

/** One JSON text in each line. */
export interface JsonLines<Line> {
  readonly __lines?: Line;
}

/** Text for programs that read lines. */
export type PlainText = string;
