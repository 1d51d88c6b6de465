const unknownType = 'application/octet-stream';
const mediaTypes = /^[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}(;[\x20-\x7e]{0,100})?$/i;
/** What a browser would run or follow. */
const active =
  /^(text\/(html|xml|javascript|ecmascript|jscript|x-component)|application\/(xhtml|xml|javascript|ecmascript|x-javascript|x-shockwave-flash|pdf)|[^;]*\+xml|image\/svg|multipart\/)/i;

/** The type that the sender of a file claims; what is none becomes `application/octet-stream`. */
export function claimedType(sent: string): string {
  const type = sent.trim();
  return mediaTypes.test(type) ? type : unknownType;
}

/** The type under which a file is handed out: nothing that a browser would run, whoever claims it. */
export function harmlessType(type: string): string {
  return active.test(type) ? unknownType : type;
}
