import { createHash } from 'node:crypto';
import type { LanguageModelV4StreamPart, LanguageModelV4Usage, SharedV4ProviderMetadata, SharedV4Warning } from '@ai-sdk/provider';
import type { JsonObject } from '#kernel/json.js';
import type { ModelAnswer, ModelFinish } from '#engine/agents/model-answer.js';
import type { AssistantPart } from '#engine/agents/model-message.js';
import type { ModelPart } from '#blocks/ports/language-models.js';
import { signed } from './request/prompt.js';

/** Text, reasoning or a call that the model is writing. */
interface Draft {
  readonly type: AssistantPart['type'];
  readonly pieces: string[];
  name: string;
  metadata: JsonObject | undefined;
  isWhole: boolean;
}

type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

/** An answer while it arrives, in the order in which the model writes it. */
export class ArrivingAnswer {
  readonly #drafts = new Map<string, Draft>();
  readonly #warnings: string[];
  #about: Pick<ModelAnswer, 'providerModel' | 'responseId'> = { providerModel: null };
  #firstTokenAt: string | undefined;
  #finish: Finish | undefined;
  #error: { readonly value: unknown } | undefined;

  /**
   * @param key the key of the call, from which the ids of its tool calls are made
   * @param author names the provider and the model
   * @param ignored what the request leaves out
   */
  constructor(
    private readonly key: string,
    private readonly author: string,
    private readonly now: () => string,
    ignored: readonly string[],
  ) {
    this.#warnings = [...ignored];
  }

  /** Whether the model has said anything: then the call is not tried again. */
  get hasBegun(): boolean {
    return this.#firstTokenAt !== undefined;
  }

  /** What the provider reported at the end; undefined if the answer has none. */
  get usage(): LanguageModelV4Usage | undefined {
    return this.#finish?.usage;
  }

  /** The error inside the answer. */
  get error(): { readonly value: unknown } | undefined {
    return this.#error;
  }

  /** The word of the provider for an answer that it has ended as faulty; undefined for every other answer. */
  get fault(): string | undefined {
    const { unified, raw } = this.#finish?.finishReason ?? {};
    return unified === 'error' ? raw : undefined;
  }

  /** Why the model stopped; undefined if the answer was cut. */
  get finish(): ModelFinish | undefined {
    const { unified, raw = null } = this.#finish?.finishReason ?? {};
    if (unified === undefined || unified === 'error' || unified === 'interrupted') return undefined;
    // Some servers say "stop" beside calls: what the model does decides.
    const reason = unified === 'stop' && this.parts().some(({ type }) => type === 'tool-call') ? 'tool-calls' : unified;
    return { reason, raw };
  }

  /** Takes the next part of the stream. @returns what a reader sees of it */
  take(part: LanguageModelV4StreamPart): ModelPart | undefined {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
      case 'text-end':
      case 'reasoning-end':
        this.#draft(part.type.startsWith('text') ? 'text' : 'reasoning', part);
        return undefined;
      case 'text-delta':
        return this.#written('text', part);
      case 'reasoning-delta':
        return this.#written('reasoning', part);
      case 'tool-input-start':
        return this.#began(part.id, part.toolName, part.providerMetadata);
      case 'tool-call':
        return this.#called(part);
      default:
        this.#note(part);
        return undefined;
    }
  }

  /** What is whole of calls, and all of the text. */
  parts(): AssistantPart[] {
    const whole = [...this.#drafts.values()].filter((draft) => draft.isWhole && !isEmpty(draft));
    let calls = 0;
    return whole.map(({ type, pieces, name, metadata }) => {
      const text = pieces.join('');
      const isSigned = metadata !== undefined || type === 'reasoning';
      const own = isSigned ? { metadata: signed(metadata, this.author) } : {};
      if (type !== 'tool-call') return { type, text, ...own };
      calls += 1;
      return { type, callId: callIdOf(this.key, calls), name, arguments: text, ...own };
    });
  }

  /** The answer so far, without usage and cost. */
  answer(finish: ModelFinish, tries: number): Omit<ModelAnswer, 'usage' | 'cost'> {
    const at = this.#firstTokenAt === undefined ? {} : { firstTokenAt: this.#firstTokenAt };
    return { parts: this.parts(), finish, ...this.#about, warnings: [...this.#warnings], tries, ...at };
  }

  #written(
    type: 'text' | 'reasoning',
    part: { id: string; delta: string; providerMetadata?: SharedV4ProviderMetadata },
  ): ModelPart | undefined {
    const draft = this.#draft(type, part);
    if (part.delta === '') return undefined;
    draft.pieces.push(part.delta);
    this.#begin();
    return { type, text: part.delta };
  }

  /** Text and reasoning may share an id. */
  #draft(type: Draft['type'], { id, providerMetadata }: { id: string; providerMetadata?: SharedV4ProviderMetadata }, name = ''): Draft {
    const known = this.#drafts.get(`${type} ${id}`);
    const draft = known ?? { type, pieces: [], name, metadata: undefined, isWhole: type !== 'tool-call' };
    // The latest metadata has the signature.
    draft.metadata = (providerMetadata as JsonObject | undefined) ?? draft.metadata;
    if (known === undefined) this.#drafts.set(`${type} ${id}`, draft);
    return draft;
  }

  #began(id: string, name: string, providerMetadata?: SharedV4ProviderMetadata): ModelPart {
    this.#draft('tool-call', { id, ...(providerMetadata === undefined ? {} : { providerMetadata }) }, name);
    this.#begin();
    return { type: 'tool-call-began', name };
  }

  /** An id that comes again is another call. */
  #called({
    toolCallId,
    toolName,
    input,
    providerMetadata,
  }: Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>): ModelPart | undefined {
    const known = this.#drafts.get(`tool-call ${toolCallId}`);
    const isNew = known === undefined || known.isWhole;
    const id = isNew && known !== undefined ? `${toolCallId} ${this.#drafts.size}` : toolCallId;
    const draft = this.#draft('tool-call', { id, ...(providerMetadata === undefined ? {} : { providerMetadata }) }, toolName);
    draft.name = toolName;
    draft.pieces.push(input);
    draft.isWhole = true;
    this.#begin();
    return isNew ? { type: 'tool-call-began', name: toolName } : undefined;
  }

  #note(part: LanguageModelV4StreamPart): void {
    if (part.type === 'stream-start') this.#warnings.push(...part.warnings.map(warningText));
    else if (part.type === 'finish') this.#finish = part;
    else if (part.type === 'error') this.#error ??= { value: part.error };
    else if (part.type === 'response-metadata') {
      this.#about = { providerModel: part.modelId ?? null, ...(part.id === undefined ? {} : { responseId: part.id }) };
    }
  }

  #begin(): void {
    this.#firstTokenAt ??= this.now();
  }
}

/** Reasoning without text may be encrypted, and Gemini signs empty text. */
function isEmpty({ type, pieces, metadata }: Draft): boolean {
  return type !== 'tool-call' && metadata === undefined && pieces.length === 0;
}

/** Nine letters and digits: some servers take no other form. The same try again has the same ids. */
function callIdOf(key: string, place: number): string {
  const digest = createHash('sha256').update(`${key} ${place}`).digest('hex');
  return BigInt(`0x${digest}`).toString(36).slice(0, 9);
}

function warningText(warning: SharedV4Warning): string {
  if (warning.type === 'other') return warning.message;
  if (warning.type === 'deprecated') return `${warning.setting}: ${warning.message}`;
  const state = warning.type === 'unsupported' ? 'is not supported by the model' : 'is emulated for the model';
  return `${warning.feature} ${state}${warning.details === undefined ? '' : `: ${warning.details}`}`;
}
