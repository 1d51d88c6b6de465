import { isJsonObject, type Json } from '../../../../src/kernel/json.js';
import { nothingWritten, type WrittenInput } from './run-input.js';

/** What the browser remembers of the test runs of a workflow. */
export interface KeptRuns {
  input(): WrittenInput;
  saveInput(input: WrittenInput): void;
  /** Id of the run that this tab has started last. */
  run(): string | undefined;
  saveRun(executionId: string | undefined): void;
}

export function keptRuns(userId: string, workflowId: string): KeptRuns {
  const [inputName, runName] = [`sluice.run-input.${userId}.${workflowId}`, `sluice.test-run.${userId}.${workflowId}`];
  return {
    input: () => writtenIn(localStorage.getItem(inputName)),
    saveInput: (input) => {
      try {
        localStorage.setItem(inputName, JSON.stringify(input));
      } catch {
        // The storage is full: the input lasts as long as the page.
      }
    },
    run: () => sessionStorage.getItem(runName) ?? undefined,
    saveRun: (executionId) => {
      if (executionId === undefined) sessionStorage.removeItem(runName);
      else sessionStorage.setItem(runName, executionId);
    },
  };
}

/** The stored input, as far as it can be read. */
export function writtenIn(text: string | null): WrittenInput {
  try {
    const stored = JSON.parse(text ?? 'null') as Json;
    if (!isJsonObject(stored)) return nothingWritten;
    const { isJson, fields = {}, json } = stored;
    const texts = isJsonObject(fields)
      ? Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      : [];
    return { isJson: isJson === true, fields: Object.fromEntries(texts), json: typeof json === 'string' ? json : '' };
  } catch {
    return nothingWritten;
  }
}
