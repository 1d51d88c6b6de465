import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { holdRequests } from '../../support/console/held-requests.js';
import { readerPage } from '../../support/console/reader-page.js';
import { eventually } from '../../support/eventually.js';
import { KnowledgeApi } from '../../support/knowledge/knowledge-api.js';
import type { WatchedPage } from '../../support/watched-page.js';

describeInBrowser('knowledge in the console', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  async function opened(path = ''): Promise<WatchedPage> {
    return signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/knowledge${path}` });
  }

  const details = (page: Page): Locator => page.getByRole('complementary', { name: 'Document' });

  const aBase = (name: string): Promise<KnowledgeApi> => KnowledgeApi.create(world.server, name);

  it('begins with an invitation, and a first base and its documents come by keyboard alone', async () => {
    const shown = new KnowledgeApi(world.server, world.knowledge.base);
    await shown.client.delete(shown.url()).expect(200);
    const { page, complaints } = await opened();
    await page.getByText('This workspace has no knowledge base').waitFor();
    await page.getByRole('button', { name: 'New knowledge base' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Name').fill('Handbook');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Handbook' }).waitFor();
    const text = 'Ask for a day off in the office.';
    await page.locator('input[type="file"]').setInputFiles({ name: 'days-off.md', mimeType: 'text/markdown', buffer: Buffer.from(text) });
    await page.getByRole('row', { name: /days-off\.md.*Ready/ }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows a document that was stored while its list was read for the first time', async () => {
    const base = await aBase('Slow');
    const { page } = await signedInPage(browser, world);
    const answersLate = async (route: Route): Promise<void> => {
      const response = await route.fetch();
      await page.getByText('1 file uploaded', { exact: true }).waitFor();
      await route.fulfill({ response });
    };
    await page.route(/\/documents\?/u, answersLate, { times: 1 });
    await page.goto(`${world.server.url}/workspace/${world.workspaceId}/knowledge/${base.id}`);
    await page.getByRole('button', { name: 'Upload documents' }).waitFor();
    await page.locator('input[type="file"]').setInputFiles({ name: 'late.txt', mimeType: 'text/plain', buffer: Buffer.from('Late.') });
    await page.getByRole('row', { name: /late\.txt.*Ready/ }).waitFor();
  });

  it('finds with a score and the reason, and leads from a result to its document', async () => {
    const base = await aBase('Searched');
    await base.add('walnut.txt', 'Walnut tables are oiled twice a year.', { team: 'workshop' });
    await base.add('oak.txt', 'Oak tables are waxed.', { team: 'office' });
    const { page, complaints } = await opened(`/${base.id}`);
    await page.getByRole('radio', { name: 'Try a search' }).click();
    await page.getByLabel('Search for').fill('walnut tables');
    await page.keyboard.press('Enter');
    const results = page.getByRole('region', { name: 'Results' });
    const first = results.getByRole('article').first();
    await first.getByText('2 of 2 words of the query are in the text').waitFor();
    await eventually(async () => expect(await first.locator('mark').allInnerTexts()).toEqual(['Walnut', 'tables']));
    await page.getByLabel('Tags of the document').fill('team = office');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await results.getByRole('button', { name: 'walnut.txt' }).waitFor({ state: 'detached' });
    await results.getByRole('button', { name: 'oak.txt' }).click();
    await details(page).getByText('21 characters').waitFor();
    expect(complaints).toEqual([]);
  });

  it('keeps the tags of a document, takes it out of searches, processes and deletes it', async () => {
    const base = await aBase('Changed');
    const id = await base.add('prices.txt', 'Oak costs nine.');
    const { page } = await opened(`/${base.id}?document=${id}`);
    await details(page).getByLabel('Tags').fill('team = sales\nyear');
    await details(page).getByText('"year" is no tag').waitFor();
    await details(page).getByLabel('Tags').fill('team = sales\nyear = 2031');
    await details(page).getByRole('button', { name: 'Save tags' }).click();
    await details(page).getByRole('button', { name: 'Save tags' }).waitFor({ state: 'detached' });
    await eventually(async () => expect((await base.document(id)).tags).toEqual({ team: 'sales', year: 2031 }));
    await details(page).getByText('Searches find it').click();
    await page.getByRole('row', { name: /prices\.txt.*Disabled/ }).waitFor();
    await details(page).getByText('Searches find it').click();
    await page.getByRole('row', { name: /prices\.txt.*Ready/ }).waitFor();
    const isAnswered = page.waitForResponse((response) => response.request().method() !== 'GET' && response.ok());
    await details(page).getByRole('button', { name: 'Process again' }).click();
    await isAnswered;
    await eventually(async () => expect((await base.document(id)).processingStatus).toBe('completed'));
    await page.getByRole('row', { name: /prices\.txt.*Ready/ }).waitFor();
    await details(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete document' }).click();
    await page.getByText('This knowledge base has no documents').waitFor();
  });

  it('puts a document back into searches when it is asked to while it is being taken out of them', async () => {
    const base = await aBase('Twice');
    const id = await base.add('prices.txt', 'Oak costs nine.');
    const { page } = await opened(`/${base.id}?document=${id}`);
    const box = details(page).getByRole('checkbox', { name: 'Searches find it' });
    await box.waitFor();
    const sent: unknown[] = [];
    page.on('request', (request) => {
      const { enabled } = (request.postDataJSON() ?? {}) as { enabled?: unknown };
      if (enabled !== undefined) sent.push({ enabled });
    });
    const release = await holdRequests(page, `**/documents/${id}`);
    for (const isOn of [false, true]) {
      await details(page).getByText('Searches find it').click();
      await eventually(async () => expect(await box.isChecked()).toBe(isOn));
    }
    release();
    await eventually(() => expect(sent).toEqual([{ enabled: false }, { enabled: true }]));
    await eventually(async () => expect((await base.document(id)).enabled).toBe(true));
    await page.getByRole('row', { name: /prices\.txt.*Ready/ }).waitFor();
    expect(await box.isChecked()).toBe(true);
  });

  it('shows the chunks of a document, more of them on request', async () => {
    const base = await KnowledgeApi.create(world.server, 'In chunks', { chunkingConfig: { maxSize: 100, minSize: 1, overlap: 0 } });
    const id = await base.add(
      'lamps.txt',
      Array.from({ length: 30 }, (_, n) => `Lamp ${n}. ${'It goes out at night. '.repeat(14)}`).join('\n\n'),
    );
    const { page, complaints } = await opened(`/${base.id}?document=${id}`);
    const chunks = details(page).getByRole('region', { name: 'Chunks' });
    await chunks.getByText('Chunk 20', { exact: true }).waitFor();
    await chunks.getByText(/^Lamp 0\. It goes out at night/).waitFor();
    expect(await chunks.getByText('Chunk 21', { exact: true }).count()).toBe(0);
    await chunks.getByRole('button', { name: 'Show more chunks' }).focus();
    await page.keyboard.press('Enter');
    await chunks.getByText('Chunk 21', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('says why a document cannot be uploaded, and why its processing failed', async () => {
    const { page } = await opened(`/${(await aBase('Broken')).id}`);
    await page.getByRole('button', { name: 'Upload documents' }).waitFor();
    await page.locator('input[type="file"]').setInputFiles([
      { name: 'program.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('x') },
      { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('this is no PDF') },
    ]);
    await page.getByRole('button', { name: 'Dismiss program.exe' }).waitFor();
    await page.getByRole('row', { name: /broken\.pdf.*Failed/ }).waitFor();
    await page.getByRole('button', { name: 'broken.pdf', exact: true }).click();
    await details(page).getByText(/PDF/).first().waitFor();
  });

  it('renames and deletes a base, after a question', async () => {
    const base = await aBase('Old name');
    await base.add('one.txt', 'One.');
    const { page } = await opened();
    await page.getByRole('link', { name: 'Old name' }).click();
    await page.getByRole('button', { name: 'Change or delete the knowledge base' }).click();
    await page.getByRole('menuitem', { name: 'Name and description' }).click();
    await page.getByLabel('Name', { exact: true }).fill('New name');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'New name' }).waitFor();
    await page.getByRole('button', { name: 'Change or delete the knowledge base' }).click();
    await page.getByRole('menuitem', { name: 'Delete knowledge base' }).click();
    await page.getByRole('dialog', { name: 'Delete New name?' }).getByRole('button', { name: 'Delete knowledge base' }).click();
    await page.getByRole('heading', { name: 'Knowledge', exact: true }).waitFor();
    await page.getByRole('link', { name: 'New name' }).waitFor({ state: 'detached' });
  });

  it('can be looked at and neither changed nor searched by people who may read', async () => {
    const base = await aBase('For readers');
    const id = await base.add('read.txt', 'Read me.', { team: 'all' });
    const path = `/workspace/${world.workspaceId}/knowledge/${base.id}?document=${id}`;
    const { page, complaints } = await readerPage(browser, world, path);
    await details(page).getByText('8 characters').waitFor();
    expect(await page.getByRole('button', { name: /Upload|Delete|Process|Change/ }).count()).toBe(0);
    // A search may cost money.
    expect(await page.getByRole('radio', { name: 'Try a search' }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('says what failed, and is fetched again', async () => {
    const { page } = await signedInPage(browser, world);
    let isFailing = true;
    await page.route('**/api/v1/knowledge?*', (route) =>
      isFailing ? route.fulfill({ status: 500, json: { error: 'Out of order' } }) : route.continue(),
    );
    await page.goto(`${world.server.url}/workspace/${world.workspaceId}/knowledge`);
    await page.getByRole('alert').getByText('Out of order').waitFor();
    isFailing = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'Knowledge bases' }).waitFor();
  });
});
