/**
 * What a route answers that writes its response itself: a type for each status. Nothing at run time; the description of the API is
 * made from it.
 */
export type Answers<_ByStatus extends Readonly<Record<number, unknown>>> = void;

/** Server-sent events; the `data` of each is a message. */
export interface EventStream<Message> {
  readonly __messages?: Message;
}

/** A page for people. */
export type Html = string;

/** Whatever was stored. */
export type Bytes = Uint8Array;

/** Rows as comma-separated values. */
export type Csv = string;

/** A JSON text in each line; nothing but a type for the description, like the others. */
export interface JsonLines<Line> {
  readonly __lines?: Line;
}

/** Text for programs that read lines. */
export type PlainText = string;
