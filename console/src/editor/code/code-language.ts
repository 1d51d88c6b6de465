/** What a code field takes: the body of a function, one expression, or JSON. */
export type CodeLanguage = 'javascript' | 'expression' | 'json';
