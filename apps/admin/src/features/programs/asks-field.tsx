import {
  type Ask,
  askKindNames,
  askKinds,
  askLimits,
  askTimeNames,
  askTimes,
  listAnswers,
} from '@institute/contract/asks.constants';
import { capitalise } from '@institute/contract/text';
import { Button, IconButton } from '@institute/ui/button.tsx';
import { FieldError } from '@institute/ui/field.tsx';
import { Select } from '@institute/ui/select.tsx';
import { makeSubmissionKey } from '@institute/ui/submission-key.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { CheckField, ChoiceField, ControlledField, TextField } from '../../forms/fields.tsx';
import { ListField } from '../../forms/list-field.tsx';
import { MoveButtons, useMoves } from '../../forms/move-button.tsx';

type Values = { asks: Ask[] };

const kinds = askKinds.map((kind) => [kind, askKindNames[kind]] as const);
const times = askTimes.map((time) => [time, capitalise(askTimeNames[time])] as const);

const makeAsk = (): Ask => ({
  id: makeSubmissionKey(),
  kind: 'document',
  label: '',
  help: null,
  options: [],
  needed: 'acceptance',
  onlyIf: null,
  isPrivate: false,
});

/** What applicants show or answer after the registration, in the order in which they read it. */
export function AsksField() {
  const { control } = useFormContext<Values>();
  const { fields, append, remove, move } = useFieldArray({ control, name: 'asks', keyName: 'key' });
  const { errors } = useFormState({ control, name: 'asks' });
  const { list, done, setDone, markMoved } = useMoves();
  const isFull = fields.length >= askLimits.count;
  const fault = errors.asks?.message ?? errors.asks?.root?.message;

  const moveAsk = (from: number, to: number) => {
    if (to < 0 || to >= fields.length) return;
    move(from, to);
    markMoved(nameAsk(from), from, to, fields.length);
  };
  const removeAsk = (at: number) => {
    remove(at);
    setDone({ at: -1, focus: 'add', words: `${nameAsk(at)} removed` });
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 text-base font-semibold">Papers and questions</legend>
      <p className="text-sm text-muted">
        Visitors read them as “You will need”, before they register. Nothing is sent with the registration.
      </p>
      <div className="flex flex-col gap-3">
        <ol ref={list} className="flex flex-col gap-3">
          {fields.map(({ key }, at) => (
            <li key={key}>
              <AskFields at={at}>
                <MoveButtons name={nameAsk(at)} place={at} last={fields.length - 1} onMove={moveAsk} />
                <IconButton
                  label={`Remove ${nameAsk(at)}`}
                  className="text-clay-deep"
                  onClick={() => removeAsk(at)}
                >
                  <Trash2 aria-hidden />
                </IconButton>
              </AskFields>
            </li>
          ))}
        </ol>
        <FieldError>{fault}</FieldError>
        <Button
          data-does="add"
          variant="outline"
          size="sm"
          className="self-start"
          aria-disabled={isFull}
          onClick={() => !isFull && append(makeAsk())}
        >
          {!isFull && <Plus aria-hidden />}
          {isFull ? `At most ${askLimits.count}` : 'Add paper or question'}
        </Button>
        <output className="sr-only">{done?.words}</output>
      </div>
    </fieldset>
  );
}

const nameAsk = (at: number) => `number ${at + 1}`;

function AskFields({ at, children }: { at: number; children: React.ReactNode }) {
  const kind = useWatch<Values, `asks.${number}.kind`>({ name: `asks.${at}.kind` });
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-control border border-line p-3 md:grid-cols-3">
      <legend className="sr-only">{capitalise(nameAsk(at))}</legend>
      <TextField<Values> name={`asks.${at}.label`} label="Label" className="md:col-span-3" required />
      <ChoiceField<Values> name={`asks.${at}.kind`} label="Kind" choices={kinds} />
      <ChoiceField<Values> name={`asks.${at}.needed`} label="Needed" choices={times} />
      <AskCondition at={at} />
      {kind === 'choice' && (
        <ListField<Values>
          name={`asks.${at}.options`}
          label="Options"
          hint="One on each line"
          separator={'\n'}
          className="md:col-span-3"
          required
        />
      )}
      <TextField<Values>
        name={`asks.${at}.help`}
        label="Help"
        placeholder="All pages, with the stamp"
        className="md:col-span-3"
      />
      <div className="flex flex-wrap items-center justify-between gap-x-3 md:col-span-3">
        <CheckField<Values>
          name={`asks.${at}.isPrivate`}
          label="Private (answers are sealed like health answers)"
        />
        <div className="ml-auto flex">{children}</div>
      </div>
    </fieldset>
  );
}

/** Nothing while no earlier one has answers to choose from. */
function AskCondition({ at }: { at: number }) {
  const asks = useWatch<Values, 'asks'>({ name: 'asks' }) ?? [];
  const onlyIf = asks[at]?.onlyIf;
  const answers = asks.slice(0, at).flatMap((ask) =>
    listAnswers(ask)
      .filter(Boolean)
      .map((is) => [`${ask.id}=${is}`, `“${ask.label || 'Without a label'}” is ${is}`] as const),
  );
  if (answers.length === 0 && !onlyIf) return null;
  const chosen = onlyIf ? `${onlyIf.ask}=${onlyIf.is}` : '';
  const isGone = chosen !== '' && !answers.some(([value]) => value === chosen);
  return (
    <ControlledField<Values, `asks.${number}.onlyIf`> name={`asks.${at}.onlyIf`} label="Only if">
      {({ value: _, onChange, ...field }) => (
        <Select
          {...field}
          value={chosen}
          choices={isGone ? [[chosen, 'An answer that is not asked for any more'], ...answers] : answers}
          onChange={({ target }) => onChange(readCondition(target.value))}
        >
          <option value="">Always</option>
        </Select>
      )}
    </ControlledField>
  );
}

function readCondition(value: string): Ask['onlyIf'] {
  const [ask = '', ...rest] = value.split('=');
  return value ? { ask, is: rest.join('=') } : null;
}
