/** The only source of wall-clock time for everything outside infrastructure. */
export abstract class Clock {
  abstract now(): Date;
}
