/** The target of an HTTP request for the record: without query and user part. The address may have `{{NAME}}` in place of secrets. */
export function effectTarget({ method, url }: { readonly method: string; readonly url: string }): string {
  const { origin, pathname } = (url.includes('{{') ? partsAsWritten(url) : URL.parse(url)) ?? { origin: 'invalid address', pathname: '' };
  return `${method.toUpperCase()} ${origin}${pathname}`;
}

/** A name may be the origin, or a part that the parser of addresses would encode. */
function partsAsWritten(url: string): { readonly origin: string; readonly pathname: string } {
  const [, origin = '', pathname = ''] = /^([\w+.-]+:\/\/)?(?:[^/?#]*@)?([^?#]*)/.exec(url) ?? [];
  return { origin, pathname };
}
