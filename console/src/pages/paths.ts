/** The path to return to after the sign-in: only a path of this server, never another site. */
export function safePath(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])/.test(next) ? next : '/';
}
