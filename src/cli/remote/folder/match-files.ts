import type { WorkflowFile } from './files/workflow-file.js';

interface Known {
  readonly id: string;
  readonly name: string;
}

export interface Matched<Workflow extends Known> {
  /** Each file with the workflow that it describes, undefined for a new one. */
  readonly pairs: readonly { readonly file: WorkflowFile; readonly workflow: Workflow | undefined }[];
  /** Workflows that no file describes. */
  readonly others: readonly Workflow[];
  readonly problems: readonly string[];
}

/**
 * Matches files with workflows: by the id that the file was exported from, else by name, else the file describes a new workflow. Two
 * files for one workflow, and a name of several workflows, are problems.
 */
export function matchFiles<Workflow extends Known>(files: readonly WorkflowFile[], workflows: readonly Workflow[]): Matched<Workflow> {
  const byId = new Map(workflows.map((workflow) => [workflow.id, workflow]));
  const idOf = ({ workflowId }: WorkflowFile): string => workflowId ?? '';
  const claimed = new Set(files.map(idOf));
  const free = Map.groupBy(
    workflows.filter(({ id }) => !claimed.has(id)),
    ({ name }) => name,
  );
  const named = (file: WorkflowFile): readonly Workflow[] => (byId.has(idOf(file)) ? [] : (free.get(file.name) ?? []));
  const pairs = files.map((file) => ({ file, workflow: byId.get(idOf(file)) ?? named(file)[0] }));
  const ambiguous = files
    .filter((file) => named(file).length > 1)
    .map(
      ({ path, name }) =>
        `${path}: state.metadata.name: ${free.get(name)?.length} workflows are named "${name}"; set workflow.id to one of their ids`,
    );
  const used = new Set(pairs.map(({ workflow }) => workflow?.id));
  return { pairs, others: workflows.filter(({ id }) => !used.has(id)), problems: [...ambiguous, ...doubles(pairs)] };
}

/** A workflow has one file, and a new workflow a name that no other file has. Otherwise the next apply could not match them. */
function doubles(pairs: Matched<Known>['pairs']): readonly string[] {
  const sharing = [
    ...Map.groupBy(pairs, ({ file, workflow }) => workflow?.id ?? file.path).values(),
    ...[...Map.groupBy(pairs, ({ file }) => file.name).values()].filter((same) => same.some(({ workflow }) => workflow === undefined)),
  ];
  return sharing
    .filter(({ length }) => length > 1)
    .map(
      (same) => `${same.map(({ file }) => file.path).join(' and ')}: describe the same workflow "${same[0]?.file.name}"; keep one of them`,
    );
}
