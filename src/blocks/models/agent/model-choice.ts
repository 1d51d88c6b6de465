import { DomainError, InfrastructureFault, statusOf } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { ModelSettings } from '#engine/agents/agent-request.js';
import type { PinnedModel } from '#engine/agents/model-answer.js';
import { plainText } from '#engine/values/json-text.js';
import type { LanguageModels } from '../../ports/language-models.js';

/** @throws BlockFailure for a name that means no model, or one that the run may not use */
export async function pinnedModel(models: LanguageModels, name: string, hasOwnKey: boolean): Promise<PinnedModel> {
  try {
    return await models.resolve(name, hasOwnKey);
  } catch (error) {
    if (!(error instanceof DomainError) || error instanceof InfrastructureFault) throw error;
    throw new BlockFailure(error.message, { status: statusOf[error.kind], cause: error });
  }
}

/** Most models that are asked instead. */
export const mostFallbacks = 10;

/** The names in a list, or in a text with commas. */
export function namesIn(value: Json | undefined): readonly string[] {
  const names = Array.isArray(value) ? (value as readonly Json[]).map((each) => plainText(each)) : plainText(value).split(',');
  return [...new Set(names.map((name) => name.trim()))].filter((name) => name !== '');
}

/** The models that are asked instead. The key of the block goes to no other provider than that of its model. */
export async function fallbackModels(
  models: LanguageModels,
  names: readonly string[],
  first: PinnedModel,
): Promise<{ readonly fallbacks: PinnedModel[]; readonly warnings: readonly string[] }> {
  const fallbacks: PinnedModel[] = [];
  const warnings =
    names.length > mostFallbacks ? [`fallbackModels names ${names.length} models; the first ${mostFallbacks} are asked`] : [];
  for (const name of names.slice(0, mostFallbacks)) {
    try {
      const own = await models.resolve(name, first.keyOf === 'block');
      fallbacks.push(own.keyOf === 'block' && own.provider !== first.provider ? await models.resolve(name, false) : own);
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof InfrastructureFault) throw error;
      warnings.push(`fallbackModels: ${error.message}`);
    }
  }
  return { fallbacks, warnings };
}

/** The settings that the model knows, and a warning for each of the others. */
export function knownSettings(
  settings: ModelSettings,
  { name, capabilities }: PinnedModel,
): { readonly settings: ModelSettings; readonly warnings: readonly string[] } {
  const { reasoning, ...others } = settings;
  // A provider that says nothing about a model may know any setting.
  const isIgnored = reasoning !== undefined && reasoning !== 'none' && capabilities.length > 0 && !capabilities.includes('reasoning');
  if (!isIgnored) return { settings, warnings: [] };
  return { settings: others, warnings: [`${name} does not reason, so reasoningEffort and thinkingLevel are left out`] };
}
