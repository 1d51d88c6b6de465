import { createHash } from 'node:crypto';
import { markup, type Html } from '#edge/answer/markup.js';
import type { ApiDescription, Contents, OperationEntry, PlacedOperation, ResponseEntry } from './api-description.js';
import { curlFor } from './curl-for.js';
import { fieldList, kindOf, withCode } from './field-list.js';
import { plainStyle } from './plain-style.js';

/** The API reference as one page. It loads nothing and runs no script. */
export function plainPage(description: ApiDescription, baseUrl: string): string {
  const { info, components } = description;
  const subjects = grouped(description);
  const page = markup`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${info.title} API ${info.version}</title>
      ${plainStyle}
    </head>
    <body>
      <a class="skip" href="#content">Skip the contents</a>
      <nav aria-label="Contents">
        <ul>
          ${subjects.map(([subject, operations]) => group(subject, operations))}
          <li><a href="#schemas">Schemas</a></li>
        </ul>
      </nav>
      <main id="content" tabindex="-1">
        <h1>${info.title} API ${info.version}</h1>
        <p>
          ${info.summary} <a href="/docs">The same with search and trial requests</a>. For programs:
          <a href="/openapi.json">openapi.json</a>.
        </p>
        <p>Every request but those marked as public carries a key in <code>X-API-Key</code>.</p>
        ${subjects.map(([subject, operations]) => section(subject, operations, description, baseUrl))}
        <h2 id="schemas">Schemas</h2>
        ${Object.entries(components.schemas).map(
          ([name, schema]) =>
            markup`<section id="schema-${name}">
              <h3>${name}</h3>
              ${schema.description !== undefined && markup`<p>${withCode(schema.description)}</p>`} ${fieldList(schema) ?? markup`<p>${kindOf(schema)}</p>`}
            </section>`,
        )}
      </main>
    </body>
  </html>`;
  return `<!doctype html>\n${page.toString()}\n`;
}

/** The operations by subject, in the order of the guides. */
function grouped({ paths, 'x-tagGroups': groups }: ApiDescription): readonly (readonly [string, readonly PlacedOperation[]])[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const tagged = (tag: string): readonly PlacedOperation[] => all.filter(({ operation }) => operation.tags.includes(tag));
  return groups.map(({ name, tags }) => [name, tags.flatMap(tagged)]);
}

function group(subject: string, operations: readonly PlacedOperation[]): Html {
  return markup`<li>
    <a href="#${anchor(subject)}">${subject}</a>
    <ul>
      ${operations.map(
        ({ method, operation: { operationId, summary } }) =>
          markup`<li><a href="#${operationId}"><small>${method}</small> ${withCode(summary ?? operationId)}</a></li>`,
      )}
    </ul>
  </li>`;
}

function anchor(subject: string): string {
  return subject.toLowerCase().replaceAll(/\W+/g, '-');
}

function section(subject: string, operations: readonly PlacedOperation[], description: ApiDescription, baseUrl: string): Html {
  return markup`<h2 id="${anchor(subject)}">${subject}</h2>
    ${operations.map((placed) => operationSection(placed, description, baseUrl))}`;
}

function operationSection({ method, path, operation }: PlacedOperation, description: ApiDescription, baseUrl: string): Html {
  const { operationId, summary, description: words, parameters = [], requestBody, responses, security } = operation;
  return markup`<section id="${operationId}">
    <h3><code>${method} ${path}</code></h3>
    <p>${withCode(`${summary === undefined ? '' : `${summary}. `}${words ?? ''}`)}${security?.length === 0 && ' Public.'}</p>
    <details>
      <summary>Example</summary>
      <pre tabindex="0">${curlFor({ method, path, operation }, baseUrl)}</pre>
      ${answerExample(responses)}
    </details>
    ${
      parameters.length > 0 &&
      markup`<h4>Parameters</h4>
        <dl>
          ${parameters.map(
            ({ name, in: where, required, schema, description: about }) =>
              markup`<div>
                <dt><code>${name}</code> in the ${where}, ${kindOf(schema)}${required === true && ', required'}</dt>
                <dd>${withCode(about)}</dd>
              </div>`,
          )}
        </dl>`
    }
    ${requestBody !== undefined && markup`<h4>Body</h4>${contents(requestBody.content)}`}
    <h4>Responses</h4>
    <dl>
      ${Object.entries(responses).map(([status, response]) => answer(status, response, description))}
    </dl>
  </section>`;
}

/** The response of a successful request. */
function answerExample(responses: OperationEntry['responses']): Html | undefined {
  const [status, response] = Object.entries(responses).find(([, { content }]) => content?.['application/json'] !== undefined) ?? [];
  const example = response?.content?.['application/json']?.example;
  if (example === undefined) return undefined;
  return markup`<p>Response ${status}:</p>
    <pre tabindex="0">${JSON.stringify(example, null, 2)}</pre>`;
}

function contents(content: Contents): Html {
  return markup`${Object.entries(content).map(
    ([media, { schema }]) => markup`<p><code>${media}</code> ${schema.properties === undefined && kindOf(schema)}</p>
      ${fieldList(schema)}`,
  )}`;
}

function answer(status: string, response: ResponseEntry, { components }: ApiDescription): Html {
  const { description, content = {} } =
    response.$ref === undefined ? response : (components.responses[response.$ref.split('/').at(-1) ?? ''] ?? response);
  return markup`<div>
    <dt>${status}</dt>
    <dd>${withCode(description)}${Number(status) < 400 && contents(content)}</dd>
  </div>`;
}

const styleText = plainStyle.toString().replace(/^<style>|<\/style>$/g, '');
const styleSource = `'sha256-${createHash('sha256').update(styleText).digest('base64')}'`;

/** The headers of the page, which allow only its own style. */
export const plainHeaders = new Map([
  ['Content-Type', 'text/html; charset=utf-8'],
  ['Content-Security-Policy', `default-src 'none'; style-src ${styleSource}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`],
  ['Cache-Control', 'no-cache'],
]);
