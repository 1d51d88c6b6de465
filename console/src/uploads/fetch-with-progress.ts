/** A `fetch` that says how many bytes it has sent. Browsers tell that of the older kind of request only. */
export function fetchWithProgress(onProgress: (sentBytes: number) => void): typeof fetch {
  return (address, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, address instanceof Request ? address.url : address);
      request.responseType = 'arraybuffer';
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      const cancelled = (): void => reject(new DOMException('The upload was cancelled', 'AbortError'));
      request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
      request.addEventListener('load', () =>
        resolve(new Response(bodyOf(request), { status: request.status, statusText: request.statusText, headers: headersOf(request) })),
      );
      request.addEventListener('error', () => reject(new TypeError('the connection was lost')));
      request.addEventListener('abort', cancelled);
      signal?.addEventListener('abort', () => request.abort(), { once: true });
      if (signal?.aborted === true) return cancelled();
      request.send(body as XMLHttpRequestBodyInit | null);
    });
}

function bodyOf({ response, status }: XMLHttpRequest): ArrayBuffer | null {
  return status === 204 ? null : (response as ArrayBuffer);
}

function headersOf(request: XMLHttpRequest): Headers {
  const lines = request.getAllResponseHeaders().trim().split('\r\n');
  return new Headers(lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
}
