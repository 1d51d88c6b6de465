import { DomainError, InfrastructureFault, statusOf } from '#kernel/errors.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { AgentMemory, AgentRequest, AgentTool, ModelSettings } from '#engine/agents/agent-request.js';
import type { PinnedModel } from '#engine/agents/model-answer.js';
import type { FilePart, ModelMessage, UserPart } from '#engine/agents/model-message.js';
import type { AgentBeginning, BlockContext } from '../../block.js';
import { refused } from '../../fields/field.js';
import type { ValuesOf } from '../../fields/field-set.js';
import { longUnits } from '../../flow/wait/wait-fields.js';
import { inRun } from '../../people/human-in-the-loop/reading.js';
import { Files } from '../../ports/files.js';
import { Mcp } from '../../ports/mcp.js';
import { Memory, type RememberedMessages } from '../../ports/memory.js';
import { Models } from '../../ports/language-models.js';
import { Workflows } from '../../ports/workflows.js';
import { readFormat } from '../answers/response-format.js';
import { attachedFiles, requireRoom, usableParts } from '../prompt/attached-files.js';
import { chatEntries, promptText, type ChatEntry } from '../prompt/chat-entries.js';
import { conversation, type ConversationParts } from '../prompt/conversation.js';
import { withRememberedFiles } from '../prompt/remembered-files.js';
import { summaryRequest } from '../prompt/summary-request.js';
import { skillSection, skillsIn, toolForSkills, type Skill } from '../prompt/skills.js';
import { agentTools } from '../tools/agent-tools.js';
import { storedToolFaults, storedTools } from '../tools/stored-tools.js';
import type { agentFields } from './agent-fields.js';
import { fallbackModels, knownSettings, namesIn, pinnedModel } from './model-choice.js';
import { requireKeepable } from './remember.js';
import { readApproval } from './tool-approval.js';

type Fields = ValuesOf<typeof agentFields>;
type AgentContext = BlockContext<typeof Models | typeof Files | typeof Memory | typeof Mcp | typeof Workflows>;

/** Fixes all that an agent is to ask. @throws BlockFailure */
export async function beginAgent(fields: Fields, context: AgentContext): Promise<AgentBeginning> {
  const warnings: string[] = [];
  const models = context.use(Models);
  const model = await pinnedModel(models, fields.model, fields.apiKey);
  const others = await fallbackModels(models, namesIn(fields.fallbackModels), model);
  const { rule, faults } = readApproval(fields.toolApproval, inRun(context.inputs.shown));
  const [fault] = faults;
  if (fault !== undefined) throw refused('toolApproval', fault.what);
  const { skills, warnings: missingSkills } = usableSkills(fields);
  const tools = await toolsOf(fields, { approval: rule.tools, missing: fields.missingTools }, context);
  const memory = memoryOf(fields);
  const found = memory === undefined ? null : await rememberedBy(fields, { memory, model, warnings }, context);
  const summary = found === null ? undefined : summaryRequest(found);
  // The new summary contains the one so far.
  const remembered = found === null || summary === undefined ? found : { ...found, summary: null };
  const messages = await messagesOf(fields, { model, remembered, skills, warnings }, context);
  if (memory !== undefined) requireKeepable(messages, memory, found);
  const { settings, warnings: ignored } = knownSettings(settingsOf(fields), model);
  const { format, fault: unreadable } = readFormat(fields.responseFormat);
  if (unreadable !== undefined) throw refused('responseFormat', unreadable);
  const all = skills.length === 0 ? tools.tools : [...tools.tools, toolForSkills(skills)];
  requireTools(all, model);
  const request: AgentRequest = {
    model,
    fallbacks: others.fallbacks,
    messages,
    settings,
    tools: all,
    forcedTools: tools.forcedTools,
    ...(format === undefined ? {} : { answerSchema: format }),
    repairs: fields.repair ?? 0,
    ...((await models.approvesWrites?.()) === true ? { approvesWrites: true } : {}),
    limits: limitsOf(fields),
    ...(memory === undefined ? {} : { memory }),
    ...(summary === undefined ? {} : { summary }),
    shownSecrets: [...new Set([fields.messages, fields.systemPrompt, fields.userPrompt].flatMap(({ secrets }) => secrets))],
    warnings: [...warnings, ...others.warnings, ...tools.warnings, ...missingSkills, ...levelWarnings(fields), ...ignored],
  };
  const { approval } = rule;
  const input = {
    model: model.name,
    tools: all.map(({ name }) => name),
    ...(memory === undefined ? {} : { conversationId: memory.conversationId }),
  };
  return { request, ...(approval === undefined ? {} : { approval }), input };
}

function limitsOf({ maxSteps = 20, maxParallelTools = 4, maxCostUsd, maxTotalTokens, onLimit }: Fields): AgentRequest['limits'] {
  return {
    maxSteps,
    ...(maxCostUsd === undefined ? {} : { maxCostUsd }),
    ...(maxTotalTokens === undefined ? {} : { maxTotalTokens }),
    maxParallelTools,
    onLimit,
  };
}

const levels: ReadonlyMap<string, ModelSettings['reasoning']> = new Map([
  ['none', 'none'],
  ['minimal', 'minimal'],
  ['low', 'low'],
  ['medium', 'medium'],
  ['high', 'high'],
  ['xhigh', 'xhigh'],
  ['max', 'max'],
  ['enabled', 'medium'],
]);

function settingsOf(fields: Fields): ModelSettings {
  const { maxTokens, temperature, seed, reasoningEffort, thinkingLevel, verbosity, promptCaching } = fields;
  const reasoning = levels.get(reasoningEffort === 'auto' ? thinkingLevel : reasoningEffort);
  return {
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(seed === undefined ? {} : { seed }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(verbosity === 'auto' ? {} : { verbosity }),
    ...(promptCaching ? { promptCaching } : {}),
  };
}

/** Editors offer further levels, by model. */
function levelWarnings({ reasoningEffort, thinkingLevel }: Fields): readonly string[] {
  if (reasoningEffort !== 'auto' || thinkingLevel === '' || thinkingLevel === 'auto' || levels.has(thinkingLevel)) return [];
  return [`thinkingLevel "${thinkingLevel}" is none of ${[...levels.keys()].join(', ')}, so it is left out`];
}

function usableSkills({ skills: written, missingTools }: Fields): {
  readonly skills: readonly Skill[];
  readonly warnings: readonly string[];
} {
  const skills = skillsIn(written);
  if (skills === null) throw refused('skills', 'must be a list of {name, description, content}');
  const missing = skills.filter(({ content }) => content === null);
  const [first] = missing;
  if (first !== undefined && missingTools === 'fail') {
    throw refused(
      'skills',
      `: "${first.name}" has no content, and this server stores no skills. Set missingTools to "skip" to run without it`,
    );
  }
  const warnings = missing.map(({ name }) => `The skill "${name}" is left out: it has no content, and this server stores no skills`);
  return { skills: skills.filter(({ content }) => content !== null), warnings };
}

async function toolsOf({ tools: written }: Fields, rules: Parameters<typeof agentTools>[1], context: AgentContext) {
  const stored = storedTools(written);
  const [fault] = storedToolFaults(written);
  if (stored === null || fault !== undefined) throw refused('tools', fault?.what ?? 'must be a list');
  return agentTools(stored, rules, {
    inputs: context.inputs.shown,
    workflows: context.use(Workflows),
    servers: context.use(Mcp),
    usedBy: context.version,
    refusal: await context.use(Models).toolRefusal?.(),
    run: () => context.metadata(),
  });
}

function requireTools(tools: readonly AgentTool[], { name, providerName, capabilities }: PinnedModel): void {
  if (tools.length === 0 || capabilities.length === 0 || capabilities.includes('tools')) return;
  throw new BlockFailure(`${name} of ${providerName} cannot call tools. Choose a model that can, or remove the tools`, { status: 400 });
}

function memoryOf(fields: Fields): AgentMemory | undefined {
  const { memoryType, conversationId, memoryTools, memoryOptional } = fields;
  if (memoryType === 'none') return undefined;
  if (conversationId === '') throw refused('conversationId', 'is missing: memory needs the id of a conversation');
  if (conversationId.length > 255) throw refused('conversationId', 'must not be longer than 255 characters');
  return { conversationId, keepsTools: memoryTools, isOptional: memoryOptional, ...expiryOf(fields) };
}

function expiryOf({ expireAfter, expireUnit }: Pick<Fields, 'expireAfter' | 'expireUnit'>): Pick<AgentMemory, 'expireAfterMs'> {
  if (expireAfter === undefined) return {};
  const expireAfterMs = Math.round(expireAfter * (longUnits[expireUnit] ?? 0));
  if (expireAfterMs <= 0 || expireAfterMs > longestMemoryMs) throw refused('expireAfter', 'must be above 0 and at most 3,650 days');
  return { expireAfterMs };
}

const longestMemoryMs = 3_650 * (longUnits['days'] ?? 0);

interface Remembering {
  readonly memory: AgentMemory;
  readonly model: PinnedModel;
  readonly warnings: string[];
}

async function rememberedBy(
  fields: Fields,
  { memory, model, warnings }: Remembering,
  context: AgentContext,
): Promise<RememberedMessages | null> {
  const { memoryType, memorySummary: tellsDropped, slidingWindowSize = 10, slidingWindowTokens = 4_000 } = fields;
  const { contextWindow } = model;
  const kinds = { none: 'all', conversation: 'all', sliding_window: 'messages', sliding_window_tokens: 'tokens' } as const;
  const kind = kinds[memoryType];
  const limit = kind === 'messages' ? { limit: slidingWindowSize } : kind === 'tokens' ? { limit: slidingWindowTokens } : {};
  try {
    const window = { kind, ...limit, contextWindow, ...(tellsDropped ? { tellsDropped } : {}) };
    const found = await context.use(Memory).read(memory.conversationId, window);
    if (found.dropped.isPartial)
      warnings.push('The earlier conversation is too long to be summed up at once: its oldest messages are left out');
    return found;
  } catch (error) {
    if (!(error instanceof DomainError) || error instanceof InfrastructureFault) throw error;
    if (!memory.isOptional)
      throw new BlockFailure(`The memory cannot be read: ${error.message}`, { status: statusOf[error.kind], cause: error });
    warnings.push(`The memory could not be read: ${error.message}`);
    return null;
  }
}

interface Talk {
  readonly model: PinnedModel;
  readonly remembered: ConversationParts['remembered'];
  readonly skills: readonly Skill[];
  readonly warnings: string[];
}

async function messagesOf(fields: Fields, { model, remembered, skills, warnings }: Talk, context: AgentContext): Promise<ModelMessage[]> {
  const store = () => context.use(Files);
  const memories = chatEntries('memories', fields.memories);
  const messages = chatEntries('messages', fields.messages.value);
  warnings.push(...memories.warnings, ...messages.warnings);
  const own = new Map<ChatEntry, readonly FilePart[]>();
  for (const entry of messages.entries) own.set(entry, await attachedFiles('messages', entry.files, store));
  const files = await attachedFiles('files', fields.files, store);
  requireRoom([...files, ...[...own.values()].flat()]);
  const use = { model, asText: fields.filesAsText, store, signal: context.signal, warnings };
  const usable = new Map<ChatEntry, readonly UserPart[]>();
  for (const [entry, attached] of own) usable.set(entry, await usableParts(attached, use));
  const made = conversation({
    remembered,
    memories: memories.entries,
    messages: messages.entries,
    systemPrompt: promptText(fields.systemPrompt.value),
    userPrompt: promptText(fields.userPrompt.value),
    skills: skillSection(skills),
    filesOf: (entry) => usable.get(entry) ?? [],
    files: await usableParts(files, use),
  });
  if (made === null) throw refused('files', 'need a message of the user that they belong to');
  if (made.every(({ role }) => role === 'system') && !made.some(({ content }) => content.length > 0)) {
    throw refused('messages', 'has nothing to ask: every message is empty, or has a role other than system, user and assistant');
  }
  return withRememberedFiles(made, remembered?.messages ?? [], use);
}
