import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '#kernel/json.js';
import { feedDate } from './feed-date.js';

/** An item of a feed, in the same shape for all formats. Texts are empty where the feed has none. */
export interface FeedItem {
  /** Names the item within its feed. */
  readonly id: string;
  /** ISO 8601; null for an item without a date that can be read. */
  readonly isoDate: string | null;
  readonly item: JsonObject;
}

export interface Feed {
  readonly feed: { readonly title: string; readonly link: string; readonly feedDescription: string };
  /** In the order of the feed. */
  readonly items: readonly FeedItem[];
}

const longestSnippet = 1_000;
/** How much of a text is searched for its snippet. */
const searchedText = 10_000;

/** What an item may quote: CDATA sections and comments. One that does not end has the rest of the text. */
const quoted = /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<!--[\s\S]*?(?:-->|$)/g;

type Fields = Readonly<Record<string, unknown>>;

/** Reads an RSS, RDF, Atom or JSON feed. @throws Error for text that is no feed */
export async function readFeed(bytes: Uint8Array, contentType: string): Promise<Feed> {
  const text = decoded(bytes, contentType);
  // Nested entities grow without bounds, and no feed needs its own.
  if (declaresEntities(text)) throw new Error('The feed declares entities, which are not read');
  const { parseFeed } = await import('feedsmith');
  const { feed } = parseFeed(text) as { readonly feed: Fields };
  const { title, link, description, subtitle, home_page_url: home } = feed;
  const about = { title: textOf(title), link: linkOf(feed) || textOf(link ?? home), feedDescription: textOf(description ?? subtitle) };
  return { feed: about, items: listOf(feed['items'] ?? feed['entries']).map(itemOf) };
}

/** Whether XML declares entities. The parser expands none of them. */
function declaresEntities(text: string): boolean {
  return text.trimStart().startsWith('<') && /<!ENTITY/i.test(text.replaceAll(quoted, ''));
}

function decoded(bytes: Uint8Array, contentType: string): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const label = /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? /encoding=["']([\w-]+)/i.exec(start)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function itemOf(raw: Fields): FeedItem {
  const dublinCore = (raw['dc'] ?? {}) as Fields;
  const title = textOf(raw['title']);
  const link = linkOf(raw) || textOf(raw['link'] ?? raw['url']);
  const guid = textOf(raw['guid'] ?? raw['id']);
  const pubDate = textOf(
    raw['pubDate'] ?? raw['published'] ?? raw['date_published'] ?? raw['updated'] ?? dublinCore['date'] ?? listOf(dublinCore['dates'])[0],
  );
  const encoded = (raw['content'] as Fields | undefined)?.['encoded'];
  const summary = textOf(raw['summary'] ?? raw['description'] ?? raw['content_text']);
  const content = textOf(encoded ?? raw['content'] ?? raw['content_html'] ?? raw['content_text'] ?? raw['description'] ?? raw['summary']);
  const isoDate = feedDate(pubDate);
  const author = textOf(raw['author'] ?? listOf(raw['authors'])[0] ?? dublinCore['creator'] ?? listOf(dublinCore['creators'])[0]);
  const categories = [...listOf(raw['categories']), ...listOf(raw['tags'])].map(textOf).filter((each) => each !== '');
  const enclosure = (listOf(raw['enclosures'])[0] ?? listOf(raw['attachments'])[0] ?? null) as Json;
  const contentSnippet = snippetOf(content || summary);
  return {
    id: idOf(guid || link || `${title} ${pubDate}`),
    isoDate,
    item: { title, link, pubDate, guid, summary, content, contentSnippet, author, categories, enclosure, isoDate },
  };
}

/** A digest: names of items may be long. */
function idOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 22);
}

/** A value of a feed as text: the formats write the same as a text, as an object, or as a list. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  const { value: inner, name, term, label } = value as Fields;
  return textOf(inner ?? name ?? label ?? term);
}

/** The address of an Atom feed or entry: the link that is the thing itself, and no other form of it. */
function linkOf({ links }: Fields): string {
  const found = listOf(links).find(({ rel }) => rel === undefined || rel === 'alternate');
  return textOf(found?.['href']);
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? (value as readonly Fields[]) : [];
}

/** The beginning of a text without tags. */
function snippetOf(text: string): string {
  const plain = text.slice(0, searchedText).replaceAll(/<[^<>]{0,1000}>/g, ' ');
  return plain.replaceAll(/\s+/g, ' ').trim().slice(0, longestSnippet);
}
