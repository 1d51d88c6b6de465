import type { ModelCapability } from '#engine/agents/model-answer.js';

/** What the server says about models that no one has described. */
export interface ModelFacts {
  readonly capabilities: readonly ModelCapability[];
  /** Tokens; null when unknown. */
  readonly maxOutput: number | null;
}

const text: readonly ModelCapability[] = ['tools', 'json'];
const sees: readonly ModelCapability[] = ['tools', 'vision', 'files', 'json'];
const thinks: readonly ModelCapability[] = [...sees, 'reasoning'];
const hears: readonly ModelCapability[] = [...thinks, 'audio'];
const embeds: readonly ModelCapability[] = ['embeddings'];

/** The first form that fits a name decides. */
const families: readonly (readonly [form: RegExp, capabilities: readonly ModelCapability[], maxOutput: number | null])[] = [
  [/(?:^|[-/])(?:text-)?embed(?:ding|dings)?(?:[-/:]|$)|-embed-|^(?:bge|e5|nomic-embed)/i, embeds, null],
  [/^gpt-[56]/i, thinks, 128_000],
  [/^o\d/i, thinks, 100_000],
  [/^gpt-4\.1/i, sees, 32_768],
  [/^(?:gpt-4o|chatgpt-4o)/i, sees, 16_384],
  [/^gpt-4-turbo/i, sees, 4_096],
  [/^gpt-(?:4|3\.5)/i, text, 4_096],
  [/^claude-3-(?:opus|sonnet|haiku)/i, sees, 4_096],
  [/^claude-3-5/i, sees, 8_192],
  [/^claude-opus-4-[01]/i, thinks, 32_000],
  [/^claude/i, thinks, 64_000],
  [/^gemini-(?:1|2\.0)/i, ['tools', 'vision', 'files', 'audio', 'json'], 8_192],
  [/^gemini/i, hears, 65_536],
  [/^grok-[4-9]/i, ['tools', 'vision', 'json', 'reasoning'], null],
  [/^(?:deepseek-r|qwq|gpt-oss|magistral)/i, [...text, 'reasoning'], null],
  [/(?:llava|vision|-vl(?:[-:]|$)|gemma-?[34]|pixtral)/i, [...text, 'vision'], null],
];

/** A model of unknown family is expected to take tools and JSON, as most servers do. */
export function factsOf(model: string): ModelFacts {
  const name = model.slice(model.lastIndexOf('/') + 1);
  const [, capabilities, maxOutput] = families.find(([form]) => form.test(name)) ?? [];
  return { capabilities: capabilities ?? text, maxOutput: maxOutput ?? null };
}

/** Whether a model of a vendor answers texts or embeds them; the others draw, speak or listen. */
export function isTextModel(model: string): boolean {
  return !/(?:audio|realtime|transcribe|tts|image|moderation|whisper|davinci|babbage|curie|^ada|^ft:|computer-use|instruct|live|omni|\.ft-|:extended)/i.test(
    model,
  );
}
