import type { ModelPolicy } from '@sluice/client';

export type { ModelPolicy };

/** The limits of models, as texts of a form. */
export interface PolicyForm {
  readonly tokensPerMinute: string;
  readonly callsAtOnce: string;
  readonly allow: string;
  readonly deny: string;
  readonly requirePrices: boolean;
}

export function policyForm({ tokensPerMinute, callsAtOnce, allow = [], deny = [], requirePrices = false }: ModelPolicy): PolicyForm {
  return {
    tokensPerMinute: String(tokensPerMinute ?? ''),
    callsAtOnce: String(callsAtOnce ?? ''),
    allow: allow.join(', '),
    deny: deny.join(', '),
    requirePrices,
  };
}

/** The policy that the form asks for. What the form does not show stays. */
export function policyFrom(
  { tokensPerMinute, callsAtOnce, allow, deny, requirePrices }: PolicyForm,
  former: ModelPolicy,
): ModelPolicy | null {
  const { tokensPerMinute: _t, callsAtOnce: _c, allow: _a, deny: _d, requirePrices: _r, ...others } = former;
  const policy: ModelPolicy = {
    ...others,
    ...(tokensPerMinute.trim() !== '' && { tokensPerMinute: Number(tokensPerMinute) }),
    ...(callsAtOnce.trim() !== '' && { callsAtOnce: Number(callsAtOnce) }),
    ...(listOf(allow).length > 0 && { allow: listOf(allow) }),
    ...(listOf(deny).length > 0 && { deny: listOf(deny) }),
    ...(requirePrices && { requirePrices }),
  };
  return Object.keys(policy).length === 0 ? null : policy;
}

function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
