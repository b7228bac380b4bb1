import { ApiFailure } from '@institute/client/failure';
import { FORM_TOKEN_FIELD } from '@institute/contract/contact.constants';
import { emailFault, missingFault } from '@institute/contract/fields.constants';
import type { PostedValues } from '@institute/contract/page-bundle';
import { Button } from '@institute/ui/button.tsx';
import { Field, Input, makeFieldId } from '@institute/ui/field.tsx';
import { Form } from '@institute/ui/form.tsx';
import { BusyNotice } from '@institute/ui/form-outcome.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { useSubmissionKey } from '@institute/ui/submission-key.ts';
import { Textarea } from '@institute/ui/textarea.tsx';
import { toast } from '@institute/ui/toast.ts';
import { HiddenTrapField, isTrapped } from '@institute/ui/trap.tsx';
import { useHydrated } from '@tanstack/react-router';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ContactBody } from '../../api/api.ts';
import { mapFaultsByField, useApi } from '../../api/context.ts';
import { joinHiddenFaults } from '../../api/hidden-faults.ts';
import { callUntilAccepted } from '../../api/until-taken.ts';
import { useSending } from '../../api/use-sending.ts';

export const contactFields = { name: 'Name', email: 'Email', subject: 'Subject', message: 'Message' };

interface ContactMessageToSend {
  body: ContactBody;
  key: string;
  token: string;
}

/** `posted` was sent without scripts and refused. */
export function ContactForm({ posted }: { posted: PostedValues | undefined }) {
  const isHydrated = useHydrated();
  const { keyFor, spent } = useSubmissionKey();
  const { prepare, take } = useFormToken();
  const form = useRef<HTMLFormElement>(null);
  const [before, setBefore] = useState(posted);
  /** Faults that the browser finds before anything is sent. */
  const [gaps, setGaps] = useState<FaultsByField>({});
  const { start, isPending, error, data, isBusy } = useSendMessage(take, () => setBefore(undefined));

  const emptyContactForm = useEffectEvent(() => {
    form.current?.reset();
    // Not earlier, because another press before the fields are empty would otherwise send the message again
    spent();
  });
  useEffect(() => {
    if (data) emptyContactForm();
  }, [data]);
  useEffect(() => {
    if (error || hasAnyFault(gaps)) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error, gaps]);

  const submitContact = (event: FormEvent<HTMLFormElement>) => {
    if (isTrapped(event.currentTarget)) return;
    event.preventDefault();
    const foundGaps = findMissingFields(event.currentTarget);
    setGaps(foundGaps);
    if (hasAnyFault(foundGaps)) return toast.error('Error submitting form');
    const formData = new FormData(event.currentTarget);
    const contactBody = readContact(formData);
    return start({
      body: contactBody,
      key: keyFor(contactBody),
      token: String(formData.get(FORM_TOKEN_FIELD) ?? ''),
    });
  };
  const refusedFaults = error instanceof ApiFailure ? error.details : before?.faults;
  const faultsByField: FaultsByField = hasAnyFault(gaps) ? gaps : mapFaultsByField(refusedFaults);
  const hiddenFaultsText = hasAnyFault(gaps)
    ? ''
    : joinHiddenFaults(refusedFaults ?? [], Object.keys(contactFields));
  const failureText = hasAnyFault(faultsByField)
    ? [FAULTY_MESSAGE, hiddenFaultsText].filter(Boolean).join(' ')
    : error
      ? MESSAGE_NOT_SENT
      : undefined;
  const makeControlProps = (name: keyof ContactBody) => ({ name, defaultValue: before?.values[name] });
  const makeFieldProps = (name: keyof ContactBody) => ({
    id: makeFieldId('contact', name),
    label: contactFields[name],
    error: faultsByField[name],
  });
  return (
    <Form
      ref={form}
      method="post"
      action="/contact"
      noValidate={isHydrated}
      onFocus={prepare}
      onSubmit={submitContact}
      className="flex flex-col gap-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...makeFieldProps('name')} required>
          <Input {...makeControlProps('name')} autoComplete="name" />
        </Field>
        <Field {...makeFieldProps('email')} required>
          <Input {...makeControlProps('email')} type="email" autoComplete="email" />
        </Field>
      </div>
      <Field {...makeFieldProps('subject')} required>
        <Input {...makeControlProps('subject')} />
      </Field>
      <Field {...makeFieldProps('message')} required>
        <Textarea {...makeControlProps('message')} rows={7} />
      </Field>
      <HiddenTrapField />
      {before && (
        <input type="hidden" name={FORM_TOKEN_FIELD} defaultValue={before.values[FORM_TOKEN_FIELD]} />
      )}
      <Button type="submit" size="lg" pending={isPending} className="sm:self-start">
        Send Message
      </Button>
      <BusyNotice isBusy={isBusy} />
      {!isPending && (failureText || data) && (
        <OutcomeLine outcome={{ isDone: !failureText, text: failureText ?? THANKS_MESSAGE }} />
      )}
    </Form>
  );
}

const FAULTY_MESSAGE = 'It was not sent: some answers need a correction.';
const MESSAGE_NOT_SENT = 'It was not sent. What you wrote is still here: please try again.';
const THANKS_MESSAGE = 'Thank you. We have your message and answer you by email.';

type FaultsByField = Partial<Record<string, string>>;

const hasAnyFault = (faults: FaultsByField): boolean => Object.keys(faults).length > 0;

function findMissingFields(form: HTMLFormElement): FaultsByField {
  const faults: FaultsByField = {};
  for (const fieldName of Object.keys(contactFields)) {
    const fieldElement = form.elements.namedItem(fieldName);
    if (!(fieldElement instanceof HTMLInputElement || fieldElement instanceof HTMLTextAreaElement)) continue;
    if (fieldElement.value.trim() === '') faults[fieldName] = missingFault;
    else if (fieldElement.validity.typeMismatch) faults[fieldName] = emailFault;
  }
  return faults;
}

function readContact(data: FormData): ContactBody {
  const readText = (name: keyof ContactBody) => String(data.get(name) ?? '');
  return {
    name: readText('name'),
    email: readText('email'),
    subject: readText('subject'),
    message: readText('message'),
  };
}

function useSendMessage(takeToken: () => Promise<string | undefined>, onSent: () => void) {
  const { send } = useApi();
  const [isBusy, setBusy] = useState(false);
  const contactSending = useSending(
    // Every try of one message has the same key, so that it is stored once
    ({ body, key, token }: ContactMessageToSend) =>
      callUntilAccepted(async () => {
        const formToken = (await takeToken()) || token;
        return send.message({
          body,
          headers: { 'idempotency-key': key, ...(formToken && { 'form-token': formToken }) },
        });
      }, setBusy),
    {
      onSent: () => {
        onSent();
        toast.success('Message sent successfully');
      },
      onFailed: () => toast.error('Error submitting form'),
    },
  );
  return { ...contactSending, isBusy };
}

/** After this time the message goes without a token. It may be filed as spam, but is not lost. */
const FORM_TOKEN_TIMEOUT_MS = 15_000;

/**
 * Loads a token, which keeps one message from being filed as spam. The server accepts a token only some
 * seconds after it was issued.
 */
function useFormToken() {
  const { send } = useApi();
  const requestedFormToken = useRef<Promise<string | undefined>>(null);

  /** Call it at the first input in each field, because an earlier call may have failed. */
  const prepareToken = () => {
    requestedFormToken.current ??= send.formToken().then(
      ({ token, usableAfter }) => resolveAfterMs(usableAfter * 1000, token),
      () => {
        requestedFormToken.current = null;
        return undefined;
      },
    );
    return requestedFormToken.current;
  };
  const takeToken = async () => {
    const preparedFormToken = await Promise.race([
      prepareToken(),
      resolveAfterMs(FORM_TOKEN_TIMEOUT_MS, undefined),
    ]);
    requestedFormToken.current = null;
    return preparedFormToken;
  };
  return { prepare: prepareToken, take: takeToken };
}

function resolveAfterMs<T>(ms: number, value: T) {
  return new Promise<T>((resolve) => setTimeout(resolve, ms, value));
}
