import type { EditorProblem } from '../problem.js';
import type { DraftStore } from './draft-store.js';

const calmMs = 1000;

/**
 * Asks what the server finds in the draft when it is opened, and once it is calm after changes of others. Answers to own edits say it too.
 * @returns what ends it
 */
export function checkWhenCalm(
  store: DraftStore,
  check: () => Promise<readonly EditorProblem[]>,
  later: (ms: number, act: () => void) => () => void,
): () => void {
  let cancel: (() => void) | undefined;
  let asked: number | undefined;
  const ask = async (revision: number): Promise<void> => {
    asked = revision;
    const problems = await check().catch(() => undefined);
    if (problems !== undefined) store.setProblems(problems, revision);
  };
  const follow = (): void => {
    const { revision, checked, saving } = store.get();
    cancel?.();
    cancel = undefined;
    if (revision === checked || revision === asked || saving === 'ended') return;
    cancel = later(asked === undefined ? 0 : calmMs, () => void ask(revision));
  };
  const leave = store.subscribe(follow);
  follow();
  return () => {
    leave();
    cancel?.();
  };
}
