import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { Block, DocumentProblem } from '#document/document.js';
import type { HumanPause } from '#engine/pause.js';
import { BlockFailure } from '#engine/block-failure.js';
import { maskSecrets } from '#engine/masking/masking.js';
import type { PlannedBlock } from '#engine/graph/plan.js';
import type { BlockContext, BlockPause, BlockResult, PausedBlock } from '../../block.js';
import { fieldProblem, fieldValues, isOpen } from '../../fields/field-problem.js';
import type { PublishedBlock } from '../../palette.js';
import { headerProblems, responseBody, responseHeaders, responseStatus } from '../../flow/response/response-parts.js';
import { checkAnswer } from './check-answer.js';
import { humanPalette } from './human-palette.js';
import { notify } from './notification.js';
import { readQuestion, type Question, type WrittenQuestion } from './question.js';
import { asWritten, inRun } from './reading.js';
import { reservedNames } from './resume-form.js';

/** Asks people, and waits for them for as long as it takes. */
export const humanInTheLoopBlock: PublishedBlock = {
  type: 'human_in_the_loop',
  palette: humanPalette,
  check: problems,
  run: ask,
  remind: async (block, context, { pause, output }) => {
    if (pause.kind !== 'human') return;
    await notify({ event: 'pause.reminded', pause, data: shownData(output) }, block, context);
  },
  resume: (_block, _context, paused) => end(paused),
};

async function ask(block: PlannedBlock, context: BlockContext): Promise<BlockPause> {
  const question = known(block, context);
  const { data, status, headers } = shown(block, context);
  const pause = pauseOf(question, context);
  const { apiUrl, uiUrl, workflowId, executionId } = context.pausePlace();
  const links = { apiUrl, uiUrl, contextId: pause.contextId, executionId, workflowId };
  const response = { data: { ...data, _resume: links }, status, headers };
  const notification = await notify({ event: 'pause.started', pause, data }, block, context);
  return {
    pause,
    output: { url: uiUrl, resumeEndpoint: apiUrl, response, ...(notification === null ? {} : { notification }) },
    input: shownInput(pause, data),
  };
}

function known({ params }: PlannedBlock, { inputs }: BlockContext): Question {
  const { question, faults } = readQuestion(written(params), inRun(inputs));
  const [first] = faults;
  if (first !== undefined) throw new BlockFailure(`${first.field} ${first.what}`, { status: 400 });
  return question;
}

interface Shown {
  readonly data: JsonObject;
  readonly status: number;
  readonly headers: JsonObject;
}

/** What those who are asked see. They are shown no secrets. */
function shown({ params }: PlannedBlock, { inputs }: BlockContext): Shown {
  const { dataMode, builderData, data } = params;
  const isForPrograms = params['operation'] === 'api';
  const body = responseBody({ dataMode, builderData, data }, inputs);
  const status = isForPrograms ? responseStatus(params['status'], inputs) : 200;
  const headers = responseHeaders(isForPrograms ? params['headers'] : undefined, inputs);
  const masked = maskSecrets(body, inputs.usedSecrets);
  return { data: isJsonObject(masked) ? masked : { value: masked }, status, headers };
}

function pauseOf(question: Question, context: BlockContext): HumanPause {
  const { contextId, parallelScope, loopScope } = context.pausePlace();
  const askedAt = context.now().getTime();
  const after = (ms: number | null): string | null => (ms === null ? null : new Date(askedAt + ms).toISOString());
  const { usedSecrets } = context.inputs;
  return {
    kind: 'human',
    contextId,
    parallelScope,
    loopScope,
    fields: question.fields.map((field) => ({ ...field, value: maskSecrets(field.value, usedSecrets) })),
    expiresAt: after(question.expiresMs),
    onExpiry: question.onExpiry,
    defaultInput: maskSecrets(question.defaultInput, usedSecrets),
    remindAt: after(question.remindMs),
    approvers: [...question.approvers],
    requiredApprovals: question.requiredApprovals,
  };
}

function shownInput({ fields, approvers, requiredApprovals, expiresAt, remindAt }: HumanPause, data: JsonObject): JsonObject {
  return { data, inputFormat: fields, approvers, requiredApprovals, expiresAt, remindAt };
}

function shownData({ response }: JsonObject): JsonObject {
  const data = isJsonObject(response) && isJsonObject(response['data']) ? response['data'] : {};
  return Object.fromEntries(Object.entries(data).filter(([name]) => name !== '_resume'));
}

function end({ pause, output, input = null, ended }: PausedBlock): BlockResult {
  if (pause.kind !== 'human') throw new Error('A question waits for an answer');
  const expired = ended.reason === 'expired';
  if (expired && pause.onExpiry === 'fail') {
    const message = `Nobody answered by ${pause.expiresAt ?? ended.at}`;
    throw new BlockFailure(message, { status: 408, output: { ...output, expired }, input });
  }
  const submission = checkAnswer(pause.fields, ended.input).values;
  const answeredBy = ended.answers.map(({ email, via, at }) => ({ email, via, at }));
  const about = { submission, resumeInput: ended.input, submittedAt: ended.at, answeredBy, expired };
  return { output: { ...free(submission), ...output, response: answered(output['response'], submission), ...about }, input };
}

/** Whoever answers must not pass for the block, or steer where the run goes on. */
function free(submission: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(submission).filter(([name]) => !reservedNames.has(name)));
}

function answered(response: Json | undefined, submission: JsonObject): JsonObject {
  const { data, ...rest } = isJsonObject(response) ? response : {};
  return { ...rest, data: { ...(isJsonObject(data) ? data : {}), submission } };
}

function written(params: JsonObject): WrittenQuestion {
  return {
    inputFormat: params['inputFormat'],
    approvers: params['approvers'],
    requiredApprovals: params['requiredApprovals'],
    expiresAfter: params['expiresAfter'],
    expiresUnit: params['expiresUnit'],
    onExpiry: params['onExpiry'],
    defaultInput: params['defaultInput'],
    remindAfter: params['remindAfter'],
    remindUnit: params['remindUnit'],
    notificationUrl: params['notificationUrl'],
  };
}

/** What only a run can tell is looked at then. */
function problems(block: Block): readonly DocumentProblem[] {
  const params = fieldValues(block);
  const { faults } = readQuestion(written(params), asWritten);
  const own = faults.map(({ field, what, code }) => fieldProblem(block, field, what, code));
  return [...own, ...operationProblems(block, params), ...addressProblems(block, params), ...headerProblems(block)];
}

function operationProblems(block: Block, params: JsonObject): readonly DocumentProblem[] {
  const choices: readonly (Json | undefined)[] = [undefined, null, '', 'human', 'api'];
  return choices.includes(params['operation']) ? [] : [fieldProblem(block, 'operation', 'must be one of human, api', 'invalid_choice')];
}

function addressProblems(block: Block, params: JsonObject): readonly DocumentProblem[] {
  const url = params['notificationUrl'] ?? '';
  const isFine = url === '' || isOpen(url) || (typeof url === 'string' && /^https?:$/.test(URL.parse(url.trim())?.protocol ?? ''));
  if (isFine) return [];
  return [fieldProblem(block, 'notificationUrl', 'must be a complete address such as https://example.com/path', 'invalid_address')];
}
