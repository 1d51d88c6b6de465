import { describe, expect, it } from '@jest/globals';
import { readFeed } from './read-feed.js';

const read = (text: string, contentType = 'application/xml') => readFeed(new TextEncoder().encode(text), contentType);

const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>News</title><link>https://example.org</link><description>All of it</description>
<item><title>One &amp; two</title><link>https://example.org/1</link><guid isPermaLink="false">g1</guid><pubDate>Mon, 23 Nov 2026 10:00:00 GMT</pubDate>
<description>Short</description><content:encoded><![CDATA[<p>Long <b>text</b></p>]]></content:encoded><dc:creator>Ann</dc:creator><category>c</category>
<enclosure url="https://example.org/1.mp3" length="5" type="audio/mpeg"/></item></channel></rss>`;

const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><subtitle>All of it</subtitle><id>f</id><updated>2026-11-23T10:00:00Z</updated>
<link rel="self" href="https://example.org/feed"/><link href="https://example.org"/>
<entry><title>One &amp; two</title><id>g1</id><link rel="enclosure" href="https://example.org/1.mp3"/><link href="https://example.org/1"/><published>2026-11-23T10:00:00Z</published>
<updated>2026-11-23T11:00:00Z</updated><author><name>Ann</name></author><summary>Short</summary><content type="html">&lt;p&gt;Long &lt;b&gt;text&lt;/b&gt;&lt;/p&gt;</content><category term="c"/></entry></feed>`;

const json = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  title: 'News',
  home_page_url: 'https://example.org',
  description: 'All of it',
  items: [
    {
      id: 'g1',
      url: 'https://example.org/1',
      title: 'One & two',
      summary: 'Short',
      content_html: '<p>Long <b>text</b></p>',
      date_published: '2026-11-23T10:00:00Z',
      authors: [{ name: 'Ann' }],
      tags: ['c'],
    },
  ],
});

describe('a feed', () => {
  it.each([
    ['RSS', rss],
    ['Atom', atom],
    ['JSON', json],
  ])('of the format %s has items of one shape', async (_format, text) => {
    const { feed, items } = await read(text);
    expect(feed).toEqual({ title: 'News', link: 'https://example.org', feedDescription: 'All of it' });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      isoDate: '2026-11-23T10:00:00.000Z',
      item: {
        title: 'One & two',
        link: 'https://example.org/1',
        guid: 'g1',
        summary: 'Short',
        content: '<p>Long <b>text</b></p>',
        contentSnippet: 'Long text',
        author: 'Ann',
        categories: ['c'],
      },
    });
  });

  it('names an item by its guid, else its link, else its title and date', async () => {
    const item = (inside: string) => rss.replace(/<item>[\s\S]*<\/item>/, `<item>${inside}</item>`);
    const idOf = async (inside: string) => (await read(item(inside))).items[0]?.id;
    const byGuid = await idOf('<guid>g</guid><link>https://example.org/x</link>');
    expect(await idOf('<guid>g</guid><link>https://example.org/y</link>')).toBe(byGuid);
    const byLink = await idOf('<link>https://example.org/x</link><title>a</title>');
    expect(await idOf('<link>https://example.org/x</link><title>b</title>')).toBe(byLink);
    expect(await idOf('<title>a</title>')).not.toBe(await idOf('<title>b</title>'));
  });

  it('has no date where none can be read', async () => {
    expect((await read(rss.replace(/<pubDate>.*<\/pubDate>/, '<pubDate>yesterday</pubDate>'))).items[0]?.isoDate).toBeNull();
  });

  it('may quote the declaration of an entity in the text of an item', async () => {
    const declaration = '<!DOCTYPE x [<!ENTITY a "aaaa">]>';
    const inSection = await read(rss.replace('<p>Long <b>text</b></p>', declaration));
    expect(inSection.items[0]?.item['content']).toBe(declaration);
    expect((await read(rss.replace('<item>', `<!-- ${declaration} --><item>`))).items).toHaveLength(1);
    expect((await read(json.replace('Short', declaration.replaceAll('"', "'")))).items).toHaveLength(1);
  });

  it('has the date of a zone outside of America', async () => {
    const { items } = await read(rss.replace('10:00:00 GMT', '10:00:00 CET'));
    expect(items[0]).toMatchObject({ isoDate: '2026-11-23T09:00:00.000Z', item: { isoDate: '2026-11-23T09:00:00.000Z' } });
  });

  it('is decoded by the character set of the response', async () => {
    const bytes = Buffer.from(rss.replace('News', 'Größe'), 'latin1');
    expect((await readFeed(bytes, 'text/xml; charset=iso-8859-1')).feed.title).toBe('Größe');
  });

  it.each([
    ['a page', '<html><body>No feed</body></html>'],
    ['nothing', ''],
    ['half a feed', '<rss version="2.0"><channel><item>'],
    [
      'nested entities',
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><rss version="2.0"><channel><title>&b;</title></channel></rss>',
    ],
    [
      'entities after a comment with an element',
      '<!-- <rss> --><!DOCTYPE x [<!ENTITY a "aaaa">]><rss version="2.0"><channel><title>&a;</title></channel></rss>',
    ],
    ['a million nested elements', `<rss version="2.0"><channel>${'<a>'.repeat(1_000_000)}`],
  ])('cannot be read from %s', async (_what, text) => {
    await expect(read(text)).rejects.toThrow(/feed/i);
  });
});
