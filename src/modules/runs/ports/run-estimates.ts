/** How long work of one subject usually takes. Filled by the module that does the work. */
export abstract class RunEstimates {
  /** From recent work, without the time that it waited, in ms; undefined when there was none. */
  abstract typicalMs(subjectId: string): Promise<number | undefined>;
}
