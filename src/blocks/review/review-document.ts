import { nearestName } from '#kernel/text/nearest-name.js';
import { ancestors, isContainer, isInTriggerMode, isNote, isTrigger, liveBlocks } from '#document/block-roles.js';
import { ProblemList } from '#document/check/problem-list.js';
import { findBlock, isStrict, type Block, type Findings, type WorkflowDocument } from '#document/document.js';
import { quoted } from '#document/quoted.js';
import { numberIn } from '#engine/values/coerce.js';
import { plainText } from '#engine/values/json-text.js';
import { placeholdersOf, type FoundPlaceholder } from '#engine/texts/template.js';
import type { PaletteEntry } from '../define-block.js';
import { isFilled, isOpen } from '../fields/blank.js';
import type { ValueSchema } from '../fields/schema.js';
import type { BlockRegistry } from '../palette/registry.js';
import { callFindings } from './called-input.js';
import { allTexts, fieldTexts, isRelevant, valuesOf } from './field-texts.js';
import { finding, meant, type Finding } from './finding.js';
import { mcpFindings } from './mcp-uses.js';
import { KnownNames } from './known-names.js';
import { textFindings } from './reference-findings.js';
import { toolFindings } from './tool-findings.js';
import type { NamedThing, WorkspaceFacts } from './named-things.js';
import { boundsFindings, jsonFindings } from './written-values.js';
import { secretFindings, thingFindings, thingsNamedBy } from './workspace-facts.js';

const placeholdersInStep = 500;

type Palettes = Pick<BlockRegistry, 'palette'>;
type Reviewers = Pick<BlockRegistry, 'palette' | 'advice'>;

/** The tables, knowledge bases and workflows that a document names. */
export function namedThings(document: WorkflowDocument, palettes: Palettes): readonly NamedThing[] {
  return withPalettes(document, palettes).flatMap(([block, palette]) => thingsNamedBy(block, palette));
}

/**
 * Reviews the fields of all live blocks: references, code, names of fields, secrets, and ids of things of the workspace. A mistake is a
 * problem if the block fails whenever it runs and nothing handles the failure, otherwise a warning. Each step takes milliseconds: other work
 * may have its turn between two of them.
 */
export function* reviewSteps(document: WorkflowDocument, palettes: Reviewers, facts: WorkspaceFacts): Generator<void, Findings> {
  const names = new KnownNames(document, (type) => palettes.palette(type));
  const fatal = fatalBlocks(document);
  const isNew = isStrict(document);
  const [problems, warnings] = [new ProblemList(), new ProblemList()];
  for (const block of liveBlocks(document).filter(isInTriggerMode)) {
    for (const findings of triggerFindings(block, facts)) {
      for (const { problem } of findings) warnings.add(problem);
      yield;
    }
  }
  for (const [block, palette] of withPalettes(document, palettes)) {
    for (const findings of findingsOf(block, palette, { names, facts })) {
      for (const { problem, isSure, isAlways = false } of findings)
        (isAlways || (isSure && fatal.has(block.id)) ? problems : warnings).add(problem);
      yield;
    }
    for (const { isRefusedInNew, ...advice } of palettes.advice(block)) (isRefusedInNew && isNew ? problems : warnings).add(advice);
  }
  return { problems: problems.all, warnings: warnings.all };
}

function withPalettes(document: WorkflowDocument, palettes: Palettes): readonly (readonly [Block, PaletteEntry])[] {
  return liveBlocks(document).flatMap((block) => {
    const palette = isNote(block) || isInTriggerMode(block) ? undefined : palettes.palette(block.type);
    return palette === undefined ? [] : [[block, palette] as const];
  });
}

interface Surroundings {
  readonly names: KnownNames;
  readonly facts: WorkspaceFacts;
}

function* findingsOf(block: Block, palette: PaletteEntry, { names, facts }: Surroundings): Generator<readonly Finding[]> {
  yield [
    ...fieldFindings(block, palette),
    ...numberFindings(block, palette),
    ...openFindings(block, palette),
    ...boundsFindings(block, palette),
    ...jsonFindings(block, palette),
    ...thingFindings(block, palette, facts),
    ...callFindings(block, facts),
    ...toolFindings(block, facts),
    ...mcpFindings(block, facts),
  ];
  for (const text of fieldTexts(block, palette)) {
    const placeholders = yield* allPlaceholders(text.text);
    yield* textFindings(block, text, placeholders, names);
    yield* secretFindings(block, text, placeholders, facts);
  }
}

/** A block of a provider in trigger mode: the trigger has its own rules, which the deployment checks. */
function* triggerFindings(block: Block, facts: WorkspaceFacts): Generator<readonly Finding[]> {
  for (const text of allTexts(block)) yield* secretFindings(block, text, yield* allPlaceholders(text.text), facts);
}

/** A step after some of them: to find all of a long text takes tens of milliseconds. */
function* allPlaceholders(text: string): Generator<readonly Finding[], readonly FoundPlaceholder[]> {
  const found: FoundPlaceholder[] = [];
  for (const each of placeholdersOf(text, () => true)) if (found.push(each) % placeholdersInStep === 0) yield [];
  return found;
}

/** Fields with a value that the type does not have. The data of a container also belong to editors, so only near misses count there. */
function fieldFindings(block: Block, { inputs }: PaletteEntry): readonly Finding[] {
  const known = Object.keys(inputs.properties);
  return Object.entries(valuesOf(block)).flatMap(([field, value]) => {
    if (known.includes(field) || !isFilled(value)) return [];
    const nearest = nearestName(field, known);
    if (isContainer(block) && nearest === undefined) return [];
    const what = `is not a field of blocks of type ${quoted(block.type)}${meant(nearest)}`;
    return [finding({ block, field, code: 'unknown_field', what })];
  });
}

/** Fixed values of number fields that are no number or out of range. Some fields take another number instead, so none of these is sure. */
function numberFindings(block: Block, { inputs: { properties } }: PaletteEntry): readonly Finding[] {
  const values = isContainer(block) ? {} : valuesOf(block);
  return Object.entries(values).flatMap(([field, value]) => {
    const schema = Object.hasOwn(properties, field) ? properties[field] : undefined;
    if (schema === undefined || !isNumber(schema) || !isFilled(value) || isOpen(value) || !isRelevant(schema, values, properties))
      return [];
    const { minimum = -Infinity, maximum = Infinity } = schema as { readonly minimum?: number; readonly maximum?: number };
    const number = numberIn(plainText(value));
    if (number !== null && number >= minimum && number <= maximum) return [];
    const range = [...(minimum === -Infinity ? [] : [`at least ${minimum}`]), ...(maximum === Infinity ? [] : [`at most ${maximum}`])];
    const what = `takes ${['a number', range.join(' and ')].filter((part) => part !== '').join(' of ')}, not ${quoted(plainText(value))}`;
    return [finding({ block, field, code: 'out_of_range', what })];
  });
}

/** References and secrets in numbers, flags and choices that are taken as they are written: the block uses the default instead. */
function openFindings(block: Block, { inputs: { properties } }: PaletteEntry): readonly Finding[] {
  const values = isContainer(block) ? {} : valuesOf(block);
  return Object.entries(values).flatMap(([field, value]) => {
    const schema = Object.hasOwn(properties, field) ? properties[field] : undefined;
    if (schema === undefined || !isOpen(value) || !isFixed(schema) || !isRelevant(schema, values, properties)) return [];
    return [finding({ block, field, code: 'reference_not_read', what: 'takes a value as it is written, no reference and no secret' })];
  });
}

function isFixed(schema: ValueSchema): boolean {
  return schema['x-holds'] === undefined && (isNumber(schema) || schema['enum'] !== undefined);
}

function isNumber({ type }: ValueSchema): boolean {
  return Array.isArray(type) && type.includes('number') && !type.includes('boolean');
}

/** The blocks that a run can reach and whose failure ends it: neither they nor a container around them have an edge for errors. */
function fatalBlocks({ blocks, edges }: WorkflowDocument): ReadonlySet<string> {
  const handled = new Set(edges.filter(({ sourceHandle }) => sourceHandle === 'error').map(({ source }) => source));
  const targets = Map.groupBy(edges, ({ source }) => source);
  const reached = new Set(
    Object.values(blocks)
      .filter(isTrigger)
      .map(({ id }) => id),
  );
  for (const id of reached) for (const { target } of targets.get(id) ?? []) reached.add(target);
  const isFatal = (id: string): boolean => {
    const block = findBlock(blocks, id);
    return block !== undefined && [block, ...ancestors(blocks, block)].every((each) => !handled.has(each.id));
  };
  return new Set([...reached].filter(isFatal));
}
