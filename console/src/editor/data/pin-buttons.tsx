import { useState, type ReactNode } from 'react';
import type { ShownEvent } from '@sluice/client';
import type { Block } from '../../../../src/document/document.js';
import { mostPinBytes } from '../../../../src/document/export/pins.js';
import type { JsonObject } from '../../../../src/kernel/json.js';
import type { DraftOperation } from '../../../../src/modules/workflows/domain/edits/operation.js';
import { Button } from '../../parts/controls/button.js';
import { Select } from '../../parts/controls/select.js';
import { TextField } from '../../parts/controls/text-field.js';
import { wholeValue } from '../../run/whole-value.js';
import { sourceHandles } from '../commands/handles.js';
import { partsOf } from '../runs/parts-of.js';
import { readPin, refusedPin, type WrittenPin } from './read-pin.js';
import styles from './data.module.css';

interface PinButtonsProps {
  readonly block: Block;
  /** The event with the output of the block, if it has completed. */
  readonly place: { readonly event: ShownEvent; readonly executionId: string; readonly workspaceId: string } | undefined;
  /** The pin that is being written, which stays while the user looks at something else. */
  readonly written: WrittenPin | undefined;
  readonly onWrite: (written: WrittenPin | undefined) => void;
  readonly onEdit: (operations: readonly DraftOperation[], label: string) => void;
}

/** Sets, changes and removes the pinned output of a block. */
export function PinButtons({ block, place, written, onWrite, onEdit }: PinButtonsProps): ReactNode {
  const [problem, setProblem] = useState<string>();
  const [isLoading, setLoading] = useState(false);
  const [isBegun, setBegun] = useState(false);
  const { id, name, pin } = block;
  const write = (next: WrittenPin | undefined): void => {
    onWrite(next);
    setProblem(undefined);
  };
  const save = (output: JsonObject, handle: string | undefined): void => {
    const refused = refusedPin(output);
    if (refused !== undefined) return setProblem(refused);
    const value = { output, ...(handle !== undefined && handle !== 'source' && { handle }) };
    onEdit([{ op: 'option', id, name: 'pin', value }], `Pin the output of ${name}`);
    write(undefined);
  };
  const take = async ({ event, ...run }: NonNullable<PinButtonsProps['place']>): Promise<void> => {
    const { output, handle } = event.payload;
    setProblem(undefined);
    setLoading(true);
    try {
      const whole = await wholeValue(output, partsOf({ ...run, position: event.position }, 'output'), mostPinBytes);
      save(whole as JsonObject, typeof handle === 'string' ? handle : undefined);
    } catch (error) {
      setProblem(`The output is not pinned: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      setLoading(false);
    }
  };
  if (written !== undefined) {
    return (
      <PinForm
        block={block}
        written={written}
        problem={problem}
        isFocused={isBegun}
        onWrite={write}
        onSave={() => {
          const read = readPin(written.text);
          if ('problem' in read) setProblem(read.problem);
          else save(read.output, written.handle);
        }}
        onCancel={() => write(undefined)}
      />
    );
  }
  return (
    <>
      {problem !== undefined && (
        <p className={styles['wrong']} role="alert">
          {problem}
        </p>
      )}
      <div className={styles['buttons']}>
        {place !== undefined && place.event.payload['pinned'] !== true && (
          <Button isPending={isLoading} onPress={() => void take(place)}>
            Pin this output
          </Button>
        )}
        <Button
          onPress={() => {
            setBegun(true);
            write({ text: JSON.stringify(pin?.output ?? {}, null, 2), handle: pin?.handle });
          }}
        >
          {pin !== undefined ? 'Change the pin' : place === undefined ? 'Pin an output' : 'Pin other data'}
        </Button>
        {pin !== undefined && (
          <Button onPress={() => onEdit([{ op: 'option', id, name: 'pin' }], `Remove the pin of ${name}`)}>Remove the pin</Button>
        )}
      </div>
    </>
  );
}

interface PinFormProps {
  readonly block: Block;
  readonly written: WrittenPin;
  readonly problem: string | undefined;
  /** Whether the user has just begun it: one that was begun before leaves the focus where it is. */
  readonly isFocused: boolean;
  readonly onWrite: (written: WrittenPin) => void;
  readonly onSave: () => void;
  readonly onCancel: () => void;
}

function PinForm({ block, written, problem, isFocused, onWrite, onSave, onCancel }: PinFormProps): ReactNode {
  const ways = sourceHandles(block, undefined).filter(({ id }) => id.startsWith('condition-') || id.startsWith('router-'));
  return (
    <section className={styles['part']} aria-label="Pin">
      <div className={styles['json']}>
        <TextField
          label="Pinned output as JSON"
          isLong
          autoFocus={isFocused}
          value={written.text}
          problem={problem}
          onChange={(text) => onWrite({ ...written, text })}
        />
      </div>
      {ways.length > 0 && (
        <Select
          label="Way that is taken"
          value={written.handle ?? null}
          placeholder="None"
          options={ways.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(handle) => onWrite({ ...written, handle })}
        />
      )}
      <div className={styles['buttons']}>
        <Button look="primary" onPress={onSave}>
          Save the pin
        </Button>
        <Button onPress={onCancel}>Cancel</Button>
      </div>
    </section>
  );
}
