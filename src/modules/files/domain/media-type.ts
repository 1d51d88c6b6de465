const unknownType = 'application/octet-stream';
const mediaTypes = /^[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}(;[\x20-\x7e]{0,100})?$/i;
/** Media types that a browser would run or follow. */
const active =
  /^(text\/(html|xml|javascript|ecmascript|jscript|x-component)|application\/(xhtml|xml|javascript|ecmascript|x-javascript|x-shockwave-flash|pdf)|[^;]*\+xml|image\/svg|multipart\/)/i;

/** The media type that the client declares. An invalid one becomes `application/octet-stream`. */
export function claimedType(sent: string): string {
  const type = sent.trim();
  return mediaTypes.test(type) ? type : unknownType;
}

/** The media type of a download. Types that a browser would run are replaced. */
export function harmlessType(type: string): string {
  return active.test(type) ? unknownType : type;
}
