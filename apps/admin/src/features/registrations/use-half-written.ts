import type { Registration } from '@institute/contract';
import { useEffect, useRef } from 'react';
import { useUser } from '../../api/user.ts';
import { type DeviceForm, useKeepValuesOnDevice } from '../../forms/device-form.ts';
import { registrationList } from './registration-list.tsx';
import type { MessageState, MessageSubjectAndText } from './registration-message-form.tsx';
import type { DecisionState, StatusAndNote } from './use-decision.ts';

/** Values stored on the device. Of the registration they contain only the reference. */
type HalfWrittenValues = {
  /** The registration's reference, shown with the offer. */
  name: string;
  decision?: StatusAndNote;
  message?: MessageSubjectAndText;
};

export const readKeptValues = (kept: DeviceForm | null): Partial<HalfWrittenValues> => kept?.values ?? {};

/** Keeps unsaved input on the device, also when the session ends, and offers it again. */
export function useHalfWrittenForm(
  { id, reference }: Pick<Registration, 'id' | 'reference'>,
  kept: DeviceForm | null,
  { decision, message }: { decision: DecisionState; message: MessageState },
) {
  const { email } = useUser();
  const hasChanges = decision.isChanged || message.isTyped;
  const readHalfWritten = (): HalfWrittenValues => ({
    name: reference,
    ...(decision.isChanged && { decision: decision.typed }),
    ...(message.isTyped && { message: message.typed }),
  });
  const { storeAfterPause, ...device } = useKeepValuesOnDevice(
    { resource: registrationList.words.one, email, id, tag: decision.tag },
    {
      isReady: true,
      isRestored: kept !== null,
      onRestore: (offer) => {
        const offeredFormValues = readKeptValues(offer);
        if (offeredFormValues.decision) decision.restore(offeredFormValues.decision, offer.tag);
        if (offeredFormValues.message) message.write(offeredFormValues.message);
      },
    },
    { isChanged: hasChanges, valuesOf: readHalfWritten },
  );
  const hadChanges = useRef(hasChanges);
  // The effect has no dependencies, because every change of the form renders this component.
  useEffect(() => {
    if (hasChanges) storeAfterPause();
    else if (hadChanges.current) device.drop();
    hadChanges.current = hasChanges;
  });

  return { ...device, isChanged: hasChanges };
}
