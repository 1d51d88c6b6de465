import type { Page } from '#kernel/page.js';

/** The answer with one thing. */
export interface One<Item> {
  readonly data: Item;
}

export function one<Item>(data: Item): One<Item> {
  return { data };
}

/** The answer of tables, knowledge and files: the specification says of it that it went well. */
export interface Success<Data> {
  readonly success: true;
  readonly data: Data;
}

export function success<Data>(data: Data): Success<Data> {
  return { success: true, data };
}

/** The answer of a list, each item in its wire shape. */
export function listOf<View, Item>({ data, nextCursor }: Page<View>, toWire: (view: View) => Item): Page<Item> {
  return { data: data.map(toWire), nextCursor };
}

/** The answer of a DELETE. */
export function deleted(id: string, what: string): One<{ readonly id: string; readonly message: string }> {
  return { data: { id, message: `${what} deleted` } };
}
