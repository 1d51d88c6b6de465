import { expect, it } from '@jest/globals';
import { safePath } from './paths.js';

it('after the sign-in a person returns to a path of this server alone', () => {
  expect(safePath('/workspace/1/logs?level=error')).toBe('/workspace/1/logs?level=error');
  expect(['https://other.example', '//other.example', '/\\other.example', 'javascript:alert(1)', undefined].map(safePath)).toEqual([
    '/',
    '/',
    '/',
    '/',
    '/',
  ]);
});
