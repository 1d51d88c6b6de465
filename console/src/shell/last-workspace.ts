const name = 'sluice.workspace';

/** The workspace in which the person worked last in this browser. */
export const lastWorkspace = {
  get: (): string | null => localStorage.getItem(name),
  set: (id: string): void => localStorage.setItem(name, id),
};
