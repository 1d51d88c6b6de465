import { isJsonObject, type JsonObject } from '#kernel/json.js';
import { markup, type Html } from '#edge/answer/markup.js';
import { displayData } from './display-data.js';
import { formField, type ShownField } from './form/form-field.js';
import { sentName } from './form/sent-form.js';
import type { PagePoint } from './pause-page.js';

/** A question of an agent: whether it may call a tool. */
export interface ToolCall {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** Why the former answer could not be used; null if there was none. */
  readonly problem: string | null;
}

const fieldNames = 'approved arguments reason';

/** The tool call that a question is about; undefined for any other question. */
export function toolCallIn({ data, fields }: PagePoint): ToolCall | undefined {
  if (!isJsonObject(data) || fields.map(({ name }) => name).join(' ') !== fieldNames) return undefined;
  const { tool, agent, arguments: given, problem } = data;
  if (typeof tool !== 'string' || typeof agent !== 'string' || !isJsonObject(given)) return undefined;
  return { tool, arguments: given, problem: typeof problem === 'string' ? problem : null };
}

/** What is called by whom, with which arguments. */
export function toolCallData({ tool, arguments: given, problem }: ToolCall, { title, status }: PagePoint): Html {
  return markup`<p><strong dir="auto">${title}</strong> ${status === 'open' ? 'asks' : 'asked'} to call the tool <strong dir="auto">${tool}</strong> with these arguments:</p>
    <div class="facts">${displayData(given)}</div>
    ${problem !== null && markup`<p class="problem">The last answer could not be used: ${problem}</p>`}`;
}

/**
 * The arguments are folded, because the page shows them above. A key that is pressed in a field decides nothing: the first button of the
 * form, which browsers would press then, is disabled.
 */
export function toolCallFields({ problem }: ToolCall, [, given, reason]: readonly ShownField[]): Html {
  const isOpen = problem !== null || given?.problem !== undefined || isChanged(given);
  return markup`<button type="submit" disabled hidden></button>
    ${given !== undefined && markup`<details${isOpen && markup` open`}><summary>Change the arguments</summary>${formField(given)}</details>`}
    ${reason !== undefined && formField(reason)}`;
}

/** Whether another text was typed than the form had. */
function isChanged(shown: ShownField | undefined): boolean {
  return shown?.typed !== undefined && shown.typed.replaceAll('\r\n', '\n').trim() !== JSON.stringify(shown.field.value, null, 2);
}

/** The two buttons that take the place of the field `approved`. */
export function toolCallButtons(): Html {
  const name = sentName('approved');
  return markup`<p class="decision">
    <button type="submit" name="${name}" value="true">Approve the call</button>
    <button type="submit" class="second" name="${name}" value="false">Refuse it</button>
  </p>`;
}
