import { outlined, type ContentNotes, type ContentOutline } from '#kernel/models/event-contents.js';
import type { Json } from '#kernel/json.js';
import type { AgentSummary, AgentTool, ToolTarget } from '../agents/agent-request.js';
import type { AssistantPart, ModelMessage, ToolResult, UserPart } from '../agents/model-message.js';
import {
  AgentEntered,
  BlockCompleted,
  BlockFailed,
  BlockPaused,
  ChildEntered,
  ContainerEntered,
  EffectIntended,
  ExecutionCancelled,
  ExecutionCompleted,
  ExecutionFailed,
  ExecutionPaused,
  ExecutionStarted,
  ModelAnswered,
  PassDecided,
  PauseEnded,
  ToolAnswered,
} from '../execution.events.js';
import type { Pause } from '../pause.js';

/** How the events of a run that keeps no contents are stored: what happened, when, at what cost and how large it was. */
export const runOutlines: readonly ContentOutline[] = [
  outlined(ExecutionStarted, ({ input, origin }, notes) => ({
    input: noted(input, notes),
    ...(origin?.with?.messages === undefined
      ? {}
      : { origin: { ...origin, with: { ...origin.with, messages: messagesOf(origin.with.messages, notes) } } }),
  })),
  outlined(BlockCompleted, ({ input, output, stdout, response, variables }, notes) => ({
    input: noted(input, notes),
    output: notes.value(output),
    ...(stdout === undefined ? {} : { stdout: notes.text(stdout) }),
    ...(response === undefined ? {} : { response: { ...response, headers: {} } }),
    ...(variables === undefined ? {} : { variables: notes.value(variables) }),
  })),
  outlined(BlockFailed, ({ input, output, error, stdout }, notes) => ({
    input: noted(input, notes),
    output: notes.value(output),
    error: notes.text(error),
    ...(stdout === undefined ? {} : { stdout: notes.text(stdout) }),
  })),
  outlined(ContainerEntered, ({ input, items }, notes) => ({
    input: noted(input, notes),
    items: items === null ? null : items.map((item) => noted(item, notes)),
  })),
  outlined(PassDecided, ({ problem }, notes) => (problem === undefined ? {} : { problem: notes.text(problem) })),
  outlined(ChildEntered, ({ input }, notes) => ({ input: noted(input, notes) })),
  outlined(BlockPaused, ({ input, output, pause }, notes) => ({
    input: noted(input, notes),
    output: notes.value(output),
    pause: pauseOf(pause, notes),
  })),
  outlined(PauseEnded, ({ input, answers }, notes) => ({
    input: noted(input, notes),
    answers: answers.map((answer) => (answer.input === undefined ? answer : { ...answer, input: noted(answer.input, notes) })),
  })),
  outlined(ExecutionPaused, ({ output }, notes) => ({ output: noted(output, notes) })),
  // The target of a call of a model or of a tool is a name; any other one may be an address with data in it.
  outlined(EffectIntended, ({ target, call }, notes) => (call === undefined ? { target: notes.text(target) } : {})),
  outlined(AgentEntered, ({ request, input }, notes) => ({
    request: {
      ...request,
      messages: messagesOf(request.messages, notes),
      tools: request.tools.map((tool) => toolOf(tool, notes)),
      ...(request.summary === undefined ? {} : { summary: summaryOf(request.summary, notes) }),
    },
    input: noted(input, notes),
  })),
  outlined(ModelAnswered, ({ parts, error, invalid, warnings }, notes) => ({
    parts: parts.map((part) => partOf(part, notes)),
    ...(error === undefined ? {} : { error: { ...error, message: notes.text(error.message) } }),
    ...(invalid === undefined ? {} : { invalid: notes.text(invalid) }),
    warnings: warnings.map((warning) => notes.text(warning)),
  })),
  outlined(ToolAnswered, ({ result, output, input }, notes) => ({
    result: resultOf(result, notes),
    ...(output === undefined ? {} : { output: noted(output, notes) }),
    input: noted(input, notes),
  })),
  outlined(ExecutionCompleted, ({ output, response }, notes) => ({
    output: noted(output, notes),
    ...(response === undefined ? {} : { response: { ...response, headers: {} } }),
  })),
  // Only the message of a block may quote contents.
  outlined(ExecutionFailed, ({ output, error, reason }, notes) => ({
    output: noted(output, notes),
    ...(reason === 'block' ? { error: notes.text(error) } : {}),
  })),
  outlined(ExecutionCancelled, ({ output }, notes) => (output === undefined ? {} : { output: noted(output, notes) })),
];

function noted(value: Json, notes: ContentNotes): Json {
  return value === null ? null : notes.value(value);
}

function messagesOf(messages: readonly ModelMessage[], notes: ContentNotes): ModelMessage[] {
  return messages.map((message): ModelMessage => {
    switch (message.role) {
      case 'system':
        return { ...message, content: notes.text(message.content) };
      case 'user':
        return { ...message, content: message.content.map((part) => userPartOf(part, notes)) };
      case 'assistant':
        return { ...message, content: message.content.map((part) => partOf(part, notes)) };
      case 'tool':
        return { ...message, content: message.content.map((result) => resultOf(result, notes)) };
    }
  });
}

function summaryOf(summary: AgentSummary, notes: ContentNotes): AgentSummary {
  const former = summary.former === null ? null : notes.text(summary.former);
  return { ...summary, former, messages: messagesOf(summary.messages, notes) };
}

function userPartOf(part: UserPart, notes: ContentNotes): UserPart {
  return part.type === 'text' ? { type: 'text', text: notes.text(part.text) } : { ...part, name: notes.text(part.name) };
}

/** Without the data of the provider, which may contain the text. */
function partOf(part: AssistantPart, notes: ContentNotes): AssistantPart {
  const { type } = part;
  if (type !== 'tool-call') return { type, text: notes.text(part.text) };
  return { type, callId: part.callId, name: part.name, arguments: notes.text(part.arguments) };
}

function resultOf(result: ToolResult, notes: ContentNotes): ToolResult {
  return { ...result, value: typeof result.value === 'string' ? notes.text(result.value) : noted(result.value, notes) };
}

function toolOf(tool: AgentTool, notes: ContentNotes): AgentTool {
  return { ...tool, runs: targetOf(tool.runs, notes) };
}

function targetOf(runs: ToolTarget, notes: ContentNotes): ToolTarget {
  if (runs.kind !== 'skill') return { ...runs, given: notes.value(runs.given) };
  return { ...runs, skills: Object.fromEntries(Object.entries(runs.skills).map(([name, text]) => [name, notes.text(text)])) };
}

function pauseOf(pause: Pause, notes: ContentNotes): Pause {
  if (pause.kind === 'time') return pause;
  const fields = pause.fields.map((field) => ({ ...field, value: noted(field.value, notes) }));
  return { ...pause, fields, defaultInput: noted(pause.defaultInput, notes) };
}
