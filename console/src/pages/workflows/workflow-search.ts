/** What of the workflows is in view, as the address has it. */
export interface WorkflowSearch {
  /** The folder whose workflows are listed, with those of the folders in it. */
  readonly folder?: string;
  /** A part of the name. */
  readonly q?: string;
  readonly state?: 'deployed' | 'draft';
}

export function workflowSearchFrom({ folder, q, state }: Readonly<Record<string, unknown>>): WorkflowSearch {
  return {
    ...(typeof folder === 'string' && folder !== '' && { folder }),
    ...(typeof q === 'string' && q.trim() !== '' && { q }),
    ...((state === 'deployed' || state === 'draft') && { state }),
  };
}

interface Listed {
  readonly name: string;
  readonly folderId: string | null;
  readonly isDeployed: boolean;
}

/** The workflows that the search lets through. @param folders the folder of the search and those in it; absent: all */
export function found<Workflow extends Listed>(
  workflows: readonly Workflow[],
  { q = '', state }: WorkflowSearch,
  folders: ReadonlySet<string> | undefined,
): readonly Workflow[] {
  const wanted = q.trim().toLocaleLowerCase();
  return workflows.filter(
    ({ name, folderId, isDeployed }) =>
      (folders === undefined || (folderId !== null && folders.has(folderId))) &&
      (state === undefined || isDeployed === (state === 'deployed')) &&
      name.toLocaleLowerCase().includes(wanted),
  );
}
