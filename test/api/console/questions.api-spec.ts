import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { keepFocus } from '../../support/console/focus.js';
import { readerPage } from '../../support/console/reader-page.js';
import { eventually } from '../../support/eventually.js';
import { askOnce, pausedRun, resumePath } from '../../support/resume-api.js';
import type { WatchedPage } from '../../support/watched-page.js';

describeInBrowser('the questions in the console', () => {
  let world: ConsoleWorld;
  let browser: Browser;
  beforeAll(async () => {
    [world, browser] = await Promise.all([startConsoleWorld(), openBrowser()]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await world.server.close();
  });

  const details = (page: Page): Locator => page.getByRole('complementary', { name: 'Question' });

  async function opened(path = ''): Promise<WatchedPage> {
    const opening = await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/questions${path}` });
    await opening.page.getByRole('heading', { name: 'Questions', exact: true }).waitFor();
    return opening;
  }

  async function asked(fields: object = {}): Promise<{ readonly workflowId: string; readonly executionId: string }> {
    const workflowId = await askOnce(world.server, fields as Parameters<typeof askOnce>[1]);
    return { workflowId, executionId: await pausedRun(world.server, workflowId) };
  }

  /** The answers that the server holds, when there are any. */
  function answersOf({
    executionId,
  }: {
    readonly executionId: string;
  }): Promise<readonly { readonly input: object; readonly via: string }[]> {
    return eventually(async () => {
      const path = `/api/v1/pauses?workspaceId=${world.workspaceId}&status=answered`;
      const { body } = await world.server.as(world.server.first.apiKey).get(path).expect(200);
      const listed = (body as { data: { executionId: string; answers: { input: object; via: string }[] }[] }).data;
      const answered = listed.find((each) => each.executionId === executionId);
      if (answered === undefined) throw new Error('The question has no answer yet');
      return answered.answers;
    });
  }

  it('are counted in the navigation, and are answered by keyboard alone', async () => {
    const run = await asked();
    const { page, complaints } = await opened();
    await page.getByRole('link', { name: /Questions.* for you/ }).waitFor();
    await page.goto(`${world.server.url}/workspace/${world.workspaceId}/questions?question=${run.executionId}`);
    await details(page).getByLabel('note').fill('As agreed');
    await keepFocus(details(page).getByRole('button', { name: 'Reject' }));
    await page.keyboard.press('Enter');
    await page.getByText('Your answer was taken.').waitFor();
    expect(await answersOf(run)).toMatchObject([{ input: { approved: false, note: 'As agreed' }, via: 'session' }]);
    expect(complaints).toEqual([]);
  });

  it('say on the button that an answer is empty', async () => {
    const run = await asked({ inputFormat: [] });
    const { page } = await opened(`?question=${run.executionId}`);
    const empty = details(page).getByRole('button', { name: 'Continue without an answer' });
    await empty.waitFor();
    await details(page).getByRole('textbox', { name: 'Answer' }).fill('Yes');
    await details(page).getByRole('button', { name: 'Send answer' }).waitFor();
    await details(page).getByRole('textbox', { name: 'Answer' }).fill(' ');
    await empty.click();
    expect(await answersOf(run)).toMatchObject([{ input: {} }]);
  });

  it('keep an answered question with its author and its outcome', async () => {
    const run = await asked();
    await world.server.as(world.server.first.apiKey).post(resumePath(run.workflowId, run.executionId)).send({ approved: true }).expect(200);
    await answersOf(run);
    const { page } = await opened(`?view=ended&question=${run.executionId}`);
    await details(page).getByText(world.email).waitFor();
    await details(page).getByText('with an API key').waitFor();
    await details(page).getByText('The run continued').waitFor();
    expect(await details(page).getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  });

  it('know "no" from no answer, name what is wrong, and keep what was entered', async () => {
    const inputFormat = [
      { id: 'f1', name: 'urgent', type: 'boolean', required: true },
      { id: 'f2', name: 'amount', type: 'number' },
    ];
    const run = await asked({ inputFormat });
    const { page } = await opened(`?question=${run.executionId}`);
    await details(page).getByLabel('amount').fill('many');
    await details(page).getByRole('button', { name: 'Send answer' }).click();
    await details(page).getByText('urgent is required').waitFor();
    await details(page).getByText('amount must be a number').waitFor();
    expect(await details(page).getByLabel('amount').inputValue()).toBe('many');
    await details(page).getByLabel('amount').fill('12.5');
    await details(page).getByText('No', { exact: true }).click();
    await details(page).getByRole('button', { name: 'Send answer' }).click();
    await page.getByText('Your answer was taken.').waitFor();
    expect(await answersOf(run)).toMatchObject([{ input: { urgent: false, amount: '12.5' } }]);
  });

  it('take files, which the run receives', async () => {
    const run = await asked({ inputFormat: [{ id: 'f1', name: 'papers', type: 'file[]', required: true }] });
    const { page } = await opened(`?question=${run.executionId}`);
    await details(page).getByRole('button', { name: 'Send answer' }).click();
    await details(page).getByText('papers is required').waitFor();
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('Three tables') });
    await details(page).getByRole('button', { name: 'Send answer' }).click();
    await page.getByText('Your answer was taken.').waitFor();
    expect(await answersOf(run)).toMatchObject([{ input: { papers: [{ name: 'offer.txt', size: 12 }] } }]);
  });

  it('say when a file is refused, and store a file once when the answer is sent again', async () => {
    const run = await asked({ inputFormat: [{ id: 'f1', name: 'papers', type: 'file[]', required: true }] });
    const { page } = await opened(`?question=${run.executionId}`);
    const choose = (name: string): Promise<void> =>
      page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('Four chairs') });
    const send = details(page).getByRole('button', { name: 'Send answer' });
    await choose('report.');
    await send.click();
    await details(page).getByRole('alert').getByText('Invalid file name').waitFor();
    await details(page).getByRole('button', { name: 'Remove report.' }).click();
    await choose('chairs.txt');
    await page.route(/\/resume\//, (route) => route.abort(), { times: 1 });
    await send.click();
    await details(page).getByRole('alert').getByText('cannot be reached').waitFor();
    await send.click();
    await page.getByText('Your answer was taken.').waitFor();
    const { body } = await world.server.as(world.server.first.apiKey).get(`/api/v1/files?workspaceId=${world.workspaceId}`).expect(200);
    const names = (body as { data: { files: { name: string }[] } }).data.files.map(({ name }) => name);
    expect(names.filter((name) => name.endsWith('chairs.txt'))).toHaveLength(1);
  });

  it('show what someone else answered to those who were slower, with what they entered', async () => {
    const run = await asked();
    const { page } = await opened(`?question=${run.executionId}`);
    await details(page).getByLabel('note').fill('Too late');
    // The list would notice the answer: it stays as it was while this person writes.
    await page.route('**/api/v1/pauses?*', (route) => (route.request().url().includes('status=') ? route.continue() : undefined));
    const answer = { approved: true, note: 'I was faster' };
    await world.server.as(world.server.first.apiKey).post(resumePath(run.workflowId, run.executionId)).send(answer).expect(200);
    await answersOf(run);
    await details(page).getByRole('button', { name: 'Reject' }).click();
    await details(page).getByRole('alert').waitFor();
    await details(page).getByText('I was faster').waitFor();
    expect(await details(page).getByRole('textbox', { name: 'note' }).inputValue()).toBe('Too late');
  });

  it('stay open with what was entered when someone else answers, and show that answer', async () => {
    const run = await asked();
    const { page } = await opened(`?question=${run.executionId}`);
    await details(page).getByLabel('note').fill('Too late');
    const answer = { approved: true, note: 'I was faster' };
    await world.server.as(world.server.first.apiKey).post(resumePath(run.workflowId, run.executionId)).send(answer).expect(200);
    await details(page).getByText('This question is no longer open').waitFor();
    await details(page).getByText('I was faster').waitFor();
    expect(await details(page).getByRole('textbox', { name: 'note' }).inputValue()).toBe('Too late');
    expect(await details(page).getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
    await details(page).getByRole('button', { name: 'Close question' }).click();
    await details(page).waitFor({ state: 'detached' });
  });

  it('can still be answered after newer ones have moved them to another page of the list', async () => {
    const run = await asked();
    const { page } = await opened(`?question=${run.executionId}`);
    await details(page).getByLabel('note').fill('In time');
    const { promise: isReadOn, resolve: readOn } = Promise.withResolvers<undefined>();
    await page.route('**/api/v1/pauses?*', async (route) => {
      const address = new URL(route.request().url());
      if (!address.searchParams.has('cursor')) return route.fulfill({ json: { data: [], nextCursor: 'next' } });
      address.searchParams.delete('cursor');
      await route.fulfill({ response: await route.fetch({ url: address.href }) });
      readOn(undefined);
    });
    await isReadOn;
    await details(page).getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Your answer was taken.').waitFor();
    expect(await answersOf(run)).toMatchObject([{ input: { approved: true, note: 'In time' } }]);
  });

  it('are reached from a run that waits for a person', async () => {
    const run = await asked();
    const { page } = await opened();
    await page.goto(`${world.server.url}/workspace/${world.workspaceId}/logs/${run.executionId}`);
    await page.getByRole('link', { name: 'Go to the question' }).click();
    await details(page).getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await details(page).getByRole('link').first().waitFor();
  });

  it('are shown and not answered to people who may read', async () => {
    const run = await asked();
    const path = `/workspace/${world.workspaceId}/questions?view=all&question=${run.executionId}`;
    const { page, complaints } = await readerPage(browser, world, path);
    await details(page).getByText('To answer takes the permission write').waitFor();
    expect(
      await details(page)
        .getByRole('button', { name: /^(Approve|Reject|Send answer)$/ })
        .count(),
    ).toBe(0);
    await page.goto(`${world.server.url}/workspace/${world.workspaceId}/questions`);
    await page.getByText('No question waits for you').waitFor();
    expect(complaints).toEqual([]);
  });

  it('say what failed, and are fetched again', async () => {
    const { page } = await signedInPage(browser, world);
    let isFailing = true;
    await page.route('**/api/v1/pauses?*', (route) =>
      isFailing ? route.fulfill({ status: 500, json: { error: 'Out of order' } }) : route.continue(),
    );
    await page.goto(`${world.server.url}/workspace/${world.workspaceId}/questions`);
    await page.getByRole('alert').getByText('Out of order').waitFor();
    isFailing = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'Questions' }).waitFor();
  });
});
