const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** The values that a template takes. Lists are joined; `undefined`, `null` and `false` become the empty text. */
export type HtmlPart = Html | string | number | undefined | null | false | readonly HtmlPart[];

/** A piece of a page. Only a template creates one, so every value in it is escaped. */
export class Html {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  static template(literals: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
    return new Html(literals.reduce((text, literal, index) => text + asText(parts[index - 1]) + literal));
  }

  toString(): string {
    return this.#text;
  }
}

/** A template whose values are escaped. An attribute with a value in it must be quoted. */
export const markup = (literals: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html => Html.template(literals, ...parts);

function asText(part: HtmlPart): string {
  if (part === undefined || part === null || part === false) return '';
  if (part instanceof Html) return part.toString();
  if (typeof part === 'object') return part.map(asText).join('');
  return String(part).replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}
