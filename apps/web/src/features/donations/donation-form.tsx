import type { Donation } from '@institute/contract';
import { makeDonationCode } from '@institute/contract/donations.constants';
import { currencies, currencyCodes, currencyNames, formatMoney } from '@institute/contract/money';
import type { PostedValues } from '@institute/contract/page-bundle';
import { payChannels } from '@institute/contract/place';
import { Alert } from '@institute/ui/alert.tsx';
import { makeChipClass } from '@institute/ui/badge.tsx';
import { Button, makeButtonClass } from '@institute/ui/button.tsx';
import { Field, Input, makeFieldId } from '@institute/ui/field.tsx';
import { Form } from '@institute/ui/form.tsx';
import { BusyNotice } from '@institute/ui/form-outcome.tsx';
import { Select } from '@institute/ui/select.tsx';
import { emptyTrapField, HiddenTrapField, isTrapped } from '@institute/ui/trap.tsx';
import { Link, useHydrated } from '@tanstack/react-router';
import { Phone } from 'lucide-react';
import { type Dispatch, type FormEvent, type RefObject, useId, useReducer, useRef, useState } from 'react';
import { mapFaultsByField, usePostedForm, useSite } from '../../api/context.ts';
import {
  type DonationAction,
  type DonationValues,
  findFirstMissingField,
  findMissingFields,
  type MissingField,
  readDonation,
  reduceDonation,
  type TypedDonation,
  typedFields,
} from './donation-state.ts';
import { type ClaimedPayment, useDonation } from './use-donation.ts';

const TRAP_FILLED_MESSAGE = 'Something filled in a field that must stay empty. Please press Donate again.';
const DONATION_GAPS_MESSAGE = 'Please fill in your details and select an amount to donate';

export function DonationForm({ onClaim }: { onClaim: (payment: ClaimedPayment) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const messageId = useId();
  const postedForm = usePostedForm('/donations');
  const { donation, dispatch, takeOver } = useTypedDonation(form, postedForm?.values);
  const [pressed, setPressed] = useState(false);
  const [trapped, setTrapped] = useState(false);
  // Without scripts the page cannot know when the form is complete
  const isHydrated = useHydrated();
  const submitButton = useRef<HTMLButtonElement>(null);
  const { donate, isPending, isBusy, trouble, ...refused } = useDonation(onClaim, () =>
    submitButton.current?.focus(),
  );
  const faultsByField = { ...mapFaultsByField(postedForm?.faults), ...refused.faults };
  const firstGap = findFirstMissingField(donation);
  const isComplete = !firstGap;
  const shownMissingFields = pressed ? findMissingFields(donation) : {};
  const failureMessage = trapped ? TRAP_FILLED_MESSAGE : isComplete ? trouble?.text : DONATION_GAPS_MESSAGE;

  const submitDonation = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setPressed(true);
    const isTrapFilled = isTrapped(event.currentTarget);
    setTrapped(isTrapFilled);
    if (isTrapFilled) return emptyTrapField(event.currentTarget);
    const currentDonation = takeOver();
    const missingField = findFirstMissingField(currentDonation);
    if (!missingField) return donate(currentDonation);
    form.current?.querySelector<HTMLElement>(`[name=${missingField}]`)?.focus();
  };
  const makeFieldProps = (field: 'name' | 'email' | 'phone') => ({
    name: field,
    value: donation[field],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      dispatch({ type: 'write', field, text: target.value }),
  });

  /** Field that gets the fault and the focus. The fault of the amount is below the button. */
  const fieldWithMessage: MissingField = pressed && !trapped ? (firstGap ?? 'custom') : 'custom';
  const messageElement = failureMessage && (
    <div id={messageId}>
      {isComplete || pressed ? (
        <Alert tone="danger">{failureMessage}</Alert>
      ) : (
        <p className="needs-script text-base text-muted print:hidden">{failureMessage}</p>
      )}
    </div>
  );
  return (
    <Form
      ref={form}
      method="post"
      action="/donations"
      noValidate
      takeOver={takeOver}
      onSubmit={submitDonation}
      className="flex flex-col gap-5"
    >
      {fieldWithMessage === 'name' && messageElement}
      <Field
        id={makeFieldId('donation', 'name')}
        label="Full Name"
        required
        error={faultsByField.name ?? shownMissingFields.name}
      >
        <Input {...makeFieldProps('name')} autoComplete="name" />
      </Field>
      {fieldWithMessage === 'email' && messageElement}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          id={makeFieldId('donation', 'email')}
          label="Email"
          required
          error={faultsByField.email ?? shownMissingFields.email}
        >
          <Input {...makeFieldProps('email')} type="email" autoComplete="email" />
        </Field>
        <Field id={makeFieldId('donation', 'phone')} label="Phone" error={faultsByField.phone}>
          <Input {...makeFieldProps('phone')} type="tel" autoComplete="tel" />
        </Field>
      </div>
      <CurrencyField currency={donation.currency} error={faultsByField.currency} dispatch={dispatch} />
      <AmountFields
        donation={donation}
        error={faultsByField.amount ?? shownMissingFields.custom}
        dispatch={dispatch}
      />
      <HiddenTrapField />
      <div className="flex flex-col gap-3">
        <Button
          ref={submitButton}
          type="submit"
          size="lg"
          pending={isPending}
          aria-disabled={isHydrated && !isComplete}
          aria-describedby={failureMessage ? messageId : undefined}
        >
          Donate
        </Button>
        <BusyNotice isBusy={isBusy} />
        {fieldWithMessage === 'custom' && messageElement}
        {isComplete && trouble?.unreached && <MerchantCode donation={trouble.unreached} />}
      </div>
    </Form>
  );
}

/** The state of the form. `takeOver` reads values that were typed before hydration. */
function useTypedDonation(
  form: RefObject<HTMLFormElement | null>,
  posted: PostedValues['values'] | undefined,
) {
  const [donation, dispatch] = useReducer(reduceDonation, posted, readDonation);
  const takeOverTypedDonation = (): DonationValues => {
    const typedDonation = form.current && readTypedDonation(form.current, donation);
    if (!typedDonation) return donation;
    const takeOverAction = { type: 'take over', typed: typedDonation } as const;
    dispatch(takeOverAction);
    return reduceDonation(donation, takeOverAction);
  };
  return { donation, dispatch, takeOver: takeOverTypedDonation };
}

/** Reads the values of fields that differ from the state. */
function readTypedDonation(form: HTMLFormElement, donation: DonationValues): TypedDonation | undefined {
  const formData = new FormData(form);
  const typedValueEntries = typedFields.map((name) => [name, formData.get(name)] as const);
  const changedValues = typedValueEntries.filter(
    ([name, value]) => typeof value === 'string' && value !== donation[name],
  );
  return changedValues.length > 0 ? (Object.fromEntries(changedValues) as TypedDonation) : undefined;
}

type FormPartProps = { error: string | undefined; dispatch: Dispatch<DonationAction> };

function CurrencyField({ currency, error, dispatch }: FormPartProps & Pick<DonationValues, 'currency'>) {
  return (
    <Field id={makeFieldId('donation', 'currency')} label="Currency" error={error}>
      <Select
        name="currency"
        choices={currencyCodes.map((code) => [code, `${code}, ${currencyNames[code]}`])}
        value={currency}
        onChange={({ target }) => {
          const chosenCurrency = currencyCodes.find((code) => code === target.value);
          if (chosenCurrency) dispatch({ type: 'change-currency', currency: chosenCurrency });
        }}
      />
    </Field>
  );
}

function AmountFields({ donation, error, dispatch }: FormPartProps & { donation: DonationValues }) {
  const { currency, amount, custom, fault } = donation;
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-1.5 text-base font-semibold">Amount</legend>
      <div className="needs-script grid grid-cols-2 gap-2 sm:grid-cols-4">
        {currencies[currency].presets.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={custom === '' && amount === preset}
            onClick={() => dispatch({ type: 'pick', amount: preset })}
            className={`justify-center ${makeChipClass(custom === '' && amount === preset)}`}
          >
            {formatMoney(currency, preset)}
          </button>
        ))}
      </div>
      <Field
        id={makeFieldId('donation', 'amount')}
        label={
          <>
            Custom Amount
            {/* Hidden without scripts, which the preset amounts need */}
            <span aria-hidden className="without-script text-clay-deep">
              {' *'}
            </span>
          </>
        }
        error={fault ? <span role="alert">{fault}</span> : error}
      >
        <Input
          name="custom"
          inputMode="numeric"
          autoComplete="off"
          value={custom}
          onChange={({ target }) => dispatch({ type: 'type', text: target.value })}
        />
      </Field>
    </fieldset>
  );
}

function MerchantCode({ donation }: { donation: Pick<Donation, 'id' | 'txRef' | 'currency' | 'amount'> }) {
  const { merchantCode } = useSite('donations').donations;
  if (!merchantCode) return null;
  return (
    <section
      aria-label="Pay by mobile money code"
      className="flex flex-col gap-3 rounded-control bg-sand p-4 text-base"
    >
      <p className="font-semibold">You can pay by mobile money code instead</p>
      <div className="flex flex-wrap gap-2" translate="no">
        {Object.values(payChannels).map(({ operator, menu }) => (
          <a
            key={operator}
            href={`tel:${encodeURIComponent(`${menu}*${merchantCode}#`)}`}
            className={makeButtonClass({ variant: 'outline' })}
          >
            <Phone aria-hidden />
            {`${operator}: ${menu}*${merchantCode}#`}
          </a>
        ))}
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 [&_dd]:font-semibold">
        <dt>Merchant code</dt>
        <dd translate="no">{merchantCode}</dd>
        <dt>Amount</dt>
        <dd translate="no">{formatMoney(donation.currency, donation.amount)}</dd>
        <dt>Reference</dt>
        <dd translate="no">{makeDonationCode(donation.id)}</dd>
      </dl>
      <p>
        Type the reference, so that we know that the payment is yours. Our office then marks it as received,
        and{' '}
        <Link to="/donations/$txRef" params={{ txRef: donation.txRef }} className="underline">
          your donation’s page
        </Link>{' '}
        shows the receipt.
      </p>
    </section>
  );
}
