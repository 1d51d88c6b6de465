import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import type { JsonObject } from '#kernel/json.js';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { canvasOf, formOf, KeyboardHands, MouseHands, type EditorHands } from '../../support/console/editor-hands.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { startEffectSink, type EffectSink } from '../../support/effect-sink.js';
import { eventually } from '../../support/eventually.js';
import { workflowFixture } from '../../support/workflow-documents.js';

const tagCode = 'return { n: <loop.index>, order: <loop.currentItem> }';
const summaryCode = 'return { tagged: <eachorder.results>, votes: <twochecks.results> }';

describeInBrowser('from an empty workflow to one that is deployed, called, mended and rolled back', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  let shop: EffectSink;
  beforeAll(async () => {
    const env = { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' };
    [world, browser, shop] = await Promise.all([startConsoleWorld({ env }), openBrowser(), startEffectSink()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await Promise.all([world.server.close(), shop.close()]);
  });

  const rename = async (page: Page, hands: EditorHands, from: string, to: string): Promise<Locator> => {
    await hands.enter(from);
    await hands.fill(formOf(page, from).getByLabel('Name', { exact: true }).first(), to);
    const form = formOf(page, to);
    await form.waitFor();
    return form;
  };

  async function addField(hands: EditorHands, form: Locator, name: string, type: string): Promise<void> {
    const fields = form.getByRole('group', { name: /^(Input format|Answer fields)$/ });
    await hands.press(fields.getByRole('button', { name: /^Add (answer )?field$/ }));
    await hands.fill(fields.getByRole('textbox', { name: 'Name' }), name);
    await hands.choose(fields.getByRole('button', { name: /Type/ }), form.page().getByRole('option', { name: type }));
  }

  /** A list of orders, each of which is tagged, and two people who answer. */
  async function build(page: Page, hands: EditorHands): Promise<void> {
    const call = await rename(page, hands, 'API', 'Ask the Shop');
    await hands.fill(call.getByRole('textbox', { name: 'URL', exact: true }), `${shop.url}/stock`);
    await hands.addAfter('Ask the Shop', 'Loop');
    const loop = await rename(page, hands, 'Loop 1', 'Each Order');
    await hands.pick(loop.getByRole('radiogroup', { name: 'Loop type' }), 'forEach');
    await hands.fill(loop.getByRole('textbox', { name: 'Collection' }), '<start.orders>');
    await hands.addInside('Each Order', 'Function');
    const tag = await rename(page, hands, 'Function', 'Tag');
    await hands.write(tag.getByRole('textbox', { name: 'Code' }), tagCode);
    await hands.addAfter('Each Order', 'Parallel');
    const checks = await rename(page, hands, 'Parallel 1', 'Two Checks');
    await hands.fill(checks.getByRole('textbox', { name: 'Count' }), '2');
    await hands.fill(checks.getByRole('textbox', { name: 'Batch size' }), '2');
    await hands.addInside('Two Checks', 'Human in the loop');
    const ask = await rename(page, hands, 'Human in the loop', 'Sign Off');
    await hands.press(ask.getByRole('button', { name: /more fields$/ }));
    // A default is not written: what was chosen is.
    await hands.pick(ask.getByRole('radiogroup', { name: 'Operation' }), 'api');
    await hands.pick(ask.getByRole('radiogroup', { name: 'Operation' }), 'human');
    await addField(hands, ask, 'approved', 'boolean');
    await hands.addAfter('Two Checks', 'Function');
    const sum = await rename(page, hands, 'Function', 'Summary');
    await hands.write(sum.getByRole('textbox', { name: 'Code' }), summaryCode);
    const start = await hands.select('Start');
    await addField(hands, start, 'orders', 'array');
    await hands.tab('Workflow');
    const settings = page.getByRole('tabpanel', { name: 'Workflow' });
    await hands.tick(settings.getByRole('checkbox', { name: /^Refuse inputs/u }));
    await hands.press(settings.getByRole('button', { name: 'Add a variable' }));
    await hands.fill(settings.getByLabel('Name', { exact: true }), 'region');
    await hands.fill(settings.getByLabel('Value', { exact: true }), 'EU');
    await hands.addAfter('Summary', 'Note');
    await hands.enter('Note');
    const note = formOf(page, 'Note');
    await hands.fill(note.getByRole('textbox', { name: 'Content' }), 'both reviewers must answer');
  }

  /** Mistakes are listed, and each leads to its block. */
  async function makeAndMendMistakes(page: Page, hands: EditorHands): Promise<void> {
    const codeOf = async (name: string): Promise<Locator> => (await hands.select(name)).getByRole('textbox', { name: 'Code' });
    await hands.write(await codeOf('Summary'), 'return <eachorders.results>');
    await hands.write(await codeOf('Tag'), 'return <loop.index> +');
    await hands.fill((await hands.select('Two Checks')).getByRole('textbox', { name: 'Count' }), 'two');
    const mended: readonly (readonly [message: RegExp, block: string, mend: (form: Locator) => Promise<void>])[] = [
      [/"Two Checks" must have a number/u, 'Two Checks', (form) => hands.fill(form.getByRole('textbox', { name: 'Count' }), '2')],
      [/"Tag": code is not valid JavaScript/u, 'Tag', (form) => hands.write(form.getByRole('textbox', { name: 'Code' }), tagCode)],
      [/Did you mean eachorder\?/u, 'Summary', (form) => hands.write(form.getByRole('textbox', { name: 'Code' }), summaryCode)],
    ];
    for (const [message, block, mend] of mended) {
      await hands.tab('Problems');
      await hands.press(page.getByRole('list', { name: 'Problems' }).getByRole('button', { name: message }));
      await formOf(page, block).waitFor();
      await mend(formOf(page, block));
    }
    await hands.tab('Problems');
    await page.getByText('The draft has no problem and can be deployed.').waitFor();
  }

  const rowsOf = async (page: Page): Promise<readonly string[]> => {
    const rows = await page.getByRole('list', { name: 'Blocks of the run' }).getByRole('button').allInnerTexts();
    return rows.map((row) => row.split('\n').slice(0, 2).join(' '));
  };
  const shows = (page: Page, rows: readonly string[]): Promise<void> =>
    eventually(async () => expect(await rowsOf(page)).toEqual(rows), 20_000);
  const calls = (): number => [...shop.seen.values()].flat().length;

  /** A run to a block, one with a pinned output, and one after a change that runs only what the change matters to. */
  async function runPinAndRunAgain(page: Page, hands: EditorHands): Promise<void> {
    const before = calls();
    const run = page.getByRole('tabpanel', { name: 'Run', exact: true });
    const data = page.getByRole('tabpanel', { name: 'Data', exact: true });
    const runToTag = async (): Promise<void> => {
      await hands.select('Tag');
      await hands.tab('Run');
      await hands.press(run.getByRole('button', { name: 'Run to here' }));
    };
    await hands.select('Tag');
    await hands.tab('Run');
    await hands.fill(run.getByLabel('orders'), '[{"id": 1}, {"id": 2}]');
    await runToTag();
    await shows(page, ['Start completed', 'Ask the Shop completed', 'Each Order completed', 'Tag completed']);
    expect(calls()).toBe(before + 1);
    await hands.select('Ask the Shop');
    await hands.tab('Data');
    await hands.press(data.getByRole('button', { name: 'Pin this output' }));
    await data.getByRole('region', { name: 'Pinned output' }).waitFor();
    await runToTag();
    await shows(page, ['Start completed', 'Ask the Shop pinned', 'Each Order completed', 'Tag completed']);
    await hands.select('Ask the Shop');
    await hands.tab('Data');
    await hands.press(data.getByRole('button', { name: 'Remove the pin' }));
    await data.getByRole('region', { name: 'Pinned output' }).waitFor({ state: 'detached' });
    await runToTag();
    await shows(page, ['Start completed', 'Ask the Shop completed', 'Each Order completed', 'Tag completed']);
    expect(calls()).toBe(before + 2);
    await hands.write((await hands.select('Tag')).getByRole('textbox', { name: 'Code' }), 'return <loop.index>');
    await hands.tab('Run');
    await hands.press(run.getByRole('button', { name: 'Fix and run again' }));
    await shows(page, [
      'Start completed',
      'Ask the Shop taken over',
      'Each Order completed',
      'Tag completed',
      'Two Checks running',
      'Sign Off waiting',
    ]);
    expect(calls()).toBe(before + 2);
    await hands.press(run.getByRole('button', { name: 'Stop' }));
    await run.getByText('Cancelled', { exact: true }).waitFor();
    await hands.write((await hands.select('Tag')).getByRole('textbox', { name: 'Code' }), tagCode);
  }

  async function exported(id: string): Promise<JsonObject> {
    const { body } = await world.server.as(world.server.first.apiKey).get(`/api/v1/workflows/${id}/export`).expect(200);
    return (body as { data: JsonObject }).data;
  }

  /** The call that the dialog shows works as it is pasted. */
  async function deployAndCall(page: Page, hands: EditorHands): Promise<void> {
    await hands.press(page.getByRole('button', { name: 'Deploy', exact: true }));
    const dialog = page.getByRole('dialog', { name: /^Deploy/u });
    await hands.press(dialog.getByRole('button', { name: 'Deploy', exact: true }));
    const deployed = page.getByRole('dialog', { name: /is deployed$/u });
    const call = (await deployed.getByRole('tabpanel', { name: 'curl' }).locator('pre').textContent()) ?? '';
    const env = { PATH: process.env['PATH'] ?? '', SLUICE_API_KEY: world.server.first.apiKey };
    const { stdout } = await promisify(execFile)('sh', ['-c', call], { env });
    expect(JSON.parse(stdout)).toMatchObject({ status: 'paused', output: { pauseCount: 2 } });
    await hands.press(deployed.getByRole('button', { name: 'Done', exact: true }));
    await deployed.waitFor({ state: 'detached' });
  }

  /** From the list of runs to the block that failed, on the canvas of the draft. */
  async function debugTheFailedRun(page: Page, hands: EditorHands, id: string): Promise<void> {
    await world.server.as(world.server.first.apiKey).post(`/api/workflows/${id}/execute`).send({ orders: 5 }).expect(500);
    await hands.press(page.getByRole('main').getByRole('link', { name: 'Runs', exact: true }));
    await hands.press(
      page
        .getByRole('row', { name: /Failed/u })
        .getByRole('link')
        .first(),
    );
    await hands.press(page.getByRole('main').getByRole('link', { name: 'Open in the editor' }));
    await canvasOf(page)
      .getByRole('button', { name: /^Each Order loop failed/u })
      .waitFor();
    await hands.select('Each Order');
    await hands.tab('Data');
    await page
      .getByRole('tabpanel', { name: 'Data', exact: true })
      .getByText('collection must be a list or an object', { exact: true })
      .waitFor();
  }

  async function compareAndRollBack(page: Page, hands: EditorHands, id: string): Promise<void> {
    await hands.write((await hands.select('Summary')).getByRole('textbox', { name: 'Code' }), 'return <twochecks.results>');
    await hands.tab('Versions');
    await hands.choose(
      page.getByRole('button', { name: 'Actions of v1', exact: true }),
      page.getByRole('menuitem', { name: 'Compare the draft with it', exact: true }),
    );
    await page.getByRole('tabpanel', { name: 'Changes' }).getByRole('region', { name: 'Summary, changed', exact: true }).waitFor();
    await hands.press(page.getByRole('button', { name: 'Back to the draft', exact: true }));
    await hands.press(page.getByRole('button', { name: 'Deploy', exact: true }));
    await hands.press(page.getByRole('dialog', { name: /^Deploy/u }).getByRole('button', { name: 'Deploy', exact: true }));
    await hands.press(page.getByRole('dialog', { name: /is deployed$/u }).getByRole('button', { name: 'Done', exact: true }));
    await hands.tab('Versions');
    await hands.choose(
      page.getByRole('button', { name: 'Actions of v1', exact: true }),
      page.getByRole('menuitem', { name: 'Roll back to it…', exact: true }),
    );
    await hands.press(page.getByRole('dialog').getByRole('button', { name: /^Roll back/u }));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(async () => {
      const { body } = await world.server.as(world.server.first.apiKey).get(`/api/v1/workflows/${id}`).expect(200);
      expect((body as { data: { activeVersion: number } }).data.activeVersion).toBe(1);
    });
  }

  const handsOf = { mouse: MouseHands, keyboard: KeyboardHands };

  it.each(['mouse', 'keyboard'] as const)(
    'by %s alone',
    async (which) => {
      const { page } = await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/w` });
      const hands = new handsOf[which](page);
      await hands.press(page.getByRole('button', { name: 'New workflow' }));
      const dialog = page.getByRole('dialog', { name: 'New workflow' });
      await hands.fill(dialog.getByLabel('Name'), 'Orders with two reviewers');
      await hands.press(dialog.getByRole('button', { name: 'Create workflow' }));
      await page.waitForURL(/\/w\/[0-9a-f-]{36}/u);
      const id = /\/w\/([0-9a-f-]{36})/u.exec(page.url())?.[1] ?? '';
      await hands.take('Add a block', 'API');
      await build(page, hands);
      await makeAndMendMistakes(page, hands);
      await runPinAndRunAgain(page, hands);
      await hands.remove('Ask the Shop');
      await hands.connect('Start', 'Each Order');
      await page
        .getByText(/^Saved/u)
        .first()
        .waitFor();
      expect(shapeOf(await exported(id))).toEqual(shapeOf(workflowFixture('orders-with-two-reviewers')));
      await deployAndCall(page, hands);
      await debugTheFailedRun(page, hands, id);
      await compareAndRollBack(page, hands, id);
    },
    300_000,
  );
});

interface Exported {
  readonly state: {
    readonly blocks: Readonly<Record<string, ExportedBlock>>;
    readonly edges: readonly { readonly source: string; readonly target: string; readonly sourceHandle: string }[];
    readonly variables: Readonly<Record<string, { readonly name: string; readonly value: unknown }>>;
    readonly metadata: { readonly name: string };
  };
}

interface ExportedBlock {
  readonly name: string;
  readonly type: string;
  readonly subBlocks: Readonly<Record<string, { readonly value: unknown }>>;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** What a document says, without its ids and places: the editor makes its own. */
function shapeOf(document: JsonObject): object {
  const { blocks, edges, variables, metadata } = (document as unknown as Exported).state;
  const nameOf = (id: unknown): string | undefined => blocks[String(id)]?.name;
  // The count of a loop for each item belongs to another kind of loop, and is kept for it.
  const isGiven = ([name]: readonly [string, unknown]): boolean => !['width', 'height', 'extent', 'parentId'].includes(name);
  const shapes = Object.values(blocks).map(({ name, type, subBlocks, data = {} }) => {
    const fields = Object.entries(subBlocks).map(([field, { value }]) => [field, withoutIds(value)]);
    const inside = nameOf(data['parentId']);
    return [
      name,
      {
        type,
        inside,
        fields: Object.fromEntries(fields),
        data: Object.fromEntries(
          Object.entries(data)
            .filter(isGiven)
            .filter(([field]) => field !== 'count' || data['loopType'] === undefined),
        ),
      },
    ];
  });
  return {
    name: metadata.name,
    blocks: Object.fromEntries(shapes),
    ways: edges.map(({ source, target, sourceHandle }) => `${nameOf(source)} > ${nameOf(target)} by ${sourceHandle}`).toSorted(),
    variables: Object.values(variables).map(({ name, value }) => [name, value]),
  };
}

function withoutIds(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((each: Readonly<Record<string, unknown>>) => ({ name: each['name'], type: each['type'] }));
}
