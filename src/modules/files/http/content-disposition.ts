const notToken = /[^\x20-\x7e]|["\\%]/g;
const notInExtended = /['()*]/g;

/** Has a browser save the bytes under the name and never show them (RFC 6266): one name in ASCII, the exact one beside it. */
export function attachment(name: string): string {
  const exact = encodeURIComponent(name).replaceAll(notInExtended, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${name.replaceAll(notToken, '_')}"; filename*=UTF-8''${exact}`;
}
