import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PlantedTree, type Finding } from '../support/architecture/planted-tree.js';

interface Crime {
  /** The violation, as the name of the test. */
  readonly deed: string;
  readonly rule: string;
  readonly at: string;
  readonly files: Readonly<Record<string, string>>;
}

const crime = (deed: string, rule: string, at: string, source: string): Crime => ({ deed, rule, at, files: { [at]: source } });

const m = 'src/modules';

/** A forbidden idiom, in two parts so that the linter does not find it in this file. */
const idiom = ['no', 'body'].join('');

/** The tools need a second or two; a busy machine may need more. */
const patienceMs = 60_000;

const lots = (count: number, line: (n: number) => string): string => Array.from({ length: count }, (_, n) => line(n)).join('\n');

/** Laws on who may import whom. */
const imports: readonly Crime[] = [
  crime(
    'law 1: the kernel asks Node',
    'kernel-imports-nothing',
    'src/kernel/reads-files.ts',
    `import { readFileSync } from 'node:fs';\nexport const read = readFileSync;`,
  ),
  crime(
    'law 2: the ledger uses a module',
    'ledger-uses-inner-rings',
    'src/ledger/knows-jobs.ts',
    `export { door } from '#modules/environment/index.js';`,
  ),
  crime(
    'law 3: a domain uses Nest',
    'domain-is-pure',
    `${m}/environment/domain/nests.ts`,
    `import { Injectable } from '@nestjs/common';\nexport const nest = Injectable;`,
  ),
  crime(
    'law 3: a domain uses another domain through its door',
    'domain-is-pure',
    `${m}/environment/domain/visits.ts`,
    `export { door } from '#modules/identity/index.js';`,
  ),
  crime(
    'law 3: a decider outside a domain uses Nest',
    'domain-is-pure',
    `${m}/environment/jobs/nests.decider.ts`,
    `import { Injectable } from '@nestjs/common';\nexport const nest = Injectable;`,
  ),
  crime(
    'law 3: the document uses a module',
    'document-uses-inner-rings',
    'src/document/loads.ts',
    `export { door } from '#modules/workflows/index.js';`,
  ),
  crime(
    'law 3: the engine uses the database',
    'engine-is-pure',
    'src/engine/queries.ts',
    `import pg from 'pg';\nexport const pool = pg.Pool;`,
  ),
  crime(
    'law 3: the engine loads a module',
    'engine-uses-inner-rings',
    'src/engine/loads.ts',
    `export { door } from '#modules/workflows/index.js';`,
  ),
  crime(
    'law 2: a block uses answers of HTTP',
    'blocks-uses-inner-rings',
    'src/blocks/answers.ts',
    `export { answer } from '#edge/answer/answer.js';`,
  ),
  crime(
    'law 4: a module takes another one apart',
    'modules-enter-by-the-door',
    `${m}/workflows/climbs.ts`,
    `export { decide } from '#modules/environment/domain/job.decider.js';`,
  ),
  crime(
    'law 4: a command takes a module apart',
    'enter-by-the-door',
    'src/cli/climbs.ts',
    `export { decide } from '#modules/environment/domain/job.decider.js';`,
  ),
  crime(
    'law 4: an offline room uses Nest',
    'offline-rooms-need-no-server',
    `${m}/audit/proof/nests.ts`,
    `import { Injectable } from '@nestjs/common';\nexport const nest = Injectable;`,
  ),
  crime(
    'law 4: a stranger uses the back door',
    'back-door-is-for-the-composition-root',
    `${m}/environment/sneaks.ts`,
    `export { wiring } from './wiring.js';`,
  ),
  crime(
    'law 4: a part knows the whole',
    'parts-do-not-know-the-root',
    `${m}/environment/knows-all.ts`,
    `export { composition } from '#app/composition.js';`,
  ),
  crime(
    'law 5: a module uses a higher one',
    'imports-go-down-2',
    `${m}/environment/climbs-up.ts`,
    `export { door } from '#modules/workflows/index.js';`,
  ),
  crime(
    'law 5: a module uses its peer',
    'imports-go-down-4',
    `${m}/tables/sideways.ts`,
    `export { door } from '#modules/workflows/index.js';`,
  ),
  crime(
    'law 5: a room uses a later room',
    'rooms-in-order-engine-values',
    'src/engine/values/climbs.ts',
    `export { schedule } from '../schedule/schedule.js';`,
  ),
  crime(
    'law 5: the files of the engine use a room',
    'rooms-in-order-engine-files',
    'src/engine/descends.ts',
    `export { schedule } from './schedule/schedule.js';`,
  ),
  crime(
    'law 5: a room has no place',
    'every-room-has-a-place-engine',
    'src/engine/annex/built.ts',
    `export { caller } from '#kernel/caller.js';`,
  ),
  crime(
    'law 5: an earlier room of the ledger uses a later one',
    'rooms-in-order-ledger-rows',
    'src/ledger/rows/reaches.ts',
    `export { copy } from '#ledger/backup/copy.js';`,
  ),
  crime(
    'the console uses more of the server than pure code',
    'console-uses-pure-code',
    'console/src/api/reaches.ts',
    `export { entity } from '../../../src/modules/environment/projections/job.entity.js';`,
  ),
  crime(
    'the server uses the console',
    'server-never-sees-console',
    'src/edge/answer/paints.ts',
    `export { paint } from '../../../console/src/parts/paint.js';`,
  ),
  crime(
    'a part of the console knows a page',
    'console-parts-know-no-page',
    'console/src/parts/knows.ts',
    `export { home } from '../pages/home.js';`,
  ),
  crime(
    'law 5: an earlier room of a module uses a later one',
    'rooms-in-order-logs-projections',
    `${m}/logs/projections/reaches.ts`,
    `export { page } from '../queries/page.js';`,
  ),
  crime('law 5: a module has no rank', 'every-module-has-a-rank', `${m}/newcomers/index.ts`, `export { caller } from '#kernel/caller.js';`),
  {
    deed: 'law 6: two files need each other',
    rule: 'no-cycles',
    at: `${m}/environment/egg.ts`,
    files: {
      [`${m}/environment/egg.ts`]: `export type { hen } from './hen.js';\nexport const egg = 1;`,
      [`${m}/environment/hen.ts`]: `import { egg } from './egg.js';\nexport const hen = egg;`,
    },
  },
  crime(
    'law 7: a command writes a read model',
    'read-models-have-one-writer',
    `${m}/environment/commands/write-job.handler.ts`,
    `export { entity } from '../projections/job.entity.js';`,
  ),
  crime(
    'law 9: a controller decides',
    'controllers-only-translate',
    `${m}/environment/http/decides.controller.ts`,
    `export { decide } from '../domain/job.decider.js';`,
  ),
  crime(
    'law 9: a controller queries',
    'controllers-only-translate',
    `${m}/environment/http/queries.controller.ts`,
    `import { DataSource } from 'typeorm';\nexport const source = DataSource;`,
  ),
  crime(
    'a server needs a package of the tests',
    'what-runs-is-a-dependency',
    `${m}/environment/tests-itself.ts`,
    `import supertest from 'supertest';\nexport const test = supertest;`,
  ),
  crime(
    'the source uses a test helper',
    'src-never-sees-test',
    'src/ledger/cheats.ts',
    `export { helper } from '../../test/support/helper.js';`,
  ),
  crime('an import leads nowhere', 'every-import-resolves', 'src/ledger/lost.ts', `export { gone } from './gone.js';`),
];

/** Laws on the content of a file. */
const lines: readonly Crime[] = [
  crime(
    'law 10: a handler reads the clock',
    'house(no-ambient-time)',
    `${m}/environment/commands/clock.handler.ts`,
    `export const at = new Date();`,
  ),
  crime(
    'law 10: a decider takes the time in milliseconds',
    'house(no-ambient-time)',
    `${m}/environment/domain/now.ts`,
    `export const at = Date.now();`,
  ),
  crime(
    'law 10: a runtime times itself',
    'house(no-ambient-time)',
    `${m}/environment/runtime/stopwatch.ts`,
    `export const at = performance.now();`,
  ),
  crime(
    'law 10: a decider throws dice',
    'house(no-ambient-chance)',
    `${m}/environment/domain/dice.ts`,
    `export const side = Math.random();`,
  ),
  crime(
    'law 10: a handler makes an id',
    'house(no-ambient-chance)',
    `${m}/environment/commands/id.handler.ts`,
    `import { randomUUID } from 'node:crypto';\nexport const id: string = randomUUID();`,
  ),
  crime(
    'law 10: a handler makes an id with a package',
    'house(no-ambient-chance)',
    `${m}/environment/commands/uuid.handler.ts`,
    `import { v7 } from 'uuid';\nexport const id: string = v7();`,
  ),
  crime(
    'law 10: a handler reads the environment',
    'node(no-process-env)',
    `${m}/environment/commands/env.handler.ts`,
    `export const port = process.env['PORT'];`,
  ),
  crime(
    'law 10: a handler imports the environment',
    'eslint(no-restricted-imports)',
    `${m}/environment/commands/env-import.handler.ts`,
    `import { env } from 'node:process';\nexport const port = env['PORT'];`,
  ),
  crime(
    'law 3: a decider waits',
    'eslint(no-restricted-globals)',
    `${m}/environment/domain/waits.ts`,
    `export const wait = (done: () => void): unknown => setTimeout(done, 1);`,
  ),
  crime('law 12: anything goes', 'typescript(no-explicit-any)', 'src/kernel/anything.ts', `export const anything: any = 1;`),
  crime(
    'law 12: a value is sworn to be there',
    'typescript(no-non-null-assertion)',
    'src/kernel/sworn.ts',
    `export const sworn = (value?: string): string => value!;`,
  ),
  crime('law 12: an export without a name', 'import(no-default-export)', 'src/kernel/nameless.ts', `export default 1;`),
  crime('law 12: a door that lets everything out', 'house(no-export-star)', 'src/kernel/wide-open.ts', `export * from './caller.js';`),
  crime('law 12: a promise is dropped', 'typescript(no-floating-promises)', 'src/ledger/drops.ts', `Promise.resolve(1);`),
  crime(
    'law 12: a promise where a callback is expected',
    'typescript(no-misused-promises)',
    'src/ledger/misuses.ts',
    `[1].forEach(async () => {});`,
  ),
  crime(
    'law 12: a switch forgets a case',
    'typescript(switch-exhaustiveness-check)',
    'src/kernel/forgets.ts',
    `export function forgets(side: 'left' | 'right'): void {\n  switch (side) {\n    case 'left':\n      return;\n  }\n}`,
  ),
  crime(
    'law 12: a function hides what it answers',
    'typescript(explicit-module-boundary-types)',
    'src/kernel/hides.ts',
    `export function hides() {\n  return 1;\n}`,
  ),
  crime('law 12: a file name in camel case', 'unicorn(filename-case)', 'src/kernel/camelCase.ts', `export const one = 1;`),
  crime(
    'law 12: a rule of the compiler is switched off',
    'typescript(ban-ts-comment)',
    'src/kernel/silenced.ts',
    `// @ts-ignore\nexport const one = 1;`,
  ),
  crime(
    'law 12: a rule of the linter is switched off for nothing',
    'unused-directive',
    'src/kernel/silent.ts',
    `// oxlint-disable-next-line no-console\nexport const one = 1;`,
  ),
  crime('law 12: work is left for later', 'eslint(no-warning-comments)', 'src/kernel/later.ts', `// TODO: think\nexport const one = 1;`),
  crime('law 12: a module prints', 'eslint(no-console)', `${m}/environment/prints.ts`, `console.log('here');`),
  crime(
    'law 12: one of ours is mocked',
    'jest(no-restricted-jest-methods)',
    'src/kernel/mocks.spec.ts',
    `import { jest } from '@jest/globals';\njest.mock('./caller.js');`,
  ),
  crime(
    'law 12: a test is left alone with its focus',
    'jest(no-focused-tests)',
    'src/kernel/focused.spec.ts',
    `import { expect, it } from '@jest/globals';\nit.only('adds', () => {\n  expect(1).toBe(1);\n});`,
  ),
  crime(
    'law 12: a file of 301 lines',
    'eslint(max-lines)',
    'src/kernel/long.ts',
    lots(301, (n) => `export const n${n} = ${n};`),
  ),
  crime(
    'law 12: a function of 51 lines',
    'eslint(max-lines-per-function)',
    'src/kernel/long-function.ts',
    `export function long(): void {\n${lots(50, (n) => `  void ${n};`)}\n}`,
  ),
  crime(
    'law 12: a function with eleven ways through it',
    'eslint(complexity)',
    'src/kernel/complex.ts',
    `export const complex = (a: number): number => ${lots(10, (n) => `a === ${n} ? ${n} :`)} 0;`,
  ),
  crime(
    'law 12: five parameters',
    'eslint(max-params)',
    'src/kernel/five.ts',
    `export const five = (a: number, b: number, c: number, d: number, e: number): number => a + b + c + d + e;`,
  ),
  crime(
    'law 12: four levels of nesting',
    'eslint(max-depth)',
    'src/kernel/deep.ts',
    `export function deep(a: number): number {\n${'if (a > 0) {'.repeat(4)} return 1; ${'}'.repeat(4)}\n  return 0;\n}`,
  ),
  crime(
    'law 12: a comment is written in idioms',
    'house(plain-english)',
    'src/kernel/idiom.ts',
    `/** ${idiom} reads this. */\nexport const one = 1;`,
  ),
  crime(
    'law 12: a string is written in idioms',
    'house(plain-english)',
    'src/kernel/idiom-text.ts',
    `export const text = 'Read by ${idiom}';`,
  ),
  crime(
    'law 12: a template is written in idioms',
    'house(plain-english)',
    'src/kernel/idiom-template.ts',
    `export const text = (n: number): string => \`Read \${n} times by ${idiom}\`;`,
  ),
  crime(
    'a test says should',
    'jest(valid-title)',
    'src/kernel/should.spec.ts',
    `import { expect, it } from '@jest/globals';\nit('should add', () => {\n  expect(1).toBe(1);\n});`,
  ),
];

const innocent = {
  'console/src/parts/paint.ts': `export const paint = 'water';`,
  'console/src/pages/home.ts': `export const home = 1;`,
  'console/src/run/fold.ts': `export { caller } from '../../../src/kernel/caller.js';\nexport { decide } from '../../../src/modules/environment/domain/job.decider.js';`,
  'src/kernel/english.ts': `/** The word stands for a standstill that a reader understands. */\nexport const english = 'hangs on';`,
  'src/app/composition.ts': `export { wiring as composition } from '#modules/environment/wiring.js';`,
  'src/kernel/caller.ts': `export const caller = 1;`,
  'src/ledger/clock.ts': `import { randomUUID } from 'node:crypto';\nexport const now = (): Date => new Date();\nexport const id = (): string => randomUUID();`,
  'src/host/config/config.ts': `export const port = process.env['PORT'];`,
  'src/kernel/caller.spec.ts': `import { expect, it } from '@jest/globals';\nimport { caller } from './caller.js';\nit('counts to one', () => {\n  expect([caller, Date.now() > 0]).toEqual([1, true]);\n});`,
  [`${m}/identity/index.ts`]: `export const door = 0;`,
  [`${m}/environment/index.ts`]: `export { door } from '#modules/identity/index.js';`,
  [`${m}/environment/wiring.ts`]: `export { entity as wiring } from './projections/job.entity.js';`,
  [`${m}/environment/projections/job.entity.ts`]: `export const entity = 1;`,
  [`${m}/environment/queries/get-job.handler.ts`]: `export { entity } from '../projections/job.entity.js';`,
  [`${m}/environment/domain/job.decider.ts`]: `import { caller } from '#kernel/caller.js';\nexport const decide = (at: string): unknown => [caller, new Date(at)];`,
  [`${m}/environment/http/jobs.controller.ts`]: `export { door } from '../index.js';`,
  [`${m}/workflows/index.ts`]: `import { Module } from '@nestjs/common';\nexport type Door = typeof Module;\nexport const door = Module;`,
  'src/edge/answer/answer.ts': `export const answer = 1;`,
  'src/ledger/backup/copy.ts': `export const copy = 1;`,
  [`${m}/logs/queries/page.ts`]: `export const page = 1;`,
  'src/engine/schedule/schedule.ts': `export const schedule = 1;`,
  'src/engine/plan.ts': `import { parse } from 'acorn';\nimport { caller } from '#kernel/caller.js';\nexport const plan = [parse, caller];`,
  'test/support/helper.ts': `export const helper = 1;`,
};

function finding({ rule, at }: Crime): Finding {
  return `${rule}: ${at}`;
}

describe.each([
  { about: 'who imports whom', crimes: imports, judge: (tree: PlantedTree) => tree.cruise() },
  { about: 'the content of a file', crimes: lines, judge: (tree: PlantedTree) => tree.lint() },
])('the laws on $about', ({ crimes, judge }) => {
  const tree = new PlantedTree(Object.assign({}, innocent, ...crimes.map(({ files }) => files)) as Record<string, string>);
  let findings: readonly Finding[] = [];

  beforeAll(async () => {
    findings = await judge(tree);
  }, patienceMs);

  afterAll(() => tree.remove());

  it.each(crimes)('are broken when $deed', (planted) => {
    expect(findings).toContain(finding(planted));
  });

  it('report no other file', () => {
    const guilty = new Set(crimes.flatMap(({ files }) => Object.keys(files)));
    expect(findings.filter((found) => !guilty.has(found.slice(found.indexOf(': ') + 2)))).toEqual([]);
  });
});
