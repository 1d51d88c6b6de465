import type { Question } from '../question.js';
import type { Reply } from '../reply.js';

/** What a model of this name does. */
export interface Scenario {
  /** How the parameters after the name are written, with their defaults: `:<n>:<ms>`. */
  readonly takes?: string;
  /** A name with values for the parameters, for lists of models; absent when the name alone is a model. */
  readonly example?: string;
  /** One sentence for people. */
  readonly about: string;
  reply(question: Question, visit: Visit): Reply;
}

/** One request of a scenario. */
export interface Visit {
  /** How many requests have come with this idempotency key, with this one. */
  readonly attempt: number;
  /** Where this server is reached under another name than the caller used. */
  readonly elsewhere: string;
  /** The parameter at this place as a number. @throws UnreadableQuestion if it is something else */
  number(place: number, otherwise: number): number;
  word(place: number): string | undefined;
}

export type Scenarios = Readonly<Record<string, Scenario>>;
