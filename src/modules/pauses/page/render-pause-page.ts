import { displayData } from './display-data.js';
import { document } from './document.js';
import { errorSummary } from './form/error-summary.js';
import { formField } from './form/form-field.js';
import { markup, type Html, type HtmlPart } from '#edge/answer/markup.js';
import { keyInput } from './form/key-input.js';
import { moment } from './moment.js';
import { sentName } from './form/sent-form.js';
import type { PageAccess, PageAnswer, PagePoint, PausePage } from './pause-page.js';
import { toolCallButtons, toolCallData, toolCallFields, toolCallIn } from './tool-call.js';

/** The heading: the run and its status. */
export function renderPausePage(page: PausePage): string {
  const { workflowName, points, access, status, executionId } = page;
  const problems = points.flatMap((point, index) => problemsOf(point, index));
  const content = markup`${errorSummary(problems)}${access.by === 'receipt' && confirmation}
    <h1 dir="auto">${workflowName}</h1>
    <p>${headline(page)}</p>
    <p class="quiet">Run ${executionId}${access.by === 'link' && access.email !== null && markup`. You were asked as ${access.email}`}.</p>
    ${points.map((point, index) => pointSection(point, index, access))}`;
  const begin = problems.length > 0 ? 'Not taken: ' : status === 'waiting' ? 'Asked: ' : '';
  return document(`${begin}${workflowName}`, content);
}

const confirmation = markup`<div class="notice" role="status"><p>Thank you. Your answer has been taken.</p></div>`;

function headline({ status, points }: PausePage): string {
  if (status === 'waiting' || status === 'running') {
    const open = points.filter((point) => point.status === 'open').length;
    if (open > 0) return open === 1 ? 'This workflow waits for an answer.' : `This workflow waits for ${open} answers.`;
  }
  return headlines[status];
}

const headlines = {
  running: 'This workflow is running.',
  waiting: 'This workflow is paused, and needs no answer on this page.',
  completed: 'This workflow has ended.',
  failed: 'This workflow has ended with a failure.',
  cancelled: 'This workflow was cancelled.',
} as const;

function pointSection(point: PagePoint, index: number, access: PageAccess): Html {
  const mayAnswer = point.status === 'open' && point.hindrance === null;
  const call = toolCallIn(point);
  return markup`<section>
    <h2 dir="auto">${call === undefined ? point.title : `Call ${call.tool}?`}</h2>
    <p class="quiet">${standing(point)}</p>
    ${call === undefined ? displayData(point.data) : toolCallData(call, point)}${answers(point)}${mayAnswer ? answerForm(point, index, access) : hindrance(point)}
  </section>`;
}

function standing({ status, expiresAt }: PagePoint): Html {
  if (status === 'answered') return markup`Answered.`;
  if (status === 'expired')
    return markup`No one answered in time${expiresAt !== null && markup`: it was open until ${moment(expiresAt)}`}.`;
  if (status === 'closed') return markup`Closed without an answer.`;
  return expiresAt === null ? markup`Open.` : markup`Open until ${moment(expiresAt)}.`;
}

function answers({ answers: given, requiredApprovals, status }: PagePoint): Html | null {
  if (given.length === 0 && requiredApprovals === 1) return null;
  const isEnough = status !== 'open' || requiredApprovals === 1;
  const title = isEnough ? 'Answered by' : `Answers: ${given.length} of ${requiredApprovals}`;
  const list = given.length === 0 ? markup`<p class="quiet">No answers yet.</p>` : markup`<ul>${given.map(answer)}</ul>`;
  return markup`<h3>${title}</h3>${list}`;
}

function answer({ email, via, at }: PageAnswer): Html {
  const who = email === null ? 'Someone' : markup`<strong>${email}</strong>`;
  return markup`<li>${who}${ways[via]}, on ${moment(at)}</li>`;
}

const ways = { key: ', with an API key', session: '', link: ', by a link' } as const;

const hindrances = {
  'answered-before': 'You have answered. The others who were asked have not yet.',
  'not-asked': 'Only those who were asked may answer.',
  'may-not-write': 'You may look at this, and not answer it: that takes the permission to write in the workspace.',
} as const;

function hindrance({ status, hindrance: reason }: PagePoint): HtmlPart {
  if (status === 'open') return reason !== null && markup`<p>${hindrances[reason]}</p>`;
  return status === 'answered' && reason === 'answered-before' && markup`<p>You have answered, and can do so once only.</p>`;
}

function answerForm(point: PagePoint, index: number, access: PageAccess): Html {
  const shown = point.fields.map((field, position) => ({
    id: fieldId(index, position),
    name: sentName(field.name),
    field,
    typed: point.attempt === null ? undefined : (point.attempt.values.get(field.name) ?? ''),
    problem: problemOf(point, field.name),
  }));
  const call = toolCallIn(point);
  const fields = call !== undefined ? toolCallFields(call, shown) : shown.map((field) => formField(field));
  // The server stores files as they arrive, so it needs to know first who sends them.
  const takesFiles = point.fields.some(({ type }) => type === 'file[]');
  const [first, last] = takesFiles ? [proof(access, index), null] : [null, proof(access, index)];
  return markup`<form class="answer" method="post" action="?"${takesFiles && markup` enctype="multipart/form-data"`}>
    <input type="hidden" name="contextId" value="${point.contextId}">${first}${fields}${last}
    ${call !== undefined ? toolCallButtons() : markup`<button type="submit">Send the answer</button>`}
  </form>`;
}

function proof(access: PageAccess, index: number): HtmlPart {
  if (access.by === 'link') return markup`<input type="hidden" name="token" value="${access.token}">`;
  return access.by === 'key' && keyInput(`p${index}-key`);
}

function problemOf({ attempt }: PagePoint, field: string): string | undefined {
  return attempt?.problems.find((problem) => problem.field === field)?.message;
}

function problemsOf({ attempt, fields }: PagePoint, index: number): readonly { id: string | null; message: string }[] {
  return (attempt?.problems ?? []).map(({ field, message }) => {
    const position = fields.findIndex(({ name }) => name === field);
    return { id: position === -1 ? null : fieldId(index, position), message };
  });
}

function fieldId(point: number, position: number): string {
  return `p${point}-f${position}`;
}
