import type { Json } from '#kernel/json.js';
import { nearestName } from '#kernel/text/nearest-name.js';
import type { Block } from '#document/document.js';
import { quoted } from '#document/quoted.js';
import type { FoundPlaceholder } from '#engine/texts/template.js';
import type { PaletteEntry } from '../define-block.js';
import { isFilled, isOpen } from '../fields/blank.js';
import { isRelevant, valuesOf, type FieldText } from './field-texts.js';
import { finding, meant, mostFindings, positionAt, type Finding } from './finding.js';
import { modelKey, reviewed, type NamedThing, type WorkspaceFacts } from './named-things.js';
import { thingsOfTools } from './tool-findings.js';

/** The tables, knowledge bases and workflows that a block names. Names that contain references are known in a run only. */
export function thingsNamedBy(block: Block, { inputs }: PaletteEntry): readonly NamedThing[] {
  const values = valuesOf(block);
  const own = Object.entries(inputs.properties).flatMap(([field, schema]) => {
    // Files, members and MCP servers have several names: a run finds them.
    const kind = reviewed.find((each) => each === schema['x-names']);
    if (kind === undefined || !Object.hasOwn(values, field) || !isRelevant(schema, values, inputs.properties)) return [];
    const hasOwnKey = kind === 'model' && isFilled(values['apiKey']);
    return idsIn(values[field]).map((id) => ({ kind, field, id, hasOwnKey }));
  });
  return [...own, ...thingsOfTools(block)];
}

function idsIn(value: Json | undefined): readonly string[] {
  const texts = (Array.isArray(value) ? (value as readonly Json[]) : [value]).filter((each) => typeof each === 'string' && !isOpen(each));
  return (texts as readonly string[]).flatMap((text) => text.split(',').map((id) => id.trim())).filter((id) => id !== '');
}

/** Warnings: documents that come from another workspace are deployed before their ids are adapted, and the block says what it misses. */
export function thingFindings(
  block: Block,
  palette: PaletteEntry,
  { existing, deployed, refusedModels }: WorkspaceFacts,
): readonly Finding[] {
  return thingsNamedBy(block, palette).flatMap((thing) => {
    const { kind, field, id } = thing;
    if (kind === 'model') {
      const refusal = refusedModels.get(modelKey(thing));
      return refusal === undefined
        ? []
        : [finding({ block, field, code: 'unusable_model', what: `names a model that cannot be used: ${refusal}` })];
    }
    const code = kind.replace(' ', '_');
    if (!existing[kind].has(id)) {
      return [
        finding({
          block,
          field,
          code: `unknown_${code}`,
          what: `names ${kind} ${quoted(id)}, which this workspace does not have`,
        }),
      ];
    }
    if (kind !== 'workflow' || deployed.has(id)) return [];
    return [finding({ block, field, code: 'workflow_not_deployed', what: `names workflow ${quoted(id)}, which is not deployed` })];
  });
}

/** A secret can be set until the block runs, so none of these is sure. */
export function* secretFindings(
  block: Block,
  { field, text }: FieldText,
  placeholders: readonly FoundPlaceholder[],
  { secrets }: WorkspaceFacts,
): Generator<readonly Finding[]> {
  const missing = placeholders.flatMap(({ index, placeholder }) =>
    placeholder.kind === 'secret' && !secrets.has(placeholder.name) && text[index - 1] !== '$' ? [{ index, name: placeholder.name }] : [],
  );
  const first = new Map(missing.toReversed().map((each) => [each.name, each]));
  for (const { index, name } of [...first.values()].slice(0, mostFindings)) {
    const what = `uses {{${name}}}, which is not set in this workspace${meant(nearestName(name, secrets))}`;
    yield [finding({ block, field, code: 'missing_secret', what, position: positionAt(text, index) })];
  }
}
