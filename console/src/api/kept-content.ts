/** Names in the storage of the browser that begin with these hold texts of people, and not their preferences. */
const draftPrefix = 'sluice.draft.';
const inputPrefix = 'sluice.run-input.';

/**
 * Removes inputs of tests and drafts without edits that wait: steps of undo are all that they have. Edits that the server does not have stay.
 * @param except the name of an entry that stays
 */
export function forgetContent(except?: string): void {
  for (const name of Object.keys(localStorage)) {
    const isIdle = name.startsWith(draftPrefix) && name !== except && !hasWaiting(localStorage.getItem(name));
    if (isIdle || name.startsWith(inputPrefix)) localStorage.removeItem(name);
  }
}

function hasWaiting(text: string | null): boolean {
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<Record<'queue' | 'conflicts' | 'unsaved', readonly unknown[]>>;
    return [kept.queue, kept.conflicts, kept.unsaved].some((edits = []) => edits.length > 0);
  } catch {
    return false;
  }
}
