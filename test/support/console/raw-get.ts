import { get, type IncomingHttpHeaders } from 'node:http';

/** The bytes of an answer as they were sent: `fetch` would decompress them. */
export function rawGet(url: string, coding: string): Promise<{ readonly headers: IncomingHttpHeaders; readonly bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': coding } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => resolve({ headers: answer.headers, bytes: Buffer.concat(parts) }));
      answer.on('error', reject);
    }).on('error', reject);
  });
}
