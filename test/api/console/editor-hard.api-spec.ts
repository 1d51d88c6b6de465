import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import type { WorkflowDocument } from '#document/document.js';
import type { JsonObject } from '#kernel/json.js';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { canvasOf, formOf } from '../../support/console/editor-hands.js';
import { holdRequests } from '../../support/console/held-requests.js';
import { eventually } from '../../support/eventually.js';
import { userWithPassword } from '../../support/signed-in.js';
import { barriers, closePages, overflow, type WatchedPage } from '../../support/watched-page.js';
import { createWorkflow, exportedText, importWorkflow } from '../../support/workflow-api.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

describeInBrowser('the editor with drafts that are hard to show', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  beforeEach(closePages);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  const owner = () => world.server.as(world.server.first.apiKey);
  const opened = (id: string, search = ''): Promise<WatchedPage> =>
    signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/w/${id}${search}` });
  const outlineOf = (page: Page): Locator => page.getByRole('tree', { name: 'Outline' });

  async function rename(page: Page, from: string, to: string): Promise<void> {
    const name = formOf(page, from).getByLabel('Name', { exact: true }).first();
    await name.fill(to);
    await name.press('Enter');
    await page
      .getByText(/^Saved \d/u)
      .first()
      .waitFor();
  }

  it('has 2,000 blocks with 10,000 edges, and draws what is in sight', async () => {
    const ids = Array.from({ length: 2000 }, (_, n) => `b${n}`);
    const blocks = ids.map((id, n) => aBlock(id, 'function', { position: { x: (n % 50) * 300, y: Math.floor(n / 50) * 160 } }));
    const edges = ids.flatMap((id, n) => [1, 2, 3, 4, 5].flatMap((step) => (n >= step ? [anEdge(`b${n - step}`, id)] : [])));
    const watched = await opened(await createWorkflow(world.server, { name: 'Dense', state: aState(blocks, edges) }));
    const { page } = watched;
    await canvasOf(page).getByRole('button', { name: 'b0 function' }).waitFor();
    expect(await page.locator('*').count()).toBeLessThan(4000);
    await canvasOf(page).getByRole('button', { name: 'b0 function' }).click();
    await rename(page, 'b0', 'first');
    await outlineOf(page)
      .getByRole('treeitem', { name: /^first, /u })
      .waitFor();
    expect(watched.complaints).toEqual([]);
  });

  it('has ten levels of containers, each of which folds', async () => {
    const levels = Array.from({ length: 10 }, (_, n): JsonObject => ({
      ...aBlock(`L${n}`, 'loop', { position: { x: 60, y: 60 } }),
      data: { loopType: 'for', count: 1, ...(n > 0 && { parentId: `L${n - 1}`, extent: 'parent' }) },
    }));
    const inner = { ...aBlock('inner', 'function', { position: { x: 60, y: 60 } }), data: { parentId: 'L9', extent: 'parent' } };
    const edges = [anEdge('start', 'L0'), ...levels.slice(1).map(({ id }, n) => anEdge(`L${n}.loop-start-source`, id as string))];
    const state = aState([aBlock('start', 'start_trigger'), ...levels, inner], [...edges, anEdge('L9.loop-start-source', 'inner')]);
    const watched = await opened(await createWorkflow(world.server, { name: 'Deep', state }));
    const { page } = watched;
    const leaf = outlineOf(page).getByRole('treeitem', { name: /^inner, /u });
    await leaf.click();
    await formOf(page, 'inner').waitFor();
    await canvasOf(page)
      .getByRole('button', { name: /^inner function/u })
      .waitFor();
    expect(await leaf.getAttribute('aria-level')).toBe('11');
    await outlineOf(page).getByRole('treeitem', { name: /^L4, /u }).click();
    await page.keyboard.press('ArrowLeft');
    await leaf.waitFor({ state: 'detached' });
    expect(watched.complaints).toEqual([]);
  });

  it('shows a block of an unknown type, and keeps all of it when others change', async () => {
    const strange = aBlock('odd', 'teleporter', {
      subBlocks: { beam: { id: 'beam', type: 'ray', value: { b: [1, { a: null }], a: '<start.x>' } } },
    });
    const id = await importWorkflow(
      world.server,
      aState([aBlock('start', 'start_trigger'), strange, aBlock('say')], [anEdge('start', 'odd'), anEdge('odd', 'say')]),
    );
    const strangeIn = async (): Promise<string> => {
      const { data } = JSON.parse(await exportedText(world.server, id)) as {
        data: { state: { blocks: Record<string, { type: string }> } };
      };
      return JSON.stringify(Object.values(data.state.blocks).find(({ type }) => type === 'teleporter'));
    };
    const before = await strangeIn();
    expect(before).toContain('{"b":[1,{"a":null}],"a":"<start.x>"}');
    const { page } = await opened(id);
    await outlineOf(page)
      .getByRole('treeitem', { name: /^odd, /u })
      .click();
    await page.getByText(/does not know the type/u).waitFor();
    await outlineOf(page)
      .getByRole('treeitem', { name: /^say, /u })
      .click();
    await rename(page, 'say', 'Said');
    expect(await exportedText(world.server, id)).toContain('"name":"Said"');
    expect(await strangeIn()).toBe(before);
  });

  it('takes code of a megabyte, saves a change of it and shows it again', async () => {
    const code = `return ${JSON.stringify('x'.repeat(1_000_000))}`;
    const subBlocks = { code: { id: 'code', type: 'code', value: code } };
    const blocks = [aBlock('start', 'start_trigger'), aBlock('big', 'function', { subBlocks, position: { x: 300, y: 0 } })];
    const id = await createWorkflow(world.server, { name: 'Big', state: aState(blocks, [anEdge('start', 'big')]) });
    const watched = await opened(id, '?block=big&tab=block');
    const { page } = watched;
    const field = formOf(page, 'big').getByRole('textbox', { name: 'Code' });
    await page.locator('.cm-content').first().waitFor();
    await field.click();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('// changed\n');
    await eventually(async () => expect(await exportedText(world.server, id)).toContain('// changed\\n'), 20_000);
    await page.reload();
    await page.getByText('// changed').first().waitFor();
    expect(watched.complaints).toEqual([]);
  });

  it('lists broken references and names that two blocks have', async () => {
    const code = (value: string): JsonObject => ({ subBlocks: { code: { id: 'code', type: 'code', value } } });
    const blocks = [
      aBlock('start', 'start_trigger'),
      aBlock('one', 'function', { name: 'Total', ...code('return <missing.result>') }),
      aBlock('two', 'function', { name: 'total', ...code('return {{NOT_SET}}') }),
    ];
    const id = await createWorkflow(world.server, {
      name: 'Broken',
      state: aState(blocks, [anEdge('start', 'one'), anEdge('one', 'two')]),
    });
    const { page } = await opened(id, '?tab=problems');
    const list = page.getByRole('list', { name: 'Problems' });
    for (const text of [/missing\.result/u, /NOT_SET/u, /[Tt]otal.*same name|name.*[Tt]otal/u])
      await list.getByText(text).first().waitFor();
  });

  it('marks blocks that have warnings in the outline and on the canvas, and not as those that have problems', async () => {
    const code = (value: string): JsonObject => ({ subBlocks: { code: { id: 'code', type: 'code', value } } });
    const blocks = [
      aBlock('start', 'start_trigger'),
      aBlock('fine', 'function', code('return 1')),
      aBlock('doubtful', 'function', code('return {{NOT_SET}}')),
      aBlock('broken', 'function', code('return <missing.result> + {{NOT_SET}}')),
    ];
    const edges = [anEdge('start', 'fine'), anEdge('fine', 'doubtful'), anEdge('doubtful', 'broken')];
    const id = await createWorkflow(world.server, { name: 'Doubtful', state: aState(blocks, edges) });
    const { page } = await opened(id);
    const canvas = canvasOf(page);
    for (const [name, faults, tones] of [
      ['fine', '', []],
      ['doubtful', ', 1 warning', ['warn']],
      ['broken', ', 1 problem, 1 warning', ['bad']],
    ] as const) {
      const row = outlineOf(page).getByRole('treeitem', { name: new RegExp(`^${name}, function${faults}, after `, 'u') });
      const block = canvas.getByRole('group', { name: `${name}, function${faults}`, exact: true });
      for (const place of [row, block]) {
        await place.waitFor();
        const marks = place.locator('[data-tone]');
        expect(await marks.evaluateAll((found) => found.map((mark) => mark.dataset['tone']))).toEqual(tones);
      }
    }
    expect(await barriers(page)).toEqual([]);
  });

  it('keeps all that is typed in a code field while its editor is loaded, and its cursor', async () => {
    const blocks = [aBlock('start', 'start_trigger'), aBlock('typed', 'function')];
    const id = await createWorkflow(world.server, { name: 'Typed early', state: aState(blocks, [anEdge('start', 'typed')]) });
    const { page } = await opened(id);
    const release = await holdRequests(page, '**/code-editor-*.js');
    await outlineOf(page)
      .getByRole('treeitem', { name: /^typed, /u })
      .click();
    const code = formOf(page, 'typed').getByRole('textbox', { name: 'Code' });
    await code.click();
    await page.keyboard.type('return');
    await page.keyboard.press('Home');
    await page.keyboard.type('/* day */ ');
    const loaded = code.and(page.locator('.cm-content'));
    expect(await loaded.count()).toBe(0);
    release();
    for (const letter of 'ddd') await page.keyboard.press(letter, { delay: 20 });
    await loaded.waitFor();
    await page.keyboard.type('eee ');
    await eventually(async () => expect(await exportedText(world.server, id)).toContain('/* day */ dddeee return'));
    expect(await exportedText(world.server, id)).not.toContain('"enabled":false');
  });

  it('says that the draft is gone when the workflow was deleted, and keeps the page', async () => {
    const id = await createWorkflow(world.server, { name: 'Short', state: aState([aBlock('start', 'start_trigger'), aBlock('say')]) });
    const { page } = await opened(id);
    await outlineOf(page)
      .getByRole('treeitem', { name: /^say, /u })
      .click();
    await formOf(page, 'say').getByLabel('Name', { exact: true }).first().fill('Said');
    await owner().delete(`/api/v1/workflows/${id}`).expect(200);
    await page.getByRole('alert').getByText('You have no access to this workflow any more, or it was deleted.').waitFor();
    await page.getByRole('alert').getByText('“Rename say to Said” is not in the draft').waitFor();
    await page
      .getByText(/Not saved any more/u)
      .first()
      .waitFor();
  });

  it('ends the edits of a person whose permission is taken away, and shows the draft on', async () => {
    const id = await createWorkflow(world.server, { name: 'Shared', state: aState([aBlock('start', 'start_trigger'), aBlock('say')]) });
    const { email, id: userId } = await userWithPassword(world.server);
    const members = `/api/v1/workspaces/${world.workspaceId}/members`;
    await owner().post(members).send({ email, permission: 'write' }).expect(200);
    const { page } = await signedInPage(browser, { ...world, email }, { path: `/workspace/${world.workspaceId}/w/${id}` });
    await outlineOf(page)
      .getByRole('treeitem', { name: /^say, /u })
      .click();
    await owner().patch(`${members}/${userId}`).send({ permission: 'read' }).expect(200);
    const name = formOf(page, 'say').getByLabel('Name', { exact: true }).first();
    await name.fill('Said');
    await name.press('Enter');
    await page
      .getByText(/Not saved any more/u)
      .first()
      .waitFor();
    const offered = page.getByRole('alert').getByText('“Rename say to Said” is not in the draft');
    const isServersDraft = async (): Promise<void> => {
      await offered.waitFor();
      await outlineOf(page)
        .getByRole('treeitem', { name: /^say, /u })
        .waitFor();
    };
    await isServersDraft();
    await page.reload();
    await page.getByText('Read only').waitFor();
    await isServersDraft();
    await page.getByRole('button', { name: 'Copy what was not saved' }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await offered.waitFor({ state: 'detached' });
    await outlineOf(page)
      .getByRole('treeitem', { name: /^start, /u })
      .click();
    await formOf(page, 'start').waitFor();
    await owner().delete(`${members}/${userId}`).expect(200);
    await page.getByRole('alert').getByText('You have no access to this workflow any more').waitFor();
    await page.getByRole('alert').getByRole('link', { name: 'Go to the home page' }).waitFor();
  });

  it('runs the draft from a field, with what was just typed in it', async () => {
    const code = { subBlocks: { code: { id: 'code', type: 'code', value: 'return 1' } } };
    const state = aState([aBlock('start', 'start_trigger'), aBlock('say', 'function', code)], [anEdge('start', 'say')]);
    const id = await createWorkflow(world.server, { name: 'Keys', state });
    const { page } = await opened(id);
    const codeOf = async (): Promise<unknown> => {
      const { body } = await owner().get(`/api/v1/workflows/${id}/draft`).expect(200);
      return (body as { data: { document: WorkflowDocument } }).data.document.blocks['say']?.subBlocks['code']?.value;
    };
    await outlineOf(page)
      .getByRole('treeitem', { name: /^say, /u })
      .click();
    const field = formOf(page, 'say').getByRole('textbox', { name: 'Code' }).and(page.locator('[contenteditable]'));
    await field.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('00');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('tabpanel', { name: 'Run' }).getByText('100', { exact: true }).first().waitFor();
    expect(await codeOf()).toBe('return 100');
  });

  it('has the messages of an agent as rows of role and text, and as JSON what rows cannot show', async () => {
    const id = await createWorkflow(world.server, {
      name: 'Asks',
      state: aState([aBlock('start', 'start_trigger'), aBlock('ask', 'agent')]),
    });
    const { page } = await opened(id, '?block=ask');
    const form = formOf(page, 'ask');
    const messagesOf = async (): Promise<unknown> => {
      const { body } = await owner().get(`/api/v1/workflows/${id}/draft`).expect(200);
      return (body as { data: { document: WorkflowDocument } }).data.document.blocks['ask']?.subBlocks['messages']?.value;
    };
    await form.getByRole('button', { name: 'Add message' }).click();
    await form.getByRole('textbox', { name: 'Text' }).fill('Say "yes"\nor no');
    await form.getByRole('button', { name: 'Add message' }).click();
    await form.getByRole('radio', { name: 'system' }).nth(1).click();
    await form.getByRole('textbox', { name: 'Text' }).nth(1).fill('Be brief');
    const messages = [
      { role: 'user', content: 'Say "yes"\nor no' },
      { role: 'system', content: 'Be brief' },
    ];
    await eventually(async () => expect(await messagesOf()).toEqual(messages));
    await form.getByRole('button', { name: 'Edit as JSON' }).click();
    await form.getByRole('textbox', { name: 'Messages' }).and(page.locator('[contenteditable]')).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('[{"role": "user", "content": "Look", "files": "<start.files>"}]');
    await eventually(async () => expect(await messagesOf()).toEqual([{ role: 'user', content: 'Look', files: '<start.files>' }]));
    await form.getByRole('button', { name: 'Edit as rows' }).waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText('<start.messages>');
    await eventually(async () => expect(await messagesOf()).toBe('<start.messages>'));
  });

  it('shows a removed row again when its removal is undone, and keeps it when another row is changed', async () => {
    const rows = [
      { id: 'a', cells: { Key: 'Accept', Value: 'text/plain' } },
      { id: 'b', cells: { Key: 'Auth', Value: 'b' } },
    ];
    const call = aBlock('call', 'api', { subBlocks: { headers: { id: 'headers', type: 'table', value: rows } } });
    const id = await createWorkflow(world.server, { name: 'Calls', state: aState([aBlock('start', 'start_trigger'), call]) });
    const { page } = await opened(id, '?block=call');
    const form = formOf(page, 'call');
    const names = form.getByRole('textbox', { name: /: name \d$/u });
    const headersOf = async (): Promise<string> => {
      const { body } = await owner().get(`/api/v1/workflows/${id}/draft`).expect(200);
      return JSON.stringify((body as { data: { document: WorkflowDocument } }).data.document.blocks['call']?.subBlocks['headers']?.value);
    };
    await form.getByRole('button', { name: 'Remove row 1' }).click();
    await eventually(async () => expect(await headersOf()).not.toContain('Accept'));
    await page.getByRole('button', { name: /^Undo/u }).first().click();
    await eventually(async () => expect(await names.nth(0).inputValue()).toBe('Accept'));
    await names.nth(1).fill('Authorization');
    await eventually(async () => expect(await headersOf()).toContain('Authorization'));
    expect(await headersOf()).toContain('Accept');
  });

  it('has the connections of a block in its panel, where they are removed, made and followed without a mouse', async () => {
    const id = await createWorkflow(world.server, {
      name: 'Wired',
      state: aState([aBlock('start', 'start_trigger'), aBlock('one'), aBlock('two')], [anEdge('start', 'one'), anEdge('one', 'two')]),
    });
    const { page } = await opened(id, '?block=one');
    const connectionsOf = (name: string): Locator => formOf(page, name).getByRole('region', { name: 'Connections' });
    const targets = async (): Promise<string[]> => {
      const { body } = await owner().get(`/api/v1/workflows/${id}/draft`).expect(200);
      return (body as { data: { document: WorkflowDocument } }).data.document.edges.map(({ source, target }) => `${source}>${target}`);
    };
    await connectionsOf('one').getByRole('listitem').nth(1).waitFor();
    expect(await connectionsOf('one').getByRole('listitem').allTextContents()).toEqual(['From start', 'To two']);
    await connectionsOf('one').getByRole('button', { name: 'Remove the connection to two' }).focus();
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await targets()).toEqual(['start>one']));
    await connectionsOf('one').getByRole('button', { name: 'Connect to…' }).press('Enter');
    const list = page.getByRole('dialog', { name: 'Connect one' });
    await list.getByRole('menuitem', { name: 'two' }).first().waitFor();
    await list.getByRole('searchbox').fill('two');
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await targets()).toEqual(['start>one', 'one>two']));
    await connectionsOf('one').getByRole('button', { name: 'From start', exact: true }).press('Enter');
    await connectionsOf('start').getByText('To one').waitFor();
  });

  it('stores no name that references cannot contain or that another block has, and says why', async () => {
    const reader = aBlock('read', 'function', { subBlocks: { code: { id: 'code', type: 'code', value: 'return <fee.result>' } } });
    const id = await createWorkflow(world.server, {
      name: 'Names',
      state: aState([aBlock('start', 'start_trigger'), aBlock('fee'), reader], [anEdge('start', 'fee'), anEdge('fee', 'read')]),
    });
    const { page } = await opened(id, '?block=fee');
    const name = formOf(page, 'fee').getByLabel('Name', { exact: true }).first();
    for (const [wrong, reason] of [
      ['R&D', 'References cannot contain this name'],
      ['Read', 'Another block is called read'],
      ['Loop', 'has a meaning in references'],
    ] as const) {
      await name.fill(wrong);
      await name.press('Enter');
      await formOf(page, 'fee').getByText(reason).waitFor();
    }
    await name.fill('Charge');
    await name.press('Enter');
    await eventually(async () => {
      const { body } = await owner().get(`/api/v1/workflows/${id}/draft`).expect(200);
      const { blocks } = (body as { data: { document: WorkflowDocument } }).data.document;
      expect([blocks['fee']?.name, blocks['read']?.subBlocks['code']?.value]).toEqual(['Charge', 'return <charge.result>']);
    });
  });

  it('says once who has removed the block that is being edited, and keeps the text to copy', async () => {
    const id = await createWorkflow(world.server, { name: 'Two', state: aState([aBlock('start', 'start_trigger'), aBlock('say')]) });
    const { page } = await opened(id);
    await outlineOf(page)
      .getByRole('treeitem', { name: /^say, /u })
      .click();
    await formOf(page, 'say').getByLabel('Name', { exact: true }).first().fill('Said');
    const { body } = await owner().get(`/api/v1/workflows/${id}/draft`).expect(200);
    const { revision: base } = (body as { data: { revision: number } }).data;
    const removal = { editId: randomUUID(), label: 'Remove say', base, ops: [{ op: 'remove-block', id: 'say' }] };
    await owner().patch(`/api/v1/workflows/${id}/draft`).send(removal).expect(200);
    const line = page.getByRole('alert').getByText(/“Rename say to Said” is not in the draft: .* removed the block/u);
    await line.waitFor();
    expect(await line.count()).toBe(1);
  });

  it.each([200, 400])('has all of it at a zoom of %i %%', async (percent) => {
    const id = await createWorkflow(world.server, { name: 'Zoomed', state: aState([aBlock('start', 'start_trigger'), aBlock('say')]) });
    const { page } = await opened(id);
    await page.setViewportSize({ width: Math.round(128_000 / percent), height: Math.round(80_000 / percent) });
    await outlineOf(page)
      .getByRole('treeitem', { name: /^say, /u })
      .click();
    await rename(page, 'say', 'Said');
    expect(await overflow(page)).toBe(0);
  });
});
