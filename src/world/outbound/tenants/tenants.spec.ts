import { afterEach, describe, expect, it } from '@jest/globals';
import { afterSites, closeSites, raw, web } from '../../../../test/support/sites.js';
import { eventually } from '../../../../test/support/eventually.js';
import { PolicedHttp, type PolicedHttpOptions } from '../policed-http.js';

afterEach(closeSites);

function client(options: PolicedHttpOptions = {}): PolicedHttp {
  const http = new PolicedHttp({ allow: ['127.0.0.1/32'], ...options });
  afterSites(() => http.close());
  return http;
}

const get = (http: PolicedHttp, url: string, tenant: string, timeoutMs = 20_000): Promise<number> =>
  http.send({ url, method: 'GET', timeoutMs, tenant }).then(({ status }) => status);

describe('a tenant of the outbound client', () => {
  it('resolves names while a name server is silent about those of another tenant', async () => {
    let asked = 0;
    const resolve = (host: string): Promise<string[]> => {
      if (!host.endsWith('.dead.example')) return Promise.resolve(['127.0.0.1']);
      asked += 1;
      return new Promise(() => undefined);
    };
    const http = client({ resolve });
    const site = await web((_, response) => void response.end());
    const stuck = Array.from({ length: 20 }, (_, index) => get(http, `http://n${index}.dead.example`, 'one', 200));
    const outcomes = Promise.allSettled(stuck);
    expect(await get(http, `http://good.example:${site.port}`, 'other')).toBe(200);
    await outcomes;
    expect(asked).toBe(4);
  });

  it('asks once for a name that several requests need at the same time', async () => {
    let asked = 0;
    const resolve = async (): Promise<string[]> => {
      asked += 1;
      return ['127.0.0.1'];
    };
    const http = client({ resolve });
    const site = await web((_, response) => void response.end());
    await Promise.all(Array.from({ length: 5 }, () => get(http, `http://good.example:${site.port}`, 'one')));
    expect(asked).toBe(1);
  });

  it('reaches a server whose connections another tenant uses up', async () => {
    let arrived = 0;
    const site = await web((request, response) => {
      arrived += 1;
      if (request.url !== '/hang') response.end();
    });
    const http = client();
    const hanging = Array.from({ length: 64 }, () => get(http, `${site.url}/hang`, 'one', 2_000));
    const outcomes = Promise.allSettled(hanging);
    await eventually(() => expect(arrived).toBe(64));
    expect(await get(http, site.url, 'other', 1_000)).toBe(200);
    await outcomes;
  });

  it('reaches new servers while another tenant connects to thousands', async () => {
    const http = client({ resolve: (host) => (host === 'good.example' ? Promise.resolve(['127.0.0.1']) : new Promise(() => undefined)) });
    const site = await raw((socket) => void socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
    const many = Array.from({ length: 2_100 }, (_, index) => get(http, `http://silent.example:${10_000 + index}`, 'one', 100));
    const outcomes = await Promise.allSettled(many);
    expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
    expect(await get(http, `http://good.example:${site.port}`, 'other')).toBe(204);
  });
});

describe('a look-up of a name of this server', () => {
  it('is made again after it has failed', async () => {
    let hasFailed = false;
    const site = await web((request, response) => void response.end(request.headers['x-sim-via'] ?? 'nothing'));
    const resolve = async (): Promise<string[]> => {
      if (hasFailed) return ['127.0.0.1'];
      hasFailed = true;
      throw Object.assign(new Error('EAI_AGAIN'), { code: 'EAI_AGAIN' });
    };
    const http = client({ allow: ['127.0.0.1'], own: { baseUrl: 'https://sluice.example', port: site.port }, resolve });
    const request = { url: `http://alias.example:${site.port}`, method: 'GET', timeoutMs: 20_000, via: ['w1'] };
    const bodies: string[] = [];
    for (let round = 0; round < 2; round += 1) bodies.push(Buffer.from((await http.send(request)).body).toString());
    expect(bodies).toEqual(['nothing', 'w1']);
  });
});
