import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { HumanPause } from '#engine/pause.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { BlockContext, BlockPause, BlockResult, PausedBlock } from '../../block.js';
import { defineBlock, type Shown } from '../../define-block.js';
import { anything, output } from '../../fields/schema.js';
import { bodyOf } from '../../flow/response/body-fields.js';
import { responseHeaders } from '../../flow/response/response-parts.js';
import { Http } from '../../ports/http.js';
import { checkAnswer } from '#engine/values/check-answer.js';
import { humanFields, type HumanFields } from './human-fields.js';
import { notify } from './notification.js';
import { readQuestion, type Question } from './question.js';
import { asWritten, inRun } from './reading.js';
import { reservedNames } from './resume-form.js';

type HumanContext = BlockContext<typeof Http>;

/** Asks people, and pauses until they have answered or the question expires. */
export const humanInTheLoopBlock = defineBlock({
  type: 'human_in_the_loop',
  name: 'Human in the loop',
  description: 'Asks people, and puts the run aside until they have answered, or until it is too late.',
  category: 'control',
  fields: humanFields,
  outputs: {
    '<name>': anything('Each field of the answer, except under the names of the other outputs.'),
    url: output('string', 'The page on which people answer.'),
    resumeEndpoint: output('string', 'Where programs answer.'),
    response: output('object', 'What is shown: `data`, `status`, `headers`. The answer is its `data.submission`.'),
    notification: output('object', 'With `notificationUrl`: whether it was `delivered`, its `status` or `error`.'),
    submission: output('object', 'The answer, with the types of the form.'),
    resumeInput: anything('The answer as it was sent.'),
    submittedAt: output('string', 'When the answer was complete (ISO 8601).'),
    answeredBy: output('array', 'Who answered: `{email, via, at}`; of several people also the `submission` of each.'),
    expired: output('boolean', 'Whether the question expired without an answer.'),
  },
  handles: ['source', 'error'],
  needs: [Http],
  check: (written) => readQuestion(written, asWritten).faults,
  run: ask,
  remind: async (fields, context, { pause, output }) => {
    if (pause.kind !== 'human') return;
    await notify({ event: 'pause.reminded', pause, data: shownData(output) }, fields, context);
  },
  resume: (_fields, _context, paused) => end(paused),
});

async function ask(fields: HumanFields, context: HumanContext, shown: Shown<typeof humanFields>): Promise<BlockPause> {
  const asked = readKnown(fields, context);
  const named = shown(asked, (values) => readQuestion(values, inRun(context.inputs.shown)).question);
  const question = { ...asked, fields: named.fields, defaultInput: named.defaultInput };
  const { data, status, headers } = display(
    fields,
    shown(bodyOf(fields), bodyOf),
    shown(fields.headers, (values) => values.headers),
  );
  const pause = pauseOf(question, context);
  const { apiUrl, uiUrl, workflowId, executionId } = context.pausePlace();
  const links = { apiUrl, uiUrl, contextId: pause.contextId, executionId, workflowId };
  const response = { data: { ...data, _resume: links }, status, headers };
  const notification = await notify({ event: 'pause.started', pause, data }, fields, context);
  return {
    pause,
    output: { url: uiUrl, resumeEndpoint: apiUrl, response, ...(notification === null ? {} : { notification }) },
    input: shownInput(pause, data),
  };
}

function readKnown(fields: HumanFields, { inputs }: HumanContext): Question {
  const { question, faults } = readQuestion(fields, inRun(inputs));
  const [first] = faults;
  if (first !== undefined) throw new BlockFailure(`${first.field} ${first.what}`, { status: 400 });
  return question;
}

interface Display {
  readonly data: JsonObject;
  readonly status: number;
  readonly headers: JsonObject;
}

/** What people or programs are shown. Body and headers contain no secrets. */
function display(fields: HumanFields, body: Json, headersForPrograms: JsonObject): Display {
  const isForPrograms = fields.operation === 'api';
  const status = isForPrograms ? fields.status : 200;
  const headers = isForPrograms ? headersForPrograms : responseHeaders([]);
  return { data: isJsonObject(body) ? body : { value: body }, status, headers };
}

function pauseOf(question: Question, context: HumanContext): HumanPause {
  const { contextId, parallelScope, loopScope } = context.pausePlace();
  const askedAt = context.now().getTime();
  const after = (ms: number | null): string | null => (ms === null ? null : new Date(askedAt + ms).toISOString());
  return {
    kind: 'human',
    contextId,
    parallelScope,
    loopScope,
    fields: [...question.fields],
    expiresAt: after(question.expiresMs),
    onExpiry: question.onExpiry,
    defaultInput: question.defaultInput,
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
    const message = `No answer arrived before ${pause.expiresAt ?? ended.at}`;
    throw new BlockFailure(message, { status: 408, output: { ...output, expired }, input });
  }
  const submission = checkAnswer(pause.fields, ended.input).values;
  const answeredBy = ended.answers.map(({ email, via, at, input: own }) => ({
    email,
    via,
    at,
    ...(own === undefined ? {} : { submission: checkAnswer(pause.fields, own).values }),
  }));
  const about = { submission, resumeInput: ended.input, submittedAt: ended.at, answeredBy, expired };
  return { output: { ...free(submission), ...output, response: answered(output['response'], submission), ...about }, input };
}

/** An answer must not replace outputs of the block or choose the branch of the run. */
function free(submission: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(submission).filter(([name]) => !reservedNames.has(name)));
}

function answered(response: Json | undefined, submission: JsonObject): JsonObject {
  const { data, ...rest } = isJsonObject(response) ? response : {};
  return { ...rest, data: { ...(isJsonObject(data) ? data : {}), submission } };
}
