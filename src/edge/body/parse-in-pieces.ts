import { isUtf8 } from 'node:buffer';
import { OneAtATime } from '#host/loop/one-at-a-time.js';
import { isStructure, parseInPieces, worthPieces, type PieceRules } from '#host/loop/parse-in-pieces.js';
import type { Json } from '#kernel/json.js';
import {
  invalidJson,
  isUnfit,
  maxDepth,
  maxKeys,
  parseJson,
  parseText,
  refuseKey,
  refuseMember,
  refuseUnfit,
  tooDeep,
  tooManyKeys,
} from './parse-json.js';

/** Bodies of this size and more are parsed in pieces. */
export const largeBodyBytes = worthPieces;

/** Bodies of this size and more wait for each other: parsed together, all of them would fill the heap before the first run could begin. */
const hugeBodyBytes = 1024 * 1024;
const hugeBodies = new OneAtATime();

const bodyRules: PieceRules = {
  maxDepth,
  maxKeys,
  parse: parseText,
  unfit: { isIn: isUnfit, refuse: refuseUnfit, refuseMember, refuseKey },
  prototypeKeys: 'kept',
  refusals: { invalid: invalidJson, tooDeep, tooManyKeys },
};

/** As `parseJson`, while other work has its turn. @throws DomainError as `parseJson` does */
export async function parseLargeJson(bytes: Buffer, takes: 'structures' | 'anything' = 'structures', pieceBytes?: number): Promise<Json> {
  const parse = () => parseBody(bytes, takes, pieceBytes);
  return bytes.length < hugeBodyBytes ? parse() : hugeBodies.do(parse);
}

async function parseBody(bytes: Buffer, takes: 'structures' | 'anything', pieceBytes?: number): Promise<Json> {
  if (!isUtf8(bytes)) throw invalidJson('The request body must be UTF-8');
  return isStructure(bytes) ? parseInPieces(bytes, bodyRules, pieceBytes) : parseJson(bytes, takes);
}
