import { stat } from 'node:fs/promises';
import type { ValidationReport } from '#client';
import { findWorkflow } from '../find/find-workflow.js';
import type { RemoteServer } from '../on-server.js';
import { documentsIn, inspectFiles } from './files/read-folder.js';
import { placedProblem } from './files/workflow-file.js';
import { resolveFiles } from './references/resolve-files.js';

/** What the server says about one document. */
export interface Validated extends ValidationReport {
  /** The path of the file, or the workflow as it was named. */
  readonly source: string;
}

/**
 * Validates files, the files of folders, and drafts of workflows, without changing anything.
 * @throws CommandFailed for files that cannot be read and workflows that do not exist
 */
export async function* validated(server: RemoteServer, workspaceId: string, sources: readonly string[]): AsyncIterable<Validated> {
  for (const source of sources) {
    const found = await stat(source).catch(() => undefined);
    if (found === undefined) {
      const { data } = await server.client.workflows.validate(await findWorkflow(server, source, workspaceId), {});
      yield { source, ...data };
      continue;
    }
    const inspected = await inspectFiles(found.isDirectory() ? await documentsIn(source) : [source]);
    const files = inspected.flatMap((each) => ('file' in each ? [each.file] : []));
    const resolved = await resolveFiles(server.client, files, { workspaceId, described: 'keep' });
    for (const { path, problems } of inspected) {
      const document = resolved.find((each) => each.path === path)?.document;
      if (document === undefined) {
        const placed = (problems ?? []).map((each) => ({ ...each, message: placedProblem(each) }));
        yield { source: path, valid: false, problems: placed, warnings: [] };
        continue;
      }
      const { data } = await server.client.workflows.validateDocument({ workspaceId, workflow: { state: document } });
      yield { source: path, ...data };
    }
  }
}

/** The lines about one document. */
export function validationLines({ source, problems, warnings }: Validated): readonly string[] {
  const counts = [counted(problems.length, 'problem'), counted(warnings.length, 'warning')].filter((text) => text !== '');
  return [
    `${source}: ${counts.length === 0 ? 'valid' : counts.join(', ')}`,
    ...problems.map(({ message }) => `    problem  ${message}`),
    ...warnings.map(({ message }) => `    warning  ${message}`),
  ];
}

function counted(count: number, what: string): string {
  if (count === 0) return '';
  return `${String(count)} ${what}${count === 1 ? '' : 's'}`;
}
