import { describe, expect, it } from '@jest/globals';
import { curlRequest } from './curl.js';

describe('a command of curl', () => {
  it.each([
    ['curl https://a.example/x', { url: 'https://a.example/x', method: 'GET', headers: [], body: undefined }],
    ['$ curl -sSL a.example', { url: 'http://a.example', method: 'GET', headers: [], body: undefined }],
    ['curl -XDELETE https://a.example | jq .', { url: 'https://a.example', method: 'DELETE', headers: [], body: undefined }],
    ['curl -I https://a.example', { url: 'https://a.example', method: 'HEAD', headers: [], body: undefined }],
    ['curl -o out.json "https://a.example/?a=1&b=2"', { url: 'https://a.example/?a=1&b=2', method: 'GET', headers: [], body: undefined }],
    [
      'curl -G https://a.example --data-urlencode "q=a b" -d n=1',
      { url: 'https://a.example?q=a%20b&n=1', method: 'GET', headers: [], body: undefined },
    ],
    [
      `curl https://a.example \\\n  -H "X-API-Key: $API_KEY" \\\n  -H 'Content-Type: application/json' \\\n  -d '{"note":"it'\\''s"}'`,
      {
        url: 'https://a.example',
        method: 'POST',
        headers: [
          ['X-API-Key', '{{API_KEY}}'],
          ['Content-Type', 'application/json'],
        ],
        body: `{"note":"it's"}`,
      },
    ],
    [
      String.raw`curl 'https://a.example' -X PUT --data-raw $'a\u0021\n' -H 'Content-Type: text/plain' --compressed`,
      { url: 'https://a.example', method: 'PUT', headers: [['Content-Type', 'text/plain']], body: 'a!\n' },
    ],
    [
      'curl -u ada:secret https://a.example -d a=1 -d b=2',
      {
        url: 'https://a.example',
        method: 'POST',
        headers: [
          ['Authorization', 'Basic YWRhOnNlY3JldA=='],
          ['Content-Type', 'application/x-www-form-urlencoded'],
        ],
        body: 'a=1&b=2',
      },
    ],
    [
      'curl --cacert ca.pem --max-redirs 5 --oauth2-bearer "$TOKEN" https://a.example',
      { url: 'https://a.example', method: 'GET', headers: [['Authorization', 'Bearer {{TOKEN}}']], body: undefined },
    ],
    [
      'curl -G https://a.example --data-urlencode "q=a b $NAME"',
      { url: 'https://a.example?q=a%20b%20{{NAME}}', method: 'GET', headers: [], body: undefined },
    ],
    [
      "curl\u00a0https://a.example -H 'Content-Type: text/plain' --data-raw '@x' -b 'a=1'",
      {
        url: 'https://a.example',
        method: 'POST',
        headers: [
          ['Content-Type', 'text/plain'],
          ['Cookie', 'a=1'],
        ],
        body: '@x',
      },
    ],
  ])('%s is a request', (text, request) => {
    expect(curlRequest(text)).toEqual(request);
  });

  it.each([
    ['curl -s', 'has no address'],
    ["curl 'https://a.example", 'is not closed'],
    ['curl -d @data.json https://a.example', 'sends a file'],
    ['curl -F a=@b https://a.example', 'a form with parts'],
    ['curl --data-urlencode text@notes.txt https://a.example', 'sends a file'],
    ['curl -b cookies.txt https://a.example', 'reads cookies from a file'],
    ['curl -u "ada:$PASSWORD" https://a.example', 'a variable in -u'],
    ['curl --unknown 5 https://a.example', 'more than one address: 5 and https://a.example'],
  ])('%s is refused: %s', (text, message) => {
    expect(curlRequest(text)).toEqual({ refused: expect.stringContaining(message) });
  });

  it.each(['curly', 'curl', 'a curl https://a.example', '{"blocks": {}}'])('%s is another text', (text) => {
    expect(curlRequest(text)).toBeUndefined();
  });
});
