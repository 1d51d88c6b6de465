export type Header = readonly [name: string, value: string];

/** A request, exactly as it is sent. */
export interface FuzzRequest {
  /** The method and the path as the description has them. */
  readonly operation: string;
  readonly method: string;
  /** Path and query as they go over the wire. */
  readonly target: string;
  readonly headers: readonly Header[];
  readonly body: Buffer | undefined;
  /** The mutations applied to it, in order; empty for a valid request. */
  readonly notes: readonly string[];
  /** Whether the operator of the server sends it, who may read everything. */
  readonly isOperator: boolean;
  /** The sender goes silent before the end. */
  readonly isCut?: true;
}

/** Returns the bytes that are sent. A Content-Length header is added unless the request declares its length. */
export function bytesOf({ method, target, headers, body, isCut }: FuzzRequest, host: string): Buffer {
  const has = (name: string): boolean => headers.some(([other]) => other.toLowerCase() === name);
  const own = [
    ...(has('host') ? [] : [`Host: ${host}`]),
    ...(body === undefined || has('content-length') || has('transfer-encoding')
      ? []
      : [`Content-Length: ${body.length + (isCut ? 10 : 0)}`]),
  ];
  const lines = [`${method} ${target} HTTP/1.1`, ...own, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''];
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), body ?? Buffer.alloc(0)]);
}

/** Returns the request as a shell command, without the parts that `curl` cannot send. */
export function curlOf({ method, target, headers, body }: FuzzRequest, url: string): string {
  const parts = [
    `curl -sgi --path-as-is -X ${quoted(method)}`,
    ...headers.map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    quoted(url + target),
  ];
  if (body === undefined) return parts.join(' ');
  const text = body.toString();
  const isPlain = Buffer.from(text).equals(body) && !/[^\n\x20-\x7e]/.test(text);
  if (isPlain) return [...parts, `--data-binary ${quoted(text)}`].join(' ');
  return `echo ${body.toString('base64')} | base64 -d | ${parts.join(' ')} --data-binary @-`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
