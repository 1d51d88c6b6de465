import type { DomainError } from '#kernel/errors.js';
import type { KeyRow } from '#modules/identity/gate/keys/key-verdict.js';

/** A request as far as access is concerned. */
export interface AccessQuestion {
  readonly row: KeyRow;
  readonly nowMs: number;
  readonly address: '192.0.2.7' | '203.0.113.7';
  readonly area: 'execute' | 'logs' | undefined;
  readonly ask:
    | { readonly kind: 'parameter' | 'thing'; readonly workspaceId: string; readonly needed: 'read' | 'write' | 'admin' }
    | { readonly kind: 'settings' | 'workspace-keys'; readonly workspaceId: string }
    | { readonly kind: 'members' | 'organization' | 'plan'; readonly organizationId: string }
    | {
        /** Absent workspace: a personal one of the caller. */
        readonly kind: 'new-key';
        readonly workspaceId?: string;
        readonly expiresAt: Date | null | undefined;
        readonly allowedIps: readonly string[] | undefined;
      }
    | { readonly kind: 'operator' }
    | { readonly kind: 'own-keys' }
    | { readonly kind: 'list' };
}

const rank = { read: 1, write: 2, admin: 3 } as const;

/** The rules of access once more, as plainly as they can be said, from the row alone. Shares no code with the server. */
export function modelDecision({ row, nowMs, address, area, ask }: AccessQuestion): string {
  const isOver = [row.expires_at, row.retires_at].some((end) => end !== null && end.getTime() <= nowMs);
  const isElsewhere = row.allowed_ips.length > 0 && address !== '192.0.2.7';
  const isUnpaid = row.is_payer_suspended && row.payer_organization_id === null;
  if (isUnpaid || row.is_revoked || row.is_suspended || row.is_orphan || isOver || isElsewhere) return '401';

  const levelHere = Math.max(
    row.scope === null ? 0 : rank[row.scope],
    area !== undefined && row.areas.includes(area) ? (area === 'execute' ? 2 : 1) : 0,
  );
  const isFull = row.kind === 'personal' && levelHere === 3;
  const no = '403 FORBIDDEN';

  // Personal keys are asked for here, those of a workspace when it has turned out what the caller may do there.
  if (ask.kind === 'new-key' && ask.workspaceId === undefined) return isFull && givesNothingAway(row, ask) ? 'yes' : no;
  if (ask.kind === 'operator') return isFull && row.is_operator ? 'yes' : no;
  if (ask.kind === 'own-keys') return isFull ? 'yes' : no;
  if (ask.kind === 'list') return levelHere === 0 ? no : 'yes';
  if ('organizationId' in ask) {
    if (isFull && row.is_operator) return 'yes';
    const role = isFull ? row.roles[ask.organizationId] : undefined;
    const allowed = { members: ['owner'], organization: ['owner', 'admin'], plan: [] as string[] }[ask.kind];
    return role === undefined ? '404 NOT_FOUND' : allowed.includes(role) ? 'yes' : no;
  }

  const place = row.reach.find(([id]) => id === ask.workspaceId);
  if (place === undefined) return ask.kind === 'parameter' ? no : '404 NOT_FOUND';
  if (levelHere === 0) return no;
  const [, , allowsPersonalKeys, permission] = place;
  if (row.kind === 'personal' && !allowsPersonalKeys && ask.kind !== 'settings') return '403 PERSONAL_KEYS_DISABLED';
  const needed = 'needed' in ask ? ask.needed : 'admin';
  if (Math.min(rank[permission], levelHere) < rank[needed]) return no;
  return ask.kind === 'new-key' && !givesNothingAway(row, ask) ? no : 'yes';
}

/** Whether a key that is to be made ends no later, and admits from nowhere else, than the one that makes it. Lists of the model: one range. */
function givesNothingAway(row: KeyRow, ask: Extract<AccessQuestion['ask'], { kind: 'new-key' }>): boolean {
  if (row.retires_at !== null) return false;
  const endOf = (end: Date | null): number => end?.getTime() ?? Number.MAX_VALUE;
  const lastsLonger = ask.expiresAt !== undefined && endOf(ask.expiresAt) > endOf(row.expires_at);
  const isBound = row.allowed_ips.length > 0;
  const isFreer = isBound && ask.allowedIps !== undefined && !['192.0.2.0/24', '192.0.2.7/32'].includes(ask.allowedIps[0] ?? 'anywhere');
  return !lastsLonger && !isFreer;
}

/** A refusal in the words of the model. */
export function inWords({ kind, code }: DomainError): string {
  return `${kind === 'not-found' ? 404 : 403} ${code}`;
}
