import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../../support/browser.js';
import { readerPage } from '../../support/console/reader-page.js';
import { signedInPage, startConsoleWorld, type ConsoleWorld } from '../../support/console/console-world.js';
import { keepFocus } from '../../support/console/focus.js';
import { eventually } from '../../support/eventually.js';
import { uploaded, type FileBody } from '../../support/file-api.js';
import { createUser } from '../../support/issue-key.js';
import type { WatchedPage } from '../../support/watched-page.js';

describeInBrowser('the files in the console', () => {
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
    const opening = await signedInPage(browser, world, { path: `/workspace/${world.workspaceId}/files${path}` });
    await opening.page.getByRole('heading', { name: 'Files', exact: true }).waitFor();
    return opening;
  }

  const details = (page: Page) => page.getByRole('complementary', { name: 'File' });

  const choose = (page: Page, name: string, content: string | Buffer, mimeType = 'text/plain'): Promise<void> =>
    page.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer: Buffer.from(content) });

  it('are uploaded by a button, and are in the list with the storage that they use', async () => {
    const { page, complaints } = await opened();
    await choose(page, 'offer.txt', 'Three walnut tables');
    await page.getByText('1 file uploaded').waitFor();
    await page.getByRole('button', { name: 'offer.txt', exact: true }).click();
    await details(page).getByText('Three walnut tables').waitFor();
    await page.getByText(/ of 1\.0 GB used|KB used/).waitFor();
    expect(complaints).toEqual([]);
  });

  it('are uploaded by a drop onto the page', async () => {
    const { page } = await opened();
    const data = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }));
      return transfer;
    })()`);
    const area = page.getByRole('table', { name: 'Files' });
    for (const type of ['dragover', 'drop']) await area.dispatchEvent(type, { dataTransfer: data });
    await page.getByRole('button', { name: 'dropped.txt', exact: true }).waitFor();
  });

  it('are as they were before they were uploaded', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 31) % 256));
    const { page } = await opened();
    await choose(page, 'bytes.bin', bytes, 'application/octet-stream');
    await page.getByRole('button', { name: 'bytes.bin', exact: true }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), details(page).getByRole('link', { name: 'Download' }).click()]);
    const parts: Buffer[] = [];
    for await (const part of await download.createReadStream()) parts.push(part as Buffer);
    expect(download.suggestedFilename()).toBe('bytes.bin');
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  });

  it('say why an upload was refused, and take it again under a free name', async () => {
    const { page } = await opened();
    const { id } = await uploaded(world.server, 'taken.txt');
    await choose(page, 'taken.txt', 'again');
    await page.getByRole('region', { name: 'Uploads' }).getByText('taken.txt').nth(1).waitFor();
    await world.server.as(world.server.first.apiKey).delete(`/api/v1/files/${id}?workspaceId=${world.workspaceId}`).expect(200);
    await page.getByRole('button', { name: 'Try taken.txt again' }).click();
    await page.getByText('1 file uploaded').waitFor();
  });

  it('are asked about when a person leaves while they are uploaded', async () => {
    const { page } = await opened();
    const { promise: isOver, resolve: end } = Promise.withResolvers<undefined>();
    await page.route('**/api/v1/files*', async (route) => {
      if (route.request().method() === 'POST') await isOver;
      await route.continue().catch(() => undefined);
    });
    await choose(page, 'slow.txt', 'It takes a while');
    await page.getByText('0 of 1 file uploaded').waitFor();
    const leave = (): Promise<void> => page.getByRole('link', { name: 'Tables' }).click();
    const question = page.getByRole('dialog', { name: 'Stop the uploads?' });
    await leave();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('0 of 1 file uploaded').waitFor();
    await leave();
    await question.getByRole('button', { name: 'Stop and leave' }).click();
    await page.getByRole('heading', { name: 'Tables', exact: true }).waitFor();
    end(undefined);
  });

  it('do not replace the page when they are dropped beside the place for them', async () => {
    const { page } = await opened();
    const isPrevented = await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['dropped'], 'beside.txt', { type: 'text/plain' }));
      const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector('nav').dispatchEvent(drop);
      return drop.defaultPrevented;
    })()`);
    expect(isPrevented).toBe(true);
  });

  it('are not stored when their upload is cancelled', async () => {
    const { page } = await opened();
    await page.route('**/api/v1/files', () => undefined);
    await choose(page, 'cancelled.txt', 'no');
    await page.getByRole('button', { name: 'Cancel cancelled.txt' }).click();
    await page.getByRole('region', { name: 'Uploads' }).waitFor({ state: 'detached' });
    await page.unroute('**/api/v1/files');
    await choose(page, 'next.txt', 'yes');
    await page.getByRole('button', { name: 'next.txt', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'cancelled.txt' }).count()).toBe(0);
  });

  it.each([
    ['page.html', 'text/html', '<script>document.title = "run"</script><b>bold</b>'],
    ['drawing.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title = \'run\'"></svg>'],
  ])('run nothing of a file when they show it: %s', async (name, type, content) => {
    const { id } = await uploaded(world.server, name, content, { type });
    const { page, complaints } = await opened(`?file=${id}`);
    await details(page).getByText(content).waitFor();
    await eventually(async () => expect(await page.title()).toBe('Files · Sluice'));
    expect(complaints).toEqual([]);
  });

  it('show pictures', async () => {
    const { page, complaints } = await opened();
    await page.getByRole('button', { name: 'logo.png' }).click();
    await details(page).getByRole('img', { name: 'Preview of logo.png' }).waitFor();
    await eventually(async () => {
      expect(await page.evaluate(`document.querySelector('img[alt="Preview of logo.png"]').naturalWidth`)).toBe(1);
    });
    expect(complaints).toEqual([]);
  });

  it('are found and deleted by keyboard alone, after a question', async () => {
    const { id } = await uploaded(world.server, 'old.txt', 'old');
    const { page } = await opened();
    await page.getByRole('button', { name: 'old.txt', exact: true }).focus();
    await page.keyboard.press('Enter');
    await keepFocus(details(page).getByRole('button', { name: 'Delete' }));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete old.txt?' });
    await keepFocus(dialog.getByRole('button', { name: 'Delete file' }));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'old.txt', exact: true }).waitFor({ state: 'detached' });
    const path = `/api/v1/files/${id}?workspaceId=${world.workspaceId}`;
    await eventually(() => world.server.as(world.server.first.apiKey).get(path).expect(404));
  });

  it('name the member who uploaded them for admins, and never by an id', async () => {
    const { server, workspaceId } = world;
    const { email, key } = await createUser(server);
    await server.as(server.first.apiKey).post(`/api/v1/workspaces/${workspaceId}/members`).send({ email, permission: 'write' }).expect(200);
    const { uploadedBy } = await uploaded(server, 'theirs.txt', 'Three chairs', { key });
    const { page } = await opened();
    await page.getByRole('row', { name: `theirs.txt text/plain ${email}` }).waitFor();
    await page.getByRole('button', { name: 'theirs.txt' }).click();
    await details(page).getByText(email).waitFor();
    const { page: others } = await readerPage(browser, world, `/workspace/${workspaceId}/files`);
    await others.getByRole('button', { name: 'theirs.txt' }).click();
    await details(others).getByText('Another member').waitFor();
    expect(await others.getByText(uploadedBy).count()).toBe(0);
  });

  it('can be read and not changed by people who may read', async () => {
    const { page, complaints } = await readerPage(browser, world, `/workspace/${world.workspaceId}/files`);
    await page.getByRole('button', { name: 'logo.png' }).click();
    await details(page).getByRole('link', { name: 'Download' }).waitFor();
    expect(await page.getByRole('button', { name: /Upload|Delete/ }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('say what failed, and are fetched again', async () => {
    const { page } = await signedInPage(browser, world);
    let isFailing = true;
    await page.route('**/api/v1/files?*', (route) =>
      isFailing ? route.fulfill({ status: 500, json: { error: 'Out of order' } }) : route.continue(),
    );
    await page.goto(`${world.server.url}/workspace/${world.workspaceId}/files`);
    await page.getByRole('alert').getByText('Out of order').waitFor();
    isFailing = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'logo.png' }).waitFor();
  });

  it('begin with an invitation to upload the first one', async () => {
    const { server } = world;
    const { body } = await server.as(server.first.apiKey).get(`/api/v1/files?workspaceId=${world.workspaceId}`).expect(200);
    for (const { id } of (body as { data: { files: FileBody[] } }).data.files) {
      await server.as(server.first.apiKey).delete(`/api/v1/files/${id}?workspaceId=${world.workspaceId}`).expect(200);
    }
    const { page } = await opened();
    await page.getByText('This workspace has no files').waitFor();
    await page.getByRole('button', { name: 'Upload files' }).waitFor();
  });
});
