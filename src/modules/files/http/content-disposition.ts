const notToken = /[^\x20-\x7e]|["\\%]/g;
const notInExtended = /['()*]/g;

/** Makes a browser save the file and never display it (RFC 6266), with an ASCII name and the exact name. */
export function attachment(name: string): string {
  const exact = encodeURIComponent(name).replaceAll(notInExtended, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${name.replaceAll(notToken, '_')}"; filename*=UTF-8''${exact}`;
}
