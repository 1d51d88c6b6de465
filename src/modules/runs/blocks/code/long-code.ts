import { Turn } from '#host/loop/turn.js';
import { isJsonObject, type Json } from '#kernel/json.js';
import { entriesIn } from '#blocks/fields/kinds.js';
import { readConditions } from '#blocks/flow/condition/condition-list.js';
import { approvalIn } from '#blocks/models/tools/stored-tools.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { Plan, PlannedBlock } from '#engine/graph/plan.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { literalsInThread } from './literals-in-thread.js';

/** Code of this length takes 30 ms to parse. */
const longCode = 128 * 1024;
/** An expression is parsed twice: for its references, and to be interpreted. */
const longExpression = 32 * 1024;

/** Reads the long code and the long expressions of blocks before a run needs them: to parse them would hold up everything else. */
export async function prepareLongCode({ blocks }: Plan): Promise<void> {
  for (const block of blocks.values()) {
    const { code } = block.params;
    if (block.type === 'function' && typeof code === 'string') await prepareCode(code, block.region.sources);
    await prepareExpressions(block);
  }
}

/** As `prepareLongCode`, for the code of a function that is made during a run. */
export async function prepareCode(code: string, sources: Pick<BlockInputs, 'prepareCode'>): Promise<void> {
  if (code.length >= longCode) await unlessRefused(() => sources.prepareCode(code, literalsInThread));
}

/** A block may evaluate all its expressions in one go. Those that are long together are read one after the other, in turns. */
async function prepareExpressions(block: PlannedBlock): Promise<void> {
  const expressions = expressionsOf(block);
  if (expressions.reduce((sum, { length }) => sum + length, 0) < longExpression) return;
  const { sources } = block.region;
  const turn = await Turn.begin();
  for (const expression of expressions) {
    await unlessRefused(async () => {
      if (expression.length >= longExpression) await sources.prepareExpression(expression, literalsInThread);
      else sources.expression(expression);
    });
    if (turn.isOver) await turn.yield();
  }
}

function expressionsOf({ type, kind, params, data }: PlannedBlock): readonly string[] {
  if (type === 'condition') return (readConditions(params['conditions']) ?? []).map(({ expression }) => expression);
  if (kind === 'agent') return (entriesIn(params['tools']) ?? []).flatMap(approvalOf);
  return [data['whileCondition'], data['doWhileCondition']].filter((written) => typeof written === 'string');
}

/** The expression over the arguments of a tool that decides whether a person is asked. */
function approvalOf(tool: Json): readonly string[] {
  const approval = isJsonObject(tool) ? approvalIn(tool['approval']) : undefined;
  return typeof approval === 'object' ? [approval.when] : [];
}

/** A block fails for code that cannot be read when it runs. */
async function unlessRefused(prepare: () => Promise<void>): Promise<void> {
  try {
    await prepare();
  } catch (error) {
    if (!(error instanceof BlockFailure)) throw error;
  }
}
