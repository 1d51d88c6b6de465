import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { Block, WorkflowDocument } from '../../../../src/document/document.js';
import type { Json } from '../../../../src/kernel/json.js';
import type { DraftOperation } from '../../../../src/modules/workflows/domain/edits/operation.js';
import { paletteQuery, type PaletteEntry } from '../../api/blocks.js';
import { usePermission } from '../../api/session.js';
import { environmentQuery } from '../../api/workspace.js';
import { Button } from '../../parts/controls/button.js';
import { JsonTree } from '../../parts/show/json-tree.js';
import { Note } from '../../parts/show/problem.js';
import type { EditorProblem } from '../problem.js';
import { FieldControl } from './controls/field-control.js';
import { FormContext, type ActiveWorkflow, type FormSurroundings } from './form-context.js';
import styles from './forms.module.css';
import { RetryFields } from './retry-fields.js';
import { checkBlock, joined } from './values/check-block.js';
import { foldedFields, formFields, furtherFields, setField, type FormField } from './values/form-fields.js';
import { handleTemplate } from './values/list-value.js';
import { namesFor, type LastOutputs } from './values/references.js';

export interface BlockFormProps {
  readonly block: Block;
  /** What the palette of the server says of the type of the block; undefined for an unknown one. */
  readonly entry: PaletteEntry | undefined;
  readonly document: WorkflowDocument;
  readonly workspaceId: string;
  /** The workflow and its active version: code is compared with it. */
  readonly workflow?: ActiveWorkflow | undefined;
  /** Problems of the draft; those of this block appear at their fields. */
  readonly problems: readonly EditorProblem[];
  readonly isReadOnly: boolean;
  /** Outputs of blocks in the run on show: references are completed with them. */
  readonly lastOutputs?: LastOutputs;
  readonly onEdit: (operations: readonly DraftOperation[], label: string) => void;
}

/** The fields of a block, made of what the palette of the server says of its type. */
export function BlockForm(props: BlockFormProps): ReactNode {
  const { block, entry } = props;
  if (entry === undefined) return <UnknownBlock block={block} />;
  return <KnownBlock key={`${block.id} ${block.type}`} {...props} entry={entry} />;
}

type KnownBlockProps = BlockFormProps & { readonly entry: PaletteEntry };

function KnownBlock(props: KnownBlockProps): ReactNode {
  const { block, entry, problems, isReadOnly, onEdit } = props;
  const surroundings = useSurroundings(props);
  const fields = formFields(block, entry);
  const { names } = surroundings;
  const server = problems.filter(({ blockId }) => blockId === block.id).map(withoutData);
  const own = joined(checkBlock(block, entry, names.knows), server);
  const [folded] = useState(() => foldedFields(fields.filter(({ name }) => !own.some((problem) => isWithin(problem, name)))));
  const first = fields.filter(({ name }) => !folded.has(name));
  const others = fields.filter(({ name }) => folded.has(name));
  const show = (field: FormField): ReactNode => (
    <FieldControl
      key={field.name}
      field={field}
      problems={own.filter((problem) => isWithin(problem, field.name))}
      onChange={(value, removed) => onEdit(edits(props, field, { value, removed }), `Change ${field.label.toLowerCase()} of ${block.name}`)}
    />
  );
  return (
    <FormContext value={surroundings}>
      <div className={styles['form']}>
        {fields.length === 0 && <p className={styles['empty']}>This block has no fields.</p>}
        {first.map(show)}
        {others.length > 0 && <Folded label={`${others.length} more fields`}>{others.map(show)}</Folded>}
        <Further fields={furtherFields(block, entry)} />
        {entry.retry && <RetryFields block={block} isReadOnly={isReadOnly} onEdit={onEdit} />}
      </div>
    </FormContext>
  );
}

function useSurroundings({ block, document, workspaceId, workflow, isReadOnly, lastOutputs }: KnownBlockProps): FormSurroundings {
  const palette = useQuery(paletteQuery).data;
  const isAdmin = usePermission(workspaceId) === 'admin';
  const secrets = useQuery({ ...environmentQuery(workspaceId), enabled: isAdmin && !isReadOnly, retry: false }).data;
  const types = useMemo(() => new Map(palette?.map((entry) => [entry.type, entry])), [palette]);
  const names = useMemo(() => namesFor(block, document, types, lastOutputs), [block, document, types, lastOutputs]);
  return useMemo(
    () => ({ block, document, workspaceId, workflow, isReadOnly, isAdmin, names, secrets: secrets?.map(({ name }) => name) }),
    [block, document, workspaceId, workflow, isReadOnly, isAdmin, names, secrets],
  );
}

/** Returns the operations of a change. The edges of a branch that was taken out are removed with it. */
function edits(
  { block, entry, document }: KnownBlockProps,
  field: FormField,
  { value, removed }: { readonly value: Json | undefined; readonly removed: string | undefined },
): readonly DraftOperation[] {
  const handle = removed === undefined ? undefined : handleTemplate(entry.handles)?.replace('<id>', removed);
  const edges = document.edges.filter(({ source, sourceHandle }) => source === block.id && sourceHandle === handle);
  return [...edges.map(({ id }) => ({ op: 'remove-edge', id }) as const), setField(block, entry, field, value)];
}

function Folded({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <div>
        <Button look="quiet" aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
          <Arrow size={14} strokeWidth={1.5} aria-hidden />
          {label}
        </Button>
      </div>
      {isOpen && children}
    </>
  );
}

function Further({ fields }: { readonly fields: Readonly<Record<string, Json>> }): ReactNode {
  if (Object.keys(fields).length === 0) return null;
  return (
    <Folded label="Fields that this server does not read">
      <JsonTree value={fields} />
    </Folded>
  );
}

function UnknownBlock({ block }: { readonly block: Block }): ReactNode {
  return (
    <div className={styles['form']}>
      <Note>
        This server does not know the type <code>{block.type}</code>. The block is kept as it is; a workflow with it cannot be deployed.
      </Note>
      <JsonTree value={Object.fromEntries(Object.values(block.subBlocks).map(({ id, value }) => [id, value]))} />
    </div>
  );
}

/** The fields of containers are named by their place in the document. */
function withoutData(problem: EditorProblem): EditorProblem {
  return problem.field?.startsWith('data.') === true ? { ...problem, field: problem.field.slice('data.'.length) } : problem;
}

function isWithin({ field }: EditorProblem, name: string): boolean {
  return field === name || field?.startsWith(`${name}.`) === true;
}
