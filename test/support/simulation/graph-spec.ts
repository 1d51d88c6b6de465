/** A workflow as the simulation means it. It is rendered as a document for the engine, and read by the oracle, which knows no document. */
export interface GraphSpec {
  /** In an order in which every edge leads on. */
  readonly nodes: readonly NodeSpec[];
  readonly edges: readonly EdgeSpec[];
}

export interface EdgeSpec {
  /** Empty: from where the graph begins, which is the start or the container around it. */
  readonly from: string;
  readonly to: string;
  readonly handle: string;
}

export type NodeSpec = StepSpec | ConditionSpec | ResponseSpec | WaitSpec | VariablesSpec | LoopSpec | ParallelSpec | CallSpec;

interface AnyNode {
  /** Its name, too. */
  readonly id: string;
  readonly isEnabled: boolean;
}

/** A reference to the output of another block or to a variable. */
export type ReadSpec = { readonly kind: 'block'; readonly id: string } | { readonly kind: 'variable'; readonly name: string };

/** A reference to the current pass of the container. */
export type PassField = 'loop.index' | 'loop.item' | 'parallel.index' | 'parallel.item';

export type FailSpec =
  | { readonly kind: 'always' }
  /** The count starts again when a process was lost in between. */
  | { readonly kind: 'first tries'; readonly tries: number }
  /** In some of the passes of the innermost container. */
  | { readonly kind: 'passes'; readonly field: PassField; readonly passes: readonly number[] };

/** Works a number out of what it reads. */
export interface StepSpec extends AnyNode {
  readonly kind: 'step';
  readonly number: number;
  readonly reads: readonly ReadSpec[];
  readonly pass: readonly PassField[];
  readonly fails: FailSpec | null;
  /** Tries in all; 1 for a block without the option. */
  readonly tries: number;
  readonly effects: number;
  readonly isSync: boolean;
  /** Ignores the signal to stop. */
  readonly isDeaf: boolean;
  readonly namesSecret: boolean;
  /** A block that named a secret: what it put out is put out again. */
  readonly passesSecretOf: string | null;
}

export type TestSpec =
  | { readonly kind: 'constant'; readonly holds: boolean }
  | { readonly kind: 'remainder'; readonly read: ReadSpec; readonly divisor: number; readonly rest: number }
  | { readonly kind: 'pass'; readonly field: PassField; readonly is: number };

export interface ConditionSpec extends AnyNode {
  readonly kind: 'condition';
  readonly branches: readonly { readonly id: string; readonly test: TestSpec | 'else' }[];
}

export interface ResponseSpec extends AnyNode {
  readonly kind: 'response';
  readonly read: ReadSpec;
}

export interface WaitSpec extends AnyNode {
  readonly kind: 'wait';
  readonly ms: number;
  readonly isAsync: boolean;
}

export interface VariablesSpec extends AnyNode {
  readonly kind: 'variables';
  readonly variable: string;
  readonly read: ReadSpec;
}

export interface LoopSpec extends AnyNode {
  readonly kind: 'loop';
  readonly type: 'for' | 'forEach' | 'while' | 'doWhile';
  /** Of a forEach the number of its items, which are 10, 20, 30 and so on. */
  readonly count: number;
  readonly inner: GraphSpec;
}

export interface ParallelSpec extends AnyNode {
  readonly kind: 'parallel';
  readonly hasItems: boolean;
  readonly count: number;
  readonly atOnce: number;
  readonly inner: GraphSpec;
}

export interface CallSpec extends AnyNode {
  readonly kind: 'call';
  /** Position among the workflows of the run. */
  readonly workflow: number;
  readonly read: ReadSpec;
}

/** The workflows of a run; the first is started, and each may call those behind it. */
export interface RunSpec {
  readonly workflows: readonly GraphSpec[];
  /** Initial value of each variable. */
  readonly variables: Readonly<Record<string, number>>;
}

export const startId = 's';
export const secretName = 'TOKEN';
export const secretValue = 'hush-4f9a1c77e2';
/** What the run is started with. */
export const startNumber = 7;

export function itemsOf(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => (index + 1) * 10);
}

/** The number that a step works out. */
export function workOut(own: number, values: readonly unknown[]): number {
  return values.reduce<number>((sum, value) => (sum * 31 + (typeof value === 'number' ? value : 5)) % 1_000_003, own * 97);
}

export function workflowIdOf(position: number): string {
  return `00000000-0000-7000-8000-00000000000${position}`;
}

export function workflowNameOf(position: number): string {
  return `Workflow ${position}`;
}

export function sizeOf({ nodes }: GraphSpec): number {
  return nodes.reduce((sum, node) => sum + 1 + ('inner' in node ? sizeOf(node.inner) : 0), 0);
}
