import { type WebhookEvent, webhookEvents } from '@institute/contract/office.constants';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { FieldError } from '@institute/ui/field.tsx';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { eventWords } from './webhook-columns.tsx';

export function EventsField() {
  const { field, fieldState } = useController<{ events: WebhookEvent[] }, 'events'>({ name: 'events' });
  const errorId = useId();
  const chosen = field.value;
  const toggle = (event: WebhookEvent) =>
    field.onChange(chosen.includes(event) ? chosen.filter((one) => one !== event) : [...chosen, event]);
  return (
    <fieldset aria-describedby={fieldState.error ? errorId : undefined}>
      <legend className="text-base font-semibold">
        Events{' '}
        <span aria-hidden className="text-clay-deep">
          *
        </span>
      </legend>
      <p className="text-sm text-muted">They hold ids, references and states, and nothing about people.</p>
      <div className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            checked={chosen.includes(event)}
            onChange={() => toggle(event)}
            label={
              <>
                <code translate="no" className="block text-sm font-semibold">
                  {event}
                </code>
                <span className="block text-sm text-muted">{eventWords[event]}</span>
              </>
            }
          />
        ))}
      </div>
      <FieldError id={errorId}>{fieldState.error?.message}</FieldError>
    </fieldset>
  );
}
