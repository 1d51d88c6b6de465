import { describe, expect, it } from '@jest/globals';
import { rewriteCode } from '#engine/texts/code.js';
import { Plans } from '#modules/runs/blocks/plans.js';
import { Deployments, type FoundWorkflow } from '#modules/workflows/index.js';
import type { Json } from '#kernel/json.js';
import type { WorkflowDocument } from '#document/document.js';
import { roundsDuring } from '../../support/rounds.js';
import { aBlock, anEdge, aState, readDocument } from '../../support/workflow-documents.js';

function written(fields: Readonly<Record<string, Json>>): Parameters<typeof aBlock>[2] {
  return { subBlocks: Object.fromEntries(Object.entries(fields).map(([id, value]) => [id, { id, type: 'code', value }])) };
}

/** Versions of one workflow, of which some cannot be read at first. */
class Versions extends Deployments {
  reads = 0;

  constructor(
    private failures = 0,
    private readonly work = aBlock('work', 'function', written({ code: 'return 1' })),
  ) {
    super();
  }

  document(): Promise<WorkflowDocument> {
    this.reads += 1;
    this.failures -= 1;
    if (this.failures >= 0) return Promise.reject(new Error('The database is away'));
    return Promise.resolve(readDocument(aState([aBlock('start', 'start_trigger'), this.work], [anEdge('start', 'work')])));
  }

  find(): Promise<FoundWorkflow | undefined> {
    return Promise.resolve(undefined);
  }

  hasVersion(): Promise<boolean> {
    return Promise.resolve(true);
  }

  revision(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  draftVersion(): Promise<number> {
    return Promise.resolve(-1);
  }
}

const functionOf = (code: string) => aBlock('work', 'function', written({ code }));
const knows = ({ base }: { readonly base: string }): boolean => base === 'start';

describe('plans', () => {
  it('of a version that many runs need at once are made once', async () => {
    const versions = new Versions();
    const plans = new Plans(versions);
    const made = await Promise.all(Array.from({ length: 500 }, async () => plans.of('orders', 1)));
    expect(new Set(made).size).toBe(1);
    expect(plans.of('orders', 1)).toBe(made[0]);
    expect(versions.reads).toBe(1);
    expect(await plans.of('orders', 2)).not.toBe(made[0]);
    expect(versions.reads).toBe(2);
  });

  it('that could not be made are made by the next run', async () => {
    const versions = new Versions(1);
    const plans = new Plans(versions);
    const made = await Promise.allSettled([plans.of('orders', 1), plans.of('orders', 1)]);
    expect(made.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await plans.of('orders', 1)).blocks.size).toBe(2);
  });

  it('have read long code with references before a run needs it, and nothing waits meanwhile', async () => {
    const code = `return [${'"<start.a>", <start.b>, '.repeat(4_000)}${'1, /<start.c>/, '.repeat(2_000)}2]${' '.repeat(100_000)}`;
    const plans = new Plans(new Versions(0, functionOf(code)));
    expect(await roundsDuring(async () => plans.of('orders', 1))).toBeGreaterThan(20);
    const plan = await plans.of('orders', 1);
    expect(plan.root.sources.code(code)).toEqual(rewriteCode(code, knows, 'body'));
  });

  it('are made also of code that is too long for references, which its block reports', async () => {
    const code = `return "<start.a>"${' '.repeat(600_000)}`;
    const plan = await new Plans(new Versions(0, functionOf(code))).of('orders', 1);
    expect(() => plan.root.sources.code(code)).toThrow('Code with references must not be longer than 512 KB');
  });

  describe('with a long expression', () => {
    const long = `[${'"<start.a>", {a: <start.b>}, '.repeat(4_900)}1].length > 2 && "<start.c>" != ""`;
    const conditions = (...values: readonly string[]) =>
      values.map((value, index) => ({ id: `work-${index}`, title: index === 0 ? 'if' : `else if ${index}`, value }));

    it.each<[string, ReturnType<typeof aBlock>]>([
      ['of a condition', aBlock('work', 'condition', written({ conditions: JSON.stringify(conditions('1 == 1', long)) }))],
      ['of a loop', { ...aBlock('work', 'loop'), data: { loopType: 'while', whileCondition: long } }],
      [
        'over the arguments of a tool',
        aBlock('work', 'agent', written({ tools: [{ type: 'custom-tool', title: 'Pay', code: 'return 1', approval: { when: long } }] })),
      ],
    ])('%s have read it before a run needs it, and nothing waits meanwhile', async (_, work) => {
      const plans = new Plans(new Versions(0, work));
      expect(await roundsDuring(async () => plans.of('orders', 1))).toBeGreaterThan(20);
      const { sources } = (await plans.of('orders', 1)).root;
      const { template, evaluate } = sources.expression(long);
      expect(template).toEqual(rewriteCode(long, knows, 'expression'));
      // The sandbox evaluates it.
      expect(evaluate({})).toBeNull();
    });

    it('made of many short ones have read them in turns, and evaluate each themselves', async () => {
      const short = (n: number) => `[${'"<start.a>", {a: <start.b>}, '.repeat(300)}1].length > ${n}`;
      const values = Array.from({ length: 40 }, (_, n) => short(n));
      const plans = new Plans(new Versions(0, aBlock('work', 'condition', written({ conditions: conditions(...values) }))));
      expect(await roundsDuring(async () => plans.of('orders', 1))).toBeGreaterThan(10);
      const expression = (await plans.of('orders', 1)).root.sources.expression(short(7));
      expect(expression.evaluate(Object.fromEntries(expression.template.bindings.map(({ name }) => [name, 'x'])))).toEqual({ value: true });
    });

    it('that cannot be read are made all the same, and the block says why', async () => {
      const tooLong = `"<start.a>" == 1${' '.repeat(600_000)}`;
      const plan = await new Plans(new Versions(0, aBlock('work', 'condition', written({ conditions: conditions(tooLong, '1') })))).of(
        'orders',
        1,
      );
      expect(() => plan.root.sources.expression(tooLong)).toThrow('Code with references must not be longer than 512 KB');
    });
  });
});
