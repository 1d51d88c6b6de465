import { isJsonObject, type Json } from '#kernel/json.js';
import { uploadLimits } from '#edge/upload/upload-limits.js';
import { markup, type Html, type HtmlPart } from '#edge/answer/markup.js';
import type { PageField } from '../pause-page.js';

/** A field of the form on the page. */
export interface ShownField {
  /** Unique on the page. */
  readonly id: string;
  /** The name with which the form sends the field. */
  readonly name: string;
  readonly field: PageField;
  /** The typed text; undefined on the first view. */
  readonly typed: string | undefined;
  /** The problem of the typed text. */
  readonly problem: string | undefined;
}

/** Most files of one field. */
export const mostFiles = 20;

const typeHints: Partial<Record<PageField['type'], string>> = {
  free: 'Text, or JSON in braces or brackets',
  object: 'JSON in braces, for example {"city": "Bergen"}',
  array: 'JSON in brackets, for example ["red", "blue"]',
  'file[]': `Up to ${mostFiles} files. All files of an answer may have ${uploadLimits.file / 1024 / 1024} MB together.`,
};

/** One input with its label, its description and its problem. */
export function formField(shown: ShownField): Html {
  const { id, field } = shown;
  if (field.type === 'boolean') {
    const label = markup`<label for="${id}">${input(shown)}<span dir="auto">${labelOf(field)}</span></label>`;
    return markup`<div class="field choice">${label}${hints(shown)}${problemText(shown)}</div>\n`;
  }
  const optional = field.required ? null : markup` <span class="hint">(optional)</span>`;
  const label = markup`<label for="${id}"><span dir="auto">${labelOf(field)}</span>${optional}</label>`;
  return markup`<div class="field">${label}${hints(shown)}${problemText(shown)}${input(shown)}</div>\n`;
}

function labelOf({ title, name }: PageField): string {
  return title ?? name;
}

function input(shown: ShownField): Html {
  const { type, required, options } = shown.field;
  const value = shown.typed ?? asText(shown.field.value);
  if (type === 'boolean') return markup`<input type="checkbox" value="true"${attributes(shown)}${value === 'true' && markup` checked`}>`;
  if (type === 'file[]') return markup`<input type="file" multiple${attributes(shown)}${isNeeded(shown) && markup` required`}>`;
  const rest = markup`${attributes(shown)}${required && markup` required`}`;
  if (options !== undefined) return choice(options, value, rest);
  if (type === 'number') return markup`<input type="number" step="any" value="${value}"${rest}>`;
  if (type === 'free') return textArea(value, markup` dir="auto"${rest}`);
  if (type !== 'string') return textArea(value, markup` class="json" spellcheck="false" autocapitalize="none"${rest}`);
  // One line, unless the text has several.
  if (/[\r\n]/.test(value)) return textArea(value, markup` dir="auto"${rest}`);
  return markup`<input type="text" dir="auto" value="${value}"${rest}>`;
}

/** A default replaces files that are not chosen. */
function isNeeded({ field: { required, value } }: ShownField): boolean {
  return required && value === null;
}

/** The first entry is empty, so that no answer is given by not choosing. */
function choice(options: NonNullable<PageField['options']>, chosen: string, rest: Html): Html {
  const entries = [{ value: '', label: 'Choose…' }, ...options].map(({ value, label }) => {
    return markup`<option value="${value}"${String(value) === chosen && markup` selected`}>${label}</option>`;
  });
  return markup`<select${rest}>${entries}</select>`;
}

/** HTML parsers drop the first line break of a text area, so one is added. */
function textArea(value: string, rest: Html): Html {
  return markup`<textarea${rest}>\n${value}</textarea>`;
}

function attributes({ id, name, field, problem }: ShownField): Html {
  const describedBy = [hintsOf(field).length > 0 && `${id}-hint`, problem !== undefined && `${id}-problem`].filter(
    (part) => part !== false,
  );
  const described = describedBy.length > 0 && markup` aria-describedby="${describedBy.join(' ')}"`;
  return markup` id="${id}" name="${name}"${described}${problem !== undefined && markup` aria-invalid="true"`}`;
}

function hintsOf({ description, type, value }: PageField): readonly string[] {
  const fallback = type === 'file[]' && value !== null ? `If you choose none: ${namesOf(value)}` : '';
  return [description ?? '', typeHints[type] ?? '', fallback].filter((text) => text !== '');
}

function namesOf(files: Json): string {
  const all = Array.isArray(files) ? (files as readonly Json[]) : [files];
  return all.map((file) => (isJsonObject(file) && typeof file['name'] === 'string' ? file['name'] : asText(file))).join(', ');
}

function hints({ id, field }: ShownField): HtmlPart {
  const told = hintsOf(field).map((text) => markup`<p class="hint" dir="auto">${text}</p>`);
  return told.length > 0 && markup`<div id="${id}-hint">${told}</div>`;
}

function problemText({ id, problem }: ShownField): HtmlPart {
  return problem !== undefined && markup`<p class="problem" id="${id}-problem">${problem}</p>`;
}

function asText(value: Json): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}
