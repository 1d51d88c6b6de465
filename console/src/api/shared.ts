/** A value that parts of the page share outside of React. */
export interface Shared<Value> {
  get(): Value;
  set(value: Value): void;
  subscribe(tell: () => void): () => void;
}

export function shared<Value>(first: Value): Shared<Value> {
  let value = first;
  const readers = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const tell of readers) tell();
    },
    subscribe: (tell) => {
      readers.add(tell);
      return () => readers.delete(tell);
    },
  };
}

/** Whether the session ended while someone worked: the page stays as it is and asks them to sign in again. */
export const sessionEnd = shared(false);

/** Whether the server has a newer console than this page. */
export const newBuild = shared(false);

/** The draft that is open in the editor: `save` sends what the server does not have yet. */
export const openDraft = shared<{ readonly workflowId: string; readonly save: () => Promise<unknown> } | undefined>(undefined);
