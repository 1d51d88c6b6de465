import type { ModelMessage } from '#engine/agents/model-message.js';
import { estimatedTokens } from './estimated-tokens.js';

/** How much of a conversation a window takes. */
export interface WindowLimits {
  readonly messages: number;
  readonly tokens: number;
}

/** A window without a known context window takes at most this many tokens. */
const mostTokens = 1_000_000;
/** The rest of the context window is for the instructions and the answer. */
const shareOfContext = 0.9;

/** What is summed up has room beside the instructions, the summary so far and the new one. */
const shareOfSummed = 0.5;
/** As much as small models of unknown context take. */
const mostSummedTokens = 16_000;

interface Window {
  readonly kind: 'all' | 'messages' | 'tokens';
  readonly limit?: number | undefined;
  readonly contextWindow?: number | null | undefined;
}

export function limitsOf({ kind, limit = Number.POSITIVE_INFINITY, contextWindow }: Window): WindowLimits {
  const most = contextWindow === null || contextWindow === undefined ? mostTokens : Math.floor(contextWindow * shareOfContext);
  return { messages: kind === 'messages' ? limit : Number.POSITIVE_INFINITY, tokens: kind === 'tokens' ? Math.min(limit, most) : most };
}

/** How much of the messages that do not fit is summed up at once. */
export function limitsOfDropped({ contextWindow }: Pick<Window, 'contextWindow'>): WindowLimits {
  const tokens = contextWindow === null || contextWindow === undefined ? mostSummedTokens : Math.floor(contextWindow * shareOfSummed);
  return { messages: Number.POSITIVE_INFINITY, tokens };
}

/** The newest messages of a conversation, gathered from the newest turn to the oldest. A tool call stays with its results. */
export class ConversationWindow {
  readonly #groups: ModelMessage[][] = [];
  #messages = 0;
  #tokens = 0;
  #isFull = false;

  constructor(private readonly limits: WindowLimits) {}

  /** Whether an older message was refused: from then on all are. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Oldest first. */
  get messages(): ModelMessage[] {
    return this.#groups.toReversed().flat();
  }

  /** Takes what fits of the next older turn. @returns whether any of it is in the window */
  take(turn: readonly ModelMessage[]): boolean {
    const before = this.#groups.length;
    for (const group of groupsOf(turn).toReversed()) {
      if (this.#isFull) break;
      this.#takeGroup(group);
    }
    return this.#groups.length > before;
  }

  #takeGroup(group: ModelMessage[]): void {
    const tokens = group.reduce((sum, message) => sum + estimatedTokens(message), 0);
    const fits = this.#messages + group.length <= this.limits.messages && this.#tokens + tokens <= this.limits.tokens;
    this.#isFull = this.#groups.length > 0 && !fits;
    if (this.#isFull) return;
    this.#groups.push(group);
    this.#messages += group.length;
    this.#tokens += tokens;
  }
}

/** A message with the tool results behind it, which no window may separate. */
function groupsOf(turn: readonly ModelMessage[]): ModelMessage[][] {
  const groups: ModelMessage[][] = [];
  for (const message of turn) {
    const last = groups.at(-1);
    if (message.role === 'tool' && last !== undefined) last.push(message);
    else groups.push([message]);
  }
  return groups;
}
