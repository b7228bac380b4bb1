import {
  type Ask,
  askKindNames,
  askKinds,
  askLimits,
  askTimeNames,
  askTimes,
  listConditionAnswers,
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
import { MoveButtons, useListMoves } from '../../forms/move-button.tsx';

type AsksFormValues = { asks: Ask[] };

const askKindChoices = askKinds.map((kind) => [kind, askKindNames[kind]] as const);
const askTimeChoices = askTimes.map((time) => [time, capitalise(askTimeNames[time])] as const);

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
  const { control } = useFormContext<AsksFormValues>();
  const { fields, append, remove, move } = useFieldArray({ control, name: 'asks', keyName: 'key' });
  const { errors } = useFormState({ control, name: 'asks' });
  const { list, done, setDone, markMoved } = useListMoves();
  const isAskListFull = fields.length >= askLimits.count;
  const asksFault = errors.asks?.message ?? errors.asks?.root?.message;

  const moveAsk = (from: number, to: number) => {
    if (to < 0 || to >= fields.length) return;
    move(from, to);
    markMoved(nameAskByNumber(from), from, to, fields.length);
  };
  const removeAsk = (at: number) => {
    remove(at);
    setDone({ at: -1, focus: 'add', words: `${nameAskByNumber(at)} removed` });
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
                <MoveButtons
                  name={nameAskByNumber(at)}
                  place={at}
                  last={fields.length - 1}
                  onMove={moveAsk}
                />
                <IconButton
                  label={`Remove ${nameAskByNumber(at)}`}
                  className="text-clay-deep"
                  onClick={() => removeAsk(at)}
                >
                  <Trash2 aria-hidden />
                </IconButton>
              </AskFields>
            </li>
          ))}
        </ol>
        <FieldError>{asksFault}</FieldError>
        <Button
          data-does="add"
          variant="outline"
          size="sm"
          className="self-start"
          aria-disabled={isAskListFull}
          onClick={() => !isAskListFull && append(makeAsk())}
        >
          {!isAskListFull && <Plus aria-hidden />}
          {isAskListFull ? `At most ${askLimits.count}` : 'Add paper or question'}
        </Button>
        <output className="sr-only">{done?.words}</output>
      </div>
    </fieldset>
  );
}

const nameAskByNumber = (at: number) => `number ${at + 1}`;

function AskFields({ at, children }: { at: number; children: React.ReactNode }) {
  const chosenAskKind = useWatch<AsksFormValues, `asks.${number}.kind`>({ name: `asks.${at}.kind` });
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-control border border-line p-3 md:grid-cols-3">
      <legend className="sr-only">{capitalise(nameAskByNumber(at))}</legend>
      <TextField<AsksFormValues> name={`asks.${at}.label`} label="Label" className="md:col-span-3" required />
      <ChoiceField<AsksFormValues> name={`asks.${at}.kind`} label="Kind" choices={askKindChoices} />
      <ChoiceField<AsksFormValues> name={`asks.${at}.needed`} label="Needed" choices={askTimeChoices} />
      <AskCondition at={at} />
      {chosenAskKind === 'choice' && (
        <ListField<AsksFormValues>
          name={`asks.${at}.options`}
          label="Options"
          hint="One on each line"
          separator={'\n'}
          className="md:col-span-3"
          required
        />
      )}
      <TextField<AsksFormValues>
        name={`asks.${at}.help`}
        label="Help"
        placeholder="All pages, with the stamp"
        className="md:col-span-3"
      />
      <div className="flex flex-wrap items-center justify-between gap-x-3 md:col-span-3">
        <CheckField<AsksFormValues>
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
  const typedAsks = useWatch<AsksFormValues, 'asks'>({ name: 'asks' }) ?? [];
  const askCondition = typedAsks[at]?.onlyIf;
  const answerChoices = typedAsks.slice(0, at).flatMap((ask) =>
    listConditionAnswers(ask)
      .filter(Boolean)
      .map((is) => [`${ask.id}=${is}`, `“${ask.label || 'Without a label'}” is ${is}`] as const),
  );
  if (answerChoices.length === 0 && !askCondition) return null;
  const chosenCondition = askCondition ? `${askCondition.ask}=${askCondition.is}` : '';
  const isChosenConditionGone =
    chosenCondition !== '' && !answerChoices.some(([value]) => value === chosenCondition);
  return (
    <ControlledField<AsksFormValues, `asks.${number}.onlyIf`> name={`asks.${at}.onlyIf`} label="Only if">
      {({ value: _, onChange, ...field }) => (
        <Select
          {...field}
          value={chosenCondition}
          choices={
            isChosenConditionGone
              ? [[chosenCondition, 'An answer that is not asked for any more'], ...answerChoices]
              : answerChoices
          }
          onChange={({ target }) => onChange(parseAskCondition(target.value))}
        >
          <option value="">Always</option>
        </Select>
      )}
    </ControlledField>
  );
}

function parseAskCondition(value: string): Ask['onlyIf'] {
  const [ask = '', ...rest] = value.split('=');
  return value ? { ask, is: rest.join('=') } : null;
}
