const temporaryKinds: readonly unknown[] = ['NETWORK', 'TIMEOUT'];
const temporaryStatuses: readonly unknown[] = [429, 502, 503, 504];

/** Whether the same request may succeed a moment later, for example after a restart of the server. */
export function isTemporary(error: unknown): boolean {
  const { kind, status } = (error ?? {}) as { readonly kind?: unknown; readonly status?: unknown };
  return temporaryKinds.includes(kind) || temporaryStatuses.includes(status);
}
