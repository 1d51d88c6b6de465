import { describe, expect, it } from '@jest/globals';
import { markup } from './markup.js';

const hostile = `<script>alert("1")</script>&'`;
const harmless = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;';

describe('a template', () => {
  it('escapes what is put between tags', () => {
    expect(markup`<p>${hostile}</p>`.toString()).toBe(`<p>${harmless}</p>`);
  });

  it('escapes what is put into an attribute', () => {
    expect(markup`<input value="${'" onfocus="alert(1)'}" />`.toString()).toBe('<input value="&quot; onfocus=&quot;alert(1)" />');
  });

  it('takes other templates as they are, and lists of anything', () => {
    const items = ['a<b', 'c'].map((text) => markup`<li>${text}</li>`);
    expect(markup`<ul>${items}</ul>`.toString()).toBe('<ul><li>a&lt;b</li><li>c</li></ul>');
    expect(markup`${[['<'], [markup`<br />`]]}`.toString()).toBe('&lt;<br />');
  });

  it('writes nothing for absent values, and keeps zero', () => {
    expect(markup`[${undefined}${null}${false}${0}]`.toString()).toBe('[0]');
  });

  it('is not fooled by an object that looks like a template', () => {
    const lookalike = { toString: () => '<script>' } as unknown as string;
    expect(() => markup`${lookalike}`).toThrow(TypeError);
  });
});
