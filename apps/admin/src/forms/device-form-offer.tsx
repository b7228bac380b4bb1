import { formatDate, formatDateTime } from '@institute/contract/time';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { useState } from 'react';
import { type DeviceForm, dropDeviceForm, listDeviceForms } from './device-form.ts';

type DeviceFormOfferProps = {
  form: DeviceForm;
  /** The name of the form. Undefined where the offer stands inside the form. */
  name?: string;
  onRestore: () => void;
  onDiscarded: () => void;
};

export function DeviceFormOffer({ form, name, onRestore, onDiscarded }: DeviceFormOfferProps) {
  return (
    <Alert title={`You have unsaved changes from ${formatShortTime(form.at)}`}>
      {name && <p className="wrap-anywhere">{name}</p>}
      <div className="mt-2 flex flex-wrap gap-3">
        <Button size="sm" onClick={onRestore}>
          Restore
        </Button>
        <Button
          size="sm"
          variant="outline"
          onClick={() => {
            dropDeviceForm(form);
            onDiscarded();
          }}
        >
          Discard
        </Button>
      </div>
    </Alert>
  );
}

/** "10:42"; on other days with the date. */
function formatShortTime(at: string): string {
  const [day, time] = formatDateTime(at).split(', ');
  return day === formatDate(new Date().toISOString()) ? `${time}` : `${day}, ${time}`;
}

/** After a reload the browser scrolls back to the old position in a long list. */
const scrollOfferIntoView = (offers: HTMLElement | null) => offers?.scrollIntoView({ block: 'nearest' });

type DeviceFormOffersProps = {
  words: { one: string; addTitle: string; editTitle: string };
  email: string;
  onRestore: (form: DeviceForm) => void;
};

export function DeviceFormOffers({ words, email, onRestore }: DeviceFormOffersProps) {
  const [forms, setForms] = useState(() => listDeviceForms({ resource: words.one, email }));
  if (forms.length === 0) return null;
  return (
    <div ref={scrollOfferIntoView} className="mb-4 flex scroll-my-20 flex-col gap-3">
      {forms.map((form) => (
        <DeviceFormOffer
          key={form.id}
          form={form}
          name={nameDeviceForm(form, words)}
          onRestore={() => onRestore(form)}
          onDiscarded={() => setForms(forms.filter((other) => other !== form))}
        />
      ))}
    </div>
  );
}

/** "Edit Program: Welding", with the name as it was typed in the form. */
function nameDeviceForm(
  { id, values }: DeviceForm,
  { addTitle, editTitle }: DeviceFormOffersProps['words'],
): string {
  const { name, title, subject } = values as { name?: string; title?: string; subject?: string };
  const typedTitle = name || title || subject;
  const form = id === null ? addTitle : editTitle;
  return typedTitle ? `${form}: ${typedTitle}` : form;
}
