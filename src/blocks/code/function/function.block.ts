import { parseExpressionAt } from 'acorn';
import { SandboxFailure, type SandboxFailureKind } from '#world/sandbox/sandbox.js';
import type { InfrastructureFault } from '#kernel/errors.js';
import type { JsonObject } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { BlockContext, BlockResult } from '../../block.js';
import { defineBlock } from '../../define-block.js';
import { refused } from '../../fields/field.js';
import type { ValuesOf } from '../../fields/field-set.js';
import { choice, javascript, writtenNumber } from '../../fields/kinds.js';
import { anything, output } from '../../fields/schema.js';
import { jsonObject } from '../../fields/strict.js';
import { timeLimitMs } from '../../fields/time-limit.js';
import { CodeSandbox } from '../../ports/code-sandbox.js';
import { Http } from '../../ports/http.js';
import { sandboxFetch } from './sandbox-fetch.js';

const onlyLanguage = 'javascript';

const statuses: Readonly<Partial<Record<SandboxFailureKind, number>>> = { timeout: 408, busy: 503 };

const fields = {
  code: javascript('JavaScript that returns the result: `return <start.amount> * 2`.'),
  arguments: jsonObject('Constants that the code can use by their names: `{"limit": 5}`.'),
  timeout: writtenNumber('Longest time for the code, in milliseconds: 5,000 are five seconds.', { default: 300_000 }),
  language: choice('What the code is written in. Only JavaScript runs here.', [onlyLanguage], { default: onlyLanguage })
    .as((written) => written ?? onlyLanguage)
    .checked((written) => {
      const what = `must be "${onlyLanguage}", the only language that runs here`;
      return (written ?? onlyLanguage) === onlyLanguage ? [] : [{ what, code: 'unsupported_language' }];
    }),
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
  { code: source, timeout, arguments: values = {} }: ValuesOf<typeof fields>,
  context: BlockContext<typeof CodeSandbox | typeof Http>,
): Promise<BlockResult> {
  const { inputs, tenant, program, signal } = context;
  const { code, bindings } = inputs.code(source);
  const timeoutMs = timeLimitMs(timeout, context);
  const faults: InfrastructureFault[] = [];
  const fetch = sandboxFetch(context, timeoutMs, (fault) => faults.push(fault));
  const request = { tenant, program, code, bindings: { ...constants(values), ...bindings }, source, timeoutMs, signal, fetch };
  const ended = await context.use(CodeSandbox).run(request).catch(sandboxFailure);
  const [fault] = faults;
  if (fault !== undefined) throw fault;
  if (!(ended instanceof SandboxFailure)) return { output: { result: ended.result, stdout: ended.stdout }, input: inputs.seen };
  throw new BlockFailure(ended.message, { status: statuses[ended.kind] ?? 422, stdout: ended.stdout, input: inputs.seen, cause: ended });
}

const identifier = /^[A-Za-z_$][\w$]{0,99}$/;
/** Each name is parsed. */
const mostArguments = 1_000;

/** Values whose name can be that of a constant. @throws BlockFailure for too many */
function constants(values: JsonObject): JsonObject {
  const count = Object.keys(values).length;
  if (count > mostArguments) throw refused('arguments', `must have at most ${mostArguments} members, not ${count}`);
  return Object.fromEntries(Object.entries(values).filter(([name]) => identifier.test(name) && isFree(name)));
}

/** Whether the name is no word of the language. */
function isFree(name: string): boolean {
  try {
    parseExpressionAt(`(${name}) => 0`, 0, { ecmaVersion: 'latest', sourceType: 'module', allowAwaitOutsideFunction: true });
    return true;
  } catch {
    return false;
  }
}

function sandboxFailure(error: unknown): SandboxFailure {
  if (error instanceof SandboxFailure) return error;
  throw error;
}
