import type { Registration } from '@institute/contract';
import { useEffect, useRef } from 'react';
import { useUser } from '../../api/user.ts';
import { type DeviceForm, useDeviceValues } from '../../forms/device-form.ts';
import { registrationList } from './registration-list.tsx';
import type { Message, MessageText } from './registration-message-form.tsx';
import type { Decision, DecisionState } from './use-decision.ts';

/** Values stored on the device. Of the registration they contain only the reference. */
type HalfWrittenValues = {
  /** The registration's reference, shown with the offer. */
  name: string;
  decision?: Decision;
  message?: MessageText;
};

export const readKeptText = (kept: DeviceForm | null): Partial<HalfWrittenValues> => kept?.values ?? {};

/** Keeps unsaved input on the device, also when the session ends, and offers it again. */
export function useHalfWritten(
  { id, reference }: Pick<Registration, 'id' | 'reference'>,
  kept: DeviceForm | null,
  { decision, message }: { decision: DecisionState; message: Message },
) {
  const { email } = useUser();
  const isChanged = decision.isChanged || message.isTyped;
  const readHalfWritten = (): HalfWrittenValues => ({
    name: reference,
    ...(decision.isChanged && { decision: decision.typed }),
    ...(message.isTyped && { message: message.typed }),
  });
  const { storeAfterPause, ...device } = useDeviceValues(
    { resource: registrationList.words.one, email, id, tag: decision.tag },
    {
      isReady: true,
      isRestored: kept !== null,
      onRestore: (offer) => {
        const half = readKeptText(offer);
        if (half.decision) decision.restore(half.decision, offer.tag);
        if (half.message) message.write(half.message);
      },
    },
    { isChanged, valuesOf: readHalfWritten },
  );
  const wasChanged = useRef(isChanged);
  // Runs after every render, because every change renders.
  useEffect(() => {
    if (isChanged) storeAfterPause();
    else if (wasChanged.current) device.drop();
    wasChanged.current = isChanged;
  });

  return { ...device, isChanged };
}
