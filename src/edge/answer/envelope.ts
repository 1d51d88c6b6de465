import type { Page } from '#kernel/page.js';

/** A response with one resource. */
export interface One<Item> {
  /** The content of the response. */
  readonly data: Item;
}

export function one<Item>(data: Item): One<Item> {
  return { data };
}

/** A response of tables, knowledge bases and files, which the specification marks as a success. */
export interface Success<Data> {
  /** Always true. */
  readonly success: true;
  /** The content of the response. */
  readonly data: Data;
}

export function success<Data>(data: Data): Success<Data> {
  return { success: true, data };
}

/** A page of a list, with each item in its wire format. */
export function listOf<View, Item>({ data, nextCursor }: Page<View>, toWire: (view: View) => Item): Page<Item> {
  return { data: data.map(toWire), nextCursor };
}

/** A deleted resource. */
export interface Deleted {
  /** Id of the deleted resource. */
  readonly id: string;
  /** A message for people. */
  readonly message: string;
}

/** The response of a DELETE. */
export function deleted(id: string, what: string): One<Deleted> {
  return { data: { id, message: `${what} deleted` } };
}
