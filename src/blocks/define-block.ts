import type { JsonObject } from '#kernel/json.js';
import type { Block, DocumentProblem } from '#document/document.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import type {
  Advice,
  AgentBeginning,
  BlockContext,
  BlockDefinition,
  BlockPause,
  BlockResult,
  BlockStep,
  ContainerEntry,
  EndedAgent,
  PassDecision,
  PausedBlock,
  WorkflowCall,
} from './block.js';
import { schemaOf, valuesReader, writtenOf, type FieldFault, type FieldSet, type ValuesOf, type WrittenOf } from './fields/field-set.js';
import type { FieldsSchema, ValueSchema } from './fields/schema.js';
import type { Port } from './ports/port.js';

/** What an editor shows of a type of block. */
export interface PaletteEntry {
  readonly name: string;
  /** What the block does. */
  readonly description: string;
  /** The heading under which editors list it. */
  readonly category: 'trigger' | 'control' | 'work' | 'note';
  /** The values of its sub-blocks; for a container, of its `data`. */
  readonly inputs: FieldsSchema;
  /** The fields that later blocks can refer to. */
  readonly outputs: Readonly<Record<string, ValueSchema>>;
  /** Source handles; `<id>` stands for the ids of the author's entries. */
  readonly handles: readonly string[];
  /** The type that new workflows use instead, of an older type or another name; null if there is none. */
  readonly replacedBy: string | null;
}

/** A type of block that authors can choose. */
export type PublishedBlock = BlockDefinition & { readonly palette: PaletteEntry; readonly needs: readonly Port[] };

/** Advice about a field. `what` continues its name. */
export interface FieldAdvice extends FieldFault {
  readonly isRefusedInNew?: boolean;
}

interface Declared<Fields extends FieldSet, Needs extends readonly Port[]> extends Omit<PaletteEntry, 'inputs' | 'replacedBy'> {
  readonly type: string;
  readonly replacedBy?: string;
  /** Each field once: its schema, its check and its value in `run` come from here. */
  readonly fields: Fields;
  /** The ports that the block uses. */
  readonly needs?: Needs;
  /** Faults that show before any run and that no single field can find. */
  readonly check?: (written: WrittenOf<Fields>) => readonly FieldFault[];
  /** What is doubtful, and what only new documents must not have. */
  readonly advise?: (written: WrittenOf<Fields>) => readonly FieldAdvice[];
}

/**
 * What traces and people are shown: `real` if the block has used no secret so far, else the same made of fields that have `{{NAME}}` in
 * place of each secret.
 */
export type Shown<Fields extends FieldSet> = <Value>(real: Value, make: (fields: ValuesOf<Fields>) => Value) => Value;

interface Work<Fields extends FieldSet, Needs extends readonly Port[]> extends Declared<Fields, Needs> {
  /** See WorkDefinition. */
  readonly run: (fields: ValuesOf<Fields>, context: BlockContext<Needs[number]>, shown: Shown<Fields>) => BlockStep | Promise<BlockStep>;
  readonly resume?: (
    fields: ValuesOf<Fields>,
    context: BlockContext<Needs[number]>,
    paused: PausedBlock,
  ) => BlockResult | Promise<BlockResult>;
  readonly remind?: (fields: ValuesOf<Fields>, context: BlockContext<Needs[number]>, paused: BlockPause) => Promise<void>;
}

interface Container<Fields extends FieldSet, Needs extends readonly Port[]> extends Declared<Fields, Needs> {
  /** See ContainerDefinition. The fields are in the `data` of the block. */
  readonly enter: (fields: ValuesOf<Fields>, context: BlockContext<Needs[number]>) => ContainerEntry;
  readonly goesOn?: (fields: ValuesOf<Fields>, context: BlockContext<Needs[number]>, index: number) => PassDecision | Promise<PassDecision>;
}

interface Call<Fields extends FieldSet, Needs extends readonly Port[]> extends Declared<Fields, Needs> {
  /** See CallDefinition. */
  readonly call: (fields: ValuesOf<Fields>, context: BlockContext<Needs[number]>) => WorkflowCall;
}

interface Agent<Fields extends FieldSet, Needs extends readonly Port[]> extends Declared<Fields, Needs> {
  /** See AgentDefinition. Nothing in `fields` holds a secret: a model must not see one. */
  readonly begin: (fields: ValuesOf<Fields>, context: BlockContext<Needs[number]>) => AgentBeginning | Promise<AgentBeginning>;
  readonly leave: (fields: ValuesOf<Fields>, context: BlockContext<Needs[number]>, ended: EndedAgent) => BlockResult | Promise<BlockResult>;
}

/** Makes a type of block from its declaration: what runs call, what deployments check, and what editors show. */
export function defineBlock<Fields extends FieldSet, const Needs extends readonly Port[] = readonly []>(
  declaration: Work<Fields, Needs> | Container<Fields, Needs> | Call<Fields, Needs> | Agent<Fields, Needs>,
): PublishedBlock {
  const { type, name, description, category, fields, outputs, handles, replacedBy = null, needs = [] } = declaration;
  const palette: PaletteEntry = { name, description, category, inputs: schemaOf(fields), outputs, handles, replacedBy };
  const facts = {
    type,
    palette,
    needs,
    check: (block: Block) => problemsOf(block, declaration),
    ...(declaration.advise === undefined ? {} : { advise: (block: Block) => adviceOn(block, declaration) }),
  };
  const read = valuesReader(fields);
  if ('enter' in declaration) {
    const { enter, goesOn } = declaration;
    return {
      ...facts,
      enter: ({ data }, context) => enter(read(data, context.inputs), context),
      ...(goesOn === undefined ? {} : { goesOn: ({ data }, context, index) => goesOn(read(data, context.inputs), context, index) }),
    };
  }
  if ('call' in declaration) {
    const { call } = declaration;
    return { ...facts, call: ({ params }, context) => call(read(params, context.inputs), context) };
  }
  if ('begin' in declaration) {
    const { begin, leave } = declaration;
    return {
      ...facts,
      begin: ({ params }, context) => begin(read(params, context.inputs.shown), context),
      leave: ({ params }, context, ended) => leave(read(params, context.inputs.shown), context, ended),
    };
  }
  const { run, resume, remind } = declaration;
  return {
    ...facts,
    run: ({ params }, context) => run(read(params, context.inputs), context, shownBy(read, params, context.inputs)),
    ...(resume === undefined ? {} : { resume: ({ params }, context, paused) => resume(read(params, context.inputs), context, paused) }),
    ...(remind === undefined ? {} : { remind: ({ params }, context, paused) => remind(read(params, context.inputs), context, paused) }),
  };
}

function shownBy<Fields extends FieldSet>(
  read: (written: JsonObject, inputs: BlockInputs) => ValuesOf<Fields>,
  written: JsonObject,
  inputs: BlockInputs,
): Shown<Fields> {
  return (real, make) => {
    if (inputs.usedSecrets.size === 0) return real;
    try {
      return make(read(written, inputs.shown));
    } catch (error) {
      // A number or a date that comes from a secret cannot be read from its name.
      if (error instanceof BlockFailure) return real;
      throw error;
    }
  };
}

/** The fields of a container are checked with the document; here they have no values. */
function problemsOf<Fields extends FieldSet>(
  block: Block,
  { fields, check }: Pick<Declared<Fields, readonly Port[]>, 'fields' | 'check'>,
): readonly DocumentProblem[] {
  const written = writtenIn(block, fields);
  const own = Object.entries(fields).flatMap(([field, kind]) => kind.check(written[field]).map((fault) => ({ field, ...fault })));
  return [...own, ...(check?.(written) ?? [])].map((fault) => problemOf(block, fault));
}

function adviceOn<Fields extends FieldSet>(
  block: Block,
  { fields, advise }: Pick<Declared<Fields, readonly Port[]>, 'fields' | 'advise'>,
): readonly Advice[] {
  const advice = advise?.(writtenIn(block, fields)) ?? [];
  return advice.map((each) => ({ ...problemOf(block, each), isRefusedInNew: each.isRefusedInNew ?? false }));
}

function writtenIn<Fields extends FieldSet>({ subBlocks }: Block, fields: Fields): WrittenOf<Fields> {
  return writtenOf(fields, Object.fromEntries(Object.entries(subBlocks).map(([field, { value }]) => [field, value])));
}

function problemOf({ id, name }: Block, { field, what, code }: FieldFault): DocumentProblem {
  const space = /^[.:]/.test(what) ? '' : ' ';
  return { blockId: id, field, message: `Block "${name}": ${field}${space}${what}`, code };
}
