/**
 * The token of a link is behind the `#` of its address, so that no server and no log sees it. It leaves the address at once, and stays with this
 * entry of the history, so that a reload finds it again.
 */
export function takeLinkToken(): string {
  const given = location.hash.slice(1);
  if (given === '') return (history.state as { readonly token?: string } | null)?.token ?? '';
  history.replaceState({ ...(history.state as object | null), token: given }, '', location.pathname);
  return given;
}
