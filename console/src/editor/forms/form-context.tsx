import { createContext, use } from 'react';
import type { Block, WorkflowDocument } from '../../../../src/document/document.js';
import type { Names } from './values/references.js';

export interface ActiveWorkflow {
  readonly workflowId: string;
  readonly version: number;
}

/** What all controls of a form use. */
export interface FormSurroundings {
  readonly block: Block;
  readonly document: WorkflowDocument;
  readonly workspaceId: string;
  /** The workflow and its active version; undefined when none is active. */
  readonly workflow: ActiveWorkflow | undefined;
  readonly isReadOnly: boolean;
  /** Whether the person may read names of secrets, and store one. */
  readonly isAdmin: boolean;
  readonly names: Names;
  /** Names of the secrets of the workspace; undefined where they are not known. */
  readonly secrets: readonly string[] | undefined;
}

export const FormContext = createContext<FormSurroundings | undefined>(undefined);

export function useForm(): FormSurroundings {
  const form = use(FormContext);
  if (form === undefined) throw new Error('A control must be inside a form');
  return form;
}
