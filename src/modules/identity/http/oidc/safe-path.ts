/** Only a path of this server, never another site. */
export function safePath(next: string): string {
  return /^\/(?![/\\])/.test(next) ? next : '/';
}
