import { SluiceError, type DocumentProblem } from '@sluice/client';
import type { WorkflowDocument } from '../../../../src/document/document.js';
import { api } from '../../api/client.js';
import { sessionEnd } from '../../api/shared.js';
import type { EditorProblem } from '../problem.js';
import type { ForeignChange } from './draft-state.js';
import type { Answer, Draft, DraftServer } from './draft-store.js';

const mostChanges = 500;

interface Report {
  readonly problems: readonly DocumentProblem[];
  readonly warnings: readonly DocumentProblem[];
}

/** What the server finds in a draft, as the editor shows it. */
export function editorProblems({ problems, warnings }: Report): readonly EditorProblem[] {
  return [...problems, ...warnings.map((each) => ({ ...each, isWarning: true }))];
}

/** The routes of the draft of a workflow. */
export function httpDraft(workflowId: string): DraftServer {
  return {
    async send({ editId, base, label, operations }) {
      try {
        const body = {
          editId,
          base,
          label: label.slice(0, 200),
          ops: operations as readonly object[] as readonly Record<string, unknown>[],
        };
        const { data } = await api.workflows.editDraft(workflowId, body);
        return {
          kind: 'recorded',
          revision: data.revision,
          others: data.others as readonly ForeignChange[],
          problems: editorProblems(data),
        };
      } catch (error) {
        return failureOf(error);
      }
    },
    async changesAfter(revision) {
      const { data, nextAfter } = await api.workflows.draftEdits(workflowId, { after: revision, limit: mostChanges });
      return nextAfter === null ? (data as readonly ForeignChange[]) : undefined;
    },
    read: () => readDraft(workflowId),
  };
}

export async function readDraft(workflowId: string, signal?: AbortSignal): Promise<Draft> {
  const { data } = await api.workflows.draft(workflowId, {}, signal === undefined ? {} : { signal });
  return { revision: data.revision, document: data.document as WorkflowDocument };
}

function failureOf(error: unknown): Answer {
  const { status = 0, code = '', message = String(error) } = error instanceof SluiceError ? error : {};
  if (code === 'DRAFT_CHANGED') return { kind: 'conflict' };
  if (status === 401) sessionEnd.set(true);
  if (status === 403 || status === 404) return { kind: 'refused', message, isFinal: true };
  if (status === 400 || status === 409 || status === 413) return { kind: 'refused', message, isFinal: false };
  return { kind: 'unreached', message };
}
