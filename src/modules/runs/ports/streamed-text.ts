/** Takes what models write during the calls of streamed runs, so that readers receive it before the outcome of the call. */
export abstract class StreamedText {
  /** @param position that of the intent of the call. It waits only if the database is slower than the model. */
  abstract append(executionId: string, position: number, attempt: number, text: string, kind?: 'text' | 'reasoning'): Promise<void>;
  /** The outcome of the call is recorded: what is not written yet is not needed any more. */
  abstract end(executionId: string, position: number, attempt: number): void;
}
