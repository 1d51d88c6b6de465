import { SandboxFailure, type SandboxFailureKind } from '#world/sandbox/sandbox.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { BlockContext, BlockResult } from '../../block.js';
import { defineBlock } from '../../define-block.js';
import { refused } from '../../fields/field.js';
import type { ValuesOf } from '../../fields/field-set.js';
import { choice, javascript, writtenNumber } from '../../fields/kinds.js';
import { anything, output } from '../../fields/schema.js';
import { timeLimitMs } from '../../fields/time-limit.js';
import { CodeSandbox } from '../../ports/code-sandbox.js';
import { Http } from '../../ports/http.js';
import { sandboxFetch } from './sandbox-fetch.js';

const onlyLanguage = 'javascript';

const statuses: Readonly<Partial<Record<SandboxFailureKind, number>>> = { timeout: 408, busy: 503 };

const fields = {
  language: choice('The language.', [onlyLanguage], { default: onlyLanguage })
    .as((written) => written ?? onlyLanguage)
    .checked((written) => {
      const what = `must be "${onlyLanguage}", the only language that runs here`;
      return (written ?? onlyLanguage) === onlyLanguage ? [] : [{ what, code: 'unsupported_language' }];
    }),
  code: javascript('The body of a function; what it returns is the result.'),
  timeout: writtenNumber('Longest time, in milliseconds.', { default: 300_000 }),
};

/** The author's JavaScript. It runs in another process; references are constants in it, and its requests use the port of HTTP. */
export const functionBlock = defineBlock({
  type: 'function',
  name: 'Function',
  description: 'Runs JavaScript. References and secrets are constants in it; `fetch` goes through the outbound policy.',
  category: 'work',
  fields,
  outputs: {
    result: anything('What the code returned.'),
    stdout: output('string', 'What it wrote to the console.'),
  },
  handles: ['source', 'error'],
  needs: [CodeSandbox, Http],
  run: (values, context) => {
    if (values.language !== onlyLanguage) throw refused('language', `must be "${onlyLanguage}"`);
    return runCode(values, context);
  },
});

async function runCode(
  { code: source, timeout }: ValuesOf<typeof fields>,
  context: BlockContext<typeof CodeSandbox | typeof Http>,
): Promise<BlockResult> {
  const { inputs, tenant, program, signal } = context;
  const bound = inputs.code(source);
  const timeoutMs = timeLimitMs(timeout, context);
  try {
    const request = { tenant, program, ...bound, source, timeoutMs, signal, fetch: sandboxFetch(context, timeoutMs) };
    const { result, stdout } = await context.use(CodeSandbox).run(request);
    return { output: { result, stdout }, input: inputs.seen };
  } catch (error) {
    if (!(error instanceof SandboxFailure)) throw error;
    throw new BlockFailure(error.message, { status: statuses[error.kind] ?? 422, stdout: error.stdout, input: inputs.seen, cause: error });
  }
}
