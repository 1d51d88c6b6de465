import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { markup, type Html, type HtmlPart } from '#edge/answer/markup.js';

/** Longer and deeper data is cut on the page. The API returns all of it. */
const mostCharacters = 20_000;
const mostEntries = 200;
const mostColumns = 8;
const deepest = 6;

/** Data for people: description lists, lists, and tables for lists of similar objects. */
export function displayData(data: Json, depth = 0): Html {
  if (typeof data !== 'object' || data === null) return scalar(data);
  if (Object.keys(data).length === 0) return quiet('empty');
  if (depth >= deepest) return markup`<pre class="text">${cut(JSON.stringify(data, null, 2))}</pre>`;
  if (isJsonObject(data)) return terms(data, depth);
  const columns = columnsOf(data);
  return columns.length > 0 ? table(columns, data as readonly JsonObject[]) : list(data, depth);
}

function scalar(value: string | number | boolean | null): Html {
  if (typeof value === 'boolean') return markup`${value ? 'yes' : 'no'}`;
  if (value === null || value === '') return quiet(value === null ? 'none' : 'empty');
  if (typeof value === 'number') return markup`${value}`;
  if (!isWebAddress(value)) return markup`<span class="text" dir="auto">${cut(value)}</span>`;
  return markup`<a href="${value}" rel="noopener noreferrer" target="_blank">${value}</a> ${quiet('(opens a new tab)')}`;
}

/** A web address, and not one that a browser executes. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S{1,2000}$/i.test(text) && URL.canParse(text);
}

function terms(data: JsonObject, depth: number): Html {
  const entries = Object.entries(data);
  const shown = entries.slice(0, mostEntries).map(([name, value]) => {
    return markup`<div><dt dir="auto">${name}</dt><dd>${displayData(value, depth + 1)}</dd></div>\n`;
  });
  return markup`<dl>${shown}</dl>${more(entries.length)}`;
}

function list(items: readonly Json[], depth: number): Html {
  const shown = items.slice(0, mostEntries).map((item) => markup`<li>${displayData(item, depth + 1)}</li>\n`);
  return markup`<ol>${shown}</ol>${more(items.length)}`;
}

/** The column names of a list of similar flat objects; none for any other list. */
function columnsOf(items: readonly Json[]): readonly string[] {
  if (items.length < 2 || !items.every(isFlat)) return [];
  const names = new Set(items.flatMap((item) => Object.keys(item)));
  return names.size <= mostColumns ? [...names] : [];
}

function isFlat(item: Json): item is JsonObject {
  return isJsonObject(item) && Object.values(item).every((value) => typeof value !== 'object' || value === null);
}

/** The table scrolls if it is wider than the screen, and takes the keyboard focus for that. */
function table(columns: readonly string[], rows: readonly JsonObject[]): Html {
  const head = columns.map((name) => markup`<th scope="col" dir="auto">${name}</th>`);
  const cell = (row: JsonObject, name: string): HtmlPart => Object.hasOwn(row, name) && displayData(row[name] ?? null);
  const body = rows.slice(0, mostEntries).map((row) => {
    return markup`<tr>${columns.map((name) => markup`<td>${cell(row, name)}</td>`)}</tr>\n`;
  });
  const whole = markup`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
  return markup`<div class="wide" role="group" aria-label="Table" tabindex="0">${whole}</div>${more(rows.length)}`;
}

function more(count: number): HtmlPart {
  return count > mostEntries && markup`<p class="quiet">and ${count - mostEntries} more</p>`;
}

function quiet(text: string): Html {
  return markup`<span class="quiet">${text}</span>`;
}

function cut(text: string): string {
  if (text.length <= mostCharacters) return text;
  return `${text.slice(0, mostCharacters).toWellFormed()} … (${text.length - mostCharacters} more characters)`;
}
