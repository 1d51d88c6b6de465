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

/** Text for programs that read lines. */
export type PlainText = string;
