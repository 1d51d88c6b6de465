import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { IsolatedSandbox } from '#world/sandbox/isolated-sandbox.js';
import { SandboxFailure } from '#world/sandbox/sandbox.js';
import type { Json } from '#kernel/json.js';
import { ExpressionError } from '../../../src/engine/expressions/expression-values.js';
import { compileExpression } from '../../../src/engine/expressions/expression.js';
import { answered, corpusData, declined, failing } from '../../fixtures/expressions/corpus.js';
import { RandomExpressions, seeded } from '../../support/expressions/random-expression.js';

const RANDOM_EXPRESSIONS = 6_000;
const BATCH = 100;

let sandbox: IsolatedSandbox;
let programs = 0;

beforeAll(() => {
  sandbox = new IsolatedSandbox({ maxProcesses: 2 });
});

afterAll(() => sandbox.close());

/** A value as JSON that tells apart what JSON does not. The text of it runs inside the sandbox, too. */
function told(value: unknown): Json {
  if (typeof value === 'number') return ['number', Object.is(value, -0) ? '-0' : String(value)];
  if (Array.isArray(value)) return ['list', value.map((item) => told(item))];
  if (typeof value === 'object' && value !== null) return ['record', Object.entries(value).map(([key, item]) => [key, told(item)])];
  return typeof value === 'function' ? ['function'] : [typeof value, String(value)];
}

/** How an expression ends in the sandbox: its value, or the error. */
async function inSandbox(codes: readonly string[]): Promise<Json[]> {
  const attempts = codes.map((code) => `() => (${code}\n)`).join(',\n');
  const code = `${told.toString()}
    const attempt = (work) => { try { return told(work()); } catch (error) { return ['error', error.name, error.message]; } };
    return [${attempts}].map(attempt);`;
  const program = `corpus:${String((programs += 1))}`;
  const { result } = await sandbox.run({ tenant: 't', program, code, bindings: corpusData, timeoutMs: 20_000 });
  return result as Json[];
}

/** The same from the interpreter; null when it leaves the expression to the sandbox. */
function interpreted(code: string): Json | null {
  try {
    const answer = compileExpression({ code, bindings: [] }).evaluate(corpusData);
    return answer === null ? null : told(answer.value);
  } catch (error) {
    if (error instanceof ExpressionError) return ['error', 'TypeError', error.message];
    throw error;
  }
}

/** The engine names the expression that is not a function, and now and then a key that is no text; the rest is the same. */
function comparable(ending: Json): Json {
  const [kind, name, message] = ending as [string, Json, string];
  if (kind !== 'error') return ending;
  return [kind, name, message.replace(/^.* is not a function$/s, 'not a function').replace(" (reading '#<Object>')", '')];
}

async function differences(codes: readonly string[]): Promise<unknown[]> {
  const endings = await inSandbox(codes);
  return codes.flatMap((code, index) => {
    const ours = interpreted(code);
    const theirs = endings[index] ?? null;
    const isSame = ours === null || JSON.stringify(comparable(ours)) === JSON.stringify(comparable(theirs));
    return isSame ? [] : [{ code, interpreter: ours, sandbox: theirs }];
  });
}

describe('the interpreter and the sandbox', () => {
  it('answer the same to every expression of the corpus that the interpreter answers', async () => {
    const codes = answered.map(([code]) => code);
    expect(await differences(codes)).toEqual([]);
    expect(codes.filter((code) => interpreted(code) === null)).toEqual([]);
  });

  it('fail in the same way', async () => {
    expect(await differences(failing)).toEqual([]);
    const endings = (await inSandbox(failing)) as Json[][];
    expect(endings.map(([kind]) => kind)).toEqual(failing.map(() => 'error'));
  });

  it('answer the same to random expressions', async () => {
    const seed = Number(process.env['SLUICE_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
    const random = new RandomExpressions(seeded(seed));
    const codes = Array.from({ length: RANDOM_EXPRESSIONS }, () => random.next());
    const batches = Array.from({ length: RANDOM_EXPRESSIONS / BATCH }, (_, n) => codes.slice(n * BATCH, (n + 1) * BATCH));
    const found = (await Promise.all(batches.map(differences))).flat();
    expect({ seed, differences: found.slice(0, 10) }).toEqual({ seed, differences: [] });
    // Enough of them stay within the language for the comparison to say something.
    expect(codes.filter((code) => interpreted(code) !== null).length).toBeGreaterThan(RANDOM_EXPRESSIONS / 3);
  });
});

describe('what the interpreter leaves to the sandbox', () => {
  it('comes to an end there, as a value or as an error of the code', async () => {
    const endings = await Promise.all(
      declined.map(async (code) => {
        const request = { tenant: 't', program: `declined:${String((programs += 1))}`, bindings: corpusData, timeoutMs: 10_000 };
        try {
          await sandbox.run({ ...request, code: `return Boolean((${code}\n))` });
          return null;
        } catch (error) {
          return error instanceof SandboxFailure && error.kind === 'error' ? null : { code: code.slice(0, 80), error };
        }
      }),
    );
    expect(endings.filter((ending) => ending !== null)).toEqual([]);
  });
});
