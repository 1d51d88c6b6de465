import { describe, expect, it } from '@jest/globals';
import { aPage, aPoint } from '../../../../test/support/pauses/pause-pages.js';
import { renderKeyPage } from './render-key-page.js';
import { renderPausePage } from './render-pause-page.js';

/** Without its style, and without the line breaks of the templates. */
const flat = (text: string): string => text.replace(/<style>.*<\/style>/s, '').replaceAll(/\s*\n\s*/g, ' ');
const page = (changes: Parameters<typeof aPage>[0] = {}): string => flat(renderPausePage(aPage(changes)));
const pageWith = (changes: Parameters<typeof aPoint>[0]): string => page({ points: [aPoint(changes)] });

const attempt = {
  values: new Map([
    ['decision', ''],
    ['discount', '7'],
    ['changes', '{"city":'],
  ]),
  problems: [
    { field: 'decision', message: 'decision is required' },
    { field: 'changes', message: 'changes must be JSON' },
    { field: null, message: 'It was too late' },
  ],
};

describe('the page for answers', () => {
  it('says which workflow asks, who was asked and until when', () => {
    const text = page();
    expect(text).toContain('<html lang="en">');
    expect(text).toContain('<h1 dir="auto">Orders with a review</h1>');
    expect(text).toContain('You were asked as anna@example.com');
    expect(text).toContain('Open until <time datetime="2026-12-01T08:30:00.000Z">1 December 2026 at 08:30 UTC</time>');
  });

  it('has a labelled input for each field, of its type and with its default', () => {
    const text = page();
    expect(text).toContain('<label for="p0-f0"><span dir="auto">decision</span></label>');
    expect(text).toMatch(
      /<input type="text" dir="auto" value="" id="p0-f0" name="field\.decision" aria-describedby="p0-f0-hint" required>/,
    );
    expect(text).toMatch(/<input type="number" step="any" value="5" id="p0-f1" name="field\.discount"/);
    expect(text).toMatch(/<input type="checkbox" value="true" id="p0-f2" name="field\.notify" aria-describedby="p0-f2-hint" checked>/);
    expect(text).toContain('{&quot;city&quot;: &quot;Bergen&quot;}');
    expect(renderPausePage(aPage())).toContain('>\n{\n  &quot;city&quot;: &quot;Oslo&quot;\n}</textarea>');
  });

  it('does not make a browser insist on a box that is ticked', () => {
    expect(/<input type="checkbox"[^>]*>/.exec(page())?.[0]).not.toContain('required');
  });

  it('says what is optional', () => {
    expect(page()).toContain('<label for="p0-f1"><span dir="auto">discount</span> <span class="hint">(optional)</span></label>');
  });

  it('has a list of options, with titles for people', () => {
    const options = [
      { value: 'north', label: 'The north' },
      { value: 'south', label: 'The south' },
    ];
    const fields = [
      { name: 'region', title: 'Sales region', type: 'string', description: null, required: true, value: 'south', options } as const,
    ];
    const text = pageWith({ fields });
    expect(text).toContain('<label for="p0-f0"><span dir="auto">Sales region</span></label>');
    expect(text).toContain('<select id="p0-f0" name="field.region" required><option value="">Choose…</option>');
    expect(text).toContain('<option value="north">The north</option><option value="south" selected>The south</option></select>');
  });

  it('keeps the line breaks of a default', () => {
    const fields = [{ name: 'reply', type: 'string', description: null, required: false, value: '\nDear\nAnna' } as const];
    expect(renderPausePage(aPage({ points: [aPoint({ fields })] }))).toMatch(/<textarea[^>]*>\n\nDear\nAnna<\/textarea>/);
  });

  it('sends the token of the link along unseen, or asks for a key that it never holds', () => {
    expect(page()).toContain('<input type="hidden" name="token" value="token-of-anna">');
    const withKey = page({ access: { by: 'key' } });
    expect(withKey).not.toContain('name="token"');
    expect(withKey).toMatch(/<input type="password" id="p0-key" name="key" required autocomplete="off"/);
  });

  it('gives each of several questions a separate form', () => {
    const text = page({ points: [aPoint(), aPoint({ contextId: 'review-2', title: 'Second' })] });
    expect(text).toContain('This workflow waits for 2 answers.');
    expect(text.match(/<form /g)).toHaveLength(2);
    expect(text).toContain('<input type="hidden" name="contextId" value="review-2">');
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has room for anything where there is no form', () => {
    const fields = [{ name: 'answer', type: 'free', description: null, required: false, value: null } as const];
    expect(pageWith({ fields })).toMatch(/<textarea dir="auto" id="p0-f0" name="field\.answer" aria-describedby="p0-f0-hint">/);
  });

  it('tells what was wrong first, with the way to each place, and at each place', () => {
    const text = pageWith({ attempt });
    expect(text).toContain('<title>Not taken: Orders with a review</title>');
    expect(text).toMatch(/<main><div class="notice wrong" role="alert" tabindex="-1" autofocus>/);
    expect(text).toContain('<li><a href="#p0-f0">decision is required</a></li>');
    expect(text).toContain('<li>It was too late</li>');
    expect(text).toContain('<p class="problem" id="p0-f3-problem">changes must be JSON</p>');
    expect(text).toMatch(/id="p0-f3" name="field\.changes" aria-describedby="p0-f3-hint p0-f3-problem" aria-invalid="true"/);
  });

  it('keeps what was typed, even what was emptied', () => {
    const text = pageWith({ attempt });
    expect(text).toMatch(/type="number" step="any" value="7"/);
    expect(text).toContain('{&quot;city&quot;:</textarea>');
    expect(/<input type="checkbox"[^>]*>/.exec(text)?.[0]).not.toContain('checked');
  });

  it('shows who answered, how and when, and no form after that', () => {
    const answers = [
      { email: 'anna@example.com', via: 'link', at: '2026-11-20T10:00:00.000Z' },
      { email: null, via: 'key', at: '2026-11-20T11:00:00.000Z' },
    ] as const;
    const text = page({ status: 'completed', access: { by: 'receipt' }, points: [aPoint({ status: 'answered', answers })] });
    expect(text).toContain('Your answer has been taken');
    expect(text).toContain('<strong>anna@example.com</strong>, by a link, on <time datetime="2026-11-20T10:00:00.000Z">');
    expect(text).toContain('Someone, with an API key, on');
    expect(text).toContain('This workflow has ended.');
    expect(text).not.toContain('<form');
  });

  it('counts the answers where more than one is needed', () => {
    expect(pageWith({ requiredApprovals: 2 })).toContain('<h3>Answers: 0 of 2</h3>');
    const answers = [{ email: 'bo@example.com', via: 'key', at: '2026-11-20T10:00:00.000Z' }] as const;
    expect(pageWith({ requiredApprovals: 2, answers })).toContain('<h3>Answers: 1 of 2</h3>');
  });

  it.each([
    ['expired', 'No one answered in time: it was open until'],
    ['closed', 'Closed without an answer.'],
  ] as const)('takes no answer where the question is %s', (status, sentence) => {
    const text = pageWith({ status });
    expect(text).toContain(sentence);
    expect(text).not.toContain('<form');
  });

  it.each([
    ['answered-before', 'You have answered.'],
    ['not-asked', 'Only those who were asked may answer.'],
    ['may-not-write', 'the permission to write'],
  ] as const)('says why the viewer cannot answer: %s', (hindrance, sentence) => {
    const text = pageWith({ hindrance });
    expect(text).toContain(sentence);
    expect(text).not.toContain('<form');
  });

  it('says that a link has been used', () => {
    expect(pageWith({ status: 'answered', hindrance: 'answered-before' })).toContain('You have answered, and can do so once only.');
    expect(pageWith({ status: 'answered', hindrance: 'not-asked' })).not.toContain('<p>Only those');
  });

  it('lets nothing that comes from outside become part of the page', () => {
    const hostile = `"><script>alert(1)</script><img src=x onerror='alert(1)'>`;
    const field = { name: hostile, type: 'string', description: hostile, required: true, value: hostile } as const;
    const typed = { values: new Map([[hostile, hostile]]), problems: [{ field: hostile, message: hostile }] };
    const point = { contextId: hostile, title: hostile, data: { [hostile]: hostile }, fields: [field] };
    for (const attempt of [null, typed]) {
      const text = page({
        workflowName: hostile,
        executionId: hostile,
        access: { by: 'link', token: hostile, email: hostile },
        points: [aPoint({ ...point, attempt }), aPoint({ answers: [{ email: hostile, via: 'link', at: '2026-11-20T10:00:00.000Z' }] })],
      });
      expect(text).not.toMatch(/<script|<img|onerror='/);
    }
  });
});

describe('the page that asks for a key', () => {
  it('carries an answer along that came with a key that does not count', () => {
    const carried = new Map([
      ['contextId', 'review-1'],
      ['field.reply', '"Yes" & no'],
    ]);
    const text = renderKeyPage('key-refused', { path: '/resume/w/e', carried });
    expect(text).toContain('<input type="hidden" name="field.reply" value="&quot;Yes&quot; &amp; no">');
    expect(text).toContain('Send the answer');
    expect(text).toContain('aria-describedby="key-hint key-problem" aria-invalid="true"');
  });

  it('tells nothing about the run', () => {
    expect(renderKeyPage('no-link', { path: '/resume/w/e' })).toContain('type="password"');
    expect(renderKeyPage('no-link', { path: '/resume/w/e' })).not.toContain('role="alert"');
  });

  it.each([
    ['link-expired', 'This link has expired.'],
    ['link-wrong', 'This link is not valid.'],
    ['key-refused', 'This API key is not valid.'],
    ['too-many-keys', 'Too many API keys'],
    ['nothing-here', 'There is nothing at this address'],
  ] as const)('says why: %s', (reason, sentence) => {
    const text = renderKeyPage(reason, { path: '/resume/w/e' });
    expect(text).toContain('role="alert"');
    expect(text).toContain(sentence);
  });
});
