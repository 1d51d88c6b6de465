/** Typical durations of the work on one subject, such as a workflow. */
export abstract class RunEstimates {
  /** From recent work without its pauses, in ms; undefined if there is none. */
  abstract typicalMs(subjectId: string): Promise<number | undefined>;
}
