import { SandboxFailure, type SandboxFailureKind } from '#world/sandbox/sandbox.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { PlannedBlock } from '#engine/graph/plan.js';
import type { BlockContext, BlockResult } from '../../block.js';
import { fieldOf, fieldProblem } from '../../fields/field-problem.js';
import type { PublishedBlock } from '../../palette.js';
import { timeLimitMs } from '../../fields/time-limit.js';
import { functionPalette } from './function-palette.js';
import { sandboxFetch } from './sandbox-fetch.js';

const javascript = 'javascript';

const statuses: Readonly<Partial<Record<SandboxFailureKind, number>>> = { timeout: 408, busy: 503 };

/** The author's own JavaScript. It runs outside this process; references are constants in it, and its network is ours. */
export const functionBlock: PublishedBlock = {
  type: 'function',
  palette: functionPalette,
  check: (block) => {
    const language = fieldOf(block, 'language') ?? javascript;
    return language === javascript
      ? []
      : [fieldProblem(block, 'language', `must be "${javascript}", the only language that runs here`, 'unsupported_language')];
  },
  run: (block, context) => {
    const code = block.params['code'];
    if ((block.params['language'] ?? javascript) !== javascript)
      throw new BlockFailure(`language must be "${javascript}"`, { status: 400 });
    return runCode(block, typeof code === 'string' ? code : '', context);
  },
};

async function runCode({ params }: PlannedBlock, source: string, context: BlockContext): Promise<BlockResult> {
  const { inputs, sandbox, tenant, program, signal } = context;
  const bound = inputs.code(source);
  const timeoutMs = timeLimitMs(params['timeout'], context);
  try {
    const request = { tenant, program, ...bound, source, timeoutMs, signal, fetch: sandboxFetch(context, timeoutMs) };
    const { result, stdout } = await sandbox.run(request);
    return { output: { result, stdout }, input: inputs.seen };
  } catch (error) {
    if (!(error instanceof SandboxFailure)) throw error;
    throw new BlockFailure(error.message, { status: statuses[error.kind] ?? 422, stdout: error.stdout, input: inputs.seen, cause: error });
  }
}
