/** The only source of identifiers. Every id is a UUID of version 7, so ids sort by time of birth. */
export abstract class Ids {
  abstract next(): string;
}
